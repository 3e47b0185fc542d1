// What Python asks with, checked: levels, cells, and choices by name.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "board/game.hpp"
#include "board/errors.hpp"
#include "play/strength.hpp"

namespace sapper {

constexpr std::size_t kMostCells = 4'000'000;

using RowColumn = std::pair<int, int>;

template <class Value, std::size_t size>
Value named(const std::string& what, const std::string& name,
            const std::array<const char*, size>& names) {
    std::string all;
    for (std::size_t i = 0; i < size; ++i) {
        if (name == names[i]) return static_cast<Value>(i);
        all += (i == 0 ? "" : ", ") + std::string(names[i]);
    }
    throw BadArgument("there is no " + what + " '" + name + "': use " + all);
}

inline FirstClick rule_of(const std::string& name) {
    return named<FirstClick>("first click", name, std::array{"none", "safe", "zero"});
}

inline StrengthSettings settings_named(const std::string& name) {
    return settings_of(named<Strength>("strength", name, std::array{"fast", "master", "deep"}));
}

inline int mines_on(const Grid& grid, std::int64_t mines) {
    if (mines < 0 || mines > static_cast<std::int64_t>(grid.size()))
        throw BadArgument("the mines do not fit on the board");
    return static_cast<int>(mines);
}

inline Level level_of(std::int64_t height, std::int64_t width, std::int64_t mines) {
    constexpr auto most = static_cast<std::int64_t>(kMostCells);
    if (height < 1 || width < 1 || height > most || width > most || height * width > most)
        throw BadArgument("a board has from 1 to 4,000,000 cells");
    const Grid grid{static_cast<int>(height), static_cast<int>(width)};
    return {grid, mines_on(grid, mines)};
}

inline Cell cell_of(const Grid& grid, const RowColumn& place) {
    if (place.first < 0 || place.first >= grid.height || place.second < 0 ||
        place.second >= grid.width)
        throw BadArgument("the cell is off the board");
    return grid.at(place.first, place.second);
}

}  // namespace sapper
