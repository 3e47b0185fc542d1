#include "board/game.hpp"

namespace sapper {

void spared_cells(const Grid& grid, Cell first, FirstClick rule, std::vector<std::uint32_t>& out) {
    out.clear();
    if (rule == FirstClick::None) return;
    const int reach = rule == FirstClick::Zero ? 1 : 0;
    for (int row = grid.row(first) - reach; row <= grid.row(first) + reach; ++row)
        for (int column = grid.column(first) - reach; column <= grid.column(first) + reach; ++column)
            if (row >= 0 && row < grid.height && column >= 0 && column < grid.width)
                out.push_back(static_cast<std::uint32_t>(grid.plain(grid.at(row, column))));
}

void Game::lay(const Grid& grid, std::span<const std::uint8_t> mask) {
    if (cells_.size() != grid.size() || grid.width != grid_.width) {
        cells_.clear();
        for (int row = 0; row < grid.height; ++row)
            for (int column = 0; column < grid.width; ++column)
                cells_.push_back(grid.at(row, column));
    }
    grid_ = grid;
    mine_.assign(grid.walled_size(), 0);
    open_.assign(grid.walled_size(), 1);
    clue_.assign(grid.walled_size(), 0);
    left_ = 0;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        mine_[index(cells_[i])] = mask[i];
        open_[index(cells_[i])] = 0;
        left_ += mask[i] == 0;
    }
    count_clues();
    fresh.clear();
}

void Game::count_clues() {
    const auto offsets = grid_.offsets();
    for (const Cell cell : cells_)
        if (mine_[index(cell)])
            for (const Cell step : offsets) ++clue_[index(cell + step)];
}

void Game::move_mine(Cell from, Cell to) {
    mine_[index(from)] = 0;
    mine_[index(to)] = 1;
    for (const Cell step : grid_.offsets()) {
        --clue_[index(from + step)];
        ++clue_[index(to + step)];
    }
}

void Game::reveal(Cell cell) {
    open_[index(cell)] = 1;
    --left_;
    fresh.push_back({cell, clue_[index(cell)]});
}

// The list of what became visible is its own queue.
bool Game::open(Cell cell) {
    fresh.clear();
    if (mine_[index(cell)]) return false;
    if (is_open(cell)) return true;
    reveal(cell);
    const auto offsets = grid_.offsets();
    for (std::size_t next = 0; next < fresh.size(); ++next) {
        if (fresh[next].clue != 0) continue;
        const Cell zero = fresh[next].cell;
        for (const Cell step : offsets)
            if (!is_open(zero + step)) reveal(zero + step);
    }
    return true;
}

}  // namespace sapper
