// The chance of each number that a cell may show: counts again, with the cell as an opened clue.
// Only the components that the cell touches are counted again.
#pragma once

#include <array>

#include "count/analysis.hpp"

namespace sapper {

struct Chances {
    std::array<double, 9> value{};  // the cell is safe and shows this number
    double mine = 0.0;
    bool exact = true;
};

// The workspace must hold the analysis; the cell must be unopened.
Chances value_chances(Workspace& workspace, const Prior& prior, const Analysis& analysis, int row,
                      int column, const Budget& budget);

}  // namespace sapper
