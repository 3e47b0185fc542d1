// What two clues prove together: the techniques `subset` and `overlap`. Runs when single clues
// prove nothing more.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "prove/cell_bits.hpp"

namespace sapper {

class Pairs {
public:
    // Compares each of the given clues with every clue near it. `tier` is Subset or Overlap.
    void prove(const Position& position, std::span<const Cell> clues, Tier tier, Conclusions& out);

private:
    void compare_around(const Position& position, Cell clue, Tier tier, Conclusions& out);
    void compare(const Position& position, Cell a, Cell b, int down, int right, Tier tier,
                 Conclusions& out);
    Patch unknowns(const Position& position, Cell clue);

    std::vector<Patch> patch_;
    std::vector<std::uint32_t> stamp_;  // when the patch was read
    std::uint32_t now_ = 0;
};

}  // namespace sapper
