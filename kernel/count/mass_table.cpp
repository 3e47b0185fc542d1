#include "count/mass_table.hpp"

namespace sapper {

void MassTable::fill(const Component& component, const SweepTrace& trace, const TraceSlice& slice,
                     std::size_t numbers, Sweep& sweep) {
    thread_local std::vector<double> unit;
    thread_local std::vector<Mass> found;
    masses_.resize(component.boxes.size() * numbers);
    for (std::size_t k = 0; k < numbers; ++k) {
        unit.assign(numbers, 0.0);
        unit[k] = 1.0;
        sweep.marginals(component, trace, slice, unit, found);
        for (std::size_t box = 0; box < found.size(); ++box)
            masses_[box * numbers + k] = found[box];
    }
}

}  // namespace sapper
