// Lets David Hill's JSMinesweeper play through docs/protocol.md:
//
//     sapper duel master "cmd:node benchmarks/rivals/jsminesweeper.js CHECKOUT"
//
// CHECKOUT is your own copy of github.com/DavidNHill/JSMinesweeper. It plays with the settings of
// its own bulk run. Its clock stands still: a slow machine must not make it skip its analysis.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const readline = require("node:readline");

const FILES = [
  "Utility/PrimeSieve.js",
  "Utility/Binomial.js",
  "Utility/Compression.js",
  "client/Tile.js",
  "client/Board.js",
  "client/solver_probability_engine.js",
  "client/Brute_force.js",
  "client/BruteForceAnalysis.js",
  "client/SolutionCounter.js",
  "client/EfficiencyHelper.js",
  "client/FiftyFiftyHelper.js",
  "client/LongTermRiskHelper.js",
  "client/MinesweeperGame.js",
  "client/solver_main.js",
];

// What the solver expects of its page.
const PAGE = `
const BOMB = 9;
const analysisMode = false;
let board;
const binomialCache = new BinomialCache(5000, 500, new Binomial(65000, 500));
function showMessage(text) {}
async function sleep(milliseconds) {}
function show(shown) { board = shown; }
return { Board, solver, show, ACTION_CLEAR, PLAY_STYLE_NOFLAGS };
`;

function load(checkout) {
  const folder = path.join(checkout, "Minesweeper");
  const source = FILES.map((file) => fs.readFileSync(path.join(folder, file), "utf8"));
  const quiet = { log() {}, error() {}, warn() {} };
  const clock = class extends Date {
    static now() {
      return 0;
    }
  };
  const page = new Function("console", "Date", "performance", [...source, PAGE].join("\n"));
  return page(quiet, clock, { now: () => 0 });
}

class Rival {
  constructor(program) {
    this.program = program;
    this.options = {
      playStyle: program.PLAY_STYLE_NOFLAGS,
      verbose: false,
      advancedGuessing: true,
      fullProbability: true,
      hardcore: false,
    };
  }

  begin(width, height, mines, rule) {
    this.board = new this.program.Board(0, width, height, mines, 1, rule);
    this.program.show(this.board);
    const inset = rule === "zero" ? 3 : 0; // where its bulk run begins
    const first = { x: Math.min(inset, width - 1), y: Math.min(inset, height - 1) };
    this.planned = [{ ...first, prob: rule === "none" ? 1 - mines / (width * height) : 1 }];
  }

  open(row, column, number) {
    this.board.getTileXY(column, row).setValue(number);
  }

  // Certain cells are opened one after another before it thinks again, as in its bulk run.
  async choose() {
    const isClosed = (action) => this.board.getTileXY(action.x, action.y).isCovered();
    this.planned = this.planned.filter(isClosed);
    if (this.planned.length === 0) await this.think();
    return this.planned.shift();
  }

  async think() {
    const { actions } = await this.program.solver(this.board, this.options);
    const clears = actions.filter((each) => each.action === this.program.ACTION_CLEAR);
    this.planned = clears.filter((each, place) => place === 0 || each.prob === 1);
    if (this.planned.length > 0 && this.planned[0].prob !== 1) this.planned.length = 1;
  }
}

async function answer(rival, line) {
  const [word, ...rest] = line.split(" ");
  if (word === "hello") return "hello 1 JSMinesweeper";
  if (word === "new") rival.begin(...rest.slice(0, 3).map(Number), rest[3]);
  if (word === "open") rival.open(...rest.map(Number));
  if (word !== "go") return null;
  const move = await rival.choose();
  if (move === undefined) return "failed no move";
  const certain = move.prob === 1 ? "certain" : "guess";
  return `move ${move.y} ${move.x} ${certain} risk ${Math.max(0, 1 - move.prob)}`;
}

async function main() {
  if (process.argv.length !== 3) throw new Error("usage: jsminesweeper.js CHECKOUT");
  const rival = new Rival(load(process.argv[2]));
  await rival.program.solver(null); // prepares itself
  for await (const line of readline.createInterface({ input: process.stdin })) {
    if (line === "quit") break;
    const said = await answer(rival, line);
    if (said !== null) process.stdout.write(said + "\n");
  }
}

main();
