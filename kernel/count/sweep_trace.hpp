// What forward sweeps leave behind: states, moves between them, and counts, in flat arrays that
// several components share and that keep their capacity from one analysis to the next.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace sapper {

// C(size, mines) for boxes: a box lies around one clue, so it has at most 8 cells.
inline constexpr auto kChoose = [] {
    std::array<std::array<double, 9>, 9> table{};
    for (std::size_t n = 0; n < 9; ++n) {
        table[n][0] = 1.0;
        for (std::size_t k = 1; k <= n; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
}();

// tilt^mines for the mines of one box.
inline std::array<double, 9> tilt_powers(double tilt) {
    std::array<double, 9> powers{};
    powers[0] = 1.0;
    for (std::size_t m = 1; m < powers.size(); ++m) powers[m] = powers[m - 1] * tilt;
    return powers;
}

// 2^cells bounds every sum over layouts: up to this many cells plain doubles hold them all.
inline constexpr std::size_t kPlainCells = 900;

// Positive values never get below this, so that none of them becomes 0 by rounding.
inline constexpr double kTiny = std::numeric_limits<double>::min();

// Counts by mines used: least, least + 1, ...; `first` is their place among the trace's values.
struct State {
    std::uint64_t first = 0;
    std::int32_t least = 0;
    std::int32_t count = 0;
};

struct Move {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t mines = 0;
};

// One box taken: the moves into the layer of states [first_state, last_state). As large on every
// system, since its size counts towards the budget.
struct Step {
    std::uint32_t box = 0;
    std::uint32_t size = 0;
    std::uint32_t first_state = 0;
    std::uint32_t last_state = 0;
    std::uint64_t first_move = 0;
    std::uint64_t last_move = 0;
};

struct SweepTrace {
    struct Mark {
        std::size_t steps = 0, states = 0, moves = 0, values = 0;
    };

    std::vector<Step> steps;
    std::vector<State> states;
    std::vector<Move> moves;
    std::vector<double> values;

    [[nodiscard]] Mark mark() const {
        return {steps.size(), states.size(), moves.size(), values.size()};
    }
    void rewind(const Mark& mark) {
        steps.resize(mark.steps);
        states.resize(mark.states);
        moves.resize(mark.moves);
        values.resize(mark.values);
    }
    // Frees what the vectors hold and do not use.
    void shrink() {
        steps.shrink_to_fit();
        states.shrink_to_fit();
        moves.shrink_to_fit();
        values.shrink_to_fit();
    }
    // Twice what is used, since a growing vector may hold that much.
    [[nodiscard]] std::size_t bytes_since(const Mark& begin) const {
        return 2 * ((states.size() - begin.states) * sizeof(State) +
                    (moves.size() - begin.moves) * sizeof(Move) +
                    (values.size() - begin.values) * sizeof(double) +
                    (steps.size() - begin.steps) * sizeof(Step));
    }
    [[nodiscard]] std::size_t bytes() const { return bytes_since({}); }
    // What the vectors hold, used or not.
    [[nodiscard]] std::size_t held_bytes() const {
        return states.capacity() * sizeof(State) + moves.capacity() * sizeof(Move) +
               values.capacity() * sizeof(double) + steps.capacity() * sizeof(Step);
    }
};

// Where one component's forward sweep lies in the trace.
struct TraceSlice {
    SweepTrace::Mark begin;
    SweepTrace::Mark end;
    double tilt = 1.0;          // every mine has been weighted with this
    std::int64_t exponent = 0;  // the values of the last layer are to be multiplied by 2^exponent
    bool guarded = false;       // so many cells that values must be kept in range
};

}  // namespace sapper
