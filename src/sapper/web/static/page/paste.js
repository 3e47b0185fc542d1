/** Holds a picture that was pasted until Analyse is open. */

/** @type {{ file: Blob | null }} */
export const pasted = { file: null };

/**
 * Return the picture among files, if there is one.
 * @param {FileList | undefined} files
 * @returns {Blob | null}
 */
export function pictureIn(files) {
  return Array.from(files ?? []).find(({ type }) => type.startsWith("image/")) ?? null;
}
