// Random cases for the fuzzer of the kernel: views, possible or not, with totals and budgets.
// The seed determines the whole case.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "batch/analyses.hpp"

namespace fuzz {

using namespace sapper;

class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}
    int below(int bound) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(bound)); }
    int between(int low, int high) { return low + below(high - low + 1); }
    bool chance(double p) { return real() < p; }
    double real() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
    template <class T, std::size_t N>
    T pick(const T (&options)[N]) {
        return options[below(static_cast<int>(N))];
    }
    std::mt19937_64& engine() { return engine_; }

private:
    std::mt19937_64 engine_;
};

struct Case {
    AnalysisRequest request;
    std::vector<std::uint8_t> layout;  // a layout that agrees with the view, or empty
    std::vector<std::size_t> opened;   // plain indices of numbers, in random order
    long laid = 0;                     // mines of the layout
};

template <class Visit>
void for_neighbours(const Grid& grid, std::size_t cell, Visit visit) {
    const int row = static_cast<int>(cell) / grid.width;
    const int column = static_cast<int>(cell) % grid.width;
    for (int r = row - 1; r <= row + 1; ++r)
        for (int c = column - 1; c <= column + 1; ++c)
            if (r >= 0 && r < grid.height && c >= 0 && c < grid.width && (r != row || c != column))
                visit(static_cast<std::size_t>(r) * static_cast<std::size_t>(grid.width) +
                      static_cast<std::size_t>(c));
}

inline Grid random_grid(Dice& dice) {
    const double kind = dice.real();
    if (kind < 0.50) return {dice.between(1, 7), dice.between(1, 7)};
    if (kind < 0.75) return {dice.between(8, 16), dice.between(8, 30)};
    Grid grid{dice.between(20, 60), dice.between(20, 60)};
    if (kind < 0.92) grid = {dice.between(1, 4), dice.between(1, 400)};
    if (kind > 0.995) grid = {dice.between(100, 250), dice.between(100, 250)};
    if (kind > 0.998) grid = {dice.between(1, 3), dice.between(10'000, 50'000)};
    if (dice.chance(0.5)) std::swap(grid.height, grid.width);
    return grid;
}

inline std::int8_t true_clue(const Case& made, std::size_t cell) {
    int mines = 0;
    for_neighbours(made.request.grid, cell, [&](std::size_t near) { mines += made.layout[near]; });
    return static_cast<std::int8_t>(mines);
}

// Opens a safe cell and, with `flood`, the area of a 0 as a game would; without it 0-clues keep
// unopened neighbours.
inline void open_cell(Case& made, std::size_t first, bool flood) {
    std::vector<std::size_t> stack{first};
    while (!stack.empty()) {
        const std::size_t cell = stack.back();
        stack.pop_back();
        if (made.layout[cell] || made.request.view[cell] >= 0) continue;
        made.request.view[cell] = true_clue(made, cell);
        if (flood && made.request.view[cell] == 0)
            for_neighbours(made.request.grid, cell,
                           [&](std::size_t near) { stack.push_back(near); });
    }
}

// Rows or a lattice of opened cells make the widest components.
inline bool in_pattern(const Grid& grid, std::size_t cell, int pattern) {
    const int row = static_cast<int>(cell) / grid.width;
    const int column = static_cast<int>(cell) % grid.width;
    if (pattern == 0) return row % 3 == 1;
    if (pattern == 1) return row % 2 == 1 && column % 2 == 1;
    return (row + column) % 3 == 0;
}

inline void open_some(Case& made, Dice& dice) {
    const std::size_t size = made.layout.size();
    const double kind = dice.real();
    const double share = dice.real();
    const int pattern = dice.below(3);
    const int clicks = dice.between(0, 4 + static_cast<int>(size / 20));
    if (kind < 0.6)
        for (int i = 0; i < clicks; ++i)
            open_cell(made, static_cast<std::size_t>(dice.below(static_cast<int>(size))), true);
    else
        for (std::size_t cell = 0; cell < size; ++cell)
            if (kind < 0.85 ? dice.chance(share) : in_pattern(made.request.grid, cell, pattern))
                open_cell(made, cell, false);
}

inline void lay_mines(Case& made, Dice& dice) {
    const double density = dice.chance(0.7) ? 0.1 + 0.15 * dice.real() : dice.real();
    made.layout.assign(made.request.grid.size(), 0);
    for (std::uint8_t& mine : made.layout) made.laid += mine = dice.chance(density);
}

inline void put_flags(Case& made, Dice& dice) {
    const bool honest = made.request.flags == Flags::Trust;
    const double share = dice.chance(0.5) ? 0.0 : dice.real() * 0.5;
    for (std::size_t cell = 0; cell < made.layout.size(); ++cell)
        if (made.request.view[cell] < 0 && (made.layout[cell] || !honest) && dice.chance(share))
            made.request.view[cell] = kFlag;
}

// Turns a true view into one that may be impossible or malformed.
inline void corrupt(Case& made, Dice& dice) {
    std::vector<std::int8_t>& view = made.request.view;
    const double kind = dice.real();
    if (kind < 0.7) return;
    made.layout.clear();
    const int size = static_cast<int>(view.size());
    if (kind < 0.85)
        for (int i = dice.between(1, 3); i > 0; --i)
            view[static_cast<std::size_t>(dice.below(size))] =
                static_cast<std::int8_t>(dice.between(-2, 8));
    else if (kind < 0.95)
        for (std::int8_t& value : view)
            value = static_cast<std::int8_t>(dice.chance(0.8) ? -1 : dice.between(-2, 4));
    else if (kind < 0.98)
        for (std::int8_t& value : view) value = static_cast<std::int8_t>(dice.between(-2, 8));
    else
        for (std::int8_t& value : view) value = static_cast<std::int8_t>(dice.below(256));
}

inline Prior random_prior(const Case& made, Dice& dice) {
    using Long = std::numeric_limits<long>;
    const double kind = dice.real();
    Prior prior;
    prior.mines = made.laid;
    if (kind < 0.65) return prior;
    const long cells = static_cast<long>(made.request.grid.size());
    const long totals[] = {0,
                           1,
                           -1,
                           cells,
                           cells + 1,
                           Long::max(),
                           Long::min(),
                           static_cast<long>(1LL << 32),
                           made.laid + dice.between(-3, 3),
                           dice.below(static_cast<int>(cells) + 1)};
    if (kind < 0.75) return prior.mines = dice.pick(totals), prior;
    const double densities[] = {0.0,    1.0,   -0.5,      1.5,         std::nan(""), 5e-324,
                                1e-300, 1e-12, 1 - 1e-12, 1 - 0x1p-53, INFINITY,     1e-4};
    prior.mines.reset();
    prior.density = dice.chance(0.7) ? dice.real() : dice.pick(densities);
    return prior;
}

inline Budget ample() { return {0.5, std::size_t{32} << 20, {}}; }

inline Budget tiny(Dice& dice) {
    const double steps[] = {0.0, 150.0, 1.5e5, 1.5e8};
    const std::size_t bytes[] = {0, 1, 1000, 10'000, 100'000, 1'000'000};
    return {dice.pick(steps), dice.pick(bytes), {}};
}

inline Case make_case(std::uint64_t seed) {
    Dice dice(seed);
    Case made;
    made.request.grid = random_grid(dice);
    made.request.view.assign(made.request.grid.size(), kUnopened);
    made.request.flags = dice.chance(0.5) ? Flags::Trust : Flags::Ignore;
    made.request.budget = ample();
    lay_mines(made, dice);
    open_some(made, dice);
    put_flags(made, dice);
    made.request.prior = random_prior(made, dice);
    corrupt(made, dice);
    for (std::size_t cell = 0; cell < made.request.view.size(); ++cell)
        if (made.request.view[cell] >= 0) made.opened.push_back(cell);
    std::shuffle(made.opened.begin(), made.opened.end(), dice.engine());
    return made;
}

// Prints the arguments of `sapper.analyse`, so that a failure can be tried from Python.
inline void print_case(const Case& made, std::FILE* out) {
    const AnalysisRequest& request = made.request;
    std::fprintf(out, "%dx%d, flags %s, ", request.grid.width, request.grid.height,
                 request.flags == Flags::Trust ? "trust" : "ignore");
    if (request.prior.mines)
        std::fprintf(out, "mines=%ld\n", *request.prior.mines);
    else
        std::fprintf(out, "density=%.17g\n", request.prior.density);
    if (request.view.size() > 4000) return;
    for (std::size_t cell = 0; cell < request.view.size(); ++cell)
        std::fprintf(out, "%s%d%s", cell % static_cast<std::size_t>(request.grid.width) ? "," : "[",
                     request.view[cell],
                     (cell + 1) % static_cast<std::size_t>(request.grid.width) ? "" : "],\n");
}

}  // namespace fuzz
