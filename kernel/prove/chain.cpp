#include "prove/chain.hpp"

#include <algorithm>

namespace sapper {

void Chain::prove(const Position& position, std::span<const Cell> clues, Conclusions& out) {
    start(position.grid());
    const int stride = grid_.stride();
    for (const Cell clue : clues) {
        Patch cells = 0;
        for (const Cell step : position.offsets())
            if (position.state(clue + step) == CellState::Unknown) {
                const Cell from_corner = step + stride + 1;
                cells |= Patch{1} << (8 * (from_corner / stride) + from_corner % stride);
            }
        if (cells != 0) add(clue - stride - 1, in_window(cells, 0, 0), position.need(clue));
    }
    for (std::size_t place = 0; place < sentences_.size(); ++place) meet_neighbours(place, out);
}

void Chain::start(const Grid& grid) {
    if (latest_.size() != grid.walled_size())
        latest_.assign(grid.walled_size(), -1);
    else
        for (const Sentence& sentence : sentences_)
            latest_[static_cast<std::size_t>(sentence.corner)] = -1;
    grid_ = grid;
    sentences_.clear();
    known_.clear();
}

// Keeps a set by the corner of the smallest rectangle around it, so that it is met only once.
void Chain::add(Cell corner, Window window, int mines) {
    const int down = std::countr_zero(window) / 8;
    Window columns = window | window >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    const int right = std::countr_zero(columns & 0xFF);
    const auto cells = static_cast<Patch>(window >> (8 * down + right));
    const Cell at = corner + (down - 2) * grid_.stride() + right - 2;
    if (!known_.insert(std::uint64_t(static_cast<std::uint32_t>(at)) << 32 | cells).second) return;
    std::int32_t& latest = latest_[static_cast<std::size_t>(at)];
    sentences_.push_back({at, cells, mines, latest});
    latest = static_cast<std::int32_t>(sentences_.size()) - 1;
}

void Chain::meet_neighbours(std::size_t place, Conclusions& out) {
    const Sentence own = sentences_[place];
    const Window cells = in_window(own.cells, 0, 0);
    if (own.mines == 0) conclude(cells, own.corner, false, out);
    if (own.mines == count_cells(cells)) conclude(cells, own.corner, true, out);
    const int row = grid_.row(own.corner);
    const int column = grid_.column(own.corner);
    for (int down = std::max(-2, -row); down <= std::min(2, grid_.height - 1 - row); ++down)
        for (int right = std::max(-2, -column); right <= std::min(2, grid_.width - 1 - column);
             ++right) {
            const Cell corner = own.corner + down * grid_.stride() + right;
            for (std::int32_t other = latest_[static_cast<std::size_t>(corner)]; other >= 0;
                 other = sentences_[static_cast<std::size_t>(other)].next)
                if (static_cast<std::size_t>(other) < place)
                    meet(place, static_cast<std::size_t>(other), down, right, out);
        }
}

void Chain::meet(std::size_t place, std::size_t other, int down, int right, Conclusions& out) {
    const Sentence a = sentences_[place];
    const Sentence b = sentences_[other];
    const Window cells_a = in_window(a.cells, 0, 0);
    const Window cells_b = in_window(b.cells, down, right);
    if ((cells_a & cells_b) == 0) return;
    const Pairing pair(cells_a, a.mines, cells_b, b.mines);
    pair.conclude([&](Window cells, bool mines) { conclude(cells, a.corner, mines, out); });
    if (!pair.fixed()) return;
    add(a.corner, pair.both, pair.least);
    if (pair.only_a != 0) add(a.corner, pair.only_a, a.mines - pair.least);
    if (pair.only_b != 0) add(a.corner, pair.only_b, b.mines - pair.least);
}

void Chain::conclude(Window cells, Cell corner, bool mines, Conclusions& out) const {
    const auto state = mines ? CellState::Mine : CellState::Safe;
    for_each_cell(cells, corner, grid_.stride(), [&](Cell cell) { out.push_back({cell, state}); });
}

}  // namespace sapper
