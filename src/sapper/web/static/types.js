/** The server's answers, as far as the page reads them; made by tests/web/page_types.py. */

/** @typedef {{
 *   version: string, levels: LevelName[], first_clicks: FirstClick[], tiers: TierForm[],
 *   players: string[], limits: LimitsForm, today: string
 * }} About  What this server offers. */
/** @typedef {{ id: string, ended: string, accuracy: number }} AccuracyPoint */
/** @typedef {{
 *   id: string, seq: number, outcome: Outcome, mines_left: number, safe_left: number,
 *   clock: Clock, undos: number, helped: boolean, end: End | null, repeated: boolean,
 *   changed: Change[], state: GameState | null
 * }} ActionAnswer  What an action changed. */
/** @typedef {[Verb, number, number]} ActionForm  verb, row, column */
/** @typedef {{ cell: Cell, risk: number, risk_text: string, score: number }} Alternative */
/** @typedef {{
 *   view: View, text: string, impossible: Impossible | null, overlay: Overlay | null,
 *   hint: Hint | null
 * }} Analysis  All about a position, or why no layout fits it. */
/** @typedef {{
 *   cell: Cell, risk: number, risk_text: string, certain: boolean
 * }} Best */
/** @typedef {[number, number]} Cell  row, column */
/** @typedef {[number, number, string]} Change  row, column, mark */
/** @typedef {{ running: boolean, elapsed: number }} Clock  Seconds since the first action of the player. */
/** @typedef {{
 *   bbbv: number | null, bbbv_per_second: number | null, ioe: number | null, mines: Cell[],
 *   wrong_flags: Cell[], fatal: Cell | null, clicks: number
 * }} End  What is shown once a game is over. */
/** @typedef {{
 *   accuracy: number | null, accuracy_text: string | null, luck: number | null,
 *   luck_text: string | null, bbbv: number | null, bbbv_per_second: number | null,
 *   ioe: number | null, outcome: Outcome, sentence: string, cell: Cell | null,
 *   risk: number | null, risk_text: string | null, least: number | null,
 *   least_text: string | null, certain: Cell | null, elapsed: number
 * }} Ending  How a game ended, in a sentence and in figures. */
/** @typedef {"none" | "safe" | "zero"} FirstClick  What the game promises about the first cell that is opened. */
/** @typedef {{
 *   level: string, level_name: string, width: number, height: number, mines: number, id: string,
 *   seq: number, outcome: Outcome, mines_left: number, safe_left: number, clock: Clock,
 *   undos: number, helped: boolean, end: End | null, first_click: FirstClick,
 *   kind: "plain" | "no_guess" | "daily" | "board" | "again" | "imported", tier: number | null,
 *   date: string | null, rows: string[], start: Cell | null, board: string | null,
 *   moves: ActionForm[]
 * }} GameState  A game as the browser draws it. */
/** @typedef {{
 *   seq?: number | null, cell: Cell | null, certain: boolean, risk: number | null,
 *   risk_text: string | null, reason: string, clues: Cell[], cells: Cell[], tier: number | null,
 *   tier_name: string | null, uses_mine_count: boolean, chance: number | null,
 *   chance_text: string | null, alternatives: Alternative[]
 * }} Hint  The best move and why. */
/** @typedef {{ games: HistoryGame[], next: string | null, total: number }} History */
/** @typedef {{
 *   bbbv: number | null, bbbv_per_second: number | null, ioe: number | null, id: string,
 *   created: string, ended: string | null, level: string, level_name: string,
 *   kind: "plain" | "no_guess" | "daily" | "board" | "again" | "imported", tier: number | null,
 *   date: string | null, outcome: Outcome, elapsed: number | null, clicks: number, undos: number,
 *   helped: boolean, accuracy: number | null, accuracy_text: string | null
 * }} HistoryGame */
/** @typedef {{ imported: number, already: number, ids: string[] }} Import */
/** @typedef {{ reason: string, clues: Cell[] }} Impossible */
/** @typedef {"certain" | "best_guess" | "needless_risk" | "missed_certain" | "certain_mine" | "wrong_flag"} Judgement */
/** @typedef {{
 *   name: string, level: string, width: number, height: number, mines: number
 * }} LevelName */
/** @typedef {{
 *   level: string, level_name: string, games: number, won: number, win_rate: number,
 *   win_rate_text: string, best_time: number | null, mean_time: number | null,
 *   bbbv_per_second: number | null, ioe: number | null
 * }} LevelStatistics */
/** @typedef {{ cells: number, analysis_cells: number, bytes: number }} LimitsForm */
/** @typedef {{
 *   cell: Cell, risk: number, risk_text: string, seq?: number | null, numbers: number[],
 *   texts: string[]
 * }} Numbers  The chance that a cell shows 0, 1 … 8. */
/** @typedef {"playing" | "won" | "lost"} Outcome */
/** @typedef {{
 *   seq?: number | null, risk: (number | null)[][], texts: (string | null)[][], safe: Cell[],
 *   mines: Cell[], exact: boolean, best: Best | null, safety: number | null,
 *   safety_text: string | null, layouts: string | null, log10_layouts: number
 * }} Overlay  The risk of every cell; null where a cell is open. */
/** @typedef {{
 *   type: string, kind: string, title: string, status: number, detail: string
 * }} ProblemForm  An error, in the form of RFC 9457, with one sentence to show. */
/** @typedef {{
 *   seq?: number | null, cell: Cell, is_mine: boolean, tier: number | null,
 *   tier_name: string | null, clues: Cell[], cells: Cell[], uses_mine_count: boolean, text: string
 * }} Reason  Why a cell is safe or a mine. */
/** @typedef {{
 *   accuracy: number | null, accuracy_text: string | null, luck: number | null,
 *   luck_text: string | null, level: string, level_name: string, width: number, height: number,
 *   mines: number, id: string | null, first_click: FirstClick, outcome: Outcome, board: string,
 *   mine_cells: Cell[], fatal: Cell | null, summary: string, counts: Record<Judgement, number>,
 *   moves: ReviewedMove[], puzzles: number[]
 * }} Review  Each move judged by what it risked against the best there was. */
/** @typedef {{
 *   number: number, action: Verb, cell: Cell, time: number | null, changed: Change[],
 *   judgement: Judgement | null, risk: number | null, risk_text: string | null,
 *   least: number | null, least_text: string | null, best: Cell | null, reason: Reason | null,
 *   proof: Reason | null, answers: Cell[], sentence: string
 * }} ReviewedMove */
/** @typedef {{
 *   games: number, won: number, levels: LevelStatistics[], streak: Streak,
 *   accuracy_text: string | null, accuracy: AccuracyPoint[]
 * }} Statistics */
/** @typedef {{ current: number, best: number }} Streak */
/** @typedef {{ tier: number, name: string }} TierForm */
/** @typedef {"open" | "flag" | "chord"} Verb */
/** @typedef {{
 *   sapper: "view", version: number, width: number, height: number, mines: number | null,
 *   first_click: FirstClick, rows: string[]
 * }} View  What is seen of a board: a position. */
/** @typedef {WatchedGame | WatchedMove | WatchedEnd | WatchedProblem} WatchLine */
/** @typedef {{
 *   kind: "end", outcome: "won" | "lost" | "stopped", fatal: Cell | null, mines: Cell[],
 *   moves: number, guesses: number
 * }} WatchedEnd  The last line of a game that came to an end. */
/** @typedef {{
 *   level: string, level_name: string, width: number, height: number, mines: number, kind: "game",
 *   player: string, board: string, first_click: FirstClick
 * }} WatchedGame  The first line. */
/** @typedef {{
 *   kind: "move", number: number, cell: Cell, certain: boolean, risk: number | null,
 *   risk_text: string | null, chance: number | null, chance_text: string | null, reason: string,
 *   alternatives: Alternative[], changed: Change[]
 * }} WatchedMove */
/** @typedef {{ kind: "problem", problem: ProblemForm }} WatchedProblem  The last line of a game that did not. */

export {};
