#include "count/component_counter.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "count/feasible_counts.hpp"

namespace sapper {

namespace {
constexpr double kHopelessStates = 1e18;  // an upper bound, often ten thousand times too high
constexpr std::size_t kIdleBytes = std::size_t{64} << 20;
constexpr std::size_t kMostTabulated = 4096;      // masses of one component
constexpr std::size_t kManyWitnesses = 4096;      // of a prefix whose order alone takes long …
constexpr std::uint64_t kOrderWork = 30'000'000;  // … as much as this work of a sweep
}  // namespace

void ComponentCounter::rewind() {
    if (held_bytes() > kIdleBytes) {
        trace_ = {};
        sweep_ = {};
    }
    trace_.rewind({});
}

void ComponentCounter::count(CountedComponent& counted, const Grid& grid, double odds,
                             Meter& meter) {
    counted.live = true;
    counted.exact = counted.kept = false;
    counted.gap = 0;
    counted.masses.clear();
    const double states = orderer_.choose(counted.component, grid.stride(), counted.order);
    Swept swept = Swept::OverBudget;
    make_room(meter);
    meter.begin_component();
    if (states < kHopelessStates)
        swept =
            sweep_.forward(counted.component, counted.order, odds, meter, trace_, counted.slice);
    if (swept == Swept::Infeasible) {
        prefix_.resize(counted.component.witnesses.size());
        std::iota(prefix_.begin(), prefix_.end(), 0U);
        blame(counted, grid, meter);
    }
    if (swept == Swept::OverBudget) return estimate(counted, grid, odds, meter);
    counted.exact = counted.kept = true;
    read_counts(trace_, counted.slice, counted.counts);
    counted.gap = widest_gap(counted.counts);
}

// Beyond a share of the memory a slice is not kept: the component is swept a second time.
void ComponentCounter::drop_if_heavy(CountedComponent& counted, const Meter& meter) {
    if (counted.kept && trace_.bytes() > meter.kept_bytes()) drop(counted);
}

// Frees the buffers of earlier sweeps, unless they are small.
void ComponentCounter::make_room(const Meter& meter) {
    const std::size_t used = trace_.bytes() / 2;
    if (trace_.held_bytes() - used + sweep_.held_bytes() <= meter.idle_bytes()) return;
    trace_.shrink();
    sweep_ = {};
}

void ComponentCounter::estimate(CountedComponent& counted, const Grid& grid, double odds,
                                Meter& meter) {
    make_room(meter);
    meter.begin_estimates();
    meter.charge(orderer_.work());  // not charged before, so that it costs no exact answer
    const bool possible = windows_.estimate(counted.component, grid.stride(), odds, meter,
                                            counted.estimates, counted.counts);
    meter.begin_exact();
    if (possible) return;
    prefix_ = windows_.window();
    blame(counted, grid, meter);
}

void ComponentCounter::ensure_swept(CountedComponent& counted, Meter& meter) {
    if (counted.kept) return;
    make_room(meter);
    const double tilt = std::exp(counted.counts.log_tilt);
    meter.begin_repeat();
    sweep_.forward(counted.component, counted.order, tilt, meter, trace_, counted.slice);
    meter.end_repeat();
    counted.kept = true;
}

const std::vector<Mass>& ComponentCounter::masses(CountedComponent& counted,
                                                  std::span<const double> weights, Meter& meter) {
    if (!counted.exact) return counted.estimates;
    if (counted.masses.ready()) {
        masses_.resize(counted.component.boxes.size());
        for (std::size_t box = 0; box < masses_.size(); ++box)
            masses_[box] = counted.masses.mass(box, weights);
        return masses_;
    }
    const bool was_kept = counted.kept;
    ensure_swept(counted, meter);
    sweep_.marginals(counted.component, trace_, counted.slice, weights, masses_);
    if (!was_kept) drop(counted);
    return masses_;
}

void ComponentCounter::tabulate(CountedComponent& counted, Meter& meter) {
    const std::size_t numbers = counted.counts.ways.size();
    if (!counted.exact || counted.masses.ready() || counted.slice.guarded ||
        counted.component.boxes.size() * numbers > kMostTabulated)
        return;
    const bool was_kept = counted.kept;
    ensure_swept(counted, meter);
    counted.masses.fill(counted.component, trace_, counted.slice, numbers, sweep_);
    if (!was_kept) drop(counted);
}

void ComponentCounter::drop(CountedComponent& counted) {
    trace_.rewind(counted.slice.begin);
    counted.kept = false;
}

bool ComponentCounter::prefix_has_layout(const Component& component, std::size_t witnesses,
                                         int stride, Meter& meter) {
    relaxation_.take(component, std::span(prefix_).first(witnesses));
    orderer_.choose(relaxation_.component, stride, relaxed_order_);
    meter.begin_component();
    TraceSlice slice;
    const Swept swept =
        sweep_.forward(relaxation_.component, relaxed_order_, 1.0, meter, trace_, slice);
    trace_.rewind(slice.begin);
    return swept != Swept::Infeasible;
}

// Of the witnesses in prefix_, which have no layout, the last that can be added before none is left
// is one to blame. Small prefixes are tried first: most contradictions are near the first witness.
void ComponentCounter::blame(const CountedComponent& counted, const Grid& grid, Meter& meter) {
    const Component& component = counted.component;
    std::size_t good = 0;
    std::size_t bad = prefix_.size();
    bool found = false;  // a prefix beyond which the one to blame does not lie
    while (bad - good > 1) {
        const std::size_t next = found ? (good + bad) / 2 : std::min(2 * good + 1, bad - 1);
        if (next > kManyWitnesses) {
            if (meter.exhausted()) throw Impossible("the clues contradict each other");
            meter.charge(kOrderWork);
        }
        if (prefix_has_layout(component, next, grid.stride(), meter))
            good = next;
        else
            bad = next, found = true;
    }
    const Cell cell = component.witnesses[prefix_[bad - 1]].cell;
    const int row = grid.row(cell);
    const int column = grid.column(cell);
    throw Impossible(row, column,
                     "the clue at " + cell_name(row, column) + " contradicts the clues near it");
}

}  // namespace sapper
