// The arguments that Python passes, checked: levels, cells, numbers of threads, choices by name.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "board/errors.hpp"
#include "board/game.hpp"
#include "play/strength.hpp"

namespace sapper {

constexpr std::int64_t kMostCells = 4'000'000;

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

template <class Number>
Grid checked_grid(Number height, Number width) {
    constexpr auto most = static_cast<Number>(kMostCells);
    if (height < 1 || width < 1) throw BadArgument("a board needs at least one cell");
    if (height > most || width > most || height * width > most)
        throw BadArgument("a board has at most 4,000,000 cells");
    return {static_cast<int>(height), static_cast<int>(width)};
}

inline Level checked_level(const Grid& grid, std::int64_t mines) {
    if (mines < 0 || mines > static_cast<std::int64_t>(grid.size()))
        throw BadArgument("the mines do not fit on the board");
    return {grid, static_cast<int>(mines)};
}

inline Level checked_level(std::int64_t height, std::int64_t width, std::int64_t mines) {
    return checked_level(checked_grid(height, width), mines);
}

inline Cell checked_cell(const Grid& grid, const RowColumn& cell) {
    if (!grid.contains(cell.first, cell.second)) throw BadArgument("the cell is off the board");
    return grid.at(cell.first, cell.second);
}

inline unsigned checked_threads(std::int64_t threads) {
    if (threads < 1 || threads > 1024) throw BadArgument("threads must be from 1 to 1024");
    return static_cast<unsigned>(threads);
}

}  // namespace sapper
