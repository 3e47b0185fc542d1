// What the parts of the fuzzer share. A part checks one case, which its seed determines; it throws
// Failure if an answer cannot be true.
#pragma once

#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

#include "board/game.hpp"
#include "board/seeds.hpp"
#include "cases.hpp"

namespace fuzz {

void check_analysis(std::uint64_t seed);
void check_proofs(std::uint64_t seed);
void check_play(std::uint64_t seed);
void check_threads(std::uint64_t seed);

// Begins a call of the kernel: what does not end within its processor time is a hang. A case that
// makes many calls may take longer.
void expect_end();

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline void require(bool truth, const std::string& claim) {
    if (!truth) throw Failure(claim);
}

inline std::string at(const Grid& grid, std::size_t cell) {
    const int index = static_cast<int>(cell);
    return " at " + cell_name(index / grid.width, index % grid.width);
}

inline bool near(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

// What was driven, and how often: printed at the end, so that a part left out shows.
inline std::map<std::string, long> tally;

// On small boards players search for perfect play from the first click: few cases may do that.
inline bool is_too_slow(const Grid& grid, Dice& dice) {
    return grid.size() <= 25 && dice.chance(0.95);
}

// A board whose first cell is safe, as the rule wants it.
struct Dealt {
    Level level;
    FirstClick rule = FirstClick::Safe;
    Cell first = 0;
    std::vector<std::uint8_t> mask;

    [[nodiscard]] std::vector<std::uint32_t> spared() const {
        return spared_cells(level, first, std::max(rule, FirstClick::Safe));
    }
};

inline Dealt deal(Dice& dice, int most_side, double most_density) {
    const FirstClick rules[] = {FirstClick::None, FirstClick::Safe, FirstClick::Zero};
    const Grid grid{dice.between(1, most_side), dice.between(1, most_side)};
    Dealt dealt{{grid, 0}, dice.pick(rules), 0, {}};
    dealt.first = grid.walled(static_cast<std::size_t>(dice.below(static_cast<int>(grid.size()))));
    const auto room = static_cast<double>(grid.size() - dealt.spared().size());
    dealt.level.mines = static_cast<int>(room * most_density * dice.real());
    dealt.mask = seeded_mask(static_cast<std::uint32_t>(grid.size()),
                             static_cast<std::uint32_t>(dealt.level.mines), dice.engine()(), 0,
                             dealt.spared());
    return dealt;
}

}  // namespace fuzz
