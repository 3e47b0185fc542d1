/** Short sounds, made on the spot; silent unless the settings say otherwise. */

import { settings } from "../lib/settings.js";

/** @typedef {"open" | "flag" | "chord" | "won" | "lost" | "right" | "wrong"} Sound */
/** @typedef {[hertz: number, start: number, seconds: number]} Tone */

/** @type {Record<Sound, Tone[]>} */
const TONES = {
  open: [[520, 0, 0.06]],
  flag: [
    [740, 0, 0.05],
    [990, 0.04, 0.07],
  ],
  chord: [
    [440, 0, 0.06],
    [660, 0.03, 0.08],
  ],
  won: [
    [523, 0, 0.16],
    [659, 0.1, 0.16],
    [784, 0.2, 0.16],
    [1047, 0.3, 0.4],
  ],
  lost: [
    [196, 0, 0.3],
    [147, 0.12, 0.5],
  ],
  right: [
    [659, 0, 0.1],
    [988, 0.07, 0.22],
  ],
  wrong: [[233, 0, 0.2]],
};
const LOUDNESS = 0.12;

/** @type {AudioContext | null} */
let context = null;

/** @param {Sound} name */
export function sound(name) {
  if (!settings.sounds) return;
  context ??= new AudioContext();
  void context.resume();
  for (const tone of TONES[name]) strike(context, tone);
}

/** @param {AudioContext} audio @param {Tone} tone */
function strike(audio, [hertz, start, seconds]) {
  const from = audio.currentTime + start;
  const until = from + seconds;
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: hertz });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.005);
  volume.gain.exponentialRampToValueAtTime(0.001, until);
  tone.connect(volume).connect(audio.destination);
  tone.start(from);
  tone.stop(until);
}
