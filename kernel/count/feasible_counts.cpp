#include "count/feasible_counts.hpp"

#include <string>

#include "board/errors.hpp"

namespace sapper {

long widest_gap(const Counts& counts) {
    long widest = 0;
    long run = 0;
    for (const double ways : counts.ways) {
        run = ways > 0.0 ? 0 : run + 1;
        widest = std::max(widest, run);
    }
    return widest;
}

void FeasibleCounts::decide(std::span<const Counts* const> components, long floating, long mines) {
    floating_ = floating;
    mines_ = mines;
    least_ = most_ = 0;
    for (const Counts* counts : components) {
        least_ += counts->least;
        most_ += counts->most();
    }
    interval_ = is_interval(components);
    if (interval_)
        decide_interval();
    else
        decide_with_gaps(components);
}

// Sums of intervals are intervals, and a set with gaps becomes one when something that can
// take every value up to the widest gap is added: floating cells, or components without gaps.
bool FeasibleCounts::is_interval(std::span<const Counts* const> components) const {
    long gap = 0;
    long slack = std::max(0L, floating_ - 1);
    long longest = 0;
    for (const Counts* counts : components) {
        const long own = widest_gap(*counts);
        gap = std::max(gap, own);
        if (own > 0) continue;
        const long range = counts->most() - counts->least;
        slack += range;
        longest = std::max(longest, range);
    }
    return gap == 0 || slack - longest >= gap;
}

void FeasibleCounts::decide_interval() {
    any_ = least_ <= mines_ && most_ + floating_ >= mines_;
    floating_mine_ = any_ && floating_ > 0 && least_ <= mines_ - 1;
    floating_safe_ = any_ && floating_ > 0 && most_ >= mines_ - floating_ + 1;
}

void FeasibleCounts::decide_with_gaps(std::span<const Counts* const> components) {
    tree_.clear(0);
    for (const Counts* counts : components) {
        support_.clear();
        for (const double ways : counts->ways) support_.push_back(ways > 0.0);
        tree_.add_leaf(counts->least, support_);
    }
    tree_.build();
    weigh_product();
    tree_.descend(support_);
}

void FeasibleCounts::weigh_product() {
    any_ = floating_mine_ = floating_safe_ = false;
    const auto product = tree_.product();
    support_.assign(product.size(), 0);
    for (std::size_t i = 0; i < product.size(); ++i) {
        const long rest = mines_ - tree_.least() - static_cast<long>(i);
        if (rest < 0 || rest > floating_) continue;
        support_[i] = 1;
        if (product[i] == 0) continue;
        any_ = true;
        floating_mine_ = floating_mine_ || rest > 0;
        floating_safe_ = floating_safe_ || rest < floating_;
    }
}

void FeasibleCounts::check(long settled) const {
    if (any_) return;
    const long least = least_ + settled;
    const long most = most_ + floating_ + settled;
    const std::string total = std::to_string(mines_ + settled);
    if (mines_ < least_)
        throw Impossible("the clues need at least " + counted_mines(least) + ", but the total is " +
                         total);
    if (mines_ > most_ + floating_)
        throw Impossible("there is room for " + counted_mines(most) +
                         " at most, but the total is " + total);
    throw Impossible("no layout has exactly " + counted_mines(mines_ + settled));
}

bool FeasibleCounts::allows(const Counts& counts, std::size_t component, std::size_t i) const {
    if (counts.ways[i] <= 0.0) return false;
    if (!interval_) return tree_.leaf_weights(component)[i] != 0;
    const long rest = mines_ - counts.least - static_cast<long>(i);
    return least_ - counts.least <= rest && most_ - counts.most() + floating_ >= rest;
}

bool FeasibleCounts::weigh(const Counts& counts, std::size_t component,
                           std::vector<double>& weights) const {
    bool forbids = false;
    weights.clear();
    for (std::size_t i = 0; i < counts.ways.size(); ++i) {
        const bool allowed = allows(counts, component, i);
        forbids = forbids || (!allowed && counts.ways[i] > 0.0);
        weights.push_back(allowed ? 1.0 : 0.0);
    }
    return forbids;
}

}  // namespace sapper
