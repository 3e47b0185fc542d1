// How strong a player is: what it may spend on a move. All limits count work, never time, so
// that the same position always gets the same move.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sapper {

// On small boards perfect play reaches far.
inline constexpr std::size_t kSmallBoard = 25;  // cells
inline constexpr double kSmallLayouts = 20'000;
inline constexpr std::uint64_t kSmallNodes = 2'000'000;
// The chance of winning is computed more often than a move, and has to be faster.
inline constexpr double kChanceLayouts = 400;
inline constexpr std::uint64_t kChanceNodes = 20'000;
// The memory of one sweep of an analysis, and of one search for perfect play.
inline constexpr std::size_t kSweepBytes = std::size_t{64} << 20;
inline constexpr std::size_t kSearchBytes = std::size_t{64} << 20;

enum class Strength : std::uint8_t { Fast, Master, Deep };

struct StrengthSettings {
    double endgame_layouts = 5'000;         // perfect play from here on ...
    std::uint64_t endgame_nodes = 500'000;  // ... if it takes no more sets of layouts than this
    double margin = 0.85;                   // candidates: at least this share of the best safety
    int most_candidates = 40;
    double progress = 0.01;       // weight of certain cells appearing
    int second_tops = 3;          // candidates looked at two steps deep
    double second_within = 0.97;  // if their score reaches this share of the best
    double second_share = 0.625;  // and no more than this share of the cells is unknown
    double second_weight = 0.5;   // of the second look in the geometric mean
    double reply_margin = 0.95;
    int most_replies = 6;
    int playouts = 0;              // layouts on which the best candidates are played out
    int playout_tops = 8;          // candidates that are played out
    double playout_within = 0.87;  // if their score reaches this share of the best
    double playout_share = 0.975;  // and no more than this share of the cells is unknown
    double playout_error = 0.04;   // how far a chance may be off, as a share of it
};

inline StrengthSettings settings_of(Strength strength) {
    StrengthSettings settings;
    if (strength == Strength::Fast) {
        settings.endgame_layouts = 60;
        settings.endgame_nodes = 5'000;
        settings.margin = 0.9;
        settings.most_candidates = 6;
        settings.second_tops = 0;
    }
    if (strength == Strength::Deep) {
        settings.endgame_layouts = 50'000;
        settings.endgame_nodes = 2'000'000;
        settings.margin = 0.8;
        settings.most_candidates = 60;
        settings.playouts = 2048;
    }
    return settings;
}

}  // namespace sapper
