/** Reads a position in a picture: chosen, dropped or pasted; shows its legend to be corrected. */

import { box, element, listenTo } from "../lib/element.js";
import { button, choice } from "../lib/form.js";
import { cancelled } from "../lib/latest.js";
import { clipboard, pictureIn } from "../page/paste.js";
import { untilLeft } from "../page/mode.js";
import { answer, complain, part } from "../page/panel.js";
import { api, Problem } from "../server/api.js";
import { waiting } from "../server/waiting.js";

/** @typedef {import("../types.js").PictureLook} PictureLook */

const TILE = 24;
const MOST_BYTES = 11_000_000;
/** @type {[string, string][]} */
const MEANINGS = [
  ["-1", "unopened"],
  ["-2", "flag"],
  ["0", "empty"],
  ...Array.from(
    { length: 8 },
    (_, n) => /** @type {[string, string]} */ ([`${n + 1}`, `${n + 1}`]),
  ),
];

export class Snapshot {
  /** @param {(view: import("../types.js").View) => void} show  what to do with a position */
  constructor(show) {
    this._show = show;
    this._picture = ""; // in base 64
    /** @type {Map<number, number>} */
    this._corrections = new Map();
    this._legend = box("looks");
    this._input = element("input", {
      type: "file",
      accept: "image/*",
      id: "picture-file",
      hidden: true,
      onchange: () => {
        void this.read(pictureIn(this._input.files ?? undefined));
        this._input.value = "";
      },
    });
  }

  /** The part of the panel that takes a picture and shows its legend. */
  panel() {
    return part(
      "Picture",
      button("Read a picture …", () => this._input.click(), {
        title: "Read a screenshot of any program; you can also drop or paste it",
      }),
      this._input,
      this._legend,
    );
  }

  /** Take pictures that are dropped on the page, until Analyse is left. */
  listen() {
    listenTo(
      document.documentElement,
      { signal: untilLeft().signal },
      {
        dragover(event) {
          if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
        },
        drop: (event) => {
          const file = pictureIn(event.dataTransfer?.files);
          if (!file) return;
          event.preventDefault();
          void this.read(file);
        },
      },
    );
  }

  /** Read the picture that was pasted before Analyse was open; return whether there is one. */
  takePasted() {
    const { file } = clipboard;
    clipboard.file = null;
    if (file) void this.read(file);
    return file !== null;
  }

  /** @param {Blob | null} file */
  async read(file) {
    if (!file) return complain("This cannot be read", "It is not a picture.");
    if (file.size > MOST_BYTES) return complain("This cannot be read", "The picture is too large.");
    this._picture = await encoded(file);
    this._corrections.clear();
    await this._request();
  }

  async _request() {
    const legend = [...this._corrections].map(([look, meaning]) => ({ look, meaning }));
    try {
      const request = { picture: this._picture, legend };
      const reading = await waiting(
        "Reading the picture …",
        (signal) => api.picture(request, signal),
        untilLeft(),
      );
      this._show(reading.view);
      this._fill(reading);
    } catch (error) {
      if (cancelled(error)) return;
      if (!(error instanceof Problem)) throw error;
      this._legend.replaceChildren();
      complain("This picture cannot be read", error.message);
    }
  }

  /** @param {import("../types.js").PictureReading} reading */
  _fill(reading) {
    const { looks, doubts, view, mines_guessed } = reading;
    const size = `Read ${view.width} x ${view.height} cells`;
    const total = mines_guessed ? `, with the usual ${view.mines} mines` : "";
    answer(doubts.length ? `${size}, with doubts: answer them under Picture` : `${size}${total}`);
    const doubtful = new Set(doubts.map(({ look }) => look));
    const rest = looks
      .map((look, number) => ({ look, number }))
      .filter(({ number }) => !doubtful.has(number));
    this._legend.replaceChildren(
      ...doubts.map(({ text, look }) => this._question(text, looks[look ?? -1], look ?? -1)),
      ...(doubtful.size ? [element("p", {}, "Read without doubt; correct what is wrong:")] : []),
      ...rest.map(({ look, number }) => this._row(look, number)),
    );
    if (doubts.length) this._legend.scrollIntoView({ block: "start" }); // it lies far below
  }

  /**
   * Show a doubt, and what it is about: its guess can be confirmed or corrected.
   * @param {string} text
   * @param {PictureLook | undefined} look  if it is about one
   * @param {number} number
   */
  _question(text, look, number) {
    const question = element("p", { class: "error" }, text);
    if (!look) return question;
    const confirm = button(`Yes, ${look.name}`, () => this._correct(number, look.meaning));
    const known = look.meaning >= -2;
    return box("doubt", question, this._row(look, number), ...(known ? [confirm] : []));
  }

  /** Say what a look means, and read again. @param {number} look @param {number} meaning */
  _correct(look, meaning) {
    this._corrections.set(look, meaning);
    void this._request();
  }

  /** @param {PictureLook} look @param {number} number */
  _row(look, number) {
    const unknown = /** @type {[string, string][]} */ (look.meaning < -2 ? [["", "unknown"]] : []);
    const value = look.meaning < -2 ? "" : String(look.meaning);
    const cells = `${look.cells.length} ${look.cells.length === 1 ? "cell" : "cells"}`;
    const label = `Look ${number + 1}: ${cells}${look.sure ? "" : " ?"}`;
    const control = choice(label, [...unknown, ...MEANINGS], value, (meaning) =>
      this._correct(number, Number(meaning)),
    );
    return box("look", tile(look.tile), control);
  }
}

/** Draw the small picture of a look. @param {string} colours  three bytes a pixel, in base 64 */
function tile(colours) {
  const canvas = element("canvas", { width: TILE, height: TILE, "aria-hidden": "true" });
  const bytes = atob(colours);
  const image = new ImageData(TILE, TILE);
  for (let pixel = 0; pixel < TILE * TILE; pixel++) {
    for (let part = 0; part < 3; part++) {
      image.data[4 * pixel + part] = bytes.charCodeAt(3 * pixel + part);
    }
    image.data[4 * pixel + 3] = 255;
  }
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return canvas;
}

/** @param {Blob} file @returns {Promise<string>} */
async function encoded(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts = [];
  for (let start = 0; start < bytes.length; start += 0x8000) {
    parts.push(String.fromCharCode(...bytes.subarray(start, start + 0x8000)));
  }
  return btoa(parts.join(""));
}
