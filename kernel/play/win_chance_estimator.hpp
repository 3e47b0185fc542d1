// The chance of winning while safe cells are still closed. Only advice and reviews need it: play
// opens certain cells whatever it is.
//
// Everything certain is settled first. Closed groups are searched to the end, and so is the rest
// if it has few layouts; else a fitted curve judges it.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "count/solved_position.hpp"
#include "play/endgame.hpp"
#include "play/toss_ups.hpp"
#include "play/win_chance.hpp"

namespace sapper {

class WinChanceEstimator {
public:
    explicit WinChanceEstimator(std::function<bool()> interrupted);
    // NaN if the position is too large to be counted. On small boards more is searched.
    double chance(const Position& position, int mines, ComponentCache& cache, bool small);
    // After `chance`: whether an unopened cell is uncertain; the group that it belongs to; and the
    // share of the chance that is kept when some cells of a group are opened at once,
    // or one cell if the group was not searched.
    [[nodiscard]] bool is_uncertain(Cell cell) const;
    [[nodiscard]] std::int32_t group(Cell cell) const;
    std::optional<double> searched_share(std::int32_t group, std::span<const Cell> cells);
    [[nodiscard]] double judged_share(Cell cell) const;
    // The input of the curve; no cells if it was not needed.
    [[nodiscard]] const WinChanceFeatures& features() const { return features_; }

private:
    bool settle_certain(ComponentCache& cache, Meter& meter);
    void play_closed_groups(ComponentCache& cache, Meter& meter);
    bool play_group(std::int32_t group);
    bool search_group(std::int32_t group);
    [[nodiscard]] bool has_certain_clues(std::int32_t group) const;
    void settle_all(Position& position) const;
    bool search_rest();
    void read_features();

    Budget budget_;
    int mines_ = 0;
    double most_layouts_ = 0.0;
    std::uint64_t most_nodes_ = 0;
    Position certain_;        // with everything certain settled
    SolvedPosition settled_;  // the same, solved
    Position position_;       // with the closed groups settled too
    SolvedPosition solved_;
    TossUps toss_ups_;
    Endgame endgame_;  // of the rest
    Endgame closed_;   // of a closed group
    std::vector<std::pair<Cell, CellState>> to_settle_;
    std::vector<bool> played_;  // closed groups that were searched
    double rest_ = 1.0;
    bool searched_ = false;
    WinChanceFeatures features_;
};

}  // namespace sapper
