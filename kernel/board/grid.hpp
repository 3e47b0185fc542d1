// Geometry of a board. Cells are indices into a board inside a wall one cell thick, so that
// the eight neighbours of a cell are at constant offsets and need no bounds check.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sapper {

using Cell = std::int32_t;

inline std::size_t index(Cell cell) { return static_cast<std::size_t>(cell); }

// Values in a view besides the clues 0 to 8.
inline constexpr std::int8_t kUnopened = -1;
inline constexpr std::int8_t kFlag = -2;

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
    [[nodiscard]] bool contains(int row, int column) const {
        return row >= 0 && row < height && column >= 0 && column < width;
    }

    // Index into the row-major board without the wall.
    [[nodiscard]] std::size_t plain(Cell cell) const {
        return static_cast<std::size_t>(row(cell)) * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(column(cell));
    }

    // The inverse of `plain`.
    [[nodiscard]] Cell walled(std::size_t plain) const {
        const auto columns = static_cast<std::size_t>(width);
        return at(static_cast<int>(plain / columns), static_cast<int>(plain % columns));
    }

    // Calls `visit` with every cell of the board, row by row.
    template <class Visit>
    void each_cell(Visit visit) const {
        for (int row = 0; row < height; ++row)
            for (Cell cell = at(row, 0); cell < at(row, 0) + width; ++cell) visit(cell);
    }

    // In ascending order, so that two cells with the same witnesses list them in the same order.
    [[nodiscard]] std::array<Cell, 8> offsets() const {
        const int s = stride();
        return {-s - 1, -s, -s + 1, -1, 1, s - 1, s, s + 1};
    }
};

}  // namespace sapper
