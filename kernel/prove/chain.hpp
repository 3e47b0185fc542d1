// What sentences inferred from sentences prove: the technique `chain`. Runs when pairs of clues
// prove nothing more.
//
// Two sentences that fix how many mines they share yield their three parts as new sentences,
// until nothing new comes. Each lies within the neighbourhood of one clue, so it fits a patch,
// and what follows from true clues is true: one set of cells has one number of mines.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "prove/cell_bits.hpp"

namespace sapper {

class Chain {
public:
    // `clues` are all clues that may still have unknown neighbours.
    void prove(const Position& position, std::span<const Cell> clues, Conclusions& out);

private:
    struct Sentence {
        Cell corner = 0;
        Patch cells = 0;
        int mines = 0;
        std::int32_t next = -1;  // the one before it with the same corner
    };

    void start(const Grid& grid);
    void add(Cell corner, Window window, int mines);
    void meet_neighbours(std::size_t place, Conclusions& out);
    void meet(std::size_t place, std::size_t other, int down, int right, Conclusions& out);
    void conclude(Window cells, Cell corner, bool mines, Conclusions& out) const;

    Grid grid_;
    std::vector<Sentence> sentences_;
    std::vector<std::int32_t> latest_;  // by corner
    std::unordered_set<std::uint64_t> known_;
};

}  // namespace sapper
