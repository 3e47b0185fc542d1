// How much stronger one player is than another, from games of the first alone.
//
// Wherever it guesses otherwise than the other would, both guesses are played out by the other on
// the same layouts, drawn from the counts. The sum of what the first gains there has, over the
// games, the difference of the two chances of winning as its mean: that is the lemma on performance
// differences of Kakade and Langford. It varies far less than the outcomes of games do.
#pragma once

#include <cstdint>
#include <vector>

#include "batch/games.hpp"

namespace sapper {

struct Advantage {
    double gained = 0.0;            // in chances of winning, over the game
    std::uint32_t differences = 0;  // guesses where the other would have opened another cell
    bool won = false;
};

struct AdvantageJob {
    BatchJob games;  // of the first player
    StrengthSettings other;
    int playouts = 64;  // of each of two guesses
};

std::vector<Advantage> find_advantages(const AdvantageJob& job);

}  // namespace sapper
