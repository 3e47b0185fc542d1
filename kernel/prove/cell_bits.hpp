// Small sets of cells as bits, so that sets around different cells can be compared in a few
// instructions. A patch is 3x3 cells, eight bits per row; the window is 8x8.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "board/grid.hpp"
#include "count/position.hpp"

namespace sapper {

// How hard a certain move is to find; the techniques are defined in sapper/knowledge/tier.py.
enum class Tier : std::uint8_t { OneClue = 1, Subset, Overlap, Chain, Cases, MineCount };

inline constexpr int kTiers = 6;

// What a technique proves about an unknown cell: Safe or Mine. A cell may appear twice.
struct Conclusion {
    Cell cell = 0;
    CellState state = CellState::Unknown;
};

using Conclusions = std::vector<Conclusion>;

using Patch = std::uint32_t;   // bit 8 * row + column, rows and columns 0..2
using Window = std::uint64_t;  // bit 8 * row + column, rows and columns 0..7

// A patch whose corner lies `down` and `right` of that of the window's own patch; each -2..2.
inline Window in_window(Patch patch, int down, int right) {
    return Window{patch} << ((2 + down) * 8 + 2 + right);
}

inline int count_cells(Window window) { return std::popcount(window); }

// Calls `visit` with every cell of a window whose own patch has its corner at `corner`.
template <class Visit>
void for_each_cell(Window window, Cell corner, int stride, Visit visit) {
    for (; window != 0; window &= window - 1) {
        const int bit = std::countr_zero(window);
        visit(corner + (bit / 8 - 2) * stride + bit % 8 - 2);
    }
}

// Two sentences compared: what they say about the cells that they share and do not share.
struct Pairing {
    Window both = 0, only_a = 0, only_b = 0;
    int least = 0, most = 0;  // mines in `both`
    int a = 0, b = 0;         // mines in each sentence

    Pairing(Window cells_a, int mines_a, Window cells_b, int mines_b)
        : both(cells_a & cells_b), only_a(cells_a & ~cells_b), only_b(cells_b & ~cells_a),
          a(mines_a), b(mines_b) {
        least = std::max({0, a - count_cells(only_a), b - count_cells(only_b)});
        most = std::min({count_cells(both), a, b});
    }
    [[nodiscard]] bool fixed() const { return least == most; }

    // Calls `prove` with each set of cells that must be all safe (false) or all mines (true).
    template <class Prove>
    void conclude(Prove prove) const {
        if (only_a != 0 && a == least) prove(only_a, false);
        if (only_a != 0 && a - most == count_cells(only_a)) prove(only_a, true);
        if (only_b != 0 && b == least) prove(only_b, false);
        if (only_b != 0 && b - most == count_cells(only_b)) prove(only_b, true);
        if (most == 0) prove(both, false);
        if (least == count_cells(both)) prove(both, true);
    }
};

}  // namespace sapper
