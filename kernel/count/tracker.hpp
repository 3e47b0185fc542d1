// Follows a game: takes newly opened cells, counts again only the components they touch, and
// returns the cells that became certain. The cost of a move does not depend on the board's size.
#pragma once

#include <span>
#include <vector>

#include "count/analysis.hpp"

namespace sapper {

struct OpenedCell {
    int row = 0;
    int column = 0;
    int clue = 0;
};

struct NewlyCertain {
    std::vector<std::int32_t> safe;  // row-major indices of cells that became certain
    std::vector<std::int32_t> mines;
};

class Tracker {
public:
    Tracker(Grid grid, Prior prior, Budget budget);

    // Takes all cells or, on an error, none of them.
    NewlyCertain open(std::span<const OpenedCell> cells);
    // The same as analysing the view from scratch.
    Analysis analysis();
    [[nodiscard]] std::span<const std::int8_t> view() const { return view_; }
    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] std::span<const Certainty> certainty() const { return certainty_; }
    [[nodiscard]] const Prior& prior() const { return prior_; }

private:
    // Sums over the live components that show in one comparison whether the total can bind.
    struct Sums {
        long cells = 0, least = 0, most = 0, slack = 0;
        std::vector<long> ranges;  // how many components have this range
        std::vector<long> gaps;    // how many components have this widest gap
    };

    void check(std::span<const OpenedCell> cells) const;
    void restart();
    void take(std::span<const OpenedCell> cells, Meter& meter);
    void disturb(Cell cell);
    void rebuild(Meter& meter);
    void take_in(CountedComponent& counted, Meter& meter);
    void add_to_sums(const CountedComponent& counted, long sign);
    [[nodiscard]] bool total_may_bind() const;
    void apply_total(Meter& meter);
    void learn_from(CountedComponent& counted, Meter& meter);
    void learn(Cell cell, bool mine);
    void learn_settled();
    NewlyCertain collect();

    Budget budget_;
    Grid grid_;
    Prior prior_;
    Workspace workspace_;
    std::vector<std::int8_t> view_;
    std::vector<Certainty> certainty_;
    std::vector<Cell> seeds_;
    std::vector<Cell> learnt_;
    std::vector<double> weights_;
    Sums sums_;
    FeasibleCounts feasible_;
    bool floating_known_ = false;  // floating cells never come back, so once is enough
};

}  // namespace sapper
