// One game: knows the mines, and shows only which cells are open and their clues. The kernel's
// players, board makers and environments all play on it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/grid.hpp"

namespace sapper {

enum class FirstClick : std::uint8_t { None, Safe, Zero };

struct Level {
    Grid grid;
    int mines = 0;
};

// Which seeded board is played; its mines are laid when the first cell is known.
struct SeededBoard {
    std::uint64_t seed = 0;
    std::uint64_t index = 0;
    FirstClick rule = FirstClick::Safe;
};

struct Reveal {
    Cell cell = 0;
    int clue = 0;
};

// The cells that the rule keeps free of mines, as row-major indices. Throws BadArgument if they
// leave no room for the mines.
std::vector<std::uint32_t> spared_cells(const Level& level, Cell first, FirstClick rule);

class Game {
public:
    // Closes all cells; the mines are laid later.
    void begin(const Grid& grid);
    // Lays a known layout, one byte for each cell, row by row.
    void lay(std::span<const std::uint8_t> mask);
    // Lays a seeded board. Throws BadArgument as `spared_cells` does.
    void lay_seeded(const SeededBoard& board, int mines, Cell first);
    // Opens a cell; a 0 opens its area. Flagged cells stay closed. Leaves what became visible in
    // `fresh`; returns false if the cell was a mine.
    bool open(Cell cell, std::vector<Reveal>& fresh);
    // For a cell that is not open.
    void toggle_flag(Cell cell) { mark(cell) ^= kFlagged; }
    // Moves a mine to a safe cell; neither cell may be open.
    void move_mine(Cell from, Cell to);
    // What a player sees, row by row, without the flags.
    void write_view(std::vector<std::int8_t>& view) const;

    [[nodiscard]] bool is_laid() const { return laid_; }
    [[nodiscard]] bool is_mine(Cell cell) const { return (mark(cell) & kMined) != 0; }
    [[nodiscard]] bool is_open(Cell cell) const { return (mark(cell) & kOpened) != 0; }
    [[nodiscard]] bool is_flagged(Cell cell) const { return (mark(cell) & kFlagged) != 0; }
    [[nodiscard]] bool won() const { return left_ == 0; }

private:
    enum Mark : std::uint8_t { kMined = 1, kOpened = 2, kFlagged = 4 };

    std::uint8_t& mark(Cell cell) { return marks_[index(cell)]; }
    [[nodiscard]] std::uint8_t mark(Cell cell) const { return marks_[index(cell)]; }
    [[nodiscard]] int clue(Cell cell) const;
    void reveal(Cell cell, std::vector<Reveal>& fresh);

    Grid grid_;
    std::vector<std::uint8_t> marks_;  // walled; the wall counts as open
    long left_ = 0;                    // safe cells still closed
    bool laid_ = false;
};

}  // namespace sapper
