// Estimates a component too wide to sweep, by overlapping windows of its witnesses, each swept
// exactly. A window has fewer constraints than the whole, so what is certain in it is certain;
// everything else is an estimate.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "count/boxes.hpp"
#include "count/sweep.hpp"

namespace sapper {

// A component with only some of its witnesses: fewer constraints, so anything certain or impossible
// in it is certain or impossible in the whole. Windows are relaxations, and so are the trials that
// find a contradicting clue.
class Relaxation {
public:
    // Keeps the given witnesses and the boxes around them.
    void take(const Component& whole, std::span<const std::uint32_t> witnesses);

    Component component;
    std::vector<std::uint32_t> origin;  // box of `component` -> box of the whole

private:
    void take_box(const Component& whole, std::uint32_t box);

    std::vector<std::uint32_t> local_;  // witness of the whole -> witness of `component`
    std::vector<std::uint8_t> taken_;   // box of the whole already in `component`
};

class WindowEstimator {
public:
    // Fills box masses and an estimate of the counts, whose support is sure to hold the true one.
    // False when some window has no layout at all: then neither has the component.
    bool estimate(const Component& component, int stride, double odds, Meter& meter,
                  std::vector<Mass>& masses, Counts& counts);
    // The witnesses of the last window: after an estimate that failed, those without a layout.
    [[nodiscard]] const std::vector<std::uint32_t>& window() const { return window_; }

private:
    bool cover(const Component& component, std::size_t size, int stride, double odds, Meter& meter,
               std::vector<Mass>& masses);
    void gather(const Component& component, std::uint32_t seed, std::size_t size);
    bool solve(const Component& component, int stride, double odds, Meter& meter,
               std::vector<Mass>& masses);
    void read_window(const Component& component, std::vector<Mass>& masses);
    void guess_masses(const Component& component, std::vector<Mass>& masses) const;
    void guess_counts(const Component& component, const std::vector<Mass>& masses, Counts& counts);
    void bound_counts(const Component& component, const std::vector<Mass>& masses, long& least,
                      long& most);

    Relaxation relaxation_;
    Orderer orderer_;
    Sweep sweep_;
    SweepTrace trace_;
    Order order_;
    std::vector<std::uint32_t> window_;   // witnesses, nearest to the seed first
    std::vector<std::uint8_t> distance_;  // of the witnesses in the window from the seed
    std::vector<std::uint8_t> covered_;   // witnesses that lay near the seed of a window
    std::vector<std::uint8_t> quality_;   // of a box's estimate: less is better
    std::vector<std::uint8_t> packed_;
    std::vector<double> weights_;
    std::vector<Mass> window_masses_;
};

}  // namespace sapper
