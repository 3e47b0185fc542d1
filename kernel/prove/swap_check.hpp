// Layouts that can be rejected at once: a mine and a safe cell that no clue distinguishes. Runs
// before a dense layout is tried.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/grid.hpp"

namespace sapper {

class SwapCheck {
public:
    // True if some mine and some safe cell other than `first` could change places without
    // changing the clue of any other safe cell. No play of certain moves solves such a board.
    bool has_swap(const Grid& grid, std::span<const std::uint8_t> mask, Cell first);

private:
    void read_rows(const Grid& grid, std::span<const std::uint8_t> mask);
    [[nodiscard]] std::uint64_t alike(std::size_t row, int down, int right) const;
    [[nodiscard]] bool row_has_swap(std::size_t row, int down, int right) const;

    // Rows of bits, column c at bit c + 2; nothing is off the board.
    std::vector<std::uint64_t> mine_;
    std::vector<std::uint64_t> safe_;      // cells that show a clue
    std::vector<std::uint64_t> partner_;   // the same without the first cell
};

}  // namespace sapper
