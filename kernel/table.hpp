// One table of the arena: games played one after another, with buffers of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "games.hpp"

namespace sapper {

// Takes a word into the hash of a game's clicks.
inline std::uint64_t stir(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ (word + 0x9E3779B97F4A7C15ULL)) * 0xBF58476D1CE4E5B9ULL;
    return hash ^ (hash >> 29);
}

class Table {
public:
    explicit Table(const BatchJob& job);
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
    ArenaGame game_;
    std::vector<Cell> cells_;
    std::vector<std::uint32_t> spared_;
    bool alive_ = true;
};

}  // namespace sapper
