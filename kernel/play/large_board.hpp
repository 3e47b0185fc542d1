// Boards that are too large for exact tables: certain cells as the general analysis sees them, else
// the cell that promises most, looking ahead locally.
#pragma once

#include "play/decision.hpp"

namespace sapper {

void choose_on_large_board(Turn& turn, const Position& position);

}  // namespace sapper
