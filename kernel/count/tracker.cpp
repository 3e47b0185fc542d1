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

Tracker::Tracker(Grid grid, Prior prior, Budget budget)
    : budget_(std::move(budget)), grid_(grid), prior_(prior) {
    view_.assign(grid.size(), kUnopened);
    check_question({grid, view_, Flags::Ignore, prior});
    restart();
}

NewlyCertain Tracker::open(std::span<const OpenedCell> cells) {
    check(cells);
    Meter meter(budget_);
    try {
        take(cells, meter);
    } catch (...) {
        for (const OpenedCell& cell : cells)
            view_[grid_.plain(grid_.at(cell.row, cell.column))] = kUnopened;
        restart();
        throw;
    }
    return collect();
}

void Tracker::check(std::span<const OpenedCell> cells) const {
    std::vector<std::size_t> places;
    for (const OpenedCell& cell : cells) {
        const std::string where = cell_name(cell.row, cell.column);
        if (!grid_.contains(cell.row, cell.column))
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

// From the view alone; also restores the tracker after an impossible move.
void Tracker::restart() {
    Meter meter(budget_);
    sums_ = {};
    floating_known_ = false;
    certainty_.assign(grid_.size(), Certainty::Unknown);
    workspace_.position.read(grid_, view_, Flags::Ignore);
    workspace_.clear_components();
    seeds_.clear();
    for (std::size_t i = 0; i < view_.size(); ++i)
        if (view_[i] != kUnopened) seeds_.push_back(grid_.walled(i));
    rebuild(meter);
    apply_total(meter);
    learnt_.clear();
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
    workspace_.take_apart(cell, seeds_,
                          [this](const CountedComponent& counted) { add_to_sums(counted, -1); });
}

void Tracker::rebuild(Meter& meter) {
    for (const Cell seed : seeds_) {
        count_around(workspace_, seed, prior_odds(workspace_.position, prior_), meter);
        for (const std::int32_t slot : workspace_.solved) take_in(workspace_.counted(slot), meter);
        workspace_.counter.rewind();
    }
    learn_settled();  // windows may have settled more
    seeds_.clear();
}

void Tracker::take_in(CountedComponent& counted, Meter& meter) {
    add_to_sums(counted, 1);
    weights_.assign(counted.counts.ways.size(), 1.0);
    learn_from(counted, meter);
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

// True unless every component may hold any of its numbers of mines, and a floating cell may or may
// not be a mine, independently of the others.
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
    workspace_.gather_live();
    const long floating = workspace_.position.unknowns() - sums_.cells;
    const long settled = workspace_.position.mines();
    feasible_.decide(workspace_.counts, floating, *prior_.mines - settled);
    feasible_.check(settled);
    for (std::size_t i = 0; i < workspace_.live.size(); ++i) {
        CountedComponent& counted = *workspace_.live[i];
        if (feasible_.weigh(counted.counts, i, weights_)) learn_from(counted, meter);
    }
    if (floating == 0 || floating_known_ || !feasible_.floating_is_certain()) return;
    floating_known_ = true;
    const bool mines = feasible_.floating_may_hold_mine();
    workspace_.each_floating([&](Cell cell) { learn(cell, mines); });
}

// Under the outside weights in weights_.
void Tracker::learn_from(CountedComponent& counted, Meter& meter) {
    workspace_.each_certain(counted, weights_, meter,
                            [this](Cell cell, bool mine) { learn(cell, mine); });
}

void Tracker::learn(Cell cell, bool mine) {
    Certainty& known = certainty_[grid_.plain(cell)];
    if (known != Certainty::Unknown || workspace_.position.state(cell) == CellState::Clue) return;
    known = mine ? Certainty::Mine : Certainty::Safe;
    learnt_.push_back(cell);
}

void Tracker::learn_settled() {
    for (const Cell cell : workspace_.position.settled)
        learn(cell, workspace_.position.state(cell) == CellState::Mine);
    workspace_.position.settled.clear();
}

NewlyCertain Tracker::collect() {
    NewlyCertain found;
    for (const Cell cell : learnt_) {
        const bool mine = certainty_[grid_.plain(cell)] == Certainty::Mine;
        (mine ? found.mines : found.safe).push_back(static_cast<std::int32_t>(grid_.plain(cell)));
    }
    learnt_.clear();
    return found;
}

Analysis Tracker::analysis() {
    Meter meter(budget_);
    workspace_.counter.rewind();
    join_components(workspace_, prior_);
    for (CountedComponent* counted : workspace_.live) workspace_.counter.tabulate(*counted, meter);
    return write_analysis(workspace_, meter);
}

}  // namespace sapper
