#include "play/toss_ups.hpp"

#include <algorithm>
#include <array>

#include "board/errors.hpp"

namespace sapper {

namespace {
constexpr double kLeastChance = 0.005;  // rarer ones are not worth a count
constexpr double kWhole = 1.0 - 1e-9;   // of a risk, up to rounding
}  // namespace

void TossUps::find(const SolvedPosition& solved, int mines, ComponentCache& cache, Meter& meter) {
    solved_ = &solved;
    mines_ = mines;
    const Position& position = solved.position();
    const Grid& grid = position.grid();
    share_.assign(grid.walled_size(), 0.0);
    free_.assign(grid.walled_size(), 0);
    expected_ = 0.0;
    read_risks(solved);
    chains_.begin(position);
    grid.each_cell([&](Cell cell) {
        if (position.state(cell) != CellState::Unknown) return;
        look_from(cell, cache, meter);
        look_along(cell, cache, meter);
    });
    for (std::size_t cell = 0; cell < share_.size(); ++cell)
        share_[cell] = std::min(share_[cell], risk_[cell]);
}

void TossUps::read_risks(const SolvedPosition& solved) {
    risk_.assign(solved.position().grid().walled_size(), solved.floating().risk());
    solved.each_box([&](std::span<const Cell> cells, const Mass& mass) {
        for (const Cell cell : cells) risk_[index(cell)] = mass.risk();
    });
}

// The places with this cell at the upper left: a horizontal pair, a vertical pair, a block.
void TossUps::look_from(Cell cell, ComponentCache& cache, Meter& meter) {
    const Cell down = solved_->position().grid().stride();
    const Cell right = cell + 1;
    const Cell below = cell + down;
    const Cell across = below + 1;
    const std::array ends{cell - 1 - down,  cell - 1,  below - 1,
                          right + 1 - down, right + 1, across + 1};
    look_at({ends, {&cell, 1}, {&right, 1}}, cache, meter);
    const std::array caps{cell - down - 1,  cell - down,  right - down,
                          below + down - 1, below + down, across + down};
    look_at({caps, {&cell, 1}, {&below, 1}}, cache, meter);
    const std::array corners{cell - down - 1, right - down + 1, below + down - 1,
                             across + down + 1};
    const std::array one{cell, across};
    const std::array other{right, below};
    look_at({corners, one, other}, cache, meter);
}

// Small chains are pairs and blocks. One cell of a chain decides about all of them.
void TossUps::look_along(Cell cell, ComponentCache& cache, Meter& meter) {
    if (!chains_.follow(cell) || chains_.side(0).size() != chains_.side(1).size() ||
        chains_.is_small())
        return;
    const Pattern pattern{chains_.fence(), chains_.side(0), chains_.side(1)};
    if (risk_[index(cell)] * rough_fence(pattern) >= kLeastChance) weigh(pattern, cache, meter);
}

void TossUps::look_at(const Pattern& pattern, ComponentCache& cache, Meter& meter) {
    const double sides = rough_sides(pattern);
    if (sides >= kLeastChance && sides * rough_fence(pattern) >= kLeastChance)
        weigh(pattern, cache, meter);
}

void TossUps::weigh(const Pattern& pattern, ComponentCache& cache, Meter& meter) {
    const double chance = count(pattern, cache, meter);
    expected_ += 2.0 * chance;  // either side may hold the mines, and both are as likely
    for (const Cell cell : pattern.mines) add(cell, chance);
    for (const Cell cell : pattern.safe) add(cell, chance);
}

void TossUps::add(Cell cell, double chance) {
    share_[index(cell)] += chance;
    if (chance >= kWhole * risk_[index(cell)]) free_[index(cell)] = 1;
}

// As if cells were independent.
double TossUps::rough_sides(const Pattern& pattern) const {
    const Position& position = solved_->position();
    double chance = 1.0;
    for (const Cell cell : pattern.mines) {
        if (position.state(cell) != CellState::Unknown) return 0.0;
        chance *= risk_[index(cell)];
    }
    for (const Cell cell : pattern.safe) {
        if (position.state(cell) != CellState::Unknown) return 0.0;
        chance *= 1.0 - risk_[index(cell)];
    }
    return chance;
}

// Asked after the sides: only unknown cells have a fence on the board.
double TossUps::rough_fence(const Pattern& pattern) const {
    const Position& position = solved_->position();
    double chance = 1.0;
    for (const Cell cell : pattern.fence) {
        const CellState state = position.state(cell);
        if (state == CellState::Clue || state == CellState::Safe) return 0.0;
        if (state == CellState::Unknown) chance *= risk_[index(cell)];
    }
    return chance;
}

// False if it contradicts an earlier assumption.
bool TossUps::suppose(std::span<const Cell> cells, CellState state) {
    return std::ranges::all_of(cells, [&](const Cell cell) {
        supposed_.settle(cell, state);
        return supposed_.state(cell) == state || supposed_.state(cell) == CellState::Wall;
    });
}

double TossUps::count(const Pattern& pattern, ComponentCache& cache, Meter& meter) {
    supposed_ = solved_->position();
    try {
        const bool counted =
            suppose(pattern.fence, CellState::Mine) && suppose(pattern.mines, CellState::Mine) &&
            suppose(pattern.safe, CellState::Safe) && then_.read(supposed_, mines_, cache, meter);
        return counted ? then_.layouts() / solved_->layouts() : 0.0;
    } catch (const Impossible&) {
        return 0.0;
    }
}

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
            if (position_->state(clue + other) == CellState::Unknown && !seen_[index(clue + other)])
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
