// One step ahead: for a cell that might be opened, every number it may show, the chance of that
// number, and the safest cells of the resulting position. All exact.
// Runs for every candidate of a guess.
#pragma once

#include <array>
#include <vector>

#include "count/solved_position.hpp"

namespace sapper {

struct Prospect {
    double chance = 0.0;  // that the cell is safe and shows this number
    double least = 1.0;   // risk of the safest cell then
    double second = 1.0;  // risk of the second safest
    double dead = 1.0;      // least risk of a dead cell; counts only if nothing else is left
    bool progress = false;  // an informative cell is certainly safe
    bool opens = false;     // any cell is
};

class Lookahead {
public:
    // Cells that give no information: they count neither as progress nor as follow-up.
    void begin(SolvedPosition& solved, const std::vector<std::uint8_t>& dead);
    // Prospects per number; false if the merged component is too large.
    bool look(Cell cell, double safety, Meter& meter);
    [[nodiscard]] const std::array<Prospect, 9>& prospects() const { return prospects_; }
    [[nodiscard]] int numbers() const;
    // Chance that the cell is safe and that another one is certainly safe then.
    [[nodiscard]] double progress() const;

private:
    void merge(Cell cell);
    void touch(Cell cell);
    bool sweep(Meter& meter);
    void join_untouched();
    void read_values();
    void weigh_value(int value, Prospect& prospect);
    void weigh_merged(int value, Prospect& prospect);
    void weigh_untouched(Prospect& prospect);
    void note_floating(Prospect& prospect) const;
    static void add_risk(double risk, Prospect& prospect);
    void note(const Mass& mass, std::span<const Cell> cells, Prospect& prospect) const;

    SolvedPosition* solved_ = nullptr;
    const std::vector<std::uint8_t>* dead_ = nullptr;
    Component merged_;
    std::vector<std::uint8_t> touched_;
    std::vector<std::size_t> untouched_;
    long floating_ = 0;
    int settled_ = 0;
    Orderer orderer_;
    Order order_;
    Sweep sweep_;
    SweepTrace trace_;
    TraceSlice slice_;
    std::array<WaysByMines, 9> ways_;  // of the merged component, by number of mines around
    std::array<bool, 9> possible_{};
    std::vector<WaysByMines> after_;
    WaysByMines before_;
    WaysByMines product_;
    std::vector<double> weights_;
    std::vector<double> behind_;
    std::vector<Mass> masses_;
    std::array<Prospect, 9> prospects_;
};

}  // namespace sapper
