#include "play/outlook.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sapper {

namespace {
constexpr std::size_t kSweepBytes = std::size_t{64} << 20;
constexpr double kForever = 1e9;  // seconds; the answer must depend on work alone
constexpr double kMostLayouts = 400;
constexpr std::uint64_t kMostNodes = 20'000;
constexpr double kSmallLayouts = 20'000;
constexpr std::uint64_t kSmallNodes = 2'000'000;
}  // namespace

Outlook::Outlook(std::function<bool()> interrupted)
    : budget_{kForever, kSweepBytes, interrupted}, endgame_(interrupted) {}

double Outlook::chance(const Position& position, int mines, ComponentCache& cache, bool small) {
    mines_ = mines;
    most_layouts_ = small ? kSmallLayouts : kMostLayouts;
    most_nodes_ = small ? kSmallNodes : kMostNodes;
    position_ = position;
    doubt_ = {};
    Meter meter(budget_);
    if (!settle_certain(cache, meter)) return std::numeric_limits<double>::quiet_NaN();
    play_closed_groups(cache, meter);
    searched_ = search_rest();
    if (!searched_) {
        toss_ups_.find(solved_, mines_, cache, meter);
        read_doubt();
        rest_ = win_chance(doubt_);
    }
    return doubt_.elsewhere * rest_;
}

// A mine that lies in a toss-up costs nothing extra: it would come to that guess anyway.
double Outlook::chance_of(Cell cell) {
    const double chance = doubt_.elsewhere * rest_;
    if (position_.state(cell) != CellState::Unknown) {
        const auto found = share_.find(cell);
        return found == share_.end() ? chance : chance * found->second;
    }
    if (searched_) return chance * endgame_.share_of(cell);
    return chance * (1.0 - solved_.risk(cell) + toss_ups_.share(cell));
}

// False if the position is too large.
bool Outlook::settle_certain(ComponentCache& cache, Meter& meter) {
    if (position_.grid().size() > kPlainCells || !solved_.read(position_, mines_, cache, meter))
        return false;
    const auto settle = [&](std::span<const Cell> cells, const Mass& mass) {
        if (mass.mine > 0.0 && mass.safe > 0.0) return;
        for (const Cell cell : cells)
            to_settle_.emplace_back(cell, mass.mine > 0.0 ? CellState::Mine : CellState::Safe);
    };
    to_settle_.clear();
    solved_.each_box(settle);
    std::vector<Cell> floating;
    position_.add_floating(floating);
    settle(floating, solved_.floating());
    settle_all();
    return solved_.read(position_, mines_, cache, meter);
}

void Outlook::settle_all() {
    for (const auto& [cell, state] : to_settle_) position_.settle(cell, state);
}

// What happens in a closed group makes no difference to the rest, so it is worth a factor, and
// any of its layouts can stand for it.
void Outlook::play_closed_groups(ComponentCache& cache, Meter& meter) {
    share_.clear();
    to_settle_.clear();
    for (std::int32_t group = 0; group < solved_.closed_groups(); ++group)
        if (!is_told_about(group)) play_group(group);
    if (to_settle_.empty()) return;
    settle_all();
    solved_.read(position_, mines_, cache, meter);
}

bool Outlook::is_told_about(std::int32_t group) const {
    return std::ranges::any_of(solved_.components(), [&](const SolvedPosition::Joined& joined) {
        return joined.group == group &&
               std::ranges::any_of(joined.solved->component.cells, [&](Cell cell) {
                   return position_.touches(cell, CellState::Safe);
               });
    });
}

bool Outlook::play_group(std::int32_t group) {
    if (!endgame_.begin_group(solved_, group, most_layouts_, most_nodes_)) return false;
    const std::vector<Cell>& cells = endgame_.layouts().cells;
    if (endgame_.moves(cells.size()).empty()) return false;
    doubt_.elsewhere *= endgame_.value();
    for (std::size_t i = 0; i < cells.size(); ++i) {
        share_[cells[i]] = endgame_.share_of(cells[i]);
        const bool mine = endgame_.layouts().layouts.front().test(i);
        to_settle_.emplace_back(cells[i], mine ? CellState::Mine : CellState::Safe);
    }
    return true;
}

bool Outlook::search_rest() {
    rest_ = 1.0;
    if (solved_.layouts() < 1.5) return true;
    if (!endgame_.begin_all(solved_, most_layouts_, most_nodes_) || endgame_.moves(1).empty())
        return false;
    rest_ = endgame_.value();
    return true;
}

void Outlook::read_doubt() {
    const Grid& grid = position_.grid();
    doubt_.mines = solved_.mines_left();
    doubt_.cells = static_cast<double>(position_.unknowns());
    doubt_.toss_ups = toss_ups_.expected();
    grid.each_cell([&](Cell cell) {
        doubt_.certain += position_.state(cell) == CellState::Safe &&
                          position_.touches(cell, CellState::Unknown);
    });
}

}  // namespace sapper
