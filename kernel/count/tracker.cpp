#include "count/tracker.hpp"

#include <algorithm>
#include <string>

#include "board/errors.hpp"

namespace sapper {

namespace {

void count_in(std::vector<long>& histogram, long value, long sign) {
    const auto at = static_cast<std::size_t>(value);
    if (histogram.size() <= at) histogram.resize(at + 1, 0);
    histogram[at] += sign;
    while (!histogram.empty() && histogram.back() == 0) histogram.pop_back();
}

long greatest(const std::vector<long>& histogram) {
    return std::max(0L, static_cast<long>(histogram.size()) - 1);
}

}  // namespace

Tracker::Tracker(Grid grid, Prior prior, Budget limits)
    : budget(std::move(limits)), grid_(grid), prior_(prior) {
    view_.assign(grid.size(), kUnopened);
    check_question({grid, view_, Flags::Ignore, prior});
    restart();
}

NewlyCertain Tracker::open(std::span<const OpenedCell> cells) {
    check(cells);
    Meter meter(budget);
    try {
        take(cells, meter);
    } catch (...) {
        for (const OpenedCell& cell : cells) view_[grid_.plain(grid_.at(cell.row, cell.column))] = kUnopened;
        restart();
        throw;
    }
    return collect();
}

void Tracker::check(std::span<const OpenedCell> cells) const {
    std::vector<std::size_t> places;
    for (const OpenedCell& cell : cells) {
        const std::string where = cell_name(cell.row, cell.column);
        if (cell.row < 0 || cell.row >= grid_.height || cell.column < 0 ||
            cell.column >= grid_.width)
            throw BadArgument("the cell " + where + " is not on the board");
        if (cell.clue < 0 || cell.clue > 8)
            throw BadArgument("the clue at " + where + " is not 0..8");
        places.push_back(grid_.plain(grid_.at(cell.row, cell.column)));
        if (view_[places.back()] != kUnopened)
            throw BadArgument("the cell " + where + " is already opened");
    }
    std::ranges::sort(places);
    if (std::ranges::adjacent_find(places) != places.end())
        throw BadArgument("a cell is opened twice");
}

// From the view alone; also the way back after an impossible move.
void Tracker::restart() {
    Meter meter(budget);
    sums_ = {};
    floating_known_ = false;
    certainty_.assign(grid_.size(), Certainty::Unknown);
    workspace_.position.read(grid_, view_, Flags::Ignore);
    workspace_.clear_components();
    workspace_.solver.rewind();
    workspace_.builder.clear(grid_);
    seeds_.clear();
    for (std::size_t i = 0; i < view_.size(); ++i)
        if (view_[i] != kUnopened) seeds_.push_back(at(i));
    rebuild(meter);
    apply_total(meter);
    learnt_.clear();
}

Cell Tracker::at(std::size_t plain) const {
    const auto width = static_cast<std::size_t>(grid_.width);
    return grid_.at(static_cast<int>(plain / width), static_cast<int>(plain % width));
}

void Tracker::take(std::span<const OpenedCell> cells, Meter& meter) {
    for (const OpenedCell& cell : cells) {
        const Cell at = grid_.at(cell.row, cell.column);
        view_[grid_.plain(at)] = static_cast<std::int8_t>(cell.clue);
        certainty_[grid_.plain(at)] = Certainty::Unknown;
        workspace_.position.open(at, cell.clue);
        seeds_.push_back(at);
        disturb(at);
    }
    for (const Cell cell : workspace_.position.settled) disturb(cell);
    rebuild(meter);
    if (total_may_bind()) apply_total(meter);
}

void Tracker::disturb(Cell cell) {
    disturb_owner(cell);
    for (const Cell step : workspace_.position.offsets()) disturb_owner(cell + step);
}

// Takes a touched component apart; its witnesses are where to look for what comes after it.
void Tracker::disturb_owner(Cell cell) {
    const std::int32_t owner = workspace_.builder.owner(cell);
    if (owner == BoxBuilder::kNobody) return;
    const CountedComponent& counted = workspace_.counted(owner);
    for (const Witness& witness : counted.component.witnesses) seeds_.push_back(witness.cell);
    add_to_sums(counted, -1);
    workspace_.remove_component(owner);
}

void Tracker::rebuild(Meter& meter) {
    for (const Cell seed : seeds_) {
        count_around(workspace_, seed, prior_odds(workspace_.position, prior_), meter);
        for (const std::int32_t slot : workspace_.solved) welcome(workspace_.counted(slot), meter);
        workspace_.solver.rewind();
    }
    learn_settled();  // windows may have settled more
    seeds_.clear();
}

void Tracker::welcome(CountedComponent& counted, Meter& meter) {
    add_to_sums(counted, 1);
    weights_.assign(counted.counts.ways.size(), 1.0);
    learn_from(counted, weights_, meter);
    counted.kept = false;
}

void Tracker::add_to_sums(const CountedComponent& counted, long sign) {
    const long range = counted.counts.most() - counted.counts.least;
    sums_.cells += sign * static_cast<long>(counted.component.cells.size());
    sums_.least += sign * counted.counts.least;
    sums_.most += sign * counted.counts.most();
    if (counted.gap == 0) sums_.slack += sign * range;
    count_in(sums_.ranges, range, sign);
    count_in(sums_.gaps, counted.gap, sign);
}

// True unless every component may hold any of its numbers of mines, and floating cells both
// a mine and none, whatever the others do.
bool Tracker::total_may_bind() const {
    if (!prior_.mines) return false;
    const long left = *prior_.mines - workspace_.position.mines();
    const long floating = workspace_.position.unknowns() - sums_.cells;
    const long longest = greatest(sums_.ranges);
    const long gap = greatest(sums_.gaps);
    if (gap > 0 && std::max(0L, floating - 1) + sums_.slack - longest < gap) return true;
    if (sums_.least + longest > left || sums_.most - longest + floating < left) return true;
    return floating > 0 && (sums_.least >= left || sums_.most + floating <= left);
}

void Tracker::apply_total(Meter& meter) {
    if (!prior_.mines) return;
    gather_live(workspace_);
    const long floating = workspace_.position.unknowns() - sums_.cells;
    const long settled = workspace_.position.mines();
    feasible_.decide(workspace_.counts, floating, *prior_.mines - settled);
    feasible_.check(settled);
    for (std::size_t i = 0; i < workspace_.live.size(); ++i) {
        CountedComponent& counted = *workspace_.live[i];
        bool bound = false;
        weights_.clear();
        for (std::size_t k = 0; k < counted.counts.ways.size(); ++k) {
            const bool allowed = feasible_.allows(counted.counts, i, k);
            bound = bound || (!allowed && counted.counts.ways[k] > 0.0);
            weights_.push_back(allowed ? 1.0 : 0.0);
        }
        if (bound) learn_from(counted, weights_, meter);
    }
    if (floating > 0 && !floating_known_) apply_total_to_floating(feasible_);
}

void Tracker::apply_total_to_floating(const FeasibleCounts& reach) {
    if (reach.floating_may_hold_mine() && reach.floating_may_be_safe()) return;
    floating_known_ = true;
    const Certainty all = reach.floating_may_hold_mine() ? Certainty::Mine : Certainty::Safe;
    for (int row = 0; row < grid_.height; ++row)
        for (Cell cell = grid_.at(row, 0); cell < grid_.at(row, 0) + grid_.width; ++cell)
            if (workspace_.position.state(cell) == CellState::Unknown &&
                workspace_.builder.owner(cell) == BoxBuilder::kNobody)
                learn(cell, all);
}

void Tracker::learn_from(CountedComponent& counted, std::span<const double> weights, Meter& meter) {
    const std::vector<Mass>& masses = workspace_.solver.masses(counted, weights, meter);
    for (std::size_t i = 0; i < masses.size(); ++i) {
        if (masses[i].mine > 0.0 && masses[i].safe > 0.0) continue;
        const Certainty certainty = masses[i].mine > 0.0 ? Certainty::Mine : Certainty::Safe;
        for (const Cell cell : counted.component.cells_of(counted.component.boxes[i]))
            learn(cell, certainty);
    }
}

void Tracker::learn(Cell cell, Certainty certainty) {
    Certainty& known = certainty_[grid_.plain(cell)];
    if (known != Certainty::Unknown || workspace_.position.state(cell) == CellState::Clue) return;
    known = certainty;
    learnt_.push_back(cell);
}

void Tracker::learn_settled() {
    for (const Cell cell : workspace_.position.settled)
        learn(cell, workspace_.position.state(cell) == CellState::Mine ? Certainty::Mine : Certainty::Safe);
    workspace_.position.settled.clear();
}

NewlyCertain Tracker::collect() {
    NewlyCertain news;
    for (const Cell cell : learnt_) {
        const bool mine = certainty_[grid_.plain(cell)] == Certainty::Mine;
        (mine ? news.mines : news.safe).push_back(static_cast<std::int32_t>(grid_.plain(cell)));
    }
    learnt_.clear();
    return news;
}

Analysis Tracker::analysis() {
    Meter meter(budget);
    workspace_.solver.rewind();
    join_components(workspace_, prior_);
    for (CountedComponent* counted : workspace_.live) workspace_.solver.tabulate(*counted, meter);
    return write_analysis(workspace_, meter);
}

Chances Tracker::chances(const Analysis& analysis, int row, int column) {
    join_components(workspace_, prior_);
    return value_chances(workspace_, prior_, analysis, row, column, budget);
}

}  // namespace sapper
