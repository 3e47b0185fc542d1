// The parts of a board that have to be clicked open: openings (areas of zeros with their rims),
// lone numbers (those on no rim), islands (areas of lone numbers). The 3BV of a board is one click
// for each opening and each lone number.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "board/grid.hpp"

namespace sapper {

class OpeningMap {
public:
    // Reads one byte per cell, 1 for a mine, row by row. The grid is the board transposed: its rows
    // are the board's columns, so that cells in ascending order go column by column.
    void read(int height, int width, std::span<const std::uint8_t> mines);

    // Counts the clicks of the 3BV that are done: lone numbers that are open, and openings of
    // which no cell is left to open. `opened` has one byte per cell, row by row.
    [[nodiscard]] int solved_bbbv(std::span<const std::uint8_t> opened) const;

    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] int safe_cells() const { return safe_cells_; }
    [[nodiscard]] int openings() const { return static_cast<int>(starts_.size()) - 1; }
    [[nodiscard]] int islands() const { return islands_; }
    [[nodiscard]] int bbbv() const { return openings() + static_cast<int>(lone_cells_); }

    [[nodiscard]] bool is_mine(Cell cell) const { return ground_[index(cell)] == Ground::Mine; }
    [[nodiscard]] bool is_safe(Cell cell) const { return ground_[index(cell)] == Ground::Safe; }
    [[nodiscard]] int clue(Cell cell) const { return clues_[index(cell)]; }
    [[nodiscard]] bool is_lone(Cell cell) const { return lone_[index(cell)] != Lone::No; }
    // The openings of a safe cell, from 1; 0 for none. A zero has one; a number is on the rims of
    // at most two, since zeros around one cell that are not opposite each other touch or have
    // only zeros between them.
    [[nodiscard]] const std::array<std::int32_t, 2>& openings_of(Cell cell) const {
        return openings_of_[index(cell)];
    }
    // The zeros of an opening and its rim.
    [[nodiscard]] std::span<const Cell> members(std::int32_t opening) const {
        const auto number = static_cast<std::size_t>(opening);
        const std::size_t begin = starts_[number - 1];
        return std::span(members_).subspan(begin, starts_[number] - begin);
    }

private:
    enum class Ground : std::uint8_t { Wall, Mine, Safe };
    enum class Lone : std::uint8_t { No, OnNoIslandYet, OnIsland };

    [[nodiscard]] Cell transposed(std::size_t plain) const;
    void count_clues();
    void find_openings();
    void flood_opening(Cell zero);
    void add_member(Cell cell);
    void find_islands();
    void flood_island(Cell lone);

    Grid grid_;
    int safe_cells_ = 0;
    int islands_ = 0;
    std::size_t lone_cells_ = 0;
    std::vector<Ground> ground_;
    std::vector<std::uint8_t> clues_;
    std::vector<std::array<std::int32_t, 2>> openings_of_;
    std::vector<Cell> members_;
    std::vector<std::size_t> starts_;  // of each opening in `members_`, and the end
    std::vector<Lone> lone_;
    std::vector<Cell> stack_;
};

}  // namespace sapper
