#include "play/endgame.hpp"

#include <algorithm>
#include <numeric>

#include "play/strength.hpp"

namespace sapper {

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
    search_.begin(layouts_, {nodes, kSearchBytes, interrupted_});
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
    if (search_.too_large())
        moves_.clear();
    else if (!moves_.empty())
        best_move_ = *std::ranges::max_element(moves_, {}, &EndgameMove::value);
    return moves_;
}

// If the search needs too many nodes, compares only the chances of surviving the move.
double Endgame::share_of(std::span<const Cell> cells) {
    std::vector<std::size_t> bits;
    for (const Cell cell : cells)
        bits.push_back(static_cast<std::size_t>(std::ranges::find(layouts_.cells, cell) -
                                                layouts_.cells.begin()));
    const auto total = static_cast<double>(layouts_.layouts.size());
    const std::uint32_t wins = search_.wins_opening_all(bits);
    if (!search_.too_large()) return wins / total / value();
    const auto safe =
        static_cast<double>(std::ranges::count_if(layouts_.layouts, [&](const CellMask& layout) {
            return std::ranges::none_of(bits, [&](std::size_t bit) { return layout.test(bit); });
        }));
    return std::min(1.0, safe / total / (1.0 - best_move_.risk));
}

}  // namespace sapper
