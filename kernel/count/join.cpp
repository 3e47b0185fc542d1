#include "count/join.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace sapper {

namespace {

// Relative to the peak of a bell that is centred on the mine total: far below what could
// matter at 1e-12, even summed over millions of components.
constexpr double kNegligible = 1e-40;
constexpr double kNever = -std::numeric_limits<double>::infinity();

double log_factorial(double n) {
#if defined(__GLIBC__)  // here std::lgamma writes to a global variable
    int sign = 0;
    return lgamma_r(n + 1.0, &sign);
#else
    return std::lgamma(n + 1.0);
#endif
}

double log_choose(double n, double k) {
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

// log(N(k) * exp(tilt * k)) for the i-th number of mines k is log_ways + log_base. They are kept
// apart, since adding a large base would cost log_ways its digits.
double log_ways(const Counts& counts, std::size_t i, double tilt) {
    if (counts.ways[i] <= 0.0) return kNever;
    return std::log(counts.ways[i]) + static_cast<double>(i) * (tilt - counts.log_tilt);
}

double log_base(const Counts& counts, double tilt) {
    return counts.log_scale + counts.least * (tilt - counts.log_tilt);
}

// Writes exp(log - greatest) and returns the greatest.
double exponentiate(std::vector<double>& logs) {
    const double most = *std::ranges::max_element(logs);
    for (double& value : logs) value = std::exp(value - most);
    return most;
}

double mean_mines(const Counts& counts, double tilt, std::vector<double>& scratch) {
    scratch.clear();
    for (std::size_t i = 0; i < counts.ways.size(); ++i)
        scratch.push_back(log_ways(counts, i, tilt));
    exponentiate(scratch);
    double mass = 0.0;
    double moment = 0.0;
    for (std::size_t i = 0; i < scratch.size(); ++i) {
        mass += scratch[i];
        moment += scratch[i] * static_cast<double>(i);
    }
    return counts.least + moment / mass;
}

// The tilt under which the mean number of mines equals the actual one, so that the products peak
// where the total needs them and their tails may be cut off.
double saddle(std::span<const Counts* const> components, long floating, long mines,
              std::vector<double>& scratch) {
    double low = -40.0;
    double high = 40.0;
    for (int round = 0; round < 24; ++round) {
        const double tilt = 0.5 * (low + high);
        double mean = static_cast<double>(floating) / (1.0 + std::exp(-tilt));
        for (const Counts* counts : components) mean += mean_mines(*counts, tilt, scratch);
        (mean < static_cast<double>(mines) ? low : high) = tilt;
    }
    return 0.5 * (low + high);
}

}  // namespace

void Join::with_total(std::span<const Counts* const> components, const Rest& rest, long mines) {
    const long left = mines - rest.settled;
    feasible_.decide(components, rest.floating, left);
    feasible_.check(rest.settled);
    tilt_ = rest.wide ? saddle(components, rest.floating, left, leaf_) : 0.0;
    plant(components, rest.wide);
    weigh_floating(rest.floating, left);
    read_floating(rest.floating, left);
    tree_.descend(root_);
    read_weights(components, rest.wide);
}

void Join::plant(std::span<const Counts* const> components, bool wide) {
    double log_leaves = 0.0;
    tree_.clear(wide ? kNegligible : 0.0);
    for (const Counts* counts : components) {
        leaf_.assign(counts->ways.begin(), counts->ways.end());
        if (wide) {
            for (std::size_t i = 0; i < leaf_.size(); ++i) leaf_[i] = log_ways(*counts, i, tilt_);
            log_leaves += exponentiate(leaf_) + log_base(*counts, tilt_);
        }
        tree_.add_leaf(counts->least, leaf_);
    }
    if (components.empty()) {
        const double one = 1.0;
        tree_.add_leaf(0, {&one, 1});
    }
    tree_.build();
    log_layouts_ = log_leaves + tree_.log_taken();
}

// C(floating, mines - j) for every j of the product, relative to the greatest of them, by the
// ratio of neighbours: lgamma alone would lose digits on boards of millions of cells.
void Join::weigh_floating(long floating, long mines) {
    const auto count = static_cast<long>(tree_.product().size());
    const long least = tree_.least();
    root_.assign(static_cast<std::size_t>(count), 0.0);
    const long low = std::max(0L, mines - floating - least);
    const long high = std::min(count - 1, mines - least);
    log_root_ = 0.0;
    if (low > high) return;
    const auto ratio = [&](long i) {  // of term i + 1 to term i
        const auto in = static_cast<double>(mines - least - i);
        return in / (static_cast<double>(floating) - in + 1.0) * std::exp(-tilt_);
    };
    long peak = low;
    while (peak < high && ratio(peak) > 1.0) ++peak;
    const auto at = [&](long i) -> double& { return root_[static_cast<std::size_t>(i)]; };
    at(peak) = 1.0;
    for (long i = peak; i < high; ++i) at(i + 1) = at(i) * ratio(i);
    for (long i = peak; i > low; --i) at(i - 1) = at(i) / ratio(i - 1);
    log_root_ =
        log_choose(static_cast<double>(floating), static_cast<double>(mines - least - peak)) -
        tilt_ * static_cast<double>(least + peak);
}

void Join::read_floating(long floating, long mines) {
    const auto product = tree_.product();
    double mass = 0.0;
    floating_ = {};
    for (std::size_t i = 0; i < product.size(); ++i) {
        const double each = product[i] * root_[i];
        const auto rest = static_cast<double>(mines - tree_.least() - static_cast<long>(i));
        mass += each;
        if (each <= 0.0) continue;
        floating_.mine += each * rest;
        floating_.safe += each * (static_cast<double>(floating) - rest);
    }
    floating_.mine = feasible_.floating_may_hold_mine() ? std::max(floating_.mine, kTiny) : 0.0;
    floating_.safe = feasible_.floating_may_be_safe() ? std::max(floating_.safe, kTiny) : 0.0;
    log_layouts_ += std::log(mass) + log_root_;
}

void Join::read_weights(std::span<const Counts* const> components, bool wide) {
    weights_.clear();
    starts_.assign(1, 0);
    for (std::size_t component = 0; component < components.size(); ++component) {
        append_weights(*components[component], component, wide);
        starts_.push_back(weights_.size());
    }
}

// A number of mines that the total allows keeps a positive weight, however small; one that it
// forbids gets 0, however large the rounding.
void Join::append_weights(const Counts& counts, std::size_t component, bool wide) {
    const auto found = tree_.leaf_weights(component);
    const long shift = tree_.leaf_least(component) - counts.least;
    leaf_.assign(counts.ways.size(), wide ? kNever : 0.0);
    for (std::size_t i = 0; i < found.size(); ++i)
        leaf_[i + static_cast<std::size_t>(shift)] = found[i];
    if (wide) {
        for (std::size_t i = 0; i < leaf_.size(); ++i)
            leaf_[i] = leaf_[i] > 0.0
                           ? std::log(leaf_[i]) + static_cast<double>(i) * (tilt_ - counts.log_tilt)
                           : kNever;
        if (*std::ranges::max_element(leaf_) == kNever) std::ranges::fill(leaf_, 0.0);
        exponentiate(leaf_);
    }
    for (std::size_t i = 0; i < leaf_.size(); ++i) {
        const bool allowed = feasible_.allows(counts, component, i);
        weights_.push_back(allowed ? std::max(leaf_[i], kTiny) : 0.0);
    }
}

void Join::with_density(std::span<const Counts* const> components, const Rest& rest,
                        double density) {
    const double odds = std::log(density) - std::log1p(-density);
    floating_ = rest.floating > 0 ? Mass{density, 1.0 - density} : Mass{};
    log_layouts_ = static_cast<double>(rest.floating) * std::numbers::ln2;
    weights_.clear();
    starts_.assign(1, 0);
    for (const Counts* counts : components) {
        leaf_.clear();
        for (std::size_t i = 0; i < counts->ways.size(); ++i)
            leaf_.push_back(log_ways(*counts, i, 0.0));
        log_layouts_ += exponentiate(leaf_) + log_base(*counts, 0.0);
        double sum = 0.0;
        for (const double ways : leaf_) sum += ways;
        log_layouts_ += std::log(sum);
        for (std::size_t i = 0; i < leaf_.size(); ++i)
            leaf_[i] = static_cast<double>(i) * (odds - counts->log_tilt);
        exponentiate(leaf_);
        for (std::size_t i = 0; i < leaf_.size(); ++i)
            weights_.push_back(counts->ways[i] > 0.0 ? std::max(leaf_[i], kTiny) : 0.0);
        starts_.push_back(weights_.size());
    }
}

double expected_mines(const Counts& counts, std::span<const double> weights) {
    double mass = 0.0;
    double moment = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        mass += counts.ways[i] * weights[i];
        moment += counts.ways[i] * weights[i] * static_cast<double>(i);
    }
    return counts.least + moment / mass;
}

}  // namespace sapper
