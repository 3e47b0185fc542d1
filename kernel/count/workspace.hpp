// All buffers of an analysis, and the components that it counted. One for each thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "count/boxes.hpp"
#include "count/component_counter.hpp"
#include "count/join.hpp"
#include "count/position.hpp"

namespace sapper {

// Call after freeing memory: returns it to the system if there is a lot.
// The allocator would keep them, in pieces that the next sweep may not fit into.
void give_back_freed(std::size_t bytes);

class Workspace {
public:
    // Forgets all components; the position is a new one.
    void clear_components();
    CountedComponent& add_component(std::int32_t& slot);
    void remove_component(std::int32_t slot);
    [[nodiscard]] CountedComponent& counted(std::int32_t slot) {
        return *components_[static_cast<std::size_t>(slot)];
    }
    // Takes apart the components of the cell and its neighbours, after it was opened or settled or
    // its clue changed. Calls `leave` with each, and appends its witnesses to `seeds`: new
    // components are found around them.
    template <class Leave>
    void take_apart(Cell cell, std::vector<Cell>& seeds, Leave leave) {
        const auto take = [&](Cell near) {
            const std::int32_t owner = builder.owner(near);
            if (owner == BoxBuilder::kNobody) return;
            for (const Witness& witness : counted(owner).component.witnesses)
                seeds.push_back(witness.cell);
            leave(counted(owner));
            remove_component(owner);
        };
        take(cell);
        for (const Cell step : position.offsets()) take(cell + step);
    }
    // Frees the memory of all sweeps; components are swept again when needed.
    void free_sweeps();
    [[nodiscard]] std::size_t held_bytes() const { return counter.held_bytes(); }
    // Leaves the components in use in `live`, and their counts in `counts`.
    void gather_live();
    [[nodiscard]] long floating_cells() const;

    // Calls `learn` with every cell that is certain under these outside weights, and whether it
    // is a mine.
    template <class Learn>
    void each_certain(CountedComponent& counted, std::span<const double> weights, Meter& meter,
                      Learn learn) {
        const std::vector<Mass>& masses = counter.masses(counted, weights, meter);
        for (std::size_t i = 0; i < masses.size(); ++i) {
            if (masses[i].mine > 0.0 && masses[i].safe > 0.0) continue;
            for (const Cell cell : counted.component.cells_of(counted.component.boxes[i]))
                learn(cell, masses[i].mine > 0.0);
        }
    }
    // Calls `visit` with every floating cell.
    template <class Visit>
    void each_floating(Visit visit) const {
        position.grid().each_cell([&](Cell cell) {
            if (position.state(cell) == CellState::Unknown &&
                builder.owner(cell) == BoxBuilder::kNobody)
                visit(cell);
        });
    }

    Position position;
    BoxBuilder builder;
    ComponentCounter counter;
    Join join;
    std::vector<CountedComponent*> live;
    std::vector<const Counts*> counts;
    std::vector<std::int32_t> solved;  // slots of the components that count_around counted last
    std::vector<Cell> seeds;           // witnesses it has still to look at

private:
    std::vector<std::unique_ptr<CountedComponent>> components_;
    std::vector<std::int32_t> free_;
    std::size_t used_ = 0;
};

}  // namespace sapper
