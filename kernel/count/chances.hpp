// The chance of each number that a cell may show: counts again, with the cell as an opened clue.
// Only the components that the cell touches are counted again.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "count/analysis.hpp"

namespace sapper {

// Exact numbers of layouts, as integers: repeats the sweep's moves without rounding. Runs when
// a caller reads the number.
__extension__ using Natural = unsigned __int128;

struct ComponentLayouts {
    int least = 0;
    std::vector<Natural> ways;  // by mines used, from the least
};

// Per component of the workspace's analysis; nothing if one is not exact or exceeds 128 bits.
std::optional<std::vector<ComponentLayouts>> count_layouts(Workspace& workspace,
                                                           const Budget& budget);

struct Chances {
    std::array<double, 9> value{};  // the cell is safe and shows this number
    double mine = 0.0;
    bool exact = true;
};

// The workspace must hold the analysis; the cell must be unopened.
Chances value_chances(Workspace& workspace, const Prior& prior, const Analysis& analysis, int row,
                      int column, const Budget& budget);

}  // namespace sapper
