// What the player says about the chance of winning; it changes no move.
#include <algorithm>
#include <cmath>
#include <map>

#include "board/errors.hpp"
#include "play/dead_cells.hpp"
#include "play/player.hpp"
#include "play/win_chance.hpp"

namespace sapper {

namespace {
constexpr std::size_t kNamed = 5;
}

const Decision& Player::advise(const Position& position, int mines) {
    decide_anew(position, mines, For::Move);
    if (decision_.reason == Reason::Certain) ask_outlook(position, mines);
    if (decision_.reason == Reason::Judged) {
        if (std::isnan(decision_.chance)) decision_.candidates.clear();
        else compare_judged();
    }
    if (decision_.reason == Reason::Perfect) {
        if (endgame_.nodes() > chance_nodes_) judge_searched(mines);
        else compare_searched();
    }
    return decision_;
}

const Decision& Player::foresee(const Position& position, int mines) {
    decide_anew(position, mines, For::Chance);
    if (decision_.reason == Reason::Certain) ask_outlook(position, mines);
    return decision_;
}

void Player::ask_outlook(const Position& position, int mines) {
    const bool small = position.grid().size() <= kSmallBoard;
    decision_.chance = outlook_.chance(position, mines, cache_, small);
    decision_.doubt = outlook_.doubt();
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

// The search took longer than a chance may: the move is that of the search, and the numbers are
// those that `foresee` gives.
void Player::judge_searched(int mines) {
    Candidate found = decision_.candidates.front();
    decision_.candidates.clear();
    judge(mines);
    compare_judged();
    found.score = decision_.candidates.front().score;
    found.chance = std::min(decision_.chance, 1.0 - found.risk);
    std::erase_if(decision_.candidates, [&](const Candidate& each) { return each.cell == found.cell; });
    decision_.candidates.insert(decision_.candidates.begin(), found);
    decision_.cells.assign(1, found.cell);
    decision_.risk = found.risk;
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

// A guess cannot be worth more than surviving it. The score of a free one is that of surviving it.
double Player::forecast(const Candidate& candidate) const {
    const Position& position = solved_.position();
    const double chance = win_chance(candidate.score, position.unknowns(), solved_.mines_left(),
                                     decision_.doubt.crowding);
    const double safety = 1.0 - candidate.risk;
    return candidate.free ? safety * chance : std::min(chance, safety);
}

// What happens in one group makes no difference to the others, so each keeps its own share.
double Player::chance_of(const Position& position, int mines, std::span<const Cell> cells) {
    const double best = foresee(position, mines).chance;
    if (decision_.reason == Reason::First || std::isnan(best)) return best;
    if (safety_of(position, mines, cells) <= 0.0) return 0.0;
    const bool certain = decision_.reason == Reason::Certain;
    std::map<std::int32_t, std::vector<Cell>> groups;
    for (const Cell cell : cells)
        if (!certain) groups[solved_.group(cell)].push_back(cell);
        else if (outlook_.doubts(cell)) groups[outlook_.group(cell)].push_back(cell);
    double kept = 1.0;
    for (const auto& [group, part] : groups) kept *= share_of(position, mines, group, part);
    return best * kept;
}

// Where nothing is searched, several cells are worth no more than the worst of them, followed by
// surviving the others.
double Player::share_of(const Position& position, int mines, std::int32_t group,
                        std::span<const Cell> cells) {
    const bool certain = decision_.reason == Reason::Certain;
    if (const auto share = certain ? outlook_.searched_share(group, cells)
                                   : searched_share(group, cells))
        return *share;
    const double safety = safety_of(position, mines, cells);
    double least = 1.0;
    for (const Cell cell : cells) {
        const double alone = certain ? outlook_.judged_share(cell) : judged_share(cell);
        least = std::min(least, alone * safety / safety_of(position, mines, {&cell, 1}));
    }
    return least;
}

std::optional<double> Player::searched_share(std::int32_t group, std::span<const Cell> cells) {
    if (decision_.reason == Reason::Perfect && group == searched_group())
        return endgame_.share_of(cells);
    if (group == SolvedPosition::kOpen || !begin_elsewhere(group)) return std::nullopt;
    return elsewhere_.share_of(cells);
}

double Player::judged_share(Cell cell) {
    Candidate candidate = candidate_of(cell, solved_.risk(cell));
    if (decision_.reason != Reason::Judged) return (1.0 - candidate.risk) / (1.0 - decision_.risk);
    candidate.score = score(candidate);
    return forecast(candidate) / forecast(decision_.candidates.front());
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
