#include "play/toss_ups.hpp"

#include <algorithm>
#include <array>

#include "board/errors.hpp"

namespace sapper {

namespace {
constexpr double kLeastChance = 0.005;  // rarer ones are not worth a count
}

void TossUps::find(const Field& field, int mines, Ledger& ledger, Meter& meter) {
    field_ = &field;
    mines_ = mines;
    const Position& position = field.position();
    const Grid& grid = position.grid();
    share_.assign(grid.walled_size(), 0.0);
    read_risks(field);
    for (int row = 0; row < grid.height; ++row)
        for (Cell cell = grid.at(row, 0); cell < grid.at(row, 0) + grid.width; ++cell)
            if (position.kind(cell) == Kind::Unknown) look_from(cell, ledger, meter);
    for (std::size_t cell = 0; cell < share_.size(); ++cell)
        share_[cell] = std::min(share_[cell], risk_[cell]);
}

void TossUps::read_risks(const Field& field) {
    risk_.assign(field.position().grid().walled_size(), field.floating().risk());
    for (std::size_t i = 0; i < field.part_count(); ++i) {
        const Component& component = field.part(i).solved->component;
        for (std::size_t box = 0; box < component.boxes.size(); ++box)
            for (const Cell cell : component.cells_of(component.boxes[box]))
                risk_[index(cell)] = field.part(i).masses[box].risk();
    }
}

// The places of which the cell is the upper left one: a pair lying, a pair standing, a block.
void TossUps::look_from(Cell cell, Ledger& ledger, Meter& meter) {
    const Cell down = field_->position().grid().stride();
    const Cell right = cell + 1;
    const Cell below = cell + down;
    const Cell across = below + 1;
    const std::array ends{cell - 1 - down, cell - 1,  below - 1,
                          right + 1 - down, right + 1, across + 1};
    look_at({ends, {&cell, 1}, {&right, 1}}, ledger, meter);
    const std::array caps{cell - down - 1,  cell - down,  right - down,
                          below + down - 1, below + down, across + down};
    look_at({caps, {&cell, 1}, {&below, 1}}, ledger, meter);
    const std::array corners{cell - down - 1, right - down + 1, below + down - 1,
                             across + down + 1};
    const std::array one{cell, across};
    const std::array other{right, below};
    look_at({corners, one, other}, ledger, meter);
}

void TossUps::look_at(const Place& place, Ledger& ledger, Meter& meter) {
    if (rough_chance(place) < kLeastChance) return;
    const double chance = count(place, ledger, meter);
    for (const Cell cell : place.mines) share_[index(cell)] += chance;
    for (const Cell cell : place.safe) share_[index(cell)] += chance;
}

// As if cells were independent. The fence comes last: only unknown cells have one on the board.
double TossUps::rough_chance(const Place& place) const {
    const Position& position = field_->position();
    double chance = 1.0;
    for (const Cell cell : place.mines) {
        if (position.kind(cell) != Kind::Unknown) return 0.0;
        chance *= risk_[index(cell)];
    }
    for (const Cell cell : place.safe) {
        if (position.kind(cell) != Kind::Unknown) return 0.0;
        chance *= 1.0 - risk_[index(cell)];
    }
    for (const Cell cell : place.fence) {
        const Kind kind = position.kind(cell);
        if (kind == Kind::Clue || kind == Kind::Safe) return 0.0;
        if (kind == Kind::Unknown) chance *= risk_[index(cell)];
    }
    return chance;
}

// False if what was supposed before says otherwise.
bool TossUps::suppose(std::span<const Cell> cells, Kind kind) {
    return std::ranges::all_of(cells, [&](const Cell cell) {
        supposed_.settle(cell, kind);
        return supposed_.kind(cell) == kind || supposed_.kind(cell) == Kind::Wall;
    });
}

double TossUps::count(const Place& place, Ledger& ledger, Meter& meter) {
    supposed_ = field_->position();
    try {
        const bool counted = suppose(place.fence, Kind::Mine) && suppose(place.mines, Kind::Mine) &&
                             suppose(place.safe, Kind::Safe) &&
                             then_.read(supposed_, mines_, ledger, meter);
        return counted ? then_.layouts() / field_->layouts() : 0.0;
    } catch (const Impossible&) {
        return 0.0;
    }
}

}  // namespace sapper
