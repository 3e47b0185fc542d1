/** Keeps a pasted picture until Analyse is open. */

/** @type {{ file: Blob | null }} */
export const clipboard = { file: null };

/**
 * Return the picture among files, if there is one.
 * @param {FileList | undefined} files
 * @returns {Blob | null}
 */
export function pictureIn(files) {
  return Array.from(files ?? []).find(({ type }) => type.startsWith("image/")) ?? null;
}
