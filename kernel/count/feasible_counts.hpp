// Which numbers of mines in each component the mine total allows. Decided from supports alone,
// never from masses: certainty under the total rests on this.
#pragma once

#include <span>
#include <vector>

#include "count/product_tree.hpp"
#include "count/sweep.hpp"

namespace sapper {

class FeasibleCounts {
public:
    // `mines` are those left for components and floating cells together.
    void decide(std::span<const Counts* const> components, long floating, long mines);

    // Throws Impossible if nothing is allowed; `settled` mines are known in addition.
    void check(long settled) const;
    // Whether component `component` may hold the i-th of its numbers of mines.
    [[nodiscard]] bool allows(const Counts& counts, std::size_t component, std::size_t i) const;
    // Gives every number of mines the weight 1, or 0 if the total forbids it; returns false if it
    // forbids none that the component can hold.
    bool weigh(const Counts& counts, std::size_t component, std::vector<double>& weights) const;
    [[nodiscard]] bool floating_may_hold_mine() const { return floating_mine_; }
    [[nodiscard]] bool floating_may_be_safe() const { return floating_safe_; }
    [[nodiscard]] bool floating_is_certain() const { return !(floating_mine_ && floating_safe_); }

private:
    [[nodiscard]] bool is_interval(std::span<const Counts* const> components) const;
    void decide_interval();
    void decide_with_gaps(std::span<const Counts* const> components);
    void weigh_product();

    long floating_ = 0;
    long mines_ = 0;
    long least_ = 0;
    long most_ = 0;
    bool any_ = false;
    bool interval_ = true;
    bool floating_mine_ = false;
    bool floating_safe_ = false;
    ProductTree<SupportRing> tree_;
    std::vector<std::uint8_t> support_;
};

// Longest run of impossible numbers of mines between possible ones.
long widest_gap(const Counts& counts);

}  // namespace sapper
