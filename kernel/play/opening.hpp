// The first click: a choice that was measured, or perfect play on very small boards.
#pragma once

#include "board/game.hpp"
#include "play/decision.hpp"

namespace sapper {

// The first cell that wins most, as measured: a corner, or well inside for a zero.
Cell first_cell(const Grid& grid, int mines, FirstClick rule);

void choose_first(Turn& turn, const Grid& grid, FirstClick rule);

}  // namespace sapper
