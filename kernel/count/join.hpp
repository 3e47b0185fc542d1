// Joins components through the mine total: the weight that the rest of the board gives to each
// number of mines in a component.
#pragma once

#include <span>
#include <vector>

#include "count/feasible_counts.hpp"
#include "count/product_tree.hpp"
#include "count/sweep.hpp"

namespace sapper {

class Join {
public:
    struct Rest {
        long floating = 0;
        long settled = 0;   // mines already known
        bool wide = false;  // so many cells that plain products might leave the range
    };

    // Throws Impossible when no layout has that many mines.
    void with_total(std::span<const Counts* const> components, const Rest& rest, long mines);
    // Without the clues, every unknown cell would be a mine with this chance.
    void with_density(std::span<const Counts* const> components, const Rest& rest, double density);

    // As Sweep::marginals needs them: at most 1, and 0 only where the total forbids the number.
    [[nodiscard]] std::span<const double> weights(std::size_t component) const {
        return {weights_.data() + starts_[component], starts_[component + 1] - starts_[component]};
    }
    [[nodiscard]] const Mass& floating() const { return floating_; }
    [[nodiscard]] double log_layouts() const { return log_layouts_; }

private:
    void plant(std::span<const Counts* const> components, bool wide);
    void weigh_floating(long floating, long mines);
    void read_floating(long floating, long mines);
    void read_weights(std::span<const Counts* const> components, bool wide);
    void append_weights(const Counts& counts, std::size_t component, bool wide);

    ProductTree<MassRing> tree_;
    FeasibleCounts feasible_;
    std::vector<double> leaf_;
    std::vector<double> root_;
    std::vector<double> weights_;
    std::vector<std::size_t> starts_;
    Mass floating_;
    double tilt_ = 0.0;  // logarithm of the weight given to every mine inside the tree
    double log_root_ = 0.0;
    double log_layouts_ = 0.0;
};

// Mean number of mines of a component under outside weights.
double expected_mines(const Counts& counts, std::span<const double> weights);

}  // namespace sapper
