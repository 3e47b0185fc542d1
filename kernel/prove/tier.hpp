// How hard a certain move is to find; the techniques are defined in sapper/knowledge/tier.py.
#pragma once

#include <cstdint>
#include <vector>

#include "count/position.hpp"

namespace sapper {

enum class Tier : std::uint8_t { OneClue = 1, Subset, Overlap, Chain, Cases, MineCount };

inline constexpr int kTiers = 6;

// What a technique proves about an unknown cell: Safe or Mine. A cell may appear twice.
struct Conclusion {
    Cell cell = 0;
    CellState state = CellState::Unknown;
};

using Conclusions = std::vector<Conclusion>;

}  // namespace sapper
