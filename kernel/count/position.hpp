// What is known about every cell, with everything settled that single clues settle. The first step
// of every analysis; players follow a game with it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "board/grid.hpp"

namespace sapper {

enum class CellState : std::uint8_t { Wall, Unknown, Safe, Mine, Clue };
enum class Flags : std::uint8_t { Trust, Ignore };

// Settling first pays: it is far cheaper than a sweep, it splits components, and what it settles
// is certain for any mine total.
class Position {
public:
    void clear(Grid grid);
    // Throws BadArgument for a value out of range, Impossible when a clue cannot be met.
    void read(Grid grid, std::span<const std::int8_t> view, Flags flags);
    // Opens a cell and settles what follows; the cells settled are appended to `settled`.
    void open(Cell cell, int clue);
    // Settles a cell for a reason from elsewhere (a sweep, the mine total).
    void settle(Cell cell, CellState state);
    // For repairing boards: a clue has changed. When all are right again, settles what they prove.
    void change_clue(Cell cell, int change);
    void settle_changed() { drain(); }

    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] CellState state(Cell cell) const { return state_[index(cell)]; }
    [[nodiscard]] int clue(Cell cell) const { return clue_[index(cell)]; }
    // Mines that a clue still needs among its unknown neighbours, and how many those are.
    [[nodiscard]] int need(Cell cell) const { return need_[index(cell)]; }
    [[nodiscard]] int unknown(Cell cell) const { return unknown_[index(cell)]; }
    [[nodiscard]] bool touches(Cell cell, CellState state) const;
    [[nodiscard]] bool touches_clue(Cell cell) const { return touches(cell, CellState::Clue); }
    // Appends the unknown cells that touch no clue, row by row.
    void add_floating(std::vector<Cell>& out) const;
    // Whether it is a clue that still has an unknown neighbour; and all of these, row by row.
    [[nodiscard]] bool is_witness(Cell cell) const {
        return state(cell) == CellState::Clue && unknown(cell) > 0;
    }
    void add_witnesses(std::vector<Cell>& out) const;
    [[nodiscard]] long unknowns() const { return unknowns_; }
    [[nodiscard]] long mines() const { return mines_; }
    [[nodiscard]] const std::array<Cell, 8>& offsets() const { return offsets_; }

    std::vector<Cell> settled;
    bool eager = true;  // else single clues settle nothing by themselves

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
