// The sweep: exact counts of a component by dynamic programming over its boxes.
//
// A state says what every half-satisfied witness still needs; equal states are merged at every
// step, so the cost follows the width of the component, not the number of its layouts. Values
// are doubles, but zero is exact: a value is 0 only if no layout stands behind it.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "count/box_order.hpp"
#include "count/boxes.hpp"
#include "count/budget.hpp"
#include "count/sweep_trace.hpp"

namespace sapper {

// Number of layouts by mines used: ways[i] * exp(log_scale) = N(least + i) * tilt^(least + i).
struct Counts {
    int least = 0;
    std::vector<double> ways;
    double log_scale = 0.0;
    double log_tilt = 0.0;

    [[nodiscard]] int most() const { return least + static_cast<int>(ways.size()) - 1; }
};

// Mine and safe mass of one cell of a box, up to a factor common to both.
struct Mass {
    double mine = 0.0;
    double safe = 0.0;

    [[nodiscard]] double risk() const { return mine / (mine + safe); }
};

enum class Swept : std::uint8_t { Done, Infeasible, OverBudget };

template <std::size_t Words>
struct KeyLayers {
    using Key = std::array<std::uint64_t, Words>;
    std::vector<Key> now;
    std::vector<Key> next;
};

// A link of the box being taken to one of its witnesses.
struct PlannedLink {
    std::uint32_t slot = 0;
    int ahead = 0;   // mines that later boxes of this witness can hold
    int enters = 0;  // the witness's need when this is its first box, else 0
};

// A witness that may end up with any number of mines: the last layer has one state for each.
// Only witness 0 may be free.
inline constexpr int kFreeNeed = -1;

class Sweep {
public:
    // Runs forward and leaves a slice in the trace; on failure the trace is as before.
    Swept forward(const Component& component, const Order& order, double tilt, Meter& meter,
                  SweepTrace& trace, TraceSlice& slice);
    // Backward with the given outside weight per mines used; masses come box by box. Weights
    // must lie in [0, 1], and 0 must mean impossible. May be called repeatedly.
    void marginals(const Component& component, const SweepTrace& trace, const TraceSlice& slice,
                   std::span<const double> weights, std::vector<Mass>& masses);
    // After a forward sweep with a free witness: how many mines lie around it, per state of the
    // last layer.
    [[nodiscard]] std::span<const std::uint8_t> shown() const { return scratch_.shown; }
    // What the largest buffers hold, used or not.
    [[nodiscard]] std::size_t held_bytes() const;

    struct HashEntry {
        std::uint32_t stamp = 0;
        std::uint32_t state = 0;
    };
    struct Scratch {
        std::vector<PlannedLink> links;
        std::vector<std::uint32_t> slot_of;
        std::vector<int> ahead;
        std::vector<std::uint32_t> free_slots;
        std::vector<HashEntry> table;
        std::uint32_t stamp = 0;
        std::tuple<KeyLayers<1>, KeyLayers<2>, KeyLayers<4>, KeyLayers<8>, KeyLayers<32>> keys;
        std::vector<double> behind;
        std::vector<double> here;
        std::vector<std::uint8_t> shown;
        std::uint32_t free_slot = ~std::uint32_t{0};
    };

private:
    std::size_t plan(const Component& component, const Order& order);

    Scratch scratch_;
};

// A component's masses for each number of mines in it, computed once: after that, outside weights
// cost a weighted sum instead of a sweep. The component cache and trackers keep them.
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

void read_counts(const SweepTrace& trace, const TraceSlice& slice, Counts& counts);

}  // namespace sapper
