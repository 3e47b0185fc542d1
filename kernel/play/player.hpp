// The player behind `fast`, `master` and `deep`: from a position to the cells to open next, with
// the numbers behind the choice.
//
// The same position gets the same answer every time: what is remembered saves time and changes
// nothing.
#pragma once

#include <string>
#include <unordered_map>

#include "board/game.hpp"
#include "play/adviser.hpp"

namespace sapper {

class Player {
public:
    Player(StrengthSettings settings, FirstClick rule, std::function<bool()> interrupted);
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    // The position must have settled single clues only, as Position::read and open leave it.
    const Decision& decide(const Position& position, int mines);
    // The same with what play has no use for: the chance of winning also where cells are certain,
    // and what the best five candidates of a guess promise.
    const Decision& advise(const Position& position, int mines);
    // The chance of winning if these cells, none of them open, are opened now and play goes on.
    double chance_of(const Position& position, int mines, std::span<const Cell> cells);
    // Made for the chance of winning alone: a search that takes long, which a move may, is left out.
    const Decision& foresee(const Position& position, int mines);

private:
    enum class For : std::uint8_t { Move, Chance };

    void decide_anew(const Position& position, int mines, For what);
    void begin(const Grid& grid, int mines, For what);
    bool take_settled(const Position& position);
    bool count_layouts(const Position& position);
    bool take_certain(const Position& position);

    StrengthSettings usual_;
    FirstClick rule_;
    Turn turn_;
    GroupSearch groups_;
    Judge judge_;
    Adviser adviser_;
    std::unordered_map<std::string, Decision> remembered_;  // on small boards only
};

}  // namespace sapper
