// One step ahead on a board too large for exact tables: the same as in lookahead.hpp, done locally.
//
// On such a board the mine total hardly ties distant places together. So cells elsewhere keep their
// risk, and a mine near the opened cell costs the odds of a mine in a floating cell.
#pragma once

#include <array>
#include <vector>

#include "count/analysis.hpp"
#include "play/lookahead.hpp"
#include "play/opened_component.hpp"

namespace sapper {

struct Place {
    Cell cell = 0;
    double risk = 0.0;
};

class LocalLookahead {
public:
    // The workspace has been analysed; `safest` are cells of the whole board, safest first.
    void begin(Workspace& workspace, double odds, std::span<const Place> safest);
    // Prospects per number; false if the component that it would make is too large.
    bool look(Cell cell, double safety, Meter& meter);
    [[nodiscard]] const std::array<Prospect, 9>& prospects() const { return prospects_; }

private:
    void find_elsewhere(Cell cell);
    void weigh_number(std::size_t number);

    Workspace* workspace_ = nullptr;
    double odds_ = 1.0;
    std::span<const Place> safest_;
    std::vector<double> elsewhere_;  // the least risks there, two at most
    OpenedComponent opened_;
    std::array<Prospect, 9> prospects_;
};

}  // namespace sapper
