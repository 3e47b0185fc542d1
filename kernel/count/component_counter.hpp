// Counts one component on its own: by a sweep if the budget allows, else by windows. Runs for
// every component of an analysis.
#pragma once

#include <vector>

#include "count/box_order.hpp"
#include "count/boxes.hpp"
#include "count/budget.hpp"
#include "count/sweep.hpp"
#include "count/window_estimator.hpp"

namespace sapper {

struct CountedComponent {
    Component component;
    Order order;
    Counts counts;
    TraceSlice slice;
    MassTable masses;             // when tabulated
    std::vector<Mass> estimates;  // box by box, when not exact
    bool exact = false;
    bool kept = false;  // the slice is still in the trace
    bool live = false;
    long gap = 0;  // widest gap in the counts
};

class ComponentCounter {
public:
    // Counts a component. The `odds` of a mine only steer estimates and the range of numbers.
    // Throws Impossible, naming a clue, if it has no layout.
    void count(CountedComponent& counted, const Grid& grid, double odds, Meter& meter);
    // Masses per box under outside weights; for estimated components the weights do not matter.
    const std::vector<Mass>& masses(CountedComponent& counted, std::span<const double> weights,
                                    Meter& meter);
    // Makes later calls of `masses` cheap, if the component is small enough.
    void tabulate(CountedComponent& counted, Meter& meter);
    // Forgets all slices; components counted before are swept again when needed.
    void rewind();
    [[nodiscard]] const SweepTrace& trace() const { return trace_; }
    // What the largest buffers hold, used or not.
    [[nodiscard]] std::size_t held_bytes() const {
        return trace_.held_bytes() + sweep_.held_bytes();
    }
    // Puts an exact component's slice in the trace if it is not there.
    void ensure_swept(CountedComponent& counted, Meter& meter);
    void drop_if_heavy(CountedComponent& counted, const Meter& meter);

private:
    void drop(CountedComponent& counted);
    void make_room(const Meter& meter);
    void estimate(CountedComponent& counted, const Grid& grid, double odds, Meter& meter);
    [[noreturn]] void blame(const CountedComponent& counted, const Grid& grid, Meter& meter);
    bool prefix_has_layout(const Component& component, std::size_t witnesses, int stride,
                           Meter& meter);

    SweepTrace trace_;
    Sweep sweep_;
    Orderer orderer_;
    WindowEstimator windows_;
    Relaxation relaxation_;
    Order relaxed_order_;
    std::vector<std::uint32_t> prefix_;
    std::vector<Mass> masses_;
};

}  // namespace sapper
