/** Says how many ways there are to lay the mines. */

/** @param {import("../types.js").Overlay | null} overlay */
export function layouts(overlay) {
  if (!overlay) return "";
  const few = overlay.layouts && overlay.layouts.length < 13;
  const count = few ? Number(overlay.layouts) : null;
  const text =
    count === 1
      ? "Only one way to lay the mines fits."
      : `${count?.toLocaleString("en") ?? `About ${roughly(overlay.log10_layouts)}`} ways to lay the mines fit.`;
  return overlay.exact ? text : `${text} Some risks are estimates.`;
}

/** Write a large number with one digit and zeros, or as a power of ten. @param {number} log10 */
function roughly(log10) {
  const names = ["trillion", "quadrillion", "quintillion"];
  const name = names[Math.floor(log10 / 3) - 4];
  if (!name) return `10${superscript(Math.round(log10))}`;
  return `${Number((10 ** (log10 % 3)).toPrecision(2))} ${name}`;
}

/** @param {number} whole */
function superscript(whole) {
  return [...String(whole)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
}
