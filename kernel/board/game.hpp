// One game for native batches: knows the mines, shows clues, and nothing else.
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

struct Reveal {
    Cell cell = 0;
    int clue = 0;
};

// The cells that the rule keeps free of mines, as row-major indices.
void spared_cells(const Grid& grid, Cell first, FirstClick rule, std::vector<std::uint32_t>& out);

class Game {
public:
    // Starts on a known layout, one byte a cell, row by row.
    void lay(const Grid& grid, std::span<const std::uint8_t> mask);
    // Opens a cell; a 0 opens its area. What became visible is left in `fresh`; false if it was
    // a mine.
    bool open(Cell cell);
    // Moves a mine to a safe cell; neither cell may be open.
    void move_mine(Cell from, Cell to);
    [[nodiscard]] bool is_mine(Cell cell) const { return mine_[index(cell)] != 0; }
    [[nodiscard]] bool is_open(Cell cell) const { return open_[index(cell)] != 0; }
    [[nodiscard]] bool won() const { return left_ == 0; }

    std::vector<Reveal> fresh;

private:
    static std::size_t index(Cell cell) { return static_cast<std::size_t>(cell); }
    void count_clues();
    void reveal(Cell cell);

    Grid grid_;
    std::vector<std::uint8_t> mine_;  // walled
    std::vector<std::uint8_t> clue_;
    std::vector<std::uint8_t> open_;  // the wall counts as open
    std::vector<Cell> cells_;         // of the board, row by row
    long left_ = 0;                   // safe cells still shut
};

}  // namespace sapper
