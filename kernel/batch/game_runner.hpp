// Plays games one after another with one player. Each thread of a batch has its own.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "batch/games.hpp"

namespace sapper {

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

}  // namespace sapper
