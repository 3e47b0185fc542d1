// The chance of winning, where the rest of the game is too large to be searched.
#pragma once

#include <algorithm>
#include <array>

#include "board/grid.hpp"

namespace sapper {

// The input of the fitted curve: the part of a position that is neither certain nor closed.
struct WinChanceFeatures {
    double elsewhere = 1.0;  // the chance of winning the closed groups
    double cells = 0.0;
    double mines = 0.0;
    double toss_ups = 0.0;  // the number expected
    double certain = 0.0;   // safe cells, still closed, that will bring clues about it
    double crowding = 0.0;  // 0 for boards up to beginner's density, 1 from expert's on
};

inline double crowding_of(const Grid& grid, int mines) {
    constexpr double beginner = 10.0 / 81.0;
    constexpr double expert = 99.0 / 480.0;
    const double density = mines / static_cast<double>(grid.size());
    return std::clamp((density - beginner) / (expert - beginner), 0.0, 1.0);
}

inline std::array<double, 6> values_of(const WinChanceFeatures& features) {
    return {features.elsewhere, features.cells,   features.mines,
            features.toss_ups,  features.certain, features.crowding};
}

// By a guess that was judged by looking ahead. It never falls with the score.
double win_chance(double score, long unknowns, long mines, double crowding);
// Of the doubtful part, while safe cells are still closed. Toss-ups never help.
double win_chance(const WinChanceFeatures& features);
// Before the first click, when only the level is known.
double first_chance(const Grid& grid, int mines, bool zero);

}  // namespace sapper
