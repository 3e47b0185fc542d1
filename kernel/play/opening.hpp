// The first click, from measurements or, on very small boards, perfect play.
#pragma once

#include "board/game.hpp"
#include "play/decision.hpp"

namespace sapper {

// The first cell with the best measured win rate: a corner, or well inside for a zero.
Cell first_cell(const Grid& grid, int mines, FirstClick rule);

void choose_first(Turn& turn, const Grid& grid, FirstClick rule);

}  // namespace sapper
