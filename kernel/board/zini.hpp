// ZiNi (Zimmermann and Nikolaus, 2009): how many clicks a player who flags and chords needs for a
// board whose mines are known, by a greedy rule. Finding the fewest clicks is a hard problem; this
// is the yardstick that players agreed on.
//
// The premium of a safe cell is what flagging its mines and chording it saves: the 3BV that it
// opens (lone numbers among itself and its neighbours, openings that it touches), less its mines
// without a flag, less 1 for the chord, less 1 more if it has to be opened first.
//
// While cells are closed: the cell of highest premium, if that is not negative, is opened if it has
// to be, its mines are flagged and it is chorded; otherwise the first closed zero or lone number is
// opened. Ties go to the leftmost column, and within it to the topmost cell, as in the programs
// that rank games.
#pragma once

#include <cstdint>
#include <vector>

#include "board/opening_map.hpp"

namespace sapper {

class Zini {
public:
    // Any safe cell may be chorded.
    int greedy(const OpeningMap& map);
    // All openings are clicked first, and only open cells may be chorded, as a person would do.
    int human(const OpeningMap& map);

private:
    void start(const OpeningMap& map, bool only_open);
    int finish();
    void set_premiums();
    void offer(Cell cell);
    Cell take_best();
    Cell next_closed();
    void chord(Cell cell);
    void flag(Cell mine);
    void click(Cell cell);
    void reveal(Cell cell);
    void open(Cell cell);
    template <class Visit>
    void around(Cell cell, Visit&& visit) const;

    const OpeningMap* map_ = nullptr;
    bool only_open_ = false;
    int clicks_ = 0;
    int closed_ = 0;
    Cell cursor_ = 0;  // no closed zero or lone number comes before it
    std::vector<std::int8_t> premium_;
    std::vector<std::uint8_t> opened_;
    std::vector<std::uint8_t> flagged_;
    // A heap, by premium, highest first, then by cell; an entry may be out of date.
    std::vector<std::uint64_t> offers_;
};

}  // namespace sapper
