#include "play/endgame.hpp"

#include <algorithm>
#include <numeric>

namespace sapper {

namespace {
constexpr std::size_t kBytes = std::size_t{64} << 20;
}

bool Endgame::begin_group(const SolvedPosition& solved, std::int32_t group, double layouts,
                          std::uint64_t nodes) {
    if (solved.layouts_of(group) > layouts || !lister_.list_group(solved, group, layouts_))
        return false;
    begin(nodes);
    return true;
}

bool Endgame::begin_all(const SolvedPosition& solved, double layouts, std::uint64_t nodes) {
    if (solved.layouts() > layouts || !lister_.list(solved, layouts_) ||
        !add_certain(solved.position()))
        return false;
    begin(nodes);
    return true;
}

void Endgame::begin(std::uint64_t nodes) {
    search_.begin(layouts_, {nodes, kBytes, interrupted_});
}

bool Endgame::add_certain(const Position& position) {
    std::vector<Cell>& cells = layouts_.cells;
    const std::size_t doubtful = cells.size();
    position.grid().each_cell([&](Cell cell) {
        if (position.state(cell) == CellState::Safe && position.touches(cell, CellState::Unknown))
            cells.push_back(cell);
    });
    if (cells.size() > kMostListedCells) return false;
    layouts_.neighbours.resize(cells.size());
    for (std::size_t i = doubtful; i < cells.size(); ++i)
        for (std::size_t j = 0; j < doubtful; ++j)
            for (const Cell step : position.offsets())
                if (cells[i] + step == cells[j]) layouts_.neighbours[i].set(j);
    return true;
}

const std::vector<EndgameMove>& Endgame::moves(std::size_t exact) {
    const auto total = static_cast<double>(layouts_.layouts.size());
    std::vector<std::uint32_t> safe(layouts_.cells.size());
    for (std::size_t i = 0; i < safe.size(); ++i) safe[i] = search_.safe_in(i);
    order_.resize(safe.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::stable_sort(order_, std::greater{}, [&](std::size_t i) { return safe[i]; });
    moves_.clear();
    best_.assign(exact, 0);
    for (const std::size_t i : order_) {
        const std::uint32_t wins = search_.wins_opening(i, best_.back());
        moves_.push_back({layouts_.cells[i], 1.0 - safe[i] / total, wins / total});
        best_.back() = std::max(best_.back(), wins);
        std::ranges::sort(best_, std::greater{});
    }
    if (search_.too_large()) moves_.clear();
    return moves_;
}

double Endgame::value() const { return std::ranges::max(moves_, {}, &EndgameMove::value).value; }

// If that takes too many nodes, as if all that matters were to survive the move.
double Endgame::share_of(Cell cell) {
    const auto at = static_cast<std::size_t>(std::ranges::find(layouts_.cells, cell) -
                                             layouts_.cells.begin());
    const std::uint32_t wins = search_.wins_opening(at, 0);
    const auto total = static_cast<double>(layouts_.layouts.size());
    const double share = wins / total / value();
    return search_.too_large() ? std::min(share, search_.safe_in(at) / total) : share;
}

bool Endgame::holds(Cell cell) const {
    return std::ranges::find(layouts_.cells, cell) != layouts_.cells.end();
}

}  // namespace sapper
