// The state of every cell, after all conclusions from single clues. Every analysis starts with it,
// and players follow a game with it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "board/grid.hpp"

namespace sapper {

enum class CellState : std::uint8_t { Wall, Unknown, Safe, Mine, Clue };
enum class Flags : std::uint8_t { Trust, Ignore };

// Settling first pays: it is far cheaper than a sweep, it splits components, and its results
// hold for any mine total.
class Position {
public:
    void clear(Grid grid);
    // Throws BadArgument for a value out of range, Impossible when a clue cannot be met.
    void read(Grid grid, std::span<const std::int8_t> view, Flags flags);
    // Opens a cell, settles the consequences and appends the settled cells to `settled`.
    void open(Cell cell, int clue);
    // Settles a cell for an outside reason (a sweep, the mine total).
    void settle(Cell cell, CellState state);
    // For board repair: changes a clue. After the last change, `settle_changed` settles the rest.
    void change_clue(Cell cell, int change);
    void settle_changed() { drain(); }

    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] CellState state(Cell cell) const { return state_[index(cell)]; }
    [[nodiscard]] int clue(Cell cell) const { return clue_[index(cell)]; }
    // The mines that a clue still needs, and the number of its unknown neighbours.
    [[nodiscard]] int need(Cell cell) const { return need_[index(cell)]; }
    [[nodiscard]] int unknown(Cell cell) const { return unknown_[index(cell)]; }
    [[nodiscard]] bool touches(Cell cell, CellState state) const;
    [[nodiscard]] bool touches_clue(Cell cell) const { return touches(cell, CellState::Clue); }
    // Appends the unknown cells that touch no clue, row by row.
    void add_floating(std::vector<Cell>& out) const;
    // Whether a cell is a clue with an unknown neighbour. `add_witnesses` appends all, row by row.
    [[nodiscard]] bool is_witness(Cell cell) const {
        return state(cell) == CellState::Clue && unknown(cell) > 0;
    }
    void add_witnesses(std::vector<Cell>& out) const;
    [[nodiscard]] long unknowns() const { return unknowns_; }
    [[nodiscard]] long mines() const { return mines_; }
    [[nodiscard]] const std::array<Cell, 8>& offsets() const { return offsets_; }

    std::vector<Cell> settled;
    bool eager = true;  // if false, single clues settle nothing

private:
    void place_cells(std::span<const std::int8_t> view, Flags flags);
    void place_cell(Cell cell, std::int8_t value, Flags flags);
    void read_clues();
    void read_clue(Cell cell);
    void drain();
    void settle_around(Cell clue);
    void settle_one(Cell cell, CellState state);
    void forget_unknown(Cell cell, bool mine);
    [[noreturn]] void contradiction(Cell clue, const std::string& why) const;
    void check_fresh(Cell cell) const;

    Grid grid_;
    std::array<Cell, 8> offsets_{};
    std::vector<CellState> state_;
    std::vector<std::int8_t> clue_;
    std::vector<std::int8_t> need_;
    std::vector<std::int8_t> unknown_;
    std::vector<Cell> queue_;
    long unknowns_ = 0;
    long mines_ = 0;
};

}  // namespace sapper
