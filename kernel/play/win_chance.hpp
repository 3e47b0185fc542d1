// Turns a guess's score into the chance of winning the game: the forecast of a guessing player.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace sapper {

// A logistic curve over the score, the safe cells still closed (in hundreds) and the share of
// mines among the unknown cells: a logistic regression, by Newton's method, of the outcome on
// these terms over 180,000 guesses of self-play on the three levels (seed 1). It only ever
// rises with the score. benchmarks/fit_forecast.py fits it, benchmarks/strength.py checks it on
// other boards.
inline double win_chance(double score, long unknowns, long mines) {
    const double log_score = std::log(std::clamp(score, 1e-6, 1.0));
    const double safe = static_cast<double>(std::max(0L, unknowns - mines)) / 100.0;
    const double share = static_cast<double>(mines) / static_cast<double>(std::max(1L, unknowns));
    const double slope = std::max(0.0, 4.0505 - 0.4385 * safe);
    const double sum = -0.4526 + slope * log_score + 8.2634 * std::sqrt(safe) - 4.8523 * safe +
                       9.9523 * share + 28.4939 * share * safe -
                       39.8909 * share * std::sqrt(safe) - 33.4726 * share * share * safe;
    return 1.0 / (1.0 + std::exp(-std::clamp(sum, -30.0, 30.0)));
}

// The part of a position that is neither certain nor closed.
struct Doubt {
    double elsewhere = 1.0;    // the chance of winning the closed groups
    double cells = 0.0;
    double mines = 0.0;
    double floating = 0.0;     // cells that no clue sees
    double log_layouts = 0.0;
    double toss_ups = 0.0;     // as many are expected
    double certain = 0.0;      // safe cells, still closed, that will tell about it
};

inline std::array<double, 7> values_of(const Doubt& doubt) {
    return {doubt.elsewhere, doubt.cells,    doubt.mines,  doubt.floating,
            doubt.log_layouts, doubt.toss_ups, doubt.certain};
}

inline double win_chance(const Doubt& doubt) {
    return std::exp(-0.7 * doubt.toss_ups) * 0.5 * (1.0 + 0.0 * doubt.cells);
}

// Before the first click.
inline double first_chance(double cells, double mines, bool zero) {
    const double share = mines / cells;
    return 1.0 / (1.0 + std::exp(-(8.0 - 40.0 * share - cells / 200.0 + (zero ? 0.6 : 0.0))));
}

}  // namespace sapper
