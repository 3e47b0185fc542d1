// Dead cells: without an unknown neighbour, opening them gives no information. Marked before
// looking ahead.
#pragma once

#include <vector>

#include "count/position.hpp"

namespace sapper {

inline void mark_dead(const Position& position, std::vector<std::uint8_t>& dead) {
    const Grid& grid = position.grid();
    dead.assign(grid.walled_size(), 0);
    grid.each_cell([&](Cell cell) {
        dead[static_cast<std::size_t>(cell)] = !position.touches(cell, CellState::Unknown);
    });
}

}  // namespace sapper
