#include "prove/pairs.hpp"

namespace sapper {

void Pairs::prove(const Position& position, std::span<const Cell> clues, Tier tier,
                  Conclusions& out) {
    if (stamp_.size() != position.grid().walled_size()) {
        stamp_.assign(position.grid().walled_size(), 0);
        patch_.assign(position.grid().walled_size(), 0);
        now_ = 0;
    }
    ++now_;
    for (const Cell clue : clues)
        if (position.is_witness(clue)) compare_around(position, clue, tier, out);
}

// Clues further than two cells apart share no neighbour.
void Pairs::compare_around(const Position& position, Cell clue, Tier tier, Conclusions& out) {
    const Grid& grid = position.grid();
    const int row = grid.row(clue);
    const int column = grid.column(clue);
    const int left = std::max(-2, -column);
    const int right = std::min(2, grid.width - 1 - column);
    for (int down = std::max(-2, -row); down <= std::min(2, grid.height - 1 - row); ++down)
        for (int across = left; across <= right; ++across) {
            const Cell other = clue + down * grid.stride() + across;
            if (other != clue && position.is_witness(other))
                compare(position, clue, other, down, across, tier, out);
        }
}

void Pairs::compare(const Position& position, Cell a, Cell b, int down, int right, Tier tier,
                    Conclusions& out) {
    const Window cells_a = in_window(unknowns(position, a), 0, 0);
    const Window cells_b = in_window(unknowns(position, b), down, right);
    if ((cells_a & cells_b) == 0) return;
    const Pairing pair(cells_a, position.need(a), cells_b, position.need(b));
    if (tier == Tier::Subset && pair.only_a != 0 && pair.only_b != 0) return;
    const int stride = position.grid().stride();
    pair.conclude([&](Window cells, bool mines) {
        for_each_cell(cells, a - stride - 1, stride, [&](Cell cell) {
            out.push_back({cell, mines ? CellState::Mine : CellState::Safe});
        });
    });
}

Patch Pairs::unknowns(const Position& position, Cell clue) {
    const auto at = static_cast<std::size_t>(clue);
    if (stamp_[at] == now_) return patch_[at];
    const int stride = position.grid().stride();
    Patch patch = 0;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) {
            const Cell cell = clue + (row - 1) * stride + column - 1;
            patch |= Patch{position.state(cell) == CellState::Unknown} << (8 * row + column);
        }
    stamp_[at] = now_;
    patch_[at] = patch;
    return patch;
}

}  // namespace sapper
