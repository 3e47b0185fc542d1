#include "count/mass_table.hpp"

namespace sapper {

namespace {
constexpr std::size_t kMostEntries = 4096;
}

bool MassTable::suits(const Component& component, const TraceSlice& slice, const Counts& counts) {
    return !slice.guarded && component.boxes.size() * counts.ways.size() <= kMostEntries;
}

void MassTable::fill(const Component& component, const SweepTrace& trace, const TraceSlice& slice,
                      const Counts& counts, Sweep& sweep) {
    table_.clear();
    for (std::size_t i = 0; i < counts.ways.size(); ++i) {
        unit_.assign(counts.ways.size(), 0.0);
        unit_[i] = 1.0;
        sweep.marginals(component, trace, slice, unit_, row_);
        table_.insert(table_.end(), row_.begin(), row_.end());
    }
}

// Weights are 0 or at least the smallest normal number and masses 0 or at least 1: a product is
// 0 only if one of them is.
void MassTable::combine(std::span<const double> weights, std::vector<Mass>& masses) const {
    const std::size_t boxes = table_.size() / weights.size();
    masses.assign(boxes, {});
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] <= 0.0) continue;
        const Mass* row = table_.data() + i * boxes;
        for (std::size_t box = 0; box < boxes; ++box) {
            masses[box].mine += weights[i] * row[box].mine;
            masses[box].safe += weights[i] * row[box].safe;
        }
    }
}

}  // namespace sapper
