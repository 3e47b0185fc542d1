#include "board/opening_map.hpp"

#include <algorithm>

namespace sapper {

void OpeningMap::read(int height, int width, std::span<const std::uint8_t> mines) {
    grid_ = {width, height};
    ground_.assign(grid_.walled_size(), Ground::Wall);
    safe_cells_ = 0;
    for (std::size_t plain = 0; plain < mines.size(); ++plain) {
        ground_[index(transposed(plain))] = mines[plain] ? Ground::Mine : Ground::Safe;
        safe_cells_ += !mines[plain];
    }
    count_clues();
    find_openings();
    find_islands();
}

int OpeningMap::solved_bbbv(std::span<const std::uint8_t> opened) const {
    std::vector<std::uint8_t> left(starts_.size(), 0);
    int solved = 0;
    for (std::size_t plain = 0; plain < opened.size(); ++plain) {
        const Cell cell = transposed(plain);
        if (opened[plain])
            solved += is_lone(cell);
        else if (is_safe(cell))
            for (const std::int32_t opening : openings_of(cell))
                left[static_cast<std::size_t>(opening)] = 1;
    }
    return solved + static_cast<int>(std::count(left.begin() + 1, left.end(), 0));
}

// The place of a board's cell in the grid, which is the board transposed.
Cell OpeningMap::transposed(std::size_t plain) const {
    const auto width = static_cast<std::size_t>(grid_.height);
    return grid_.at(static_cast<int>(plain % width), static_cast<int>(plain / width));
}

void OpeningMap::count_clues() {
    clues_.assign(ground_.size(), 0);
    const auto around = grid_.offsets();
    for (std::size_t cell = 0; cell < ground_.size(); ++cell) {
        if (ground_[cell] != Ground::Mine) continue;
        for (const Cell offset : around) ++clues_[index(static_cast<Cell>(cell) + offset)];
    }
}

void OpeningMap::find_openings() {
    openings_of_.assign(ground_.size(), {0, 0});
    members_.clear();
    starts_.assign(1, 0);
    const auto cells = static_cast<Cell>(ground_.size());
    for (Cell cell = 0; cell < cells; ++cell)
        if (is_safe(cell) && !clue(cell) && !openings_of(cell)[0]) flood_opening(cell);
}

void OpeningMap::flood_opening(Cell zero) {
    starts_.push_back(members_.size());
    const auto around = grid_.offsets();
    add_member(zero);
    stack_.assign(1, zero);
    while (!stack_.empty()) {
        const Cell cell = stack_.back();
        stack_.pop_back();
        for (const Cell offset : around) {
            const std::size_t before = members_.size();
            add_member(cell + offset);
            if (members_.size() > before && !clue(cell + offset)) stack_.push_back(cell + offset);
        }
    }
    starts_.back() = members_.size();
}

// Adds a cell to the opening that is being flooded, unless it is there already or is the wall.
void OpeningMap::add_member(Cell cell) {
    if (!is_safe(cell)) return;
    const std::int32_t opening = openings();
    auto& [one, other] = openings_of_[index(cell)];
    if (one == opening || other == opening) return;
    (one ? other : one) = opening;
    members_.push_back(cell);
}

void OpeningMap::find_islands() {
    lone_.assign(ground_.size(), Lone::No);
    islands_ = 0;
    lone_cells_ = 0;
    const auto cells = static_cast<Cell>(ground_.size());
    for (Cell cell = 0; cell < cells; ++cell) {
        if (!is_safe(cell) || openings_of(cell)[0]) continue;
        lone_[index(cell)] = Lone::OnNoIslandYet;
        ++lone_cells_;
    }
    for (Cell cell = 0; cell < cells; ++cell)
        if (lone_[index(cell)] == Lone::OnNoIslandYet) flood_island(cell);
}

void OpeningMap::flood_island(Cell lone) {
    ++islands_;
    const auto around = grid_.offsets();
    lone_[index(lone)] = Lone::OnIsland;
    stack_.assign(1, lone);
    while (!stack_.empty()) {
        const Cell cell = stack_.back();
        stack_.pop_back();
        for (const Cell offset : around) {
            const Cell near = cell + offset;
            if (lone_[index(near)] != Lone::OnNoIslandYet) continue;
            lone_[index(near)] = Lone::OnIsland;
            stack_.push_back(near);
        }
    }
}

}  // namespace sapper
