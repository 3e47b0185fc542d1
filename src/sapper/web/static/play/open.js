/** Opens Play at an address; where the game has to be loaded first, a draft of it takes clicks until then. */

import { rename } from "../page/router.js";
import { onLeave } from "../page/mode.js";
import { answer } from "../page/panel.js";
import { ready } from "../page/stage.js";
import { arrived } from "../server/carrier.js";
import { Play } from "./play.js";
import { draftFor, gameFor, keepForReturn } from "./resume.js";
import { ELSEWHERE, isDraft } from "./session.js";

/** @typedef {import("../types.js").GameState} GameState */

/**
 * @param {import("../page/router.js").Route} route
 * @param {import("../types.js").About} about
 */
export async function openPlay(route, about) {
  const play = new Play(about);
  onLeave(() => play.close());
  ready(false);
  const coming = gameFor(route);
  const draft = arrived.game ? null : draftFor(route, about);
  if (draft) return openDraft(play, draft, coming);
  const state = await coming;
  if (play.closed) return;
  ready(true);
  play.show(state);
  rename(`/play/${state.id}`);
}

/**
 * Show a game before it is there; what is done meanwhile waits.
 * @param {Play} play
 * @param {GameState} draft
 * @param {Promise<GameState>} coming
 */
async function openDraft(play, draft, coming) {
  ready(true);
  play.show(draft, { coming });
  const { session } = play;
  const replaced = () => session !== play.session; // another game was begun meanwhile
  const state = await coming.catch((error) => {
    if (!play.closed && !replaced()) ready(false);
    throw error;
  });
  if (replaced()) return;
  keepForReturn(state.id);
  if (play.closed) return;
  if (isDraft(draft, state)) play.greet();
  else {
    play.show(state);
    answer(ELSEWHERE);
  }
  rename(`/play/${state.id}`);
}
