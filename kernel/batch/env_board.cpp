#include "batch/env_board.hpp"

#include <algorithm>

#include "count/position.hpp"
#include "board/seeds.hpp"

namespace sapper {

EnvGeometry::EnvGeometry(const Grid& of) : grid(of), offsets(of.offsets()) {
    plain.assign(grid.walled_size(), -1);
    walled.reserve(grid.size());
    for (int row = 0; row < grid.height; ++row)
        for (int column = 0; column < grid.width; ++column) {
            const Cell cell = grid.at(row, column);
            plain[static_cast<std::size_t>(cell)] = static_cast<std::int32_t>(walled.size());
            walled.push_back(cell);
        }
}

void EnvBoard::begin(const EnvGeometry& geometry, const EnvStart& start) {
    shut(geometry);
    start_ = start;
    laid_ = false;
}

void EnvBoard::begin_on(const EnvGeometry& geometry, std::span<const std::uint8_t> mask) {
    shut(geometry);
    lay(geometry, mask);
}

void EnvBoard::shut(const EnvGeometry& geometry) {
    const Grid& grid = geometry.grid;
    marks_.assign(grid.walled_size(), kOpen);
    for (int row = 0; row < grid.height; ++row) {
        const auto first = marks_.begin() + grid.at(row, 0);
        std::fill(first, first + grid.width, std::uint8_t{0});
    }
    opened_ = 0;
}

void EnvBoard::lay(const EnvGeometry& geometry, std::span<const std::uint8_t> mask) {
    for (std::size_t i = 0; i < mask.size(); ++i)
        if (mask[i] != 0) mark(geometry.walled[i]) |= kMine;
    laid_ = true;
}

void EnvBoard::lay_first(const EnvGeometry& geometry, int mines, Cell first) {
    const Grid& grid = geometry.grid;
    thread_local std::vector<std::uint32_t> spared;
    spared_cells(grid, first, start_.rule, spared);
    lay(geometry, seeded_mask(static_cast<std::uint32_t>(grid.size()),
                              static_cast<std::uint32_t>(mines), start_.seed, start_.index, spared));
}

void EnvBoard::reveal(const EnvGeometry& geometry, Cell cell, std::vector<EnvReveal>& fresh) {
    mark(cell) |= kOpen;
    fresh.push_back({geometry.plain[static_cast<std::size_t>(cell)], clue(geometry, cell)});
}

int EnvBoard::clue(const EnvGeometry& geometry, Cell cell) const {
    int mines = 0;
    for (const Cell step : geometry.offsets) mines += mark(cell + step) & kMine;
    return mines;
}

void EnvBoard::write_view(const EnvGeometry& geometry, std::vector<std::int8_t>& view) const {
    view.clear();
    for (const Cell cell : geometry.walled) {
        const bool open = (mark(cell) & kOpen) != 0;
        view.push_back(open ? static_cast<std::int8_t>(clue(geometry, cell)) : kUnopened);
    }
}

// The list of what became visible is its own queue.
EnvDeed EnvBoard::open(const EnvGeometry& geometry, int mines, std::int32_t plain,
                       std::vector<EnvReveal>& fresh) {
    const Cell cell = geometry.walled[static_cast<std::size_t>(plain)];
    fresh.clear();
    if ((mark(cell) & (kOpen | kFlag)) != 0) return EnvDeed::Illegal;
    if (!laid_) lay_first(geometry, mines, cell);
    if ((mark(cell) & kMine) != 0) return EnvDeed::Fatal;
    reveal(geometry, cell, fresh);
    for (std::size_t next = 0; next < fresh.size(); ++next) {
        if (fresh[next].clue != 0) continue;
        const Cell zero = geometry.walled[static_cast<std::size_t>(fresh[next].plain)];
        for (const Cell step : geometry.offsets)
            if ((mark(zero + step) & (kOpen | kFlag)) == 0) reveal(geometry, zero + step, fresh);
    }
    opened_ += static_cast<long>(fresh.size());
    return EnvDeed::Done;
}

EnvDeed EnvBoard::toggle_flag(const EnvGeometry& geometry, std::int32_t plain) {
    const Cell cell = geometry.walled[static_cast<std::size_t>(plain)];
    if ((mark(cell) & kOpen) != 0) return EnvDeed::Illegal;
    mark(cell) ^= kFlag;
    return EnvDeed::Done;
}

bool EnvBoard::flagged(const EnvGeometry& geometry, std::int32_t plain) const {
    return (mark(geometry.walled[static_cast<std::size_t>(plain)]) & kFlag) != 0;
}

}  // namespace sapper
