// Layouts that can be rejected at sight: a mine and a safe cell that no clue tells apart.
#pragma once

#include <cstdint>
#include <span>

#include "grid.hpp"

namespace sapper {

// True if some mine and some safe cell other than `first` could change places without changing
// the clue of any other safe cell. No play of certain moves solves such a board.
bool has_swap(const Grid& grid, std::span<const std::uint8_t> mask, Cell first);

}  // namespace sapper
