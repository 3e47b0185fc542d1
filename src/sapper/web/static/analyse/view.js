/** Shows the position that is entered: its cells, what is known about it, and the panel. */

import { layouts } from "./layouts.js";
import { countFlags, indices, overlaid } from "../board/marks.js";
import { showEvaluation } from "../insight/chance.js";
import { hintLines } from "../insight/reason.js";
import { box, element, find } from "../lib/element.js";
import { number } from "../lib/form.js";
import { settings } from "../lib/settings.js";
import { body, controls, lead, part, quiet, status } from "../page/panel.js";
import { board, zoom } from "../page/stage.js";

export class AnalyseView {
  /** @param {import("./analyse.js").Analyse} analyse */
  constructor(analyse) {
    this.analyse = analyse;
  }

  /** Show the position in place of another mode. */
  begin() {
    board.root.classList.add("is-live");
    quiet("Paint, type or paste what you see");
    this._panel();
    this.show();
  }

  /** Show a position whose size may have changed. */
  show() {
    this.fill();
    this.draw();
    zoom.fit();
  }

  draw() {
    const { position, answer, insight, closed } = this.analyse;
    if (closed) return;
    const { width, height, marks, mines } = position;
    const fits = answer?.view.width === width && answer.view.height === height;
    const over = fits ? overlaid(answer.overlay, width, { risks: true, certain: true }) : {};
    const layers = fits && {
      ...over.layers,
      ...insight.highlight(answer.hint?.cell ? answer.hint : null),
      bad: indices(answer.impossible?.clues, width),
    };
    board.draw({ width, height, marks, ...over, layers: layers || {} });
    status({ mines: mines === null ? null : mines - countFlags(marks), time: "", face: "playing" });
  }

  /** Show what is known about the position. @param {import("../types.js").Analysis} answer */
  showAnswer({ impossible, hint, overlay }) {
    if (impossible)
      lead(element("h2", { class: "error" }, "Impossible"), element("p", {}, impossible.reason));
    else if (hint)
      lead(
        ...hintLines(hint, this.analyse.insight.light),
        element("p", { class: "note" }, layouts(overlay)),
      );
    showEvaluation(overlay?.chance);
    this.draw();
  }

  /** Show size and mines in the panel; the focus stays where it is. */
  fill() {
    const { width, height, mines } = this.analyse.position;
    const values = [width, height, mines ?? ""];
    document.querySelectorAll("#sizes input").forEach((input, place) => {
      if (input instanceof HTMLInputElement) input.value = String(values[place]);
    });
    /** @type {HTMLInputElement} */ (find("#unknown")).checked = mines === null;
  }

  _panel() {
    const { actions, palette, insight, snapshot } = this.analyse;
    controls(palette.element);
    body(
      box(
        "halves",
        actions.button("play"),
        actions.button("watch", {
          title: `Watch ${settings.player} play on from this position (W)`,
        }),
      ),
      this._boardPart(),
      insight.panel(),
      snapshot.panel(),
      part("Text", this._text()),
    );
  }

  _boardPart() {
    const { analyse } = this;
    const unknown = element("input", {
      type: "checkbox",
      id: "unknown",
      onchange: () => analyse.setKnown(!unknown.checked),
    });
    return part(
      "Board",
      element(
        "div",
        { class: "thirds", id: "sizes" },
        number("Width", "", (width) => analyse.resize({ width }), { min: 1, max: 200 }),
        number("Height", "", (height) => analyse.resize({ height }), { min: 1, max: 200 }),
        number("Mines", "", (mines) => analyse.setMines(mines), { min: 0 }),
      ),
      element("label", { class: "check" }, unknown, "The mine total is unknown"),
    );
  }

  _text() {
    const { actions } = this.analyse;
    const area = element("textarea", {
      rows: 3,
      spellcheck: "false",
      "aria-label": "Position as text",
      placeholder: "Paste a position here, or anywhere on the page",
      oninput: () => area.value.trim() && this.analyse.read(area.value),
    });
    const buttons = [
      actions.button("copyLink"),
      actions.button("copyText"),
      actions.button("clear"),
    ];
    return box("body", area, box("thirds", ...buttons));
  }
}
