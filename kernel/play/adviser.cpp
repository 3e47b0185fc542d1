#include "play/adviser.hpp"

#include <cmath>
#include <map>

#include "board/errors.hpp"

namespace sapper {

namespace {
constexpr std::size_t kNamed = 5;
}

Adviser::Adviser(Turn& turn, GroupSearch& groups, Judge& judge, std::function<bool()> interrupted)
    : turn_(turn), groups_(groups), judge_(judge), win_chance_(interrupted) {}

void Adviser::find_chance(const Position& position) {
    Decision& decision = turn_.decision;
    if (decision.reason != Reason::Certain) return;
    const bool small = position.grid().size() <= kSmallBoard;
    decision.chance = win_chance_.chance(position, turn_.mines, turn_.cache, small);
    decision.features = win_chance_.features();
}

void Adviser::compare(const Position& position) {
    find_chance(position);
    Decision& decision = turn_.decision;
    if (decision.reason == Reason::Judged) {
        if (std::isnan(decision.chance))
            decision.candidates.clear();
        else
            compare_judged();
    }
    if (decision.reason == Reason::Perfect) {
        if (groups_.nodes() > turn_.chance_nodes)
            judge_searched();
        else
            compare_searched();
    }
}

void Adviser::compare_searched() {
    Decision& decision = turn_.decision;
    const double besides = decision.chance / decision.candidates.front().score;
    const std::vector<EndgameMove>& moves = groups_.moves(kNamed);
    for (Candidate& candidate : decision.candidates) {
        const auto move = std::ranges::find(moves, candidate.cell, &EndgameMove::cell);
        if (move != moves.end()) candidate.score = move->value;
        candidate.chance = std::min(candidate.score * besides, decision.chance);
    }
    judge_.begin();
    name_best();
}

// Where a second look chose, the first may think more of another candidate.
void Adviser::compare_judged() {
    Decision& decision = turn_.decision;
    const double besides = decision.chance / judge_.win_chance(decision.candidates.front());
    for (Candidate& candidate : decision.candidates) {
        if (candidate.score <= 0.0) candidate.score = judge_.score(candidate);
        candidate.chance = std::min(judge_.win_chance(candidate) * besides, decision.chance);
    }
    name_best();
}

// The search took longer than a chance may: the move is that of the search, and the numbers are
// those of a guess that is judged.
void Adviser::judge_searched() {
    Decision& decision = turn_.decision;
    Candidate found = decision.candidates.front();
    decision.candidates.clear();
    judge_.choose();
    compare_judged();
    found.score = decision.candidates.front().score;
    found.chance = std::min(decision.chance, 1.0 - found.risk);
    std::erase_if(decision.candidates,
                  [&](const Candidate& each) { return each.cell == found.cell; });
    decision.candidates.insert(decision.candidates.begin(), found);
    decision.guess(found);
    name_best();
}

// Leaves the best few that are not certain mines, the choice first.
void Adviser::name_best() {
    std::vector<Candidate>& candidates = turn_.decision.candidates;
    std::erase_if(candidates, [](const Candidate& each) { return each.risk >= 1.0; });
    std::stable_sort(candidates.begin() + 1, candidates.end(),
                     [](const Candidate& a, const Candidate& b) {
                         return a.chance != b.chance ? a.chance > b.chance : a.risk < b.risk;
                     });
    if (candidates.size() > kNamed) candidates.resize(kNamed);
    for (Candidate& candidate : candidates)
        if (judge_.look(candidate)) candidate.progress = judge_.progress();
}

// What happens in one group makes no difference to the others, so each keeps its own share.
double Adviser::chance_of(const Position& position, std::span<const Cell> cells) {
    const Decision& decision = turn_.decision;
    if (decision.reason == Reason::First || std::isnan(decision.chance)) return decision.chance;
    if (safety_of(position, cells) <= 0.0) return 0.0;
    const bool certain = decision.reason == Reason::Certain;
    std::map<std::int32_t, std::vector<Cell>> groups;
    for (const Cell cell : cells)
        if (!certain)
            groups[turn_.solved.group(cell)].push_back(cell);
        else if (win_chance_.is_uncertain(cell))
            groups[win_chance_.group(cell)].push_back(cell);
    double kept = 1.0;
    for (const auto& [group, part] : groups) kept *= share_of(position, group, part);
    return decision.chance * kept;
}

// Where nothing is searched, several cells are worth no more than the worst of them, followed by
// surviving the others.
double Adviser::share_of(const Position& position, std::int32_t group,
                         std::span<const Cell> cells) {
    const bool certain = turn_.decision.reason == Reason::Certain;
    if (const auto share =
            certain ? win_chance_.searched_share(group, cells) : groups_.share_of(group, cells))
        return *share;
    const double safety = safety_of(position, cells);
    double least = 1.0;
    for (const Cell cell : cells) {
        const double alone = certain ? win_chance_.judged_share(cell) : judged_share(cell);
        least = std::min(least, alone * safety / safety_of(position, {&cell, 1}));
    }
    return least;
}

double Adviser::judged_share(Cell cell) {
    const Decision& decision = turn_.decision;
    const double risk = turn_.solved.risk(cell);
    if (decision.reason != Reason::Judged) return (1.0 - risk) / (1.0 - decision.risk);
    Candidate candidate = judge_.candidates().candidate_of(cell, risk);
    candidate.score = judge_.score(candidate);
    return judge_.win_chance(candidate) / judge_.win_chance(decision.candidates.front());
}

// The chance that none of the cells is a mine.
double Adviser::safety_of(const Position& position, std::span<const Cell> cells) {
    Meter meter(turn_.budget);
    supposed_ = position;
    if (!then_.read(supposed_, turn_.mines, turn_.cache, meter)) return 0.0;
    const double before = then_.layouts();
    try {
        for (const Cell cell : cells) {
            supposed_.settle(cell, CellState::Safe);
            if (supposed_.state(cell) != CellState::Safe) return 0.0;
        }
        return then_.read(supposed_, turn_.mines, turn_.cache, meter) ? then_.layouts() / before
                                                                      : 0.0;
    } catch (const Impossible&) {
        return 0.0;
    }
}

}  // namespace sapper
