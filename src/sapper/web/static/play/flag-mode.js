/** The round button: whether a click opens or flags. */

import { find, icon } from "../lib/element.js";
import { settings } from "../lib/settings.js";
import { quiet } from "../page/panel.js";
import { device } from "../words/captions.js";
import { announceSwitch } from "../words/announcer.js";

export class FlagMode {
  constructor() {
    this.on = false;
    this._unopened = true;
    const thumb = find("#flag-mode");
    thumb.hidden = false;
    thumb.onclick = () => this.flip();
    this._show();
  }

  /** Begin another game: clicks open. */
  begin() {
    this._unopened = true;
    if (this.on) this.flip();
  }

  /** Once a cell is open, let taps flag if the player wants that. @param {string} marks */
  follow(marks) {
    if (!this._unopened || !/\d/.test(marks)) return;
    this._unopened = false;
    if (settings.flags_first && device() === "tap" && !this.on) this.flip();
  }

  flip() {
    this.on = !this.on;
    this._show();
    const words = this.on ? `Flag mode: a ${device()} flags` : `A ${device()} opens`;
    quiet(words);
    announceSwitch(find("#flag-mode"), `${words}.`);
  }

  _show() {
    const thumb = find("#flag-mode");
    thumb.setAttribute("aria-pressed", String(this.on));
    thumb.setAttribute("aria-label", "Flag mode");
    thumb.title = "Flag mode (M)";
    thumb.replaceChildren(icon(this.on ? "flag" : "open"));
  }
}
