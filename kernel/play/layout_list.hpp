// All layouts of a position that has only a few, as bit masks over its unknown cells. Perfect play
// begins with it.
#pragma once

#include <cstdint>
#include <vector>

#include "count/solved_position.hpp"

namespace sapper {

inline constexpr std::size_t kMostListedCells = 128;

struct CellMask {
    std::uint64_t low = 0, high = 0;

    void set(std::size_t bit) { (bit < 64 ? low : high) |= std::uint64_t{1} << (bit % 64); }
    void reset(std::size_t bit) { (bit < 64 ? low : high) &= ~(std::uint64_t{1} << (bit % 64)); }
    [[nodiscard]] bool test(std::size_t bit) const {
        return ((bit < 64 ? low : high) >> (bit % 64) & 1U) != 0;
    }
    [[nodiscard]] CellMask operator&(const CellMask& other) const {
        return {low & other.low, high & other.high};
    }
    [[nodiscard]] CellMask operator|(const CellMask& other) const {
        return {low | other.low, high | other.high};
    }
    [[nodiscard]] int count() const {
        return __builtin_popcountll(low) + __builtin_popcountll(high);
    }
};

struct LayoutList {
    std::vector<Cell> cells;           // the unknown cells, bit by bit
    std::vector<CellMask> neighbours;  // of each, among them
    std::vector<CellMask> layouts;
};

class LayoutLister {
public:
    // All groups together; the caller knows that they have few layouts. False if there are more
    // cells than a mask holds, or the layouts are too hard to find.
    bool list(const SolvedPosition& solved, LayoutList& out);
    // One group on its own.
    bool list_group(const SolvedPosition& solved, std::int32_t group, LayoutList& out);

private:
    // A cell to decide: its witnesses, and what the components after it need and can hold.
    struct ListedCell {
        std::array<std::uint32_t, 8> witnesses{};
        std::size_t degree = 0;
        int least_later = 0;  // mines that later components need
        int most_later = 0;   // mines that later cells can hold
    };

    void add_component(const SolvedComponent& solved, LayoutList& out);
    void add_floating(const SolvedPosition& solved, LayoutList& out);
    bool list_components(const SolvedPosition& solved, bool floating, int mines, double layouts,
                         LayoutList& out);
    void bound_later(long floating);
    void find_neighbours(const SolvedPosition& solved, LayoutList& out) const;
    void descend(std::size_t at, int left, LayoutList& out);
    void put_mine(std::size_t at, int left, LayoutList& out);
    [[nodiscard]] bool may_be(const ListedCell& listed, bool mine) const;

    std::vector<const SolvedComponent*> components_;
    std::vector<ListedCell> listed_;
    std::vector<int> need_;   // of each witness, still
    std::vector<int> ahead_;  // undecided cells around each witness
    CellMask now_;
    std::uint64_t steps_ = 0;  // left before the listing is given up
};

}  // namespace sapper
