/** Shows a message while the server does not answer. */

import { find } from "../lib/element.js";
import { say } from "../words/announcer.js";

const LOST = "The server does not answer. Your moves are kept; play goes on when it is back.";
const BACK = "The connection is back.";

let broken = false;

export const connection = {
  lost() {
    if (broken) return;
    broken = true;
    const line = find("#connection");
    line.textContent = LOST;
    line.hidden = false;
    say(LOST);
  },
  back() {
    if (!broken) return;
    broken = false;
    find("#connection").hidden = true;
    say(BACK);
  },
  /** Wait before trying again. @param {number} ms @returns {Promise<void>} */
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
