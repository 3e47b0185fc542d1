// The order in which a sweep takes the boxes of a component.
//
// The cost of a sweep is the number of ways in which the witnesses can be half satisfied, so an
// order is judged by an upper bound on that number, summed over the steps.
#pragma once

#include <cstdint>
#include <vector>

#include "count/boxes.hpp"

namespace sapper {

using Order = std::vector<std::uint32_t>;

class Orderer {
public:
    // Leaves the cheapest order found in `order` and returns its bound on states.
    double choose(const Component& component, int stride, Order& order);

    // The work of the last choice, in the steps that a Meter counts.
    [[nodiscard]] std::uint64_t work() const { return kWorkPerLook * looks_; }

private:
    static constexpr std::uint64_t kWorkPerLook = 3;  // measured: python benchmarks engine hard

    // How far a witness has come: mines that done boxes and boxes to come can hold.
    struct Progress {
        int done = 0;
        int ahead = 0;
    };

    void start(const Component& component);
    [[nodiscard]] static double choices(const Witness& witness, const Progress& progress);
    [[nodiscard]] double growth(const Component& component, const Box& box) const;
    void advance(const Component& component, const Box& box);
    double cost(const Component& component, const Order& order);
    double greedy(const Component& component, std::uint32_t first, Order& order);
    std::size_t best_candidate(const Component& component) const;
    void add_candidates(const Component& component, std::uint32_t box);
    void along(const Component& component, int stride, bool by_column, Order& order) const;
    void oldest_first(const Component& component, Order& order);
    double consider(const Component& component, double best, Order& order);

    std::vector<Progress> progress_;
    std::vector<std::uint8_t> seen_;
    std::vector<std::uint32_t> candidates_;
    Order trial_;
    std::uint64_t looks_ = 0;  // boxes that were weighed
};

}  // namespace sapper
