// Perfect play from a view: the exact chance of winning and all moves that achieve it. Runs on
// request, and at the first click on very small boards.
#pragma once

#include <vector>

#include "board/game.hpp"
#include "count/position.hpp"
#include "play/perfect_search.hpp"

namespace sapper {

struct PerfectMove {
    std::size_t cell = 0;       // row-major
    std::uint32_t wins = 0;     // winnable layouts ...
    std::uint32_t layouts = 0;  // ... out of those that the first-click rule allows
};

struct PerfectAnswer {
    bool too_large = false;
    std::vector<PerfectMove> moves;  // all unopened cells, or only the best ones
};

struct PerfectQuestion {
    Grid grid;
    std::span<const std::int8_t> view;  // flags are ignored
    int mines = 0;
    FirstClick rule = FirstClick::None;  // matters only while nothing is opened
    bool every_cell = false;             // exact wins of every cell, not only the best
    PerfectLimits limits;
};

// Throws Impossible when no layout agrees with the view.
PerfectAnswer solve_perfectly(const PerfectQuestion& question);

}  // namespace sapper
