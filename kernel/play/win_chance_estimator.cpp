#include "play/win_chance_estimator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "play/strength.hpp"

namespace sapper {

WinChanceEstimator::WinChanceEstimator(std::function<bool()> interrupted)
    : budget_{kUnlimited, bytes_for_sweep(kSweepBytes), interrupted}, endgame_(interrupted),
      closed_(interrupted) {}

double WinChanceEstimator::chance(const Position& position, int mines, ComponentCache& cache,
                                  bool small) {
    mines_ = mines;
    most_layouts_ = small ? kSmallLayouts : kChanceLayouts;
    most_nodes_ = small ? kSmallNodes : kChanceNodes;
    certain_ = position;
    features_ = {};
    Meter meter(budget_);
    if (!settle_certain(cache, meter)) return std::numeric_limits<double>::quiet_NaN();
    play_closed_groups(cache, meter);
    searched_ = search_rest();
    if (!searched_) {
        toss_ups_.find(solved_, mines_, cache, meter);
        read_features();
        rest_ = win_chance(features_);
    }
    return features_.elsewhere * rest_;
}

bool WinChanceEstimator::is_uncertain(Cell cell) const {
    return certain_.state(cell) == CellState::Unknown;
}

std::int32_t WinChanceEstimator::group(Cell cell) const {
    const std::int32_t group = settled_.group(cell);
    const bool alone = group != SolvedPosition::kOpen && played_[static_cast<std::size_t>(group)];
    return alone ? group : SolvedPosition::kOpen;
}

std::optional<double> WinChanceEstimator::searched_share(std::int32_t group,
                                                         std::span<const Cell> cells) {
    if (group != SolvedPosition::kOpen && search_group(group)) return closed_.share_of(cells);
    return searched_ ? std::optional(endgame_.share_of(cells)) : std::nullopt;
}

// A mine in a toss-up costs nothing extra: the game needs that guess anyway.
double WinChanceEstimator::judged_share(Cell cell) const {
    return 1.0 - solved_.risk(cell) + toss_ups_.share(cell);
}

// Returns false if the position is too large.
bool WinChanceEstimator::settle_certain(ComponentCache& cache, Meter& meter) {
    if (certain_.grid().size() > kPlainCells || !settled_.read(certain_, mines_, cache, meter))
        return false;
    const auto settle = [&](std::span<const Cell> cells, const Mass& mass) {
        if (mass.mine > 0.0 && mass.safe > 0.0) return;
        for (const Cell cell : cells)
            to_settle_.emplace_back(cell, mass.mine > 0.0 ? CellState::Mine : CellState::Safe);
    };
    to_settle_.clear();
    settled_.each_box(settle);
    std::vector<Cell> floating;
    certain_.add_floating(floating);
    settle(floating, settled_.floating());
    settle_all(certain_);
    return settled_.read(certain_, mines_, cache, meter);
}

void WinChanceEstimator::settle_all(Position& position) const {
    for (const auto& [cell, state] : to_settle_) position.settle(cell, state);
}

// A closed group does not affect the rest, so it contributes a factor, and any of its layouts can
// represent it.
void WinChanceEstimator::play_closed_groups(ComponentCache& cache, Meter& meter) {
    to_settle_.clear();
    played_.assign(static_cast<std::size_t>(settled_.closed_groups()), false);
    for (std::int32_t group = 0; group < settled_.closed_groups(); ++group)
        played_[static_cast<std::size_t>(group)] = !has_certain_clues(group) && play_group(group);
    position_ = certain_;
    settle_all(position_);
    solved_.read(position_, mines_, cache, meter);
}

bool WinChanceEstimator::has_certain_clues(std::int32_t group) const {
    return std::ranges::any_of(settled_.components(), [&](const SolvedPosition::Joined& joined) {
        return joined.group == group &&
               std::ranges::any_of(joined.solved->component.cells, [&](Cell cell) {
                   return certain_.touches(cell, CellState::Safe);
               });
    });
}

bool WinChanceEstimator::play_group(std::int32_t group) {
    if (!search_group(group)) return false;
    features_.elsewhere *= closed_.value();
    const LayoutList& list = closed_.layouts();
    for (std::size_t i = 0; i < list.cells.size(); ++i)
        to_settle_.emplace_back(list.cells[i],
                                list.layouts.front().test(i) ? CellState::Mine : CellState::Safe);
    return true;
}

bool WinChanceEstimator::search_group(std::int32_t group) {
    return closed_.begin_group(settled_, group, most_layouts_, most_nodes_) &&
           !closed_.moves(1).empty();
}

bool WinChanceEstimator::search_rest() {
    rest_ = 1.0;
    if (solved_.layouts() < 1.5) return true;
    if (!endgame_.begin_all(solved_, most_layouts_, most_nodes_) || endgame_.moves(1).empty())
        return false;
    rest_ = endgame_.value();
    return true;
}

void WinChanceEstimator::read_features() {
    const Grid& grid = position_.grid();
    features_.mines = solved_.mines_left();
    features_.cells = static_cast<double>(position_.unknowns());
    features_.toss_ups = toss_ups_.expected();
    features_.crowding = crowding_of(grid, mines_);
    grid.each_cell([&](Cell cell) {
        features_.certain +=
            position_.state(cell) == CellState::Safe && position_.touches(cell, CellState::Unknown);
    });
}

}  // namespace sapper
