#include "play/opening.hpp"

#include <limits>

#include "play/perfect_play.hpp"

namespace sapper {

namespace {

constexpr double kDense = 0.18;  // between intermediate (2,2 is best) and expert (3,3)

bool choose_perfectly(Turn& turn, const Grid& grid, FirstClick rule) {
    if (grid.size() > kSmallBoard ||
        Binomials::choose(static_cast<long>(grid.size()), turn.mines) > kSmallLayouts)
        return false;
    const std::vector<std::int8_t> view(grid.size(), kUnopened);
    PerfectQuestion question;
    question.grid = grid;
    question.view = view;
    question.mines = turn.mines;
    question.rule = rule;
    question.limits = {kSmallNodes, kSearchBytes, turn.budget.interrupted};
    const PerfectAnswer answer = solve_perfectly(question);
    if (answer.too_large || answer.moves.empty()) return false;
    const PerfectMove& best = answer.moves.front();
    turn.decision.cells.push_back(grid.walled(best.cell));
    turn.decision.chance = best.wins / static_cast<double>(best.layouts);
    return true;
}

}  // namespace

Cell first_cell(const Grid& grid, int mines, FirstClick rule) {
    const bool dense = mines > kDense * static_cast<double>(grid.size());
    const bool roomy = mines + 9 <= static_cast<int>(grid.size());  // else a corner spares fewest
    const int inset = rule != FirstClick::Zero || !roomy ? 0 : dense ? 3 : 2;
    return grid.at(std::min(inset, (grid.height - 1) / 2), std::min(inset, (grid.width - 1) / 2));
}

void choose_first(Turn& turn, const Grid& grid, FirstClick rule) {
    Decision& decision = turn.decision;
    decision.reason = Reason::First;
    if (rule == FirstClick::None) decision.risk = turn.mines / static_cast<double>(grid.size());
    if (choose_perfectly(turn, grid, rule)) return;
    decision.cells.push_back(first_cell(grid, turn.mines, rule));
    decision.chance =
        grid.size() > kPlainCells
            ? std::numeric_limits<double>::quiet_NaN()
            : first_chance(grid, turn.mines, rule == FirstClick::Zero) * (1.0 - decision.risk);
}

}  // namespace sapper
