// Turns a guess's score into the chance of winning the game: the forecast of a guessing player.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "board/grid.hpp"

namespace sapper {

inline double logistic(double sum) {
    return 1.0 / (1.0 + std::exp(-std::clamp(sum, -30.0, 30.0)));
}

// A logistic curve over the score, the safe cells still closed (in hundreds) and the share of
// mines among the unknown cells: a logistic regression, by Newton's method, of the outcome on
// these terms over 180,000 guesses of self-play on the three levels (seed 1). It only ever
// rises with the score. benchmarks/chance.py fits it, and checks it on other boards.
inline double win_chance(double score, long unknowns, long mines) {
    const double log_score = std::log(std::clamp(score, 1e-6, 1.0));
    const double safe = static_cast<double>(std::max(0L, unknowns - mines)) / 100.0;
    const double share = static_cast<double>(mines) / static_cast<double>(std::max(1L, unknowns));
    const double slope = std::max(0.0, 4.0505 - 0.4385 * safe);
    const double sum = -0.4526 + slope * log_score + 8.2634 * std::sqrt(safe) - 4.8523 * safe +
                       9.9523 * share + 28.4939 * share * safe -
                       39.8909 * share * std::sqrt(safe) - 33.4726 * share * share * safe;
    return logistic(sum);
}

// The part of a position that is neither certain nor closed.
struct Doubt {
    double elsewhere = 1.0;  // the chance of winning the closed groups
    double cells = 0.0;
    double mines = 0.0;
    double toss_ups = 0.0;   // as many are expected
    double certain = 0.0;    // safe cells, still closed, that will tell about it
};

inline std::array<double, 5> values_of(const Doubt& doubt) {
    return {doubt.elsewhere, doubt.cells, doubt.mines, doubt.toss_ups, doubt.certain};
}

// The chance of winning the doubtful part while safe cells are still closed: fitted like that of a
// guess, over positions of self-play on the three levels (seed 3). More toss-ups never help.
inline double win_chance(const Doubt& doubt) {
    const double safe = std::max(0.0, doubt.cells - doubt.mines) / 100.0;
    const double share = doubt.mines / std::max(1.0, doubt.cells);
    const double root = std::sqrt(safe);
    const double known = std::log1p(doubt.certain);
    const double toss_ups =
        (-0.3650 - 0.2769 * root) * std::log1p(doubt.toss_ups) +
        (-3.2480 + 1.0047 * root + 5.9815 * share) * std::log1p(8.0 * doubt.toss_ups);
    const double sum = 7.2935 - 1.6752 * root - 0.6145 * safe - 9.9467 * share -
                       12.6467 * share * root + 13.1903 * share * safe -
                       1.8501 * share * share - 28.8956 * share * share * safe +
                       std::min(toss_ups, 0.0) +
                       (-0.0515 + 0.0033 * root + 1.2834 * share) * known;
    return logistic(sum);
}

// Before the first click, when only the level is known: fitted to win rates of the levels and, with
// little weight, of other boards.
inline double first_chance(const Grid& grid, int mines, bool zero) {
    if (mines == 0) return 1.0;
    const auto cells = static_cast<double>(grid.size());
    const double share = mines / cells;
    const double size = std::log(cells / 100.0);
    const double edge = (grid.width + grid.height) / cells;
    const double sum = 5.1791 - 19.9658 * share + 4.5021 * share * share * share -
                       2.5775 * size * share - 5.2728 * size * share * share -
                       14.4707 * edge * share + (zero ? 1.7993 - 6.0865 * share : 0.0);
    return logistic(sum);
}

}  // namespace sapper
