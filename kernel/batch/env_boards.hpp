// Many games, stepped together on threads: the native half of the vector environment.
// Board k plays the games 0, 1, 2 ... of seed s + k.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "batch/thread_pool.hpp"
#include "board/game.hpp"
#include "count/analysis.hpp"

namespace sapper {

// Writes the learners' observations of many boards into their arrays, only where they
// changed. Cells are row-major indices.
// Codes: one number per cell, as in a view. Planes: one plane for each number, one for unopened
// cells, one for flags if there are any. Risks: the same as floats, and the exact risks.
enum class ObservationKind : std::uint8_t { Codes, Planes, Risks };

// A risk as a float; rounding must not make an uncertain risk 0 or 1. Opened cells count as 0.
float narrow_risk(double risk);

class EnvObserver {
public:
    EnvObserver(const Level& level, ObservationKind kind, bool flags, void* observations,
                std::int8_t* masks);

    void hide(std::size_t board);
    void reveal(std::size_t board, std::size_t cell, int clue);
    void set_flag(std::size_t board, std::size_t cell, bool on);
    // Recomputes the risks, if learners observe them.
    void count_risks(std::size_t board, const Game& game, Workspace& workspace);
    // Saves the last observation of a finished board.
    void keep(std::size_t board, void* observations, std::int8_t* masks) const;

    [[nodiscard]] std::size_t actions() const { return flags_ ? 2 * cells_ : cells_; }

private:
    static constexpr std::size_t kUnopenedPlane = 9;
    static constexpr std::size_t kFlagPlane = 10;

    [[nodiscard]] std::size_t planes() const;
    [[nodiscard]] std::size_t bytes() const;
    void put(std::size_t board, std::size_t plane, std::size_t cell, bool on);

    Level level_;
    ObservationKind kind_;
    bool flags_;
    std::size_t cells_;
    void* observations_;
    std::int8_t* masks_;
};

// When a finished board starts its next game: with the next step, within the same step, or only
// on a reset.
enum class Autoreset : std::uint8_t { NextStep, SameStep, Disabled };

struct EnvRewards {
    double win = 0.0, loss = 0.0, move = 0.0, cell = 0.0, illegal = 0.0;
};

struct EnvSettings {
    Level level;
    FirstClick rule = FirstClick::Safe;
    bool flags = false;
    ObservationKind observation = ObservationKind::Planes;
    Autoreset autoreset = Autoreset::NextStep;
    std::int64_t most_steps = 0;  // 0: no limit
    EnvRewards rewards;
    std::size_t threads = 1;
};

// The learner's memory, one row per board. With Autoreset::SameStep the last three keep the
// state of a board at the end of its game.
struct EnvArrays {
    std::size_t boards = 0;
    void* observation = nullptr;
    std::int8_t* mask = nullptr;
    double* reward = nullptr;
    std::uint8_t* terminated = nullptr;
    std::uint8_t* truncated = nullptr;
    std::uint8_t* won = nullptr;
    void* final_observation = nullptr;
    std::int8_t* final_mask = nullptr;
    std::uint8_t* final_won = nullptr;
};

// A board that replaces the seed's next one.
struct EnvGiven {
    SeededBoard board;
    std::vector<std::uint8_t> mask;     // a layout; if empty, the seeded board is laid
    std::optional<std::int32_t> first;  // opened immediately
};

class EnvBoards {
public:
    EnvBoards(const EnvSettings& settings, const EnvArrays& arrays);

    // Begins the chosen boards: the fresh ones on game 0 of a new seed, the others on their next
    // game. One byte per board.
    void begin(std::span<const std::uint8_t> chosen, std::span<const std::uint8_t> fresh,
               std::span<const std::uint64_t> seeds);
    // Begins the chosen boards on a given board; afterwards each continues with its own seed.
    void begin_on(std::span<const std::uint8_t> chosen, const EnvGiven& given);
    // Throws BadArgument for an illegal action, and changes nothing.
    void step(std::span<const std::int64_t> actions);

private:
    struct Environment {
        Game game;
        SeededBoard playing;
        std::uint64_t seed = 0;
        std::uint64_t index = 0;  // of the seed's games
        std::int64_t steps = 0;
        bool over = false;
    };
    struct Scratch {
        std::vector<Reveal> fresh;
        Workspace workspace;
    };

    void each(std::span<const std::uint8_t> chosen,
              const std::function<void(std::size_t, Scratch&)>& work);
    void check(std::span<const std::int64_t> actions) const;
    void step_one(std::size_t k, std::int64_t action, Scratch& scratch);
    void begin_game(std::size_t k, Scratch& scratch);
    void begin_next(std::size_t k, Scratch& scratch);
    void clear(std::size_t k);
    double act(std::size_t k, std::int64_t action, Scratch& scratch);
    double open(std::size_t k, Cell cell, Scratch& scratch);
    double flag(std::size_t k, std::size_t cell);

    EnvSettings settings_;
    EnvArrays arrays_;
    std::vector<Cell> walled_;        // by row-major index
    std::vector<std::size_t> plain_;  // the inverse: row-major index by cell
    EnvObserver observer_;
    std::vector<Environment> environments_;
    ThreadPool pool_;
    std::vector<Scratch> scratch_;
};

}  // namespace sapper
