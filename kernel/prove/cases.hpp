// What holds in every layout: the techniques `cases` and `mine count`, by exact counting. Runs
// when pairs of clues prove nothing more.
//
// It follows a position lazily: components are counted only when needed, and only those that
// changed since the last time.
#pragma once

#include <vector>

#include "count/analysis.hpp"
#include "count/feasible_counts.hpp"
#include "prove/cell_bits.hpp"

namespace sapper {

class Cases {
public:
    Cases(Workspace& workspace, Budget budget)
        : workspace_(workspace), budget_(std::move(budget)) {}

    // Forgets all components; the position is a new one.
    void restart();
    // The cell was opened or settled, or its clue changed.
    void touch(Cell cell);
    // Counts what was touched. Cells that sweeps beyond the budget settle are left in
    // position.settled.
    void prove(Conclusions& out);
    // What the mine total adds; after `prove` has found nothing more.
    void prove_by_total(long mines, Conclusions& out);

private:
    void take_in(CountedComponent& counted, Meter& meter, Conclusions& out);
    void conclude(CountedComponent& counted, Meter& meter, Conclusions& out);

    Workspace& workspace_;
    Budget budget_;
    FeasibleCounts feasible_;
    std::vector<Cell> seeds_;
    std::vector<double> weights_;
};

}  // namespace sapper
