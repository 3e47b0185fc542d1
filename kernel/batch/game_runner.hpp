// One table of the arena: games played one after another, with buffers of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "batch/games.hpp"

namespace sapper {

class Table {
public:
    Table(const BatchJob& job, std::function<bool()> stopped);
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;
    virtual ~Table() = default;

    GameResult play(std::uint64_t index);

    std::vector<GuessRecord> guesses;

protected:
    // For whoever watches: called with the position as it is and the cell about to be opened.
    virtual void before_click(Cell) {}

    const BatchJob& job_;
    Position position_;
    GameResult result_;

private:
    [[nodiscard]] bool is_guess(const Decision& decision) const;
    void start(std::uint64_t index);
    void click(Cell cell);
    void note_guess(std::uint64_t index, const Decision& decision);

    Player player_;
    Game game_;
    std::vector<Cell> cells_;
    std::vector<std::uint32_t> spared_;
    bool alive_ = true;
};

}  // namespace sapper
