// Why a swap cannot be solved: let the layout L have a mine at a and none at b, and let every safe
// cell other than b that touches just one of them not exist. L' is L with a and b exchanged: it
// has as many mines, and every cell other than a and b that is safe in L is safe in L' and shows
// the same clue in both. As long as b is closed, play has therefore seen nothing that would rule L'
// out, where b is a mine; so b is never certain. No area of zeros opens b either: a zero beside b
// would touch b alone, since beside a it would not be a zero. And b is not the first cell.
#include "prove/swap_check.hpp"

#include <algorithm>
#include <array>

namespace sapper {

namespace {

constexpr int kMostColumns = 58;  // that fit a word with a margin of three cells each side

std::uint64_t moved(std::uint64_t bits, int left) {
    return left >= 0 ? bits >> left : bits << -left;
}

}  // namespace

void SwapCheck::read_rows(const Grid& grid, std::span<const std::uint8_t> mask) {
    const auto height = static_cast<std::size_t>(grid.height);
    const auto width = static_cast<std::size_t>(grid.width);
    const std::uint64_t inside = ((std::uint64_t{1} << width) - 1) << 2;
    mine_.assign(height + 6, 0);
    safe_.assign(height + 6, 0);
    for (std::size_t row = 0; row < height; ++row) {
        std::uint64_t bits = 0;
        for (std::size_t column = 0; column < width; ++column)
            bits |= std::uint64_t{mask[row * width + column]} << (column + 2);
        mine_[row + 3] = bits;
        safe_[row + 3] = inside & ~bits;
    }
}

// Bits of cells that no clue distinguishes from the cell `down` and `right` of them.
std::uint64_t SwapCheck::alike(std::size_t row, int down, int right) const {
    std::uint64_t distinguished = 0;
    for (int r = -1; r <= down + 1; ++r)
        for (int c = std::min(-1, right - 1); c <= std::max(1, right + 1); ++c) {
            const bool is_pair = (r == 0 && c == 0) || (r == down && c == right);
            const bool near_one = r <= 1 && c >= -1 && c <= 1;
            const bool near_other = r >= down - 1 && c >= right - 1 && c <= right + 1;
            if (is_pair || near_one == near_other) continue;
            const auto at = static_cast<std::size_t>(static_cast<int>(row) + r);
            distinguished |= moved(safe_[at], c);
        }
    return ~distinguished;
}

bool SwapCheck::row_has_swap(std::size_t row, int down, int right) const {
    const std::size_t other = row + static_cast<std::size_t>(down);
    const std::uint64_t mixed = (mine_[row] & moved(partner_[other], right)) |
                                (partner_[row] & moved(mine_[other], right));
    return mixed != 0 && (mixed & alike(row, down, right)) != 0;
}

bool SwapCheck::has_swap(const Grid& grid, std::span<const std::uint8_t> mask, Cell first) {
    if (grid.width > kMostColumns) return false;
    read_rows(grid, mask);
    partner_ = safe_;
    partner_[static_cast<std::size_t>(grid.row(first)) + 3] &=
        ~(std::uint64_t{1} << (grid.column(first) + 2));
    constexpr std::array<std::array<int, 2>, 12> steps{{{0, 1}, {0, 2}, {1, -2}, {1, -1}, {1, 0},
        {1, 1}, {1, 2}, {2, -2}, {2, -1}, {2, 0}, {2, 1}, {2, 2}}};
    for (std::size_t row = 3; row < static_cast<std::size_t>(grid.height) + 3; ++row)
        for (const auto& [down, right] : steps)
            if (row_has_swap(row, down, right)) return true;
    return false;
}

}  // namespace sapper
