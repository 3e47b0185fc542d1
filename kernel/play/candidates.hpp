// Which cells are considered when nothing is certain, and what is known about them at once.
#pragma once

#include "play/decision.hpp"
#include "play/toss_ups.hpp"

namespace sapper {

bool is_corner(const Position& position, Cell cell);
// Within distance 2 of an opened cell.
bool is_near_opened(const Position& position, Cell cell);

class Candidates {
public:
    explicit Candidates(Turn& turn) : turn_(turn) {}

    // Fills in the candidates of the decision, those of the least cost first.
    void gather();
    // After `gather`: any cell as a candidate.
    [[nodiscard]] Candidate candidate_of(Cell cell, double risk) const;

private:
    [[nodiscard]] double least_risk() const;
    void add(Cell cell, double risk, double most_cost);
    void add_floating(double risk);
    [[nodiscard]] int floating_neighbours(Cell cell) const;

    Turn& turn_;
    TossUps toss_ups_;
    std::vector<Cell> floating_;
};

}  // namespace sapper
