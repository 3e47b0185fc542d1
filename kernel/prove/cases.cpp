#include "prove/cases.hpp"

namespace sapper {

void Cases::restart() {
    workspace_.clear_components();
    workspace_.solver.rewind();
    workspace_.builder.clear(workspace_.position.grid());
    seeds_.clear();
}

void Cases::touch(Cell cell) {
    leave(cell);
    for (const Cell step : workspace_.position.offsets()) leave(cell + step);
    if (workspace_.position.state(cell) == CellState::Clue) seeds_.push_back(cell);
}

// Takes a touched component apart; its witnesses are where to look for what comes after it.
void Cases::leave(Cell cell) {
    const std::int32_t owner = workspace_.builder.owner(cell);
    if (owner == BoxBuilder::kNobody) return;
    for (const Witness& witness : workspace_.counted(owner).component.witnesses)
        seeds_.push_back(witness.cell);
    workspace_.remove_component(owner);
}

void Cases::prove(Conclusions& out) {
    Meter meter(budget_);
    const Prior any{std::nullopt, 0.2};  // only steers the range of numbers
    const double odds = prior_odds(workspace_.position, any);
    for (const Cell seed : seeds_) {
        count_around(workspace_, seed, odds, meter);
        for (const std::int32_t slot : workspace_.solved) welcome(workspace_.counted(slot), meter, out);
        workspace_.solver.rewind();
    }
    seeds_.clear();
}

void Cases::welcome(CountedComponent& counted, Meter& meter, Conclusions& out) {
    weights_.assign(counted.counts.ways.size(), 1.0);
    conclude(counted, meter, out);
    counted.kept = false;
}

void Cases::conclude(CountedComponent& counted, Meter& meter, Conclusions& out) {
    const std::vector<Mass>& masses = workspace_.solver.masses(counted, weights_, meter);
    for (std::size_t i = 0; i < masses.size(); ++i) {
        if (masses[i].mine > 0.0 && masses[i].safe > 0.0) continue;
        const CellState state = masses[i].mine > 0.0 ? CellState::Mine : CellState::Safe;
        for (const Cell cell : counted.component.cells_of(counted.component.boxes[i]))
            out.push_back({cell, state});
    }
}

void Cases::prove_by_total(long mines, Conclusions& out) {
    Meter meter(budget_);
    gather_live(workspace_);
    feasible_.decide(workspace_.counts, floating_cells(workspace_),
                  mines - workspace_.position.mines());
    for (std::size_t i = 0; i < workspace_.live.size(); ++i)
        if (weigh(*workspace_.live[i], i)) conclude(*workspace_.live[i], meter, out);
    if (floating_cells(workspace_) > 0) conclude_floating(out);
    workspace_.solver.rewind();
}

// Notes which numbers of mines the total allows; false if it forbids none.
bool Cases::weigh(const CountedComponent& counted, std::size_t place) {
    bool bound = false;
    weights_.clear();
    for (std::size_t k = 0; k < counted.counts.ways.size(); ++k) {
        const bool allowed = feasible_.allows(counted.counts, place, k);
        bound = bound || (!allowed && counted.counts.ways[k] > 0.0);
        weights_.push_back(allowed ? 1.0 : 0.0);
    }
    return bound;
}

void Cases::conclude_floating(Conclusions& out) {
    if (feasible_.floating_may_hold_mine() && feasible_.floating_may_be_safe()) return;
    const CellState state = feasible_.floating_may_hold_mine() ? CellState::Mine : CellState::Safe;
    const Position& position = workspace_.position;
    const Grid& grid = position.grid();
    for (int row = 0; row < grid.height; ++row)
        for (Cell cell = grid.at(row, 0); cell < grid.at(row, 0) + grid.width; ++cell)
            if (position.state(cell) == CellState::Unknown &&
                workspace_.builder.owner(cell) == BoxBuilder::kNobody)
                out.push_back({cell, state});
}

}  // namespace sapper
