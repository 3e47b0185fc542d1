#include "board/game.hpp"

#include <algorithm>

#include "board/errors.hpp"
#include "board/seeds.hpp"

namespace sapper {

std::vector<std::uint32_t> spared_cells(const Level& level, Cell first, FirstClick rule) {
    const Grid& grid = level.grid;
    std::vector<std::uint32_t> spared;
    if (rule == FirstClick::None) return spared;
    const int reach = rule == FirstClick::Zero ? 1 : 0;
    for (int down = -reach; down <= reach; ++down)
        for (int right = -reach; right <= reach; ++right)
            if (grid.contains(grid.row(first) + down, grid.column(first) + right))
                spared.push_back(
                    static_cast<std::uint32_t>(grid.plain(first + down * grid.stride() + right)));
    if (level.mines > static_cast<int>(grid.size() - spared.size()))
        throw BadArgument("the first click leaves no room for the mines");
    return spared;
}

void Game::begin(const Grid& grid) {
    grid_ = grid;
    marks_.assign(grid.walled_size(), kOpened);
    for (int row = 0; row < grid.height; ++row)
        std::fill_n(marks_.begin() + grid.at(row, 0), grid.width, std::uint8_t{0});
    laid_ = false;
}

void Game::lay(std::span<const std::uint8_t> mask) {
    // Local variables and no branches: environments begin games all the time.
    const Grid grid = grid_;
    const std::uint8_t* next = mask.data();
    std::uint8_t* const marks = marks_.data();
    long mines = 0;
    grid.each_cell([&](Cell cell) {
        const std::uint8_t mined = *next++ != 0 ? kMined : 0;
        marks[cell] |= mined;
        mines += mined;
    });
    left_ = static_cast<long>(grid.size()) - mines;
    laid_ = true;
}

void Game::lay_seeded(const SeededBoard& board, int mines, Cell first) {
    const auto cells = static_cast<std::uint32_t>(grid_.size());
    const auto spared = spared_cells({grid_, mines}, first, board.rule);
    lay(seeded_mask(cells, static_cast<std::uint32_t>(mines), board.seed, board.index, spared));
}

// The list of revealed cells is also the queue.
bool Game::open(Cell cell, std::vector<Reveal>& fresh) {
    fresh.clear();
    if (is_mine(cell)) return false;
    const auto offsets = grid_.offsets();
    const auto reveal_closed = [&](Cell near) {
        if ((mark(near) & (kOpened | kFlagged)) == 0) reveal(near, fresh);
    };
    reveal_closed(cell);
    for (std::size_t next = 0; next < fresh.size(); ++next) {
        if (fresh[next].clue != 0) continue;
        const Cell zero = fresh[next].cell;
        for (const Cell step : offsets) reveal_closed(zero + step);
    }
    return true;
}

void Game::reveal(Cell cell, std::vector<Reveal>& fresh) {
    mark(cell) |= kOpened;
    --left_;
    fresh.push_back({cell, clue(cell)});
}

int Game::clue(Cell cell) const {
    int mines = 0;
    for (const Cell step : grid_.offsets()) mines += mark(cell + step) & kMined;
    return mines;
}

void Game::move_mine(Cell from, Cell to) {
    mark(from) ^= kMined;
    mark(to) ^= kMined;
}

void Game::write_view(std::vector<std::int8_t>& view) const {
    view.clear();
    grid_.each_cell([&](Cell cell) {
        view.push_back(is_open(cell) ? static_cast<std::int8_t>(clue(cell)) : kUnopened);
    });
}

}  // namespace sapper
