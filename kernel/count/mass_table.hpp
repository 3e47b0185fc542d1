// A component's masses for each number of mines in it, computed once: after that, outside weights
// cost a weighted sum instead of a sweep. The component cache and trackers keep them.
#pragma once

#include <span>
#include <vector>

#include "count/sweep.hpp"

namespace sapper {

class MassTable {
public:
    void clear() { masses_.clear(); }
    [[nodiscard]] bool ready() const { return !masses_.empty(); }
    // For a component swept without guarding; `numbers` of mines are possible in it. One backward
    // pass for each, with all the weight on that number.
    void fill(const Component& component, const SweepTrace& trace, const TraceSlice& slice,
              std::size_t numbers, Sweep& sweep);
    // Weights are 0 or at least the smallest normal number, and masses 0 or at least 1: the sum
    // is 0 only if no layout stands behind it.
    [[nodiscard]] Mass mass(std::size_t box, std::span<const double> weights) const {
        const Mass* each = masses_.data() + box * weights.size();
        Mass sum;
        for (std::size_t k = 0; k < weights.size(); ++k) {
            sum.mine += each[k].mine * weights[k];
            sum.safe += each[k].safe * weights[k];
        }
        return sum;
    }

private:
    std::vector<Mass> masses_;  // box by box, each number by number
};

}  // namespace sapper
