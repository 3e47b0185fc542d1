/** The shapes of the server's answers; the contract is /api/openapi.json. */

/** @typedef {[number, number]} Cell  row, column, from 0 */
/** @typedef {[number, number, string]} Change  row, column, mark */
/** @typedef {"open" | "flag" | "chord"} Verb */
/** @typedef {"playing" | "won" | "lost"} Outcome */
/** @typedef {{ running: boolean, elapsed: number }} Clock */

/**
 * @typedef {object} End
 * @property {Cell[]} mines
 * @property {Cell[]} wrong_flags
 * @property {Cell | null} fatal
 */
/**
 * @typedef {object} GameState
 * @property {string} id
 * @property {number} seq
 * @property {string} level
 * @property {string} level_name
 * @property {number} width
 * @property {number} height
 * @property {number} mines
 * @property {string} first_click
 * @property {string} kind
 * @property {number | null} tier
 * @property {string | null} date
 * @property {Outcome} outcome
 * @property {string[]} rows
 * @property {[Verb, number, number][]} moves  verb, row, column; none that were taken back
 * @property {number} mines_left
 * @property {Clock} clock
 * @property {number} undos
 * @property {boolean} helped
 * @property {string | null} board
 * @property {End | null} end
 */
/**
 * @typedef {object} Answer  to an action
 * @property {number} seq
 * @property {Change[]} changed
 * @property {Outcome} outcome
 * @property {number} mines_left
 * @property {Clock} clock
 * @property {number} undos
 * @property {End | null} end
 * @property {GameState | null} state
 */
/**
 * @typedef {object} Ending
 * @property {Outcome} outcome
 * @property {string} sentence
 * @property {number} elapsed
 * @property {number | null} bbbv
 * @property {number | null} bbbv_per_second
 * @property {string | null} accuracy_text
 * @property {string | null} luck_text
 */
/**
 * @typedef {object} Alternative
 * @property {Cell} cell
 * @property {string} risk_text
 */
/**
 * @typedef {object} Hint
 * @property {Cell | null} cell
 * @property {boolean} certain
 * @property {string} risk_text
 * @property {string} reason
 * @property {Cell[]} clues
 * @property {Cell[]} cells
 * @property {string | null} tier_name
 * @property {string | null} chance_text
 * @property {Alternative[]} alternatives
 */
/**
 * @typedef {object} Overlay
 * @property {number} [seq]
 * @property {(number | null)[][]} risk
 * @property {(string | null)[][]} texts
 * @property {Cell[]} safe
 * @property {Cell[]} mines
 * @property {boolean} exact
 * @property {{ cell: Cell, certain: boolean, risk: number, risk_text: string } | null} best
 * @property {number | null} safety
 * @property {string | null} safety_text
 * @property {string | null} layouts
 * @property {number} log10_layouts
 */
/** @typedef {{ cell: Cell, risk: number, risk_text: string, numbers: number[], texts: string[] }} Numbers */
/**
 * @typedef {object} Reason
 * @property {Cell} cell
 * @property {boolean} is_mine
 * @property {string | null} tier_name
 * @property {Cell[]} clues
 * @property {Cell[]} cells
 * @property {string} text
 */
/**
 * @typedef {object} View
 * @property {number} width
 * @property {number} height
 * @property {number | null} mines
 * @property {string} first_click
 * @property {string[]} rows
 */
/**
 * @typedef {object} Analysed
 * @property {View} view
 * @property {string} text
 * @property {{ reason: string, clues: Cell[] } | null} impossible
 * @property {Overlay | null} overlay
 * @property {Hint | null} hint
 */
/**
 * @typedef {object} Watched  the first line of a watched game
 * @property {"game"} kind
 * @property {string} player
 * @property {string} board
 * @property {string} level
 * @property {string} level_name
 * @property {number} width
 * @property {number} height
 * @property {number} mines
 */
/**
 * @typedef {object} WatchedMove
 * @property {"move"} kind
 * @property {number} number
 * @property {Cell} cell
 * @property {boolean} certain
 * @property {number | null} risk
 * @property {string | null} risk_text
 * @property {string | null} chance_text
 * @property {string} reason
 * @property {Change[]} changed
 */
/**
 * @typedef {object} WatchedEnd
 * @property {"end"} kind
 * @property {"won" | "lost" | "stopped"} outcome
 * @property {Cell | null} fatal
 * @property {Cell[]} mines
 * @property {number} moves
 * @property {number} guesses
 */
/** @typedef {{ kind: "problem", problem: { detail: string } }} WatchedProblem */
/** @typedef {Watched | WatchedMove | WatchedEnd | WatchedProblem} WatchLine */

/** @typedef {"certain" | "best_guess" | "needless_risk" | "missed_certain" | "certain_mine" | "wrong_flag"} Judgement */
/**
 * @typedef {object} ReviewedMove
 * @property {number} number
 * @property {Verb} action
 * @property {Cell} cell
 * @property {number | null} time
 * @property {Change[]} changed
 * @property {Judgement | null} judgement
 * @property {number | null} risk
 * @property {string | null} risk_text
 * @property {number | null} least
 * @property {string | null} least_text
 * @property {Cell | null} best
 * @property {Reason | null} reason
 * @property {Reason | null} proof
 * @property {Cell[]} answers
 * @property {string} sentence
 */
/**
 * @typedef {object} Review
 * @property {string | null} id
 * @property {string} level
 * @property {string} level_name
 * @property {number} width
 * @property {number} height
 * @property {number} mines
 * @property {Outcome} outcome
 * @property {string | null} board
 * @property {Cell[]} mine_cells
 * @property {Cell | null} fatal
 * @property {string | null} accuracy_text
 * @property {string | null} luck_text
 * @property {string} summary
 * @property {Record<Judgement, number>} counts
 * @property {ReviewedMove[]} moves
 * @property {number[]} puzzles
 */
/**
 * @typedef {object} HistoryGame
 * @property {string} id
 * @property {string} created
 * @property {string | null} ended
 * @property {string} level
 * @property {string} level_name
 * @property {string} kind
 * @property {number | null} tier
 * @property {Outcome} outcome
 * @property {number} elapsed
 * @property {number | null} bbbv_per_second
 * @property {number | null} ioe
 * @property {number} undos
 * @property {boolean} helped
 * @property {string | null} accuracy_text
 */
/**
 * @typedef {object} LevelStatistics
 * @property {string} level
 * @property {string} level_name
 * @property {number} games
 * @property {number} won
 * @property {string} win_rate_text
 * @property {number | null} best_time
 * @property {number | null} bbbv_per_second
 * @property {number | null} ioe
 */
/**
 * @typedef {object} Statistics
 * @property {number} games
 * @property {number} won
 * @property {LevelStatistics[]} levels
 * @property {{ current: number, best: number }} streak
 * @property {string | null} accuracy_text
 * @property {{ id: string, ended: string, accuracy: number }[]} accuracy
 */
/**
 * @typedef {object} About
 * @property {string} version
 * @property {{ name: string, level: string, width: number, height: number, mines: number }[]} levels
 * @property {string[]} first_clicks
 * @property {{ tier: number, name: string }[]} tiers
 * @property {string[]} players
 * @property {{ cells: number }} limits
 * @property {string} today
 */

export {};
