// The player behind `fast`, `master` and `deep`: from a position to the cells to open next, with
// the numbers behind the choice.
//
// The same position gets the same answer every time: remembered decisions save time and change
// nothing.
//
// Words of this folder:
//   win chance   the probability of winning with good play from here on
//   score        a quick figure for a guess, by looking one or two moves ahead
//   group        cells whose mines make no difference to the rest but through a factor
//   endgame      a group with few layouts, searched to the end of every game
//   perfect      the search behind endgames: it maximises the layouts that are won
//   playout      one game that `fast` plays to the end on a layout; `deep` compares guesses by them
//   outcome      the position after a guess, for one of the numbers that it may show
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
    // The same with more for advice: the chance of winning also where cells are certain, and of
    // the best five candidates of a guess.
    const Decision& advise(const Position& position, int mines);
    // The chance of winning if these cells, none of them open, are opened now and play goes on.
    double chance_of(const Position& position, int mines, std::span<const Cell> cells);
    // The chance of winning alone, without the long searches that a move may take.
    const Decision& find_chance(const Position& position, int mines);

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
