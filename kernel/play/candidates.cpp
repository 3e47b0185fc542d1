// Which cells the player considers when nothing is certain.
#include <algorithm>
#include <utility>

#include "play/player.hpp"

namespace sapper {

namespace {
constexpr double kTossUpWeight = 0.6;  // fitted: 0.9 gained less
}

// Hitting a mine of a toss-up costs little: it would have come to that guess anyway.
Candidate Player::candidate_of(Cell cell, double risk) const {
    const bool free = toss_ups_.is_free(cell);
    const double cost = free ? 0.0 : risk - kTossUpWeight * toss_ups_.share(cell);
    return {.cell = cell, .risk = risk, .cost = cost, .free = free};
}

void Player::consider(Cell cell, double risk, double most_cost) {
    const Candidate candidate = candidate_of(cell, risk);
    if (candidate.cost <= most_cost) decision_.candidates.push_back(candidate);
}

void Player::gather(double most_risk) {
    for (const SolvedPosition::Joined& joined : solved_.components()) {
        const Component& component = joined.solved->component;
        if (joined.group != SolvedPosition::kOpen && solved_.anything_open()) continue;
        for (std::size_t box = 0; box < component.boxes.size(); ++box) {
            const double risk = joined.masses[box].risk();
            for (const Cell cell : component.cells_of(component.boxes[box]))
                consider(cell, risk, most_risk);
        }
    }
    if (solved_.floating_cells() > 0 && solved_.floating().risk() <= most_risk)
        gather_floating(solved_.floating().risk());
    std::ranges::stable_sort(decision_.candidates, {}, &Candidate::cost);
    const auto most = static_cast<std::size_t>(settings_.most_candidates);
    if (decision_.candidates.size() > most) decision_.candidates.resize(most);
}

// Floating cells far from any clue differ only in how many neighbours they have, so one of each
// kind is enough.
void Player::gather_floating(double risk) {
    const Position& position = solved_.position();
    std::array<bool, 9> seen{};
    floating_.clear();
    position.add_floating(floating_);
    for (const bool corners : {true, false})
        for (const Cell cell : floating_) {
            if (is_corner(position, cell) != corners ||
                !(corners || near_opened(position, cell))) continue;
            const int lonely = lonely_neighbours(cell);
            if (lonely >= 0 && std::exchange(seen[static_cast<std::size_t>(lonely)], true))
                continue;
            consider(cell, risk, 1.0);
        }
}

bool Player::is_corner(const Position& position, Cell cell) {
    const Grid& grid = position.grid();
    const int row = grid.row(cell);
    const int column = grid.column(cell);
    return (row == 0 || row == grid.height - 1) && (column == 0 || column == grid.width - 1);
}

// Within distance 2 of an opened cell.
bool Player::near_opened(const Position& position, Cell cell) {
    const Grid& grid = position.grid();
    const int row = grid.row(cell);
    const int column = grid.column(cell);
    for (int r = std::max(0, row - 2); r <= std::min(grid.height - 1, row + 2); ++r)
        for (int c = std::max(0, column - 2); c <= std::min(grid.width - 1, column + 2); ++c)
            if (position.state(grid.at(r, c)) == CellState::Clue) return true;
    return false;
}

// How many neighbours, if all of them are floating too; else -1.
int Player::lonely_neighbours(Cell cell) const {
    const Position& position = solved_.position();
    int count = 0;
    for (const Cell step : position.offsets()) {
        const CellState state = position.state(cell + step);
        if (state == CellState::Wall) continue;
        if (state != CellState::Unknown || position.touches_clue(cell + step)) return -1;
        ++count;
    }
    return count;
}

}  // namespace sapper
