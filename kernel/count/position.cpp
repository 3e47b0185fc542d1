#include "count/position.hpp"

#include "board/errors.hpp"

namespace sapper {

void Position::clear(Grid grid) {
    grid_ = grid;
    offsets_ = grid.offsets();
    const std::size_t size = grid.walled_size();
    state_.assign(size, CellState::Wall);
    clue_.resize(size);
    need_.resize(size);
    unknown_.resize(size);
    queue_.clear();
    settled.clear();
    unknowns_ = mines_ = 0;
    for (int row = 0; row < grid.height; ++row)
        std::fill_n(state_.begin() + grid.at(row, 0), grid.width, CellState::Unknown);
    unknowns_ = static_cast<long>(grid.size());
}

void Position::read(Grid grid, std::span<const std::int8_t> view, Flags flags) {
    clear(grid);
    place_cells(view, flags);
    read_clues();
    drain();
}

void Position::place_cells(std::span<const std::int8_t> view, Flags flags) {
    const std::int8_t* value = view.data();
    grid_.each_cell([&](Cell cell) {
        if (*value != kUnopened) place_cell(cell, *value, flags);
        ++value;
    });
}

void Position::place_cell(Cell cell, std::int8_t value, Flags flags) {
    if (value < kFlag || value > 8)
        throw BadArgument("value " + std::to_string(value) + " at " +
                          cell_name(grid_.row(cell), grid_.column(cell)) +
                          " is neither -2, -1 nor a clue 0..8");
    if (value == kFlag && flags == Flags::Ignore) return;
    --unknowns_;
    state_[index(cell)] = value == kFlag ? CellState::Mine : CellState::Clue;
    clue_[index(cell)] = value;
    if (value == kFlag)
        ++mines_;
    else
        queue_.push_back(cell);
}

// Two passes, because a clue's need depends on cells that come after it.
void Position::read_clues() {
    std::size_t kept = 0;
    for (const Cell cell : queue_) {
        read_clue(cell);
        const int need = need_[index(cell)];
        if (unknown_[index(cell)] > 0 && (need == 0 || need == unknown_[index(cell)]))
            queue_[kept++] = cell;
    }
    queue_.resize(kept);
}

void Position::read_clue(Cell cell) {
    int mines = 0;
    int unknown = 0;
    for (const Cell step : offsets_) {
        const CellState state = state_[index(cell + step)];
        mines += state == CellState::Mine;
        unknown += state == CellState::Unknown;
    }
    const int need = clue_[index(cell)] - mines;
    if (need < 0) contradiction(cell, "already has " + counted_mines(mines) + " around it");
    if (need > unknown)
        contradiction(cell, "has only " + std::to_string(unknown + mines) + " unopened neighbours");
    need_[index(cell)] = static_cast<std::int8_t>(need);
    unknown_[index(cell)] = static_cast<std::int8_t>(unknown);
}

void Position::contradiction(Cell clue, const std::string& why) const {
    const int row = grid_.row(clue);
    const int column = grid_.column(clue);
    throw Impossible(
        row, column,
        "the " + std::to_string(clue_[index(clue)]) + " at " + cell_name(row, column) + " " + why);
}

void Position::drain() {
    if (!eager) queue_.clear();
    while (!queue_.empty()) {
        const Cell clue = queue_.back();
        queue_.pop_back();
        settle_around(clue);
    }
}

void Position::settle_around(Cell clue) {
    const int need = need_[index(clue)];
    const int unknown = unknown_[index(clue)];
    if (need < 0 || need > unknown) contradiction(clue, "contradicts the clues near it");
    if (unknown == 0 || (need != 0 && need != unknown)) return;
    const CellState state = need == 0 ? CellState::Safe : CellState::Mine;
    for (const Cell step : offsets_)
        if (state_[index(clue + step)] == CellState::Unknown) settle_one(clue + step, state);
}

void Position::settle_one(Cell cell, CellState state) {
    state_[index(cell)] = state;
    settled.push_back(cell);
    mines_ += state == CellState::Mine;
    forget_unknown(cell, state == CellState::Mine);
}

void Position::forget_unknown(Cell cell, bool mine) {
    --unknowns_;
    for (const Cell step : offsets_) {
        const std::size_t near = index(cell + step);
        if (state_[near] != CellState::Clue) continue;
        --unknown_[near];
        if (mine) --need_[near];
        // Most clues end with nothing unknown and nothing needed: skip them.
        const int need = need_[near];
        const int unknown = unknown_[near];
        if ((need <= 0 || need >= unknown) && (need | unknown) != 0) queue_.push_back(cell + step);
    }
}

void Position::settle(Cell cell, CellState state) {
    if (state_[index(cell)] != CellState::Unknown) return;
    settle_one(cell, state);
    drain();
}

void Position::change_clue(Cell cell, int change) {
    clue_[index(cell)] = static_cast<std::int8_t>(clue_[index(cell)] + change);
    need_[index(cell)] = static_cast<std::int8_t>(need_[index(cell)] + change);
    queue_.push_back(cell);
}

void Position::check_fresh(Cell cell) const {
    if (state_[index(cell)] != CellState::Mine) return;
    const int row = grid_.row(cell);
    const int column = grid_.column(cell);
    throw Impossible(row, column,
                     "the opened cell " + cell_name(row, column) + " was proved a mine");
}

void Position::open(Cell cell, int clue) {
    check_fresh(cell);
    const bool was_unknown = state_[index(cell)] == CellState::Unknown;
    state_[index(cell)] = CellState::Clue;
    clue_[index(cell)] = static_cast<std::int8_t>(clue);
    if (was_unknown) forget_unknown(cell, false);
    read_clue(cell);
    queue_.push_back(cell);
    drain();
}

void Position::add_floating(std::vector<Cell>& out) const {
    grid_.each_cell([&](Cell cell) {
        if (state(cell) == CellState::Unknown && !touches_clue(cell)) out.push_back(cell);
    });
}

void Position::add_witnesses(std::vector<Cell>& out) const {
    grid_.each_cell([&](Cell cell) {
        if (is_witness(cell)) out.push_back(cell);
    });
}

bool Position::touches(Cell cell, CellState state) const {
    for (const Cell step : offsets_)
        if (state_[index(cell + step)] == state) return true;
    return false;
}

}  // namespace sapper
