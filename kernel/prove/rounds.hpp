// Grades a board: solves it in rounds. Each round takes all that the easiest productive technique
// proves, as sapper/knowledge/tier.py defines it. It never sees a mine.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "prove/certain_play.hpp"

namespace sapper {

struct RoundsResult {
    bool solved = false;
    long opened = 0;                   // safe cells opened, the first click's included
    std::array<int, kTiers> rounds{};  // by tier, the easiest first
};

class Rounds {
public:
    explicit Rounds(const Budget& budget) : cases_(workspace_, budget) {}

    RoundsResult solve(const Level& level, const OpenCell& open, Cell first);

private:
    void begin(const Level& level);
    bool take_round();
    void prove(Tier tier);
    void prove_one_clue();
    void prove_cases(Tier tier);
    void apply();
    void open(Cell cell);

    Workspace workspace_;
    Pairs pairs_;
    Chain chain_;
    Cases cases_;
    Level level_;
    const OpenCell* open_ = nullptr;
    std::vector<Cell> clues_;
    Conclusions conclusions_;
    RoundsResult result_;
};

}  // namespace sapper
