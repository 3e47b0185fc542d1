#include "play/group_search.hpp"

namespace sapper {

GroupSearch::GroupSearch(Turn& turn, std::function<bool()> interrupted)
    : turn_(turn), endgame_(interrupted), besides_(interrupted) {}

std::int32_t GroupSearch::chosen_group() const {
    return turn_.solved.anything_open() ? SolvedPosition::kOpen : 0;
}

bool GroupSearch::choose() {
    const SolvedPosition& solved = turn_.solved;
    if (!solved.anything_open() && solved.closed_groups() == 0) return true;  // won: only mines
    const std::int32_t group = chosen_group();
    if (!search(group)) return false;
    Decision& decision = turn_.decision;
    decision.guess_best(Reason::Perfect);
    decision.chance = decision.candidates.front().score * chance_besides(group);
    return true;
}

// Fills in the candidates; those that cannot be best get an upper bound for a score.
bool GroupSearch::search(std::int32_t group) {
    const StrengthSettings& settings = turn_.settings;
    if (!endgame_.begin_group(turn_.solved, group, settings.endgame_layouts,
                              settings.endgame_nodes))
        return false;
    std::vector<Candidate>& candidates = turn_.decision.candidates;
    for (const EndgameMove& move : endgame_.moves(1))
        candidates.push_back({.cell = move.cell, .risk = move.risk, .score = move.value});
    return !candidates.empty();
}

double GroupSearch::chance_besides(std::int32_t group) {
    double chance = 1.0;
    for (std::int32_t other = 0; other < turn_.solved.closed_groups(); ++other)
        if (other != group) chance *= search_besides(other) ? besides_.value() : best_safety(other);
    return chance;
}

bool GroupSearch::search_besides(std::int32_t group) {
    return besides_.begin_group(turn_.solved, group, turn_.settings.endgame_layouts,
                                turn_.chance_nodes) &&
           !besides_.moves(1).empty();
}

double GroupSearch::best_safety(std::int32_t group) const {
    double least = 1.0;
    for (const SolvedPosition::Joined& joined : turn_.solved.components())
        if (joined.group == group)
            for (const Mass& mass : joined.masses) least = std::min(least, mass.risk());
    return 1.0 - least;
}

std::optional<double> GroupSearch::share_of(std::int32_t group, std::span<const Cell> cells) {
    if (turn_.decision.reason == Reason::Perfect && group == chosen_group())
        return endgame_.share_of(cells);
    if (group == SolvedPosition::kOpen || !search_besides(group)) return std::nullopt;
    return besides_.share_of(cells);
}

}  // namespace sapper
