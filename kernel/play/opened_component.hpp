// The component that opening a cell would make: which numbers the cell may show, and the layouts
// around it for each. Looking ahead begins with it.
#pragma once

#include <array>
#include <vector>

#include "count/box_order.hpp"
#include "count/boxes.hpp"
#include "count/sweep.hpp"
#include "count/ways_by_mines.hpp"

namespace sapper {

class OpenedComponent {
public:
    // False if the component is too large. Throws Impossible.
    bool read(const Position& position, Cell cell, BoxBuilder& builder, Meter& meter);

    [[nodiscard]] const Component& component() const { return component_; }
    // Numbers count the unknown neighbours alone.
    [[nodiscard]] bool may_show(std::size_t number) const { return possible_[number]; }
    [[nodiscard]] const WaysByMines& ways(std::size_t number) const { return ways_[number]; }
    // Masses box by box if it shows this number, with an outside weight from 0 to 1 for each
    // number of mines: all weight lies on the states with this number around the opened cell.
    template <class WeightOf>
    const std::vector<Mass>& masses(std::size_t number, WeightOf weight_of) {
        const std::size_t base = trace_.states[first_state()].first;
        weights_.assign(trace_.values.size() - base, 0.0);
        for (std::size_t i = first_state(); i < slice_.end.states; ++i) {
            if (shown(i) != number) continue;
            const State& state = trace_.states[i];
            double* place = weights_.data() + (state.first - base);
            for (int k = 0; k < state.count; ++k) place[k] = weight_of(state.least + k);
        }
        sweep_.marginals(component_, trace_, slice_, weights_, masses_);
        return masses_;
    }

private:
    bool sweep(int stride, Meter& meter);
    void read_numbers();
    [[nodiscard]] std::size_t first_state() const;
    [[nodiscard]] std::size_t shown(std::size_t state) const;

    Component component_;
    Orderer orderer_;
    Order order_;
    Sweep sweep_;
    SweepTrace trace_;
    TraceSlice slice_;
    std::array<WaysByMines, 9> ways_;
    std::array<bool, 9> possible_{};
    std::vector<double> weights_;
    std::vector<Mass> masses_;
};

}  // namespace sapper
