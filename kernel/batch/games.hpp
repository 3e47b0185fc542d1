// Many whole games over threads. Game i is the same on every thread, so the results do not depend
// on the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "play/player.hpp"

namespace sapper {

// Which forecasts to record; where no guess is needed, they take extra time.
enum class Keep : std::uint8_t { Nothing, Guesses, Moves };

struct BatchJob {
    Level level;
    FirstClick rule = FirstClick::Safe;
    StrengthSettings settings;
    std::optional<Cell> first;  // else the player's own
    std::uint64_t seed = 0;
    std::uint64_t begin = 0;  // game indices [begin, end)
    std::uint64_t end = 0;
    std::vector<std::uint8_t> masks;  // layouts to play instead, one after another
    unsigned threads = 1;
    Keep keep = Keep::Nothing;
    std::function<bool()> interrupted;
};

struct GameResult {
    bool won = false;
    std::uint32_t moves = 0;  // clicks: certain cells and guesses
    std::uint32_t guesses = 0;
    std::uint64_t hash = 0;  // over all clicks
};

// A forecast and what it rests on.
struct Forecast {
    std::uint32_t game = 0;  // from `begin`
    std::uint32_t move = 0;
    Reason reason = Reason::Certain;
    double risk = 0.0;
    double chance = 0.0;
    double score = 0.0;          // where the move was judged
    WinChanceFeatures features;  // where it is certain; no cells if everything was searched
};

// Plays games one after another with one player. Each thread of a batch has its own.
class GameRunner {
public:
    GameRunner(const BatchJob& job, std::function<bool()> stopped);
    GameRunner(const GameRunner&) = delete;
    GameRunner& operator=(const GameRunner&) = delete;
    virtual ~GameRunner() = default;

    GameResult play(std::uint64_t index);

    std::vector<Forecast> forecasts;

protected:
    // Hooks for observers: called before a cell is opened, and before a guess after the first
    // click, with the position still unchanged.
    virtual void before_click(Cell) {}
    virtual void before_guess(const Decision&) {}

    const BatchJob& job_;
    Position position_;
    GameResult result_;

private:
    [[nodiscard]] bool is_guess(const Decision& decision) const;
    void start(std::uint64_t index);
    void click(Cell cell);
    void keep_forecast(std::uint64_t index, const Decision& decision);

    Player player_;
    Game game_;
    std::vector<Cell> cells_;
    std::vector<Reveal> fresh_;
    bool alive_ = true;
};

struct BatchResult {
    std::vector<GameResult> games;
    std::vector<Forecast> forecasts;  // in order of the games
};

BatchResult play_batch(const BatchJob& job);

}  // namespace sapper
