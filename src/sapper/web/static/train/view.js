/** Shows a puzzle and its task, what can be done next, and how the player stands. */

import { standingParts } from "./standing.js";
import { drawPuzzle, GUESS } from "./verdict.js";
import { positionQuery } from "../insight/position.js";
import { techniqueLink } from "../insight/reason.js";
import { box, element } from "../lib/element.js";
import { link } from "../lib/form.js";
import { change } from "../lib/settings.js";
import { body, complain, controls, lead, quiet, status } from "../page/panel.js";
import { board, ready, zoom } from "../page/stage.js";
import { announce } from "../words/announcer.js";
import { titled } from "../words/words.js";

/** @typedef {import("../types.js").TrainingPuzzle} Puzzle */

const FIND = "Open a safe cell or flag a mine";
const MAY_GUESS = `${FIND}; if nothing is certain, open the best guess`;
const MUST_GUESS = "Nothing is certain: open the best guess";

export class TrainView {
  /** @param {import("./train.js").Trainer} trainer */
  constructor(trainer) {
    this.trainer = trainer;
  }

  /** @param {import("../types.js").TrainingStanding} standing */
  showStanding(standing) {
    body(...standingParts(standing, this.trainer.choice));
  }

  /** @param {Puzzle} puzzle */
  showPuzzle(puzzle) {
    const known = puzzle.technique === this.trainer.choice; // else finding the technique is part of the task
    const task = !known ? MAY_GUESS : puzzle.technique === GUESS ? MUST_GUESS : FIND;
    const title = puzzle.counts ? "See the answer; this counts as a wrong one" : "See the answer";
    const short = known ? task : "Find the best move"; // the panel may be folded
    drawPuzzle(puzzle, "playing");
    ready(true);
    zoom.fit();
    lead(
      element("h2", {}, `${task}.`),
      known && element("p", {}, "Technique: ", techniqueLink(puzzle.technique)),
      element("p", { class: "note" }, rated(puzzle)),
    );
    controls(this.trainer.actions.button("giveUp", { title }));
    quiet(matchMedia("(pointer: coarse)").matches ? "Hold a cell to flag it" : short);
    announce(task, known ? `Technique: ${puzzle.technique}` : "");
  }

  /** Say why there is no puzzle. @param {string} kind  of the problem @param {string} message */
  showNoPuzzle(kind, message) {
    board.draw({ width: 9, height: 9, marks: "#".repeat(81) });
    zoom.fit();
    status({ mines: null, time: "", face: "playing" });
    if (this.trainer.choice === "mistakes" && kind === "not_found") {
      const words = "Finish a game: each mistake in it becomes a puzzle here.";
      lead(element("h2", {}, "No mistake left to train"), element("p", {}, words));
      announce("No mistake left to train", words);
      controls(link("Play", "/play"));
    } else {
      complain("There is no such puzzle", titled(message));
      controls(link("Train", "/train"));
    }
  }

  /** @param {import("../types.js").TrainingAnswer} judged */
  showJudged({ right, standing }) {
    this.showStanding(standing);
    quiet(right ? "Right" : "");
    if (!right) change({ folded: false }); // the panel shows why
  }

  /** Offer the answer after a mistake. */
  offerAnswer() {
    controls(box("line", this.trainer.actions.button("goOn", { label: "Show the answer" })));
  }

  /** @param {Puzzle} puzzle  that was answered */
  offerNext({ view, game, number }) {
    controls(
      box(
        "line",
        this.trainer.actions.button("goOn", { label: "Next" }),
        link("Analyse", `/analyse?${positionQuery(view, view.rows.join(""))}`),
        game && link("Review", `/review/${encodeURIComponent(game)}?move=${number}`),
      ),
    );
  }
}

/** @param {Puzzle} puzzle */
function rated({ counts, solved, rating, game }) {
  if (counts) return `Rated ${rating}.`;
  if (game) return "From one of your games; not rated.";
  return solved === null ? "Out of turn; not rated." : "Answered before; not rated again.";
}
