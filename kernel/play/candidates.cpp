#include "play/candidates.hpp"

#include <array>
#include <utility>

namespace sapper {

namespace {
constexpr double kTossUpWeight = 0.6;  // fitted: 0.9 gained less
}

// Hitting a mine of a toss-up costs little: it would have come to that guess anyway.
Candidate Candidates::candidate_of(Cell cell, double risk) const {
    const bool free = toss_ups_.is_free(cell);
    const double cost = free ? 0.0 : risk - kTossUpWeight * toss_ups_.share(cell);
    return {.cell = cell, .risk = risk, .cost = cost, .free = free};
}

void Candidates::gather() {
    const SolvedPosition& solved = turn_.solved;
    Meter meter(turn_.budget);
    toss_ups_.find(solved, turn_.mines, turn_.cache, meter);
    const double most_risk = 1.0 - turn_.settings.margin * (1.0 - least_risk());
    for (const SolvedPosition::Joined& joined : solved.components()) {
        const Component& component = joined.solved->component;
        if (joined.group != SolvedPosition::kOpen && solved.anything_open()) continue;
        for (std::size_t box = 0; box < component.boxes.size(); ++box) {
            const double risk = joined.masses[box].risk();
            for (const Cell cell : component.cells_of(component.boxes[box]))
                add(cell, risk, most_risk);
        }
    }
    if (solved.floating_cells() > 0 && solved.floating().risk() <= most_risk)
        add_floating(solved.floating().risk());
    std::vector<Candidate>& candidates = turn_.decision.candidates;
    std::ranges::stable_sort(candidates, {}, &Candidate::cost);
    const auto most = static_cast<std::size_t>(turn_.settings.most_candidates);
    if (candidates.size() > most) candidates.resize(most);
}

double Candidates::least_risk() const {
    const SolvedPosition& solved = turn_.solved;
    double least = solved.floating_cells() > 0 ? solved.floating().risk() : 1.0;
    for (const SolvedPosition::Joined& joined : solved.components())
        if (joined.group == SolvedPosition::kOpen || !solved.anything_open())
            for (const Mass& mass : joined.masses) least = std::min(least, mass.risk());
    return least;
}

void Candidates::add(Cell cell, double risk, double most_cost) {
    const Candidate candidate = candidate_of(cell, risk);
    if (candidate.cost <= most_cost) turn_.decision.candidates.push_back(candidate);
}

// Floating cells far from any clue differ only in how many neighbours they have, so one of each
// kind is enough.
void Candidates::add_floating(double risk) {
    const Position& position = turn_.solved.position();
    std::array<bool, 9> seen{};
    floating_.clear();
    position.add_floating(floating_);
    for (const bool corners : {true, false})
        for (const Cell cell : floating_) {
            if (is_corner(position, cell) != corners ||
                !(corners || is_near_opened(position, cell)))
                continue;
            const int floating = floating_neighbours(cell);
            if (floating >= 0 && std::exchange(seen[static_cast<std::size_t>(floating)], true))
                continue;
            add(cell, risk, 1.0);
        }
}

// How many neighbours, if all of them are floating too; else -1.
int Candidates::floating_neighbours(Cell cell) const {
    const Position& position = turn_.solved.position();
    int count = 0;
    for (const Cell step : position.offsets()) {
        const CellState state = position.state(cell + step);
        if (state == CellState::Wall) continue;
        if (state != CellState::Unknown || position.touches_clue(cell + step)) return -1;
        ++count;
    }
    return count;
}

bool is_corner(const Position& position, Cell cell) {
    const Grid& grid = position.grid();
    const int row = grid.row(cell);
    const int column = grid.column(cell);
    return (row == 0 || row == grid.height - 1) && (column == 0 || column == grid.width - 1);
}

bool is_near_opened(const Position& position, Cell cell) {
    const Grid& grid = position.grid();
    const int row = grid.row(cell);
    const int column = grid.column(cell);
    for (int r = std::max(0, row - 2); r <= std::min(grid.height - 1, row + 2); ++r)
        for (int c = std::max(0, column - 2); c <= std::min(grid.width - 1, column + 2); ++c)
            if (position.state(grid.at(r, c)) == CellState::Clue) return true;
    return false;
}

}  // namespace sapper
