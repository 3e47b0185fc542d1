#include "prove/cases.hpp"

namespace sapper {

void Cases::restart() {
    workspace_.clear_components();
    seeds_.clear();
}

void Cases::touch(Cell cell) {
    workspace_.take_apart(cell, seeds_, [](const CountedComponent&) {});
    if (workspace_.position.state(cell) == CellState::Clue) seeds_.push_back(cell);
}

void Cases::prove(Conclusions& out) {
    Meter meter(budget_);
    const Prior any{std::nullopt, 0.2};  // only steers the range of numbers
    const double odds = prior_odds(workspace_.position, any);
    for (const Cell seed : seeds_) {
        count_around(workspace_, seed, odds, meter);
        for (const std::int32_t slot : workspace_.solved)
            take_in(workspace_.counted(slot), meter, out);
        workspace_.counter.rewind();
    }
    seeds_.clear();
}

void Cases::take_in(CountedComponent& counted, Meter& meter, Conclusions& out) {
    weights_.assign(counted.counts.ways.size(), 1.0);
    conclude(counted, meter, out);
    counted.kept = false;
}

void Cases::conclude(CountedComponent& counted, Meter& meter, Conclusions& out) {
    workspace_.each_certain(counted, weights_, meter, [&](Cell cell, bool mine) {
        out.push_back({cell, mine ? CellState::Mine : CellState::Safe});
    });
}

void Cases::prove_by_total(long mines, Conclusions& out) {
    Meter meter(budget_);
    const long floating = workspace_.floating_cells();
    workspace_.gather_live();
    feasible_.decide(workspace_.counts, floating, mines - workspace_.position.mines());
    for (std::size_t i = 0; i < workspace_.live.size(); ++i)
        if (feasible_.weigh(*workspace_.counts[i], i, weights_))
            conclude(*workspace_.live[i], meter, out);
    if (floating > 0 && feasible_.floating_is_certain()) {
        const auto all = feasible_.floating_may_hold_mine() ? CellState::Mine : CellState::Safe;
        workspace_.each_floating([&](Cell cell) { out.push_back({cell, all}); });
    }
    workspace_.counter.rewind();
}

}  // namespace sapper
