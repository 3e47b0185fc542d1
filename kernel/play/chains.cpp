#include "play/chains.hpp"

#include <algorithm>

namespace sapper {

void Chains::begin(const Position& position) {
    position_ = &position;
    seen_.assign(position.grid().walled_size(), 0);
}

bool Chains::follow(Cell cell) {
    if (seen_[index(cell)]) return false;
    for (auto& side : sides_) side.clear();
    chain_.clear();
    add(cell, 0);
    for (std::size_t i = 0; i < chain_.size(); ++i)
        extend(chain_[i], seen_[index(chain_[i])] - std::size_t{1});
    if (sides_[0].size() == sides_[1].size()) find_fence();
    for (const Cell each : chain_) seen_[index(each)] = 3;
    return true;
}

void Chains::add(Cell cell, std::size_t side) {
    seen_[index(cell)] = static_cast<std::uint8_t>(side + 1);
    sides_[side].push_back(cell);
    chain_.push_back(cell);
}

void Chains::extend(Cell cell, std::size_t side) {
    for (const Cell step : position_->offsets()) {
        const Cell clue = cell + step;
        if (!position_->is_witness(clue) || position_->need(clue) != 1 ||
            position_->unknown(clue) != 2)
            continue;
        for (const Cell other : position_->offsets())
            if (position_->state(clue + other) == CellState::Unknown &&
                !seen_[index(clue + other)])
                add(clue + other, 1 - side);
    }
}

void Chains::find_fence() {
    fence_.clear();
    for (const Cell cell : chain_)
        for (const Cell step : position_->offsets()) {
            const Cell near = cell + step;
            const CellState state = position_->state(near);
            if (state == CellState::Wall || state == CellState::Mine) continue;
            const bool inside = seen_[index(near)] == 1 || seen_[index(near)] == 2;
            if (!inside && lead(near) != 0) fence_.push_back(near);
        }
    std::ranges::sort(fence_);
    fence_.erase(std::ranges::unique(fence_).begin(), fence_.end());
}

// Neighbours on the first side less those on the second.
int Chains::lead(Cell cell) const {
    int sum = 0;
    for (const Cell step : position_->offsets()) {
        const std::uint8_t seen = seen_[index(cell + step)];
        sum += (seen == 1) - (seen == 2);
    }
    return sum;
}

bool Chains::is_small() const {
    const Grid& grid = position_->grid();
    const auto spread = [&](auto place) {
        const auto [least, most] = std::ranges::minmax(chain_, {}, place);
        return place(most) - place(least);
    };
    return spread([&](Cell cell) { return grid.row(cell); }) < 2 &&
           spread([&](Cell cell) { return grid.column(cell); }) < 2;
}

}  // namespace sapper
