// Positions from played games, each with all that is known about it: training data for learners.
#pragma once

#include <cstdint>
#include <vector>

#include "batch/games.hpp"

namespace sapper {

struct LabelJob {
    BatchJob games;  // from `begin` on, until there are enough rows
    std::size_t rows = 0;
    std::uint64_t every = 1;  // one position per this many clicks, on average
};

// One row per position. The columns about cells have one value per cell, row by row.
struct Labels {
    std::vector<std::uint64_t> game;
    std::vector<std::int32_t> move;  // clicks before it
    std::vector<std::int8_t> view;
    std::vector<float> risk;            // 0 where opened
    std::vector<std::uint8_t> certain;  // 0 opened or unknown, 1 safe, 2 mine
    std::vector<std::uint8_t> exact;    // whether no risk had to be estimated
    std::vector<std::int32_t> best;     // the cell that the player opened next
    std::vector<std::uint8_t> won;
};

// Which clicks are taken is drawn from the seed, but from another stream than the mines. The empty
// board is never taken. Throws BadArgument if games end before there is a position to take.
Labels label_games(const LabelJob& job);

}  // namespace sapper
