// Plays only certain moves, the cheapest first, as far as the techniques up to a given tier lead.
// The more is known, the more each technique proves, so the order changes nothing.
//
// It knows what a player knows: it opens cells and gets their clues, and never sees a mine.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "prove/cases.hpp"
#include "prove/chain.hpp"
#include "prove/pairs.hpp"

namespace sapper {

// Opens a safe cell and passes on every clue that this uncovers.
using OpenCell = std::function<std::span<const Reveal>(Cell)>;

// Opens cells of a game, using a buffer; both must outlive it. Throws logic_error for a mine.
OpenCell opener(Game& game, std::vector<Reveal>& fresh);

class CertainPlay {
public:
    explicit CertainPlay(const Budget& budget) : cases_(workspace_, budget) {}

    // Begins a new game.
    void start(const Level& level, OpenCell open, Cell first);
    // Goes on until the techniques prove nothing more; true if every safe cell is open.
    bool play(Tier hardest);
    // Opened clues have changed, because mines were moved: look at them again.
    void look_again(Cell cell);
    [[nodiscard]] const Position& position() const { return workspace_.position; }
    [[nodiscard]] Position& position() { return workspace_.position; }

private:
    void open(Cell cell);
    void open_settled();
    bool settle(const Conclusions& conclusions);
    bool go_on(Tier hardest);
    bool try_pairs(Tier hardest);
    bool try_chain();
    bool try_cases(Tier hardest);
    void gather_fresh_clues();

    Workspace workspace_;
    Pairs pairs_;
    Chain chain_;
    Cases cases_;
    Level level_;
    OpenCell open_;
    Conclusions conclusions_;
    long left_ = 0;              // safe cells still closed
    std::size_t next_ = 0;       // into position.settled: what is not opened yet
    std::vector<Cell> fresh_;    // opened or settled since pairs were compared
    std::vector<Cell> touched_;  // and since components were counted
    std::vector<Cell> clues_;
    std::vector<std::uint32_t> stamp_;
    std::uint32_t now_ = 0;
    bool counting_ = false;  // components are being followed
};

}  // namespace sapper
