#include "play/local_lookahead.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

void LocalLookahead::begin(Workspace& workspace, double odds, std::span<const Place> safest) {
    workspace_ = &workspace;
    odds_ = odds;
    safest_ = safest;
}

bool LocalLookahead::look(Cell cell, double safety, Meter& meter) {
    prospects_.fill({});
    if (!opened_.read(workspace_->position, cell, workspace_->builder, meter)) return false;
    if (opened_.component().cells.size() > kPlainCells) return false;
    find_elsewhere(cell);
    double sum = 0.0;
    for (std::size_t number = 0; number < 9; ++number) {
        if (!opened_.may_show(number)) continue;
        weigh_number(number);
        sum += prospects_[number].chance;
    }
    if (!(sum > 0.0)) return false;
    for (Prospect& prospect : prospects_) prospect.chance *= safety / sum;
    return true;
}

void LocalLookahead::find_elsewhere(Cell cell) {
    elsewhere_.clear();
    for (const Place& place : safest_) {
        if (place.cell == cell) continue;
        if (std::ranges::find(opened_.component().cells, place.cell) !=
            opened_.component().cells.end())
            continue;
        elsewhere_.push_back(place.risk);
        if (elsewhere_.size() == 2) return;
    }
}

// The weight of n mines is the odds to the power of n, up to a factor that keeps it within 1.
void LocalLookahead::weigh_number(std::size_t number) {
    Prospect& prospect = prospects_[number];
    const WaysByMines& ways = opened_.ways(number);
    const int free = odds_ < 1.0 ? 0 : static_cast<int>(opened_.component().cells.size());
    const auto weight_of = [&](int mines) {
        return std::max(std::pow(odds_, mines - free), kTiny);
    };
    for (int n = ways.least; n <= ways.most(); ++n) prospect.chance += ways.at(n) * weight_of(n);
    const Component& component = opened_.component();
    const std::vector<Mass>& masses = opened_.masses(number, weight_of);
    for (std::size_t box = 0; box < component.boxes.size(); ++box) {
        const bool safe = masses[box].mine <= 0.0;
        const double risk = safe ? 0.0 : masses[box].risk();
        for (const Cell cell : component.cells_of(component.boxes[box])) {
            const bool dead = !workspace_->position.touches(cell, CellState::Unknown);
            if (dead) prospect.add_dead(risk);
            else prospect.add_risk(risk);
            prospect.progress |= safe && !dead;
        }
    }
    for (const double risk : elsewhere_) prospect.add_risk(risk);
    prospect.close();
}

}  // namespace sapper
