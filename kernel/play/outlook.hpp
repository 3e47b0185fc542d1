// The chance of winning while safe cells are still closed. Asked for by advice and reviews, never
// while playing: certain cells are opened whatever it says.
//
// Everything certain is settled first. Closed groups are searched to the end, and so is the rest
// if it has few layouts; else a fitted curve judges it.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "count/solved_position.hpp"
#include "play/endgame.hpp"
#include "play/toss_ups.hpp"
#include "play/win_chance.hpp"

namespace sapper {

class Outlook {
public:
    explicit Outlook(std::function<bool()> interrupted);
    // NaN if the position is too large to be counted. On small boards more is searched.
    double chance(const Position& position, int mines, ComponentCache& cache, bool small);
    // If a cell that is neither certain nor open were opened first; after `chance`.
    double chance_of(Cell cell);
    // What the curve saw; no cells if it was not needed.
    [[nodiscard]] const Doubt& doubt() const { return doubt_; }

private:
    bool settle_certain(ComponentCache& cache, Meter& meter);
    void play_closed_groups(ComponentCache& cache, Meter& meter);
    bool play_group(std::int32_t group);
    [[nodiscard]] bool is_told_about(std::int32_t group) const;
    void settle_all();
    bool search_rest();
    void read_doubt();

    Budget budget_;
    int mines_ = 0;
    double most_layouts_ = 0.0;
    std::uint64_t most_nodes_ = 0;
    Position position_;
    SolvedPosition solved_;
    TossUps toss_ups_;
    Endgame endgame_;
    std::vector<std::pair<Cell, CellState>> to_settle_;
    std::unordered_map<Cell, double> share_;  // cells of closed groups: what opening them keeps
    double rest_ = 1.0;
    bool searched_ = false;
    Doubt doubt_;
};

}  // namespace sapper
