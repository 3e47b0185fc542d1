// One step ahead: for a cell that might be opened, every number it may show, the chance of that
// number, and the safest cells of the resulting position. All exact.
// Runs for every candidate of a guess.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "count/solved_position.hpp"
#include "play/opened_component.hpp"

namespace sapper {

struct Prospect {
    double chance = 0.0;  // that the cell is safe and shows this number
    double least = 1.0;   // risk of the safest cell then
    double second = 1.0;  // risk of the second safest
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

class Lookahead {
public:
    // Cells that give no information: they count neither as progress nor as follow-up.
    void begin(SolvedPosition& solved, const std::vector<std::uint8_t>& dead);
    // Prospects per number; false if the merged component is too large.
    bool look(Cell cell, double safety, Meter& meter);
    [[nodiscard]] const std::array<Prospect, 9>& prospects() const { return prospects_; }
    [[nodiscard]] int numbers() const;
    // Cells, tied to the cell by clues, that are safe whenever it is.
    [[nodiscard]] const std::vector<Cell>& implied() const { return implied_; }
    // Chance that the cell is safe and that another one is certainly safe then.
    [[nodiscard]] double progress() const;

private:
    void merge(Cell cell);
    void touch(Cell cell);
    void join_untouched();
    void weigh_value(std::size_t value, Prospect& prospect);
    void weigh_merged(std::size_t value, Prospect& prospect);
    void weigh_untouched(Prospect& prospect);
    void find_implied();
    void note_floating(Prospect& prospect) const;
    void note(const Mass& mass, std::span<const Cell> cells, Prospect& prospect) const;

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
    std::array<Prospect, 9> prospects_;
    std::vector<int> certain_;  // for each box, the numbers that make it safe
    std::vector<Cell> implied_;
};

}  // namespace sapper
