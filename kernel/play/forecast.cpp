// What the player says about the chance of winning; it changes no move.
#include <algorithm>
#include <cmath>

#include "board/errors.hpp"
#include "play/dead_cells.hpp"
#include "play/player.hpp"
#include "play/win_chance.hpp"

namespace sapper {

namespace {
constexpr std::size_t kNamed = 5;
}

const Decision& Player::advise(const Position& position, int mines) {
    decide_anew(position, mines);
    if (decision_.reason == Reason::Certain) {
        const bool small = position.grid().size() <= kSmallBoard;
        decision_.chance = outlook_.chance(position, mines, cache_, small);
        decision_.doubt = outlook_.doubt();
    }
    if (decision_.reason == Reason::Perfect) compare_searched();
    if (decision_.reason == Reason::Judged) compare_judged();
    return decision_;
}

void Player::compare_searched() {
    const double elsewhere = decision_.chance / decision_.candidates.front().score;
    const std::vector<EndgameMove>& moves = endgame_.moves(kNamed);
    for (Candidate& candidate : decision_.candidates) {
        const auto move = std::ranges::find(moves, candidate.cell, &EndgameMove::cell);
        if (move != moves.end()) candidate.score = move->value;
        candidate.chance = std::min(candidate.score * elsewhere, decision_.chance);
    }
    mark_dead(solved_.position(), dead_);
    lookahead_.begin(solved_, dead_);
    name_best();
}

// Where a second look chose, the first may think more of another candidate.
void Player::compare_judged() {
    const double elsewhere = decision_.chance / forecast(decision_.candidates.front());
    for (Candidate& candidate : decision_.candidates) {
        if (candidate.score <= 0.0) candidate.score = score(candidate);
        candidate.chance = std::min(forecast(candidate) * elsewhere, decision_.chance);
    }
    name_best();
}

// Leaves the best few that are not certain mines, the choice first.
void Player::name_best() {
    std::vector<Candidate>& candidates = decision_.candidates;
    std::erase_if(candidates, [](const Candidate& each) { return each.risk >= 1.0; });
    std::stable_sort(candidates.begin() + 1, candidates.end(),
                     [](const Candidate& a, const Candidate& b) {
                         return a.chance != b.chance ? a.chance > b.chance : a.risk < b.risk;
                     });
    if (candidates.size() > kNamed) candidates.resize(kNamed);
    Meter meter(budget_);
    for (Candidate& candidate : candidates)
        if (lookahead_.look(candidate.cell, 1.0 - candidate.risk, meter))
            candidate.progress = lookahead_.progress();
}

// A guess cannot be worth more than surviving it.
double Player::forecast(const Candidate& candidate) const {
    const Position& position = solved_.position();
    const double chance = win_chance(candidate.score, position.unknowns(), solved_.mines_left());
    return std::min(chance, 1.0 - candidate.risk);
}

// Several cells are worth no more than the worst of them, followed by surviving the others.
double Player::chance_of(const Position& position, int mines, std::span<const Cell> cells) {
    double least = advise(position, mines).chance;
    if (decision_.reason == Reason::First || std::isnan(least)) return least;
    const double safety = safety_of(position, mines, cells);
    if (safety <= 0.0) return 0.0;
    for (const Cell cell : cells) {
        const double found = chance_of_opening(position, cell);
        least = std::min(least, found * safety / safety_of(position, mines, {&cell, 1}));
    }
    return least;
}

double Player::chance_of_opening(const Position& position, Cell cell) {
    if (position.state(cell) == CellState::Safe) return decision_.chance;
    if (decision_.reason == Reason::Certain) return outlook_.chance_of(cell);
    const double survived = decision_.chance / (1.0 - decision_.risk);
    const std::int32_t group = solved_.group(cell);
    if (group != SolvedPosition::kOpen && begin_elsewhere(group))
        return decision_.chance * elsewhere_.share_of(cell);
    if (decision_.reason == Reason::Perfect && endgame_.holds(cell))
        return decision_.chance * endgame_.share_of(cell);
    Candidate candidate{.cell = cell, .risk = solved_.risk(cell)};
    if (decision_.reason != Reason::Judged) return survived * (1.0 - candidate.risk);
    candidate.cost = cost_of(cell, candidate.risk);
    candidate.score = score(candidate);
    return decision_.chance * forecast(candidate) / forecast(decision_.candidates.front());
}

// The chance that none of the cells is a mine.
double Player::safety_of(const Position& position, int mines, std::span<const Cell> cells) {
    Meter meter(budget_);
    supposed_ = position;
    if (!then_.read(supposed_, mines, cache_, meter)) return 0.0;
    const double before = then_.layouts();
    try {
        for (const Cell cell : cells) {
            supposed_.settle(cell, CellState::Safe);
            if (supposed_.state(cell) != CellState::Safe) return 0.0;
        }
        return then_.read(supposed_, mines, cache_, meter) ? then_.layouts() / before : 0.0;
    } catch (const Impossible&) {
        return 0.0;
    }
}

}  // namespace sapper
