#include "prove/rounds.hpp"

namespace sapper {

RoundsResult Rounds::solve(const Level& level, const OpenCell& open_cell, Cell first) {
    begin(level);
    open_ = &open_cell;
    open(first);
    const long safe = static_cast<long>(level.grid.size()) - level.mines;
    while (result_.opened < safe && take_round()) {
    }
    result_.solved = result_.opened == safe;
    return result_;
}

void Rounds::begin(const Level& level) {
    level_ = level;
    result_ = {};
    workspace_.position.eager = false;
    workspace_.position.clear(level.grid);
}

void Rounds::open(Cell cell) {
    for (const Reveal& reveal : (*open_)(cell)) {
        workspace_.position.open(reveal.cell, reveal.clue);
        ++result_.opened;
    }
}

bool Rounds::take_round() {
    clues_.clear();
    workspace_.position.add_witnesses(clues_);
    conclusions_.clear();
    for (int tier = 1; tier <= kTiers; ++tier) {
        prove(static_cast<Tier>(tier));
        if (conclusions_.empty()) continue;
        ++result_.rounds[static_cast<std::size_t>(tier - 1)];
        apply();
        return true;
    }
    return false;
}

void Rounds::prove(Tier tier) {
    const Position& position = workspace_.position;
    switch (tier) {
        case Tier::OneClue:
            return prove_one_clue();
        case Tier::Subset:
        case Tier::Overlap:
            return pairs_.prove(position, clues_, tier, conclusions_);
        case Tier::Chain:
            return chain_.prove(position, clues_, conclusions_);
        case Tier::Cases:
        case Tier::MineCount:
            return prove_cases(tier);
    }
}

void Rounds::prove_one_clue() {
    const Position& position = workspace_.position;
    for (const Cell clue : clues_) {
        const int need = position.need(clue);
        if (need != 0 && need != position.unknown(clue)) continue;
        const auto state = need == 0 ? CellState::Safe : CellState::Mine;
        for (const Cell step : position.offsets())
            if (position.state(clue + step) == CellState::Unknown)
                conclusions_.push_back({clue + step, state});
    }
}

void Rounds::prove_cases(Tier tier) {
    if (tier == Tier::MineCount) return cases_.prove_by_total(level_.mines, conclusions_);
    Position& position = workspace_.position;
    position.settled.clear();
    cases_.restart();
    for (const Cell clue : clues_) cases_.touch(clue);
    cases_.prove(conclusions_);
    // cells that sweeps over the budget proved along the way
    for (const Cell cell : position.settled) conclusions_.push_back({cell, position.state(cell)});
}

void Rounds::apply() {
    Position& position = workspace_.position;
    for (const Conclusion& each : conclusions_)
        if (each.state == CellState::Mine) position.settle(each.cell, CellState::Mine);
    for (const Conclusion& each : conclusions_)
        if (each.state == CellState::Safe && position.state(each.cell) != CellState::Clue)
            open(each.cell);
    position.settled.clear();
}

}  // namespace sapper
