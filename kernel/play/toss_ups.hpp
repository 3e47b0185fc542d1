// Toss-ups: places where two layouts differ by a swap that no clue will ever show. Counted before
// the candidates of a guess are gathered.
//
// Two neighbours, one of them a mine, fenced in by mines or the border: the game will depend on a
// guess there. The same goes for the two diagonals of a 2x2 block, and for the two sides of a
// chain. Of each such pair of layouts any player loses one, so the part of a cell's risk that lies
// in toss-ups costs nothing extra.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "count/position.hpp"
#include "count/solved_position.hpp"

namespace sapper {

// Chains: cells linked by clues that need one mine among two cells, so that one cell decides all.
// Looked for when toss-ups are: a chain may be one, of any length.
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

class TossUps {
public:
    // Finds the places that may turn out to be toss-ups and counts, exactly, how likely each is.
    void find(const SolvedPosition& solved, int mines, ComponentCache& cache, Meter& meter);
    // Chance that the cell is a mine of a toss-up; at most its risk.
    [[nodiscard]] double share(Cell cell) const { return share_[index(cell)]; }
    // Whether all of the cell's risk lies in one toss-up. No guess is better: of each two layouts
    // that the swap exchanges any player loses one, and this one loses no others.
    [[nodiscard]] bool is_free(Cell cell) const { return free_[index(cell)] != 0; }
    // How many toss-ups there are likely to be.
    [[nodiscard]] double expected() const { return expected_; }

private:
    // If the whole fence is mines, the two sides can be swapped.
    struct Pattern {
        std::span<const Cell> fence;
        std::span<const Cell> mines;
        std::span<const Cell> safe;
    };

    void read_risks(const SolvedPosition& solved);
    void look_from(Cell cell, ComponentCache& cache, Meter& meter);
    void look_along(Cell cell, ComponentCache& cache, Meter& meter);
    void look_at(const Pattern& pattern, ComponentCache& cache, Meter& meter);
    void weigh(const Pattern& pattern, ComponentCache& cache, Meter& meter);
    void add(Cell cell, double chance);
    [[nodiscard]] double rough_sides(const Pattern& pattern) const;
    [[nodiscard]] double rough_fence(const Pattern& pattern) const;
    bool suppose(std::span<const Cell> cells, CellState state);
    double count(const Pattern& pattern, ComponentCache& cache, Meter& meter);

    const SolvedPosition* solved_ = nullptr;
    int mines_ = 0;
    std::vector<double> risk_;
    std::vector<double> share_;
    std::vector<std::uint8_t> free_;
    double expected_ = 0.0;
    Chains chains_;
    Position supposed_;
    SolvedPosition then_;
};

}  // namespace sapper
