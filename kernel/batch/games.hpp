// Many whole games over threads. Game i is the same on every thread, so the results do not depend
// on the number of threads.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "play/player.hpp"

namespace sapper {

struct BatchJob {
    Level level;
    FirstClick rule = FirstClick::Safe;
    StrengthSettings settings;
    std::optional<Cell> first;            // else the player's own
    std::uint64_t seed = 0;
    std::uint64_t begin = 0;              // game indices [begin, end)
    std::uint64_t end = 0;
    std::span<const std::uint8_t> masks;  // layouts to play instead, one after another
    unsigned threads = 1;
    bool keep_guesses = false;
    std::function<bool()> interrupted;
};

struct GameResult {
    bool won = false;
    std::uint32_t moves = 0;    // clicks: certain cells and guesses
    std::uint32_t guesses = 0;
    std::uint64_t hash = 0;     // over all clicks
};

struct GuessRecord {
    std::uint32_t game = 0;     // from `begin`
    std::uint32_t move = 0;
    bool judged = false;        // by looking ahead: only then is there a score
    float risk = 0.0F;
    float chance = 0.0F;
    float score = 0.0F;
    std::uint32_t unknowns = 0;
    std::int32_t mines = 0;     // among the unknown cells
};

struct BatchResult {
    std::vector<GameResult> games;
    std::vector<GuessRecord> guesses;  // in order of the games
};

BatchResult play_batch(const BatchJob& job);

}  // namespace sapper
