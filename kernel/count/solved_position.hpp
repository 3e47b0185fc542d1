// A position as the player sees it: its solved components, joined through the mine total.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "count/box_order.hpp"
#include "count/boxes.hpp"
#include "count/budget.hpp"
#include "count/position.hpp"
#include "count/sweep.hpp"
#include "count/ways_by_mines.hpp"

namespace sapper {

// The player's components, each solved once: how many layouts, and how many with a mine in a given
// cell, for every number of mines. The weights of the rest of the board, applied to these tables,
// give the risks; so a component is swept only once.
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

class SolvedPosition {
public:
    // Solves and joins all components; false if one is too large to be exact. Throws Impossible.
    bool read(const Position& position, int mines, ComponentCache& cache, Meter& meter);

    struct Joined {
        const SolvedComponent* solved = nullptr;
        std::vector<Mass> masses;  // box by box, of one cell
        std::int32_t group = kOpen;
    };

    // The group of components that touch floating cells, or whose number of mines is not fixed.
    // The other groups are closed: what happens there says nothing about the rest of the board, and
    // vice versa, so the chance of winning is a product over the groups.
    static constexpr std::int32_t kOpen = -1;

    // The components, with their risks under the mine total.
    [[nodiscard]] std::span<const Joined> components() const {
        return std::span(components_).first(used_);
    }
    // Calls `visit` with every cell of a box and the masses of one cell, component by component.
    template <class Visit>
    void each_box(Visit visit) const {
        for (const Joined& joined : components())
            for (std::size_t box = 0; box < joined.masses.size(); ++box)
                visit(joined.solved->component.cells_of(joined.solved->component.boxes[box]),
                      joined.masses[box]);
    }
    // The chance that an unknown cell is a mine, and the group that it belongs to.
    [[nodiscard]] double risk(Cell cell) const;
    [[nodiscard]] std::int32_t group(Cell cell) const;
    [[nodiscard]] const Mass& floating() const { return floating_mass_; }
    [[nodiscard]] long floating_cells() const { return floating_; }
    [[nodiscard]] int mines_left() const { return left_; }
    [[nodiscard]] double layouts() const { return layouts_; }
    [[nodiscard]] std::int32_t closed_groups() const { return groups_; }
    // Mines and layouts of one group; floating cells belong to the open one.
    [[nodiscard]] int mines_of(std::int32_t group) const;
    [[nodiscard]] double layouts_of(std::int32_t group) const;
    [[nodiscard]] bool anything_open() const;  // any doubt outside the closed groups
    // What the components from the i-th on, and floating cells, make of the mines before them.
    [[nodiscard]] double ways_after(std::size_t i, int mines) const { return after_[i].at(mines); }
    [[nodiscard]] const Position& position() const { return *position_; }
    [[nodiscard]] BoxBuilder& builder() { return builder_; }

private:
    bool find_components(ComponentCache& cache, Meter& meter);
    void join();
    void weigh_component(std::size_t i);
    void find_groups();
    void meet_neighbours(std::size_t i);
    [[nodiscard]] std::int32_t root_of(std::int32_t i) const;

    const Position* position_ = nullptr;
    BoxBuilder builder_;
    Component fresh_;
    std::vector<Cell> clues_;
    std::vector<Joined> components_;
    std::size_t used_ = 0;
    std::vector<std::int32_t> leader_;  // a component of the same group, up to its root
    std::vector<std::uint8_t> loose_;   // root: the group is not closed
    std::int32_t groups_ = 0;
    long floating_ = 0;
    int left_ = 0;
    double layouts_ = 0.0;
    Mass floating_mass_;
    std::vector<WaysByMines> before_;  // product of the components before the i-th
    std::vector<WaysByMines> after_;   // what the components from the i-th on make of n mines
    std::vector<double> weights_;
};

// C(floating, mines - n) for n from least to most: what floating cells make of n mines.
void weigh_floating(long floating, int mines, int least, int most, WaysByMines& out);
// Mine and safe mass of one floating cell, given the product of all components.
Mass floating_mass(const WaysByMines& product, const WaysByMines& root, long floating, int mines);

}  // namespace sapper
