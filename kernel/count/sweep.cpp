#include "count/sweep.hpp"

#include <cmath>
#include <numbers>

#include "count/forward_sweep.hpp"

namespace sapper {

namespace {

constexpr std::size_t kWidest = 32 * 16;
constexpr int kAnyMines = 8;
constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};

Swept run_forward(std::size_t width, const Component& component, const Order& order,
                  Sweep::Scratch& scratch, Meter& meter, SweepTrace& trace, TraceSlice& slice) {
    const auto run = [&]<std::size_t Words>() {
        const Swept swept =
            ForwardSweep<Words>(component, order, scratch, meter, trace, slice).run();
        scratch.shown.clear();
        if (scratch.free_slot == kNoSlot) return swept;
        for (const auto& key : std::get<KeyLayers<Words>>(scratch.keys).now)
            scratch.shown.push_back(static_cast<std::uint8_t>(
                kAnyMines -
                static_cast<int>(key[scratch.free_slot / 16] >> (4 * (scratch.free_slot % 16)) &
                                 15U)));
        return swept;
    };
    if (width <= 16) return run.template operator()<1>();
    if (width <= 32) return run.template operator()<2>();
    if (width <= 64) return run.template operator()<4>();
    if (width <= 128) return run.template operator()<8>();
    if (width <= kWidest) return run.template operator()<32>();
    return Swept::OverBudget;
}

double guarded_product(double a, double b) {
    return a > 0.0 && b > 0.0 ? std::max(a * b, kTiny) : 0.0;
}

// The backward half: pushes weights from the last layer to the first and, at every step, meets
// the forward counts to weigh each number of mines in the step's box.
class Backward {
public:
    Backward(const SweepTrace& trace, const TraceSlice& slice, std::vector<double>& behind,
             std::vector<double>& here)
        : trace_(trace), slice_(slice), behind_(behind), here_(here),
          tilts_(tilt_powers(slice.tilt)) {}

    void run(std::span<const double> weights, std::vector<Mass>& masses) {
        behind_.assign(weights.begin(), weights.end());
        for (std::size_t i = slice_.end.steps; i-- > slice_.begin.steps;) {
            const Step& step = trace_.steps[i];
            const std::size_t first =
                i == slice_.begin.steps ? slice_.begin.states : trace_.steps[i - 1].first_state;
            masses[step.box] = back(step, trace_.states[first].first);
            behind_.swap(here_);
        }
    }

private:
    Mass back(const Step& step, std::size_t here_base) {
        const std::size_t behind_base = trace_.states[step.first_state].first;
        here_.assign(behind_base - here_base, 0.0);
        std::array<double, 9> by_mines{};
        for (std::size_t i = step.first_move; i < step.last_move; ++i) {
            const Move& move = trace_.moves[i];
            const State& from = trace_.states[move.from];
            const State& to = trace_.states[move.to];
            const double weight = kChoose[step.size][move.mines] * tilts_[move.mines];
            const double* counts = trace_.values.data() + from.first;
            const double* target = behind_.data() + (to.first - behind_base) +
                                   (from.least + static_cast<int>(move.mines) - to.least);
            double* source = here_.data() + (from.first - here_base);
            by_mines[move.mines] += slice_.guarded
                                        ? meet_guarded(counts, target, source, from.count, weight)
                                        : meet(counts, target, source, from.count, weight);
        }
        if (slice_.guarded) ForwardSweep<1>::keep_in_range(here_);
        return split(step.size, by_mines);
    }

    static double meet(const double* counts, const double* target, double* source, int count,
                       double weight) {
        double sum = 0.0;
        for (int k = 0; k < count; ++k) {
            sum += counts[k] * target[k];
            source[k] += weight * target[k];
        }
        return sum;
    }

    static double meet_guarded(const double* counts, const double* target, double* source,
                               int count, double weight) {
        double sum = 0.0;
        for (int k = 0; k < count; ++k) {
            sum += guarded_product(counts[k], target[k]);
            source[k] += guarded_product(weight, target[k]);
        }
        return sum;
    }

    // With m mines in a box, C(size-1, m-1) of the C(size, m) ways have one in a given cell.
    Mass split(std::size_t size, const std::array<double, 9>& by_mines) const {
        Mass mass;
        for (std::size_t m = 0; m <= size; ++m) {
            const double each = guarded_product(by_mines[m], tilts_[m]);
            if (m > 0) mass.mine += kChoose[size - 1][m - 1] * each;
            if (m < size) mass.safe += kChoose[size - 1][m] * each;
        }
        return mass;
    }

    const SweepTrace& trace_;
    const TraceSlice& slice_;
    std::vector<double>& behind_;
    std::vector<double>& here_;
    std::array<double, 9> tilts_;
};

}  // namespace

// Gives every witness a slot of the key from its first box to its last.
std::size_t Sweep::plan(const Component& component, const Order& order) {
    scratch_.links.clear();
    scratch_.slot_of.assign(component.witnesses.size(), kNoSlot);
    scratch_.ahead.assign(component.witnesses.size(), 0);
    scratch_.free_slots.clear();
    for (const Box& box : component.boxes)
        for (const std::uint32_t w : component.witnesses_of(box)) scratch_.ahead[w] += box.size;
    std::uint32_t width = 0;
    for (const std::uint32_t index : order) {
        const Box& box = component.boxes[index];
        for (const std::uint32_t w : component.witnesses_of(box)) {
            PlannedLink link{scratch_.slot_of[w], scratch_.ahead[w] -= box.size, 0};
            const bool free = component.witnesses[w].need == kFreeNeed;
            if (free) link.ahead = kAnyMines;
            if (link.slot == kNoSlot) {
                link.enters = free ? kAnyMines : component.witnesses[w].need;
                if (scratch_.free_slots.empty()) scratch_.free_slots.push_back(width++);
                link.slot = scratch_.slot_of[w] = scratch_.free_slots.back();
                scratch_.free_slots.pop_back();
            }
            scratch_.links.push_back(link);
        }
        for (const std::uint32_t w : component.witnesses_of(box))
            if (scratch_.ahead[w] == 0 && component.witnesses[w].need != kFreeNeed)
                scratch_.free_slots.push_back(scratch_.slot_of[w]);
    }
    const bool any_free = !component.witnesses.empty() && component.witnesses[0].need == kFreeNeed;
    scratch_.free_slot = any_free ? scratch_.slot_of[0] : kNoSlot;
    return width;
}

Swept Sweep::forward(const Component& component, const Order& order, double tilt, Meter& meter,
                     SweepTrace& trace, TraceSlice& slice) {
    slice = {};
    slice.begin = trace.mark();
    slice.guarded = component.cells.size() > kPlainCells;
    slice.tilt = slice.guarded ? tilt : 1.0;
    const std::size_t width = plan(component, order);
    const Swept swept = run_forward(width, component, order, scratch_, meter, trace, slice);
    if (swept != Swept::Done) trace.rewind(slice.begin);
    slice.end = trace.mark();
    return swept;
}

void Sweep::marginals(const Component& component, const SweepTrace& trace, const TraceSlice& slice,
                      std::span<const double> weights, std::vector<Mass>& masses) {
    masses.resize(component.boxes.size());
    Backward(trace, slice, scratch_.behind, scratch_.here).run(weights, masses);
}

std::size_t Sweep::held_bytes() const {
    const auto keys = [](const auto&... layers) {
        return (... + ((layers.now.capacity() + layers.next.capacity()) * sizeof(layers.now[0])));
    };
    return std::apply(keys, scratch_.keys) + scratch_.table.capacity() * sizeof(HashEntry) +
           (scratch_.behind.capacity() + scratch_.here.capacity()) * sizeof(double);
}

void read_counts(const SweepTrace& trace, const TraceSlice& slice, Counts& counts) {
    const State& last = trace.states[slice.end.states - 1];
    const double* first = trace.values.data() + last.first;
    counts.least = last.least;
    counts.ways.assign(first, first + last.count);
    counts.log_scale = static_cast<double>(slice.exponent) * std::numbers::ln2;
    counts.log_tilt = std::log(slice.tilt);
}

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
