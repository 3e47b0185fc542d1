// The chance of winning, by each of the best cells and by cells that the caller names, for advice
// and reviews. It changes no move.
#pragma once

#include "play/judge.hpp"
#include "play/win_chance_estimator.hpp"

namespace sapper {

class Adviser {
public:
    Adviser(Turn& turn, GroupSearch& groups, Judge& judge, std::function<bool()> interrupted);

    // After a decision: the chance of winning where cells are certain.
    void find_chance(const Position& position);
    // After a decision: the same, and what the best candidates of a guess promise.
    void compare(const Position& position);
    // After `find_chance`: the chance if these cells are opened now and play goes on.
    double chance_of(const Position& position, std::span<const Cell> cells);

private:
    void compare_searched();
    void compare_judged();
    void judge_searched();
    void name_best();
    double share_of(const Position& position, std::int32_t group, std::span<const Cell> cells);
    double judged_share(Cell cell);
    double safety_of(const Position& position, std::span<const Cell> cells);

    Turn& turn_;
    GroupSearch& groups_;
    Judge& judge_;
    WinChanceEstimator win_chance_;
    Position supposed_;
    SolvedPosition then_;
};

}  // namespace sapper
