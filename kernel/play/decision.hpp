// What a player decides in one position, and what its parts share while they do.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "count/solved_position.hpp"
#include "play/strength.hpp"
#include "play/win_chance.hpp"

namespace sapper {

struct Candidate {
    Cell cell = 0;
    double risk = 0.0;
    double score = 0.0;
    double second = 0.0;    // both looks combined, if there was a second
    double cost = 0.0;      // risk beyond what will be lost anyway
    bool free = false;      // no other guess can be better
    double progress = 0.0;  // chance that a safe cell appears; from `advise` only, as is
    double chance = 0.0;    // the chance of winning the game by this guess
};

enum class Reason : std::uint8_t { First, Certain, Perfect, Judged, Safest };

struct Decision {
    Reason reason = Reason::Certain;
    std::vector<Cell> cells;            // to open now: all certain ones, or one guess
    double risk = 0.0;                  // of the guess
    double chance = 1.0;                // estimated, of winning; NaN if the board is too large
    std::vector<Candidate> candidates;  // best first
    WinChanceFeatures features;         // what the chance rests on

    void guess(const Candidate& choice) {
        cells.assign(1, choice.cell);
        risk = choice.risk;
    }

    // Sorts the candidates and guesses the best one.
    void guess_best(Reason why) {
        std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
            if (a.free != b.free) return a.free;
            return a.score != b.score ? a.score > b.score : a.risk < b.risk;
        });
        reason = why;
        guess(candidates.front());
    }
};

// One decision in the making. The cache outlives it: it saves time and changes no decision.
struct Turn {
    explicit Turn(Budget limits) : budget(std::move(limits)) {}

    int mines = 0;
    StrengthSettings settings;       // those of the move: small boards get more
    std::uint64_t chance_nodes = 0;  // as many as the chance alone may take
    const Budget budget;
    ComponentCache cache;
    SolvedPosition solved;
    Decision decision;
};

}  // namespace sapper
