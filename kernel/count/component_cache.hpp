// The player's components, each solved once: how many layouts, and how many with a mine in a given
// cell, for every number of mines. The weights of the rest of the board, applied to these tables,
// give the risks; so a component is swept only once.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "count/box_order.hpp"
#include "count/boxes.hpp"
#include "count/budget.hpp"
#include "count/mass_table.hpp"
#include "count/sweep.hpp"
#include "count/ways_by_mines.hpp"

namespace sapper {

struct SolvedComponent {
    Component component;
    WaysByMines ways;
    MassTable masses;
};

class ComponentCache {
public:
    // Nothing if the sweep exceeds its fixed share of memory. Valid until the next `tidy`.
    const SolvedComponent* solve(const Component& component, int stride, Meter& meter);
    // Forgets everything when there is a lot; never changes an answer.
    void tidy();

private:
    struct Key {
        std::uint64_t high = 0, low = 0;
        bool operator==(const Key&) const = default;
    };
    struct HashKey {
        std::size_t operator()(const Key& key) const { return key.low; }
    };

    static Key key_of(const Component& component);
    SolvedComponent* fresh_entry();
    bool sweep(SolvedComponent& entry, int stride, Meter& meter);

    std::unordered_map<Key, SolvedComponent*, HashKey> known_;
    std::vector<std::unique_ptr<SolvedComponent>> pool_;
    std::size_t used_ = 0;
    Orderer orderer_;
    Order order_;
    Sweep sweep_;
    SweepTrace trace_;
    TraceSlice slice_;
};

}  // namespace sapper
