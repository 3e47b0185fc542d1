// One step ahead: for a cell that might be opened, every number it may show, the chance of that
// number, and the safest cells of the resulting position. All exact.
// Runs for every candidate of a guess.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "count/box_order.hpp"
#include "count/boxes.hpp"
#include "count/position.hpp"
#include "count/solved_position.hpp"
#include "count/sweep.hpp"
#include "count/ways_by_mines.hpp"

namespace sapper {

// Dead cells: without an unknown neighbour, opening them gives no information. Marked before
// looking ahead.
inline void mark_dead(const Position& position, std::vector<std::uint8_t>& dead) {
    const Grid& grid = position.grid();
    dead.assign(grid.walled_size(), 0);
    grid.each_cell([&](Cell cell) {
        dead[static_cast<std::size_t>(cell)] = !position.touches(cell, CellState::Unknown);
    });
}

// The component that opening a cell would make: which numbers the cell may show, and the layouts
// around it for each. Looking ahead begins with it.
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

struct NumberOutcome {
    double chance = 0.0;    // that the cell is safe and shows this number
    double least = 1.0;     // risk of the safest cell then
    double second = 1.0;    // risk of the second safest
    double dead = 1.0;      // least risk of a dead cell; counts only if nothing else is left
    bool progress = false;  // an informative cell is certainly safe
    bool opens = false;     // any cell is

    void add_risk(double risk) {
        if (risk < least) {
            second = least;
            least = risk;
        } else if (risk < second) {
            second = risk;
        }
    }
    void add_dead(double risk) { dead = std::min(dead, risk); }
    // Nothing but dead cells is left to open, or nothing at all, and that is a win.
    void close() {
        if (least >= 1.0) least = second = dead < 1.0 ? dead : 0.0;
    }
};

// What a guess is worth, from one look ahead. The player scores its candidates with it, and also
// the replies where it looks two steps ahead.
//
// Safety times the geometric mean of what the safest and the second safest cell will then offer,
// and a little more if certain cells are likely to appear. See docs/strength.md.
inline double guess_score(const std::array<NumberOutcome, 9>& outcomes, double safety,
                          double progress_weight) {
    double first = 0.0;
    double second = 0.0;
    double progress = 0.0;
    for (const NumberOutcome& outcome : outcomes) {
        first += outcome.chance * (1.0 - outcome.least);
        second += outcome.chance * (1.0 - outcome.second);
        if (outcome.progress) progress += outcome.chance;
    }
    return std::sqrt(first * second) * std::exp(progress_weight * progress / safety);
}

class Lookahead {
public:
    // Cells that give no information: they count neither as progress nor as follow-up.
    void begin(SolvedPosition& solved, const std::vector<std::uint8_t>& dead);
    // Outcomes per number; false if the merged component is too large.
    bool look(Cell cell, double safety, Meter& meter);
    [[nodiscard]] const std::array<NumberOutcome, 9>& outcomes() const { return outcomes_; }
    [[nodiscard]] int numbers() const;
    // Cells, tied to the cell by clues, that are safe whenever it is.
    [[nodiscard]] const std::vector<Cell>& implied() const { return implied_; }
    // Chance that the cell is safe and that another one is certainly safe then.
    [[nodiscard]] double progress() const;

private:
    void merge(Cell cell);
    void touch(Cell cell);
    void join_untouched();
    void weigh_value(std::size_t value, NumberOutcome& outcome);
    void weigh_merged(std::size_t value, NumberOutcome& outcome);
    void weigh_untouched(NumberOutcome& outcome);
    void find_implied();
    void note_floating(NumberOutcome& outcome) const;
    void note(const Mass& mass, std::span<const Cell> cells, NumberOutcome& outcome) const;

    SolvedPosition* solved_ = nullptr;
    const std::vector<std::uint8_t>* dead_ = nullptr;
    OpenedComponent opened_;
    std::vector<std::uint8_t> touched_;
    std::vector<std::size_t> untouched_;
    long floating_ = 0;
    int settled_ = 0;
    std::vector<WaysByMines> after_;
    WaysByMines before_;
    WaysByMines product_;
    std::vector<double> behind_;
    std::array<NumberOutcome, 9> outcomes_;
    std::vector<int> certain_;  // for each box, the numbers that make it safe
    std::vector<Cell> implied_;
};

}  // namespace sapper
