// Chains: cells linked by clues that need one mine among two cells, so that one cell decides all.
// Looked for when toss-ups are: a chain may be one, of any length.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "count/position.hpp"

namespace sapper {

class Chains {
public:
    void begin(const Position& position);
    // Follows the links from an unknown cell; false if it is part of a chain followed before.
    bool follow(Cell cell);
    // The mines are all on one side or all on the other.
    [[nodiscard]] const std::vector<Cell>& side(std::size_t i) const { return sides_[i]; }
    // Neighbours that would tell the sides apart by their number; only if these have as many cells.
    [[nodiscard]] const std::vector<Cell>& fence() const { return fence_; }
    // Within two rows and two columns.
    [[nodiscard]] bool is_small() const;

private:
    void extend(Cell cell, std::size_t side);
    void add(Cell cell, std::size_t side);
    void find_fence();
    [[nodiscard]] int lead(Cell cell) const;

    const Position* position_ = nullptr;
    std::vector<std::uint8_t> seen_;  // 1 and 2 for the sides
    std::array<std::vector<Cell>, 2> sides_;
    std::vector<Cell> chain_;
    std::vector<Cell> fence_;
};

}  // namespace sapper
