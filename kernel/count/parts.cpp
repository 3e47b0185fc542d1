#include "count/parts.hpp"

#include <cmath>
#include <numeric>

#include "count/reach.hpp"

namespace sapper {

namespace {
constexpr double kHopelessStates = 1e18;  // an upper bound, often ten thousand times too high
constexpr std::size_t kIdleBytes = std::size_t{64} << 20;
}  // namespace

void PartSolver::rewind() {
    tape_.shrink_above(kIdleBytes);
    tape_.rewind({});
}

void PartSolver::count(Part& part, const Grid& grid, double odds, Meter& meter) {
    part.live = true;
    part.exact = part.kept = false;
    part.gap = 0;
    part.units.clear();
    const double states = orderer_.choose(part.component, grid.stride(), part.order);
    Swept swept = Swept::OverBudget;
    meter.begin_component();
    if (states < kHopelessStates)
        swept = sweep_.forward(part.component, part.order, odds, meter, tape_, part.passage);
    if (swept == Swept::Infeasible) blame(part, grid, meter);
    if (swept == Swept::OverBudget) return estimate(part, grid, odds, meter);
    part.exact = part.kept = true;
    read_counts(tape_, part.passage, part.counts);
    part.gap = widest_gap(part.counts);
}

// Half of the memory may hold passages for later; beyond that a second sweep is the price.
void PartSolver::drop_if_heavy(Part& part, const Meter& meter) {
    if (part.kept && tape_.bytes() > meter.bytes() / 2) drop(part);
}

void PartSolver::estimate(Part& part, const Grid& grid, double odds, Meter& meter) {
    meter.begin_estimates();
    const bool possible = windows_.estimate(part.component, grid.stride(), odds, meter,
                                            part.estimates, part.counts);
    meter.begin_exact();
    if (!possible) blame(part, grid, meter);
}

void PartSolver::ensure_passage(Part& part, Meter& meter) {
    if (part.kept) return;
    const double tilt = std::exp(part.counts.log_tilt);
    meter.begin_repeat();
    sweep_.forward(part.component, part.order, tilt, meter, tape_, part.passage);
    meter.end_repeat();
    part.kept = true;
}

const std::vector<Mass>& PartSolver::masses(Part& part, std::span<const double> weights,
                                            Meter& meter) {
    if (!part.exact) return part.estimates;
    if (part.units.ready()) {
        part.units.combine(weights, masses_);
        return masses_;
    }
    const bool was_kept = part.kept;
    ensure_passage(part, meter);
    sweep_.marginals(part.component, tape_, part.passage, weights, masses_);
    if (!was_kept) drop(part);
    return masses_;
}

void PartSolver::tabulate(Part& part, Meter& meter) {
    if (!part.exact || part.units.ready()) return;
    if (!UnitMasses::suits(part.component, part.passage, part.counts)) return;
    const bool was_kept = part.kept;
    ensure_passage(part, meter);
    part.units.fill(part.component, tape_, part.passage, part.counts, sweep_);
    if (!was_kept) drop(part);
}

void PartSolver::drop(Part& part) {
    tape_.rewind(part.passage.begin);
    part.kept = false;
}

bool PartSolver::prefix_has_layout(const Component& component, std::size_t witnesses, int stride,
                                   Meter& meter) {
    relaxation_.take(component, std::span(prefix_).first(witnesses));
    orderer_.choose(relaxation_.part, stride, relaxed_order_);
    meter.begin_component();
    Passage passage;
    const Swept swept =
        sweep_.forward(relaxation_.part, relaxed_order_, 1.0, meter, tape_, passage);
    tape_.rewind(passage.begin);
    return swept != Swept::Infeasible;
}

// The last witness that can be added before no layout is left is one to blame.
void PartSolver::blame(const Part& part, const Grid& grid, Meter& meter) {
    const Component& component = part.component;
    prefix_.resize(component.witnesses.size());
    std::iota(prefix_.begin(), prefix_.end(), 0U);
    std::size_t good = 0;
    std::size_t bad = prefix_.size();
    while (bad - good > 1) {
        const std::size_t middle = (good + bad) / 2;
        (prefix_has_layout(component, middle, grid.stride(), meter) ? good : bad) = middle;
    }
    const Cell cell = component.witnesses[bad - 1].cell;
    const int row = grid.row(cell);
    const int column = grid.column(cell);
    throw Impossible(row, column,
                     "the clue at " + place(row, column) + " contradicts the clues near it");
}

}  // namespace sapper
