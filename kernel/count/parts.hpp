// Solves one component on its own: counts it exactly if the budget allows, else estimates it.
#pragma once

#include <vector>

#include "count/boxes.hpp"
#include "count/budget.hpp"
#include "count/order.hpp"
#include "count/relax.hpp"
#include "count/sweep.hpp"
#include "count/units.hpp"
#include "count/windows.hpp"

namespace sapper {

struct Part {
    Component component;
    Order order;
    Counts counts;
    Passage passage;
    UnitMasses units;             // when tabulated
    std::vector<Mass> estimates;  // box by box, when not exact
    bool exact = false;
    bool kept = false;  // the passage is still on the tape
    bool live = false;
    long gap = 0;       // widest gap in the counts
};

class PartSolver {
public:
    // Counts a part. `odds` of a mine only steer estimates and the range of numbers. Throws
    // Impossible, naming a clue, when the part has no layout.
    void count(Part& part, const Grid& grid, double odds, Meter& meter);
    // Masses per box under outside weights; for estimated parts the weights do not matter.
    const std::vector<Mass>& masses(Part& part, std::span<const double> weights, Meter& meter);
    // Makes later calls of `masses` cheap, if the part is of a size for it.
    void tabulate(Part& part, Meter& meter);
    // Forgets all passages; parts counted before are swept again when asked.
    void rewind();
    [[nodiscard]] const Tape& tape() const { return tape_; }
    // Puts an exact part's passage on the tape if it is not there.
    void ensure_passage(Part& part, Meter& meter);
    void drop_if_heavy(Part& part, const Meter& meter);

private:
    void drop(Part& part);
    void estimate(Part& part, const Grid& grid, double odds, Meter& meter);
    [[noreturn]] void blame(const Part& part, const Grid& grid, Meter& meter);
    bool prefix_has_layout(const Component& component, std::size_t witnesses, int stride,
                           Meter& meter);

    Tape tape_;
    Sweep sweep_;
    Orderer orderer_;
    Windows windows_;
    Relaxation relaxation_;
    Order relaxed_order_;
    std::vector<std::uint32_t> prefix_;
    std::vector<Mass> masses_;
};

}  // namespace sapper
