// Geometry of a board: cells are indices into a board with a wall of one cell all round,
// so that the eight neighbours of a cell are eight constant offsets and need no bounds check.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sapper {

using Cell = std::int32_t;

struct Grid {
    int height = 0;
    int width = 0;

    [[nodiscard]] int stride() const { return width + 2; }
    [[nodiscard]] std::size_t walled_size() const {
        return static_cast<std::size_t>(height + 2) * static_cast<std::size_t>(stride());
    }
    [[nodiscard]] std::size_t size() const {
        return static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
    }
    [[nodiscard]] Cell at(int row, int column) const { return (row + 1) * stride() + column + 1; }
    [[nodiscard]] int row(Cell cell) const { return cell / stride() - 1; }
    [[nodiscard]] int column(Cell cell) const { return cell % stride() - 1; }

    // Index into the row-major board without the wall.
    [[nodiscard]] std::size_t plain(Cell cell) const {
        return static_cast<std::size_t>(row(cell)) * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(column(cell));
    }

    // In ascending order: two cells with the same witnesses therefore list them alike.
    [[nodiscard]] std::array<Cell, 8> offsets() const {
        const int s = stride();
        return {-s - 1, -s, -s + 1, -1, 1, s - 1, s, s + 1};
    }
};

}  // namespace sapper
