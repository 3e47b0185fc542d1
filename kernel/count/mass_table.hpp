// A component's masses for each number of mines in it, worked out once: after that, outside
// weights cost a weighted sum instead of a sweep. What look-ahead and trackers keep.
#pragma once

#include <span>
#include <vector>

#include "count/sweep.hpp"

namespace sapper {

class MassTable {
public:
    void clear() { table_.clear(); }
    [[nodiscard]] bool ready() const { return !table_.empty(); }
    // Worth it, and possible: guarded sweeps keep no scale that different weights share.
    [[nodiscard]] static bool suits(const Component& component, const TraceSlice& slice,
                                    const Counts& counts);
    void fill(const Component& component, const SweepTrace& trace, const TraceSlice& slice,
              const Counts& counts, Sweep& sweep);
    void combine(std::span<const double> weights, std::vector<Mass>& masses) const;

private:
    std::vector<Mass> table_;  // number by number, each box by box
    std::vector<double> unit_;
    std::vector<Mass> row_;
};

}  // namespace sapper
