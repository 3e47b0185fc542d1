// Exact numbers of layouts, as integers: repeats the sweep's moves without rounding. Runs when
// an analysis is asked for the number.
#pragma once

#include <optional>
#include <vector>

#include "count/analysis.hpp"

namespace sapper {

__extension__ using Natural = unsigned __int128;

struct ComponentLayouts {
    int least = 0;
    std::vector<Natural> ways;  // by mines used, from the least
};

// Per component of the workspace's analysis; nothing if one is not exact or exceeds 128 bits.
std::optional<std::vector<ComponentLayouts>> count_layouts(Workspace& workspace,
                                                           const Budget& budget);

}  // namespace sapper
