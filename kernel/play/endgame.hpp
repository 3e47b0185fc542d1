// A group of cells with few layouts, searched to the end of every game.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "play/perfect_search.hpp"

namespace sapper {

struct EndgameMove {
    Cell cell = 0;
    double risk = 0.0;
    double value = 0.0;  // chance of winning the group
};

class Endgame {
public:
    explicit Endgame(std::function<bool()> interrupted) : interrupted_(std::move(interrupted)) {}

    // Lists one group, or all uncertain cells together with the certain cells beside them.
    // False if there are more layouts than that, or they are too hard to list.
    bool begin_group(const SolvedPosition& solved, std::int32_t group, double layouts,
                     std::uint64_t nodes);
    bool begin_all(const SolvedPosition& solved, double layouts, std::uint64_t nodes);
    // All moves, safest first. The `exact` best have their true value, the others at least it.
    // Nothing if the search takes too many nodes.
    const std::vector<EndgameMove>& moves(std::size_t exact);
    // After `moves`: the value of the best one, and the share of it that is kept when some cells
    // of the group are opened at once.
    [[nodiscard]] double value() const { return best_move_.value; }
    double share_of(std::span<const Cell> cells);
    [[nodiscard]] std::uint64_t nodes() const { return search_.nodes(); }  // spent so far
    [[nodiscard]] const LayoutList& layouts() const { return layouts_; }

private:
    void begin(std::uint64_t nodes);
    bool add_certain(const Position& position);

    std::function<bool()> interrupted_;
    LayoutLister lister_;
    LayoutList layouts_;
    PerfectSearch search_;
    std::vector<EndgameMove> moves_;
    EndgameMove best_move_;
    std::vector<std::size_t> order_;
    std::vector<std::uint32_t> best_;
};

}  // namespace sapper
