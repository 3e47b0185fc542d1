#include "play/playout.hpp"

#include <cmath>
#include <utility>

#include "board/seeds.hpp"

namespace sapper {

namespace {

std::uint64_t key_of(Cell cell, int clue) {
    return hash_combine(hash_combine(0, static_cast<std::uint64_t>(cell)),
                        static_cast<std::uint64_t>(clue));
}

}  // namespace

StrengthSettings playout_settings() {
    StrengthSettings settings = settings_of(Strength::Fast);
    settings.endgame_layouts = 200;
    return settings;
}

Playout::Playout(const StrengthSettings& settings, std::function<bool()> interrupted)
    : player_(settings, FirstClick::None, std::move(interrupted)) {}

void Playout::begin(const Position& position, int mines) {
    root_ = &position;
    mines_ = mines;
    remembered_.clear();
    root_key_ = 0;
    position.grid().each_cell([&](Cell cell) {
        if (position.state(cell) == CellState::Clue) root_key_ ^= key_of(cell, position.clue(cell));
    });
}

void Playout::lay(std::span<const std::uint8_t> mask) {
    laid_.begin(root_->grid());
    laid_.lay(mask);
    root_->grid().each_cell([&](Cell cell) {
        if (root_->state(cell) == CellState::Clue && !laid_.is_open(cell)) laid_.open(cell, fresh_);
    });
}

double Playout::play(const Guess& first) {
    game_ = laid_;
    position_ = *root_;
    position_.settled.clear();
    key_ = root_key_;
    luck_ = 0.0;
    if (!guess(first)) return -luck_;
    while (!game_.won()) {
        const Choice& choice = choose();
        if (choice.reason == Reason::Perfect) return choice.chance - luck_;
        if (choice.reason != Reason::Certain) {
            if (!guess({choice.cells.front(), choice.risk, choice.chance})) return -luck_;
            continue;
        }
        for (const Cell cell : choice.cells)
            if (!game_.is_open(cell)) open(cell);
    }
    return 1.0 - luck_;
}

// The same positions are reached from many layouts.
const Playout::Choice& Playout::choose() {
    const auto [place, fresh] = remembered_.try_emplace(key_);
    if (fresh) {
        const Decision& decision = player_.decide(position_, mines_);
        place->second = {decision.reason, decision.cells, decision.risk, decision.chance};
    }
    return place->second;
}

// Surviving a risk r raises a chance c to c / (1 - r) on average.
bool Playout::guess(const Guess& guess) {
    const bool safe = open(guess.cell);
    if (!std::isnan(guess.chance))
        luck_ += safe ? guess.chance * guess.risk / (1.0 - guess.risk) : -guess.chance;
    return safe;
}

bool Playout::open(Cell cell) {
    if (!game_.open(cell, fresh_)) return false;
    for (const Reveal& reveal : fresh_) {
        position_.open(reveal.cell, reveal.clue);
        key_ ^= key_of(reveal.cell, reveal.clue);
    }
    return true;
}

}  // namespace sapper
