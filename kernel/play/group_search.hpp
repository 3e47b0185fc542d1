// Perfect play in groups of cells that have few layouts left. What happens in one group makes no
// difference to the others, only a factor to the chance.
#pragma once

#include <optional>

#include "play/decision.hpp"
#include "play/endgame.hpp"

namespace sapper {

class GroupSearch {
public:
    GroupSearch(Turn& turn, std::function<bool()> interrupted);

    // Decides if the open group can be searched, or the first closed one where none is open.
    bool choose();
    // The chance of winning the closed groups besides this one. Of those that are too large to be
    // searched, their safest cell counts.
    double chance_besides(std::int32_t group);
    // The share of a group's chance that is kept when some of its cells are opened at once;
    // nothing if the group is not searched.
    std::optional<double> share_of(std::int32_t group, std::span<const Cell> cells);
    // After `choose`.
    const std::vector<EndgameMove>& moves(std::size_t exact) { return endgame_.moves(exact); }
    [[nodiscard]] std::uint64_t nodes() const { return endgame_.nodes(); }

private:
    [[nodiscard]] std::int32_t chosen_group() const;
    bool search(std::int32_t group);
    bool search_besides(std::int32_t group);
    [[nodiscard]] double best_safety(std::int32_t group) const;

    Turn& turn_;
    Endgame endgame_;  // of the group to play in
    Endgame besides_;  // of another one
};

}  // namespace sapper
