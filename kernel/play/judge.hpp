// Chooses a guess: what each candidate is worth to the game, not just to this click.
#pragma once

#include <functional>
#include <memory>

#include "play/candidates.hpp"
#include "play/group_search.hpp"
#include "play/lookahead.hpp"
#include "play/second_ply.hpp"

namespace sapper {

class Playouts;

class Judge {
public:
    Judge(Turn& turn, GroupSearch& groups, bool plays_out, std::function<bool()> interrupted);
    ~Judge();

    void choose();
    // Before `score`, `look` and `win_chance`, unless `choose` was called.
    void begin();
    double score(Candidate& candidate);
    // One step ahead of the candidate; false if that is too large.
    bool look(const Candidate& candidate);
    [[nodiscard]] double progress() const { return lookahead_.progress(); }  // after `look`
    // The chance of winning the open group by this guess.
    [[nodiscard]] double win_chance(const Candidate& candidate) const;
    [[nodiscard]] const Candidates& candidates() const { return candidates_; }

private:
    void score_all();
    void look_closer();
    [[nodiscard]] bool looks_twice() const;
    [[nodiscard]] bool plays_out() const;
    [[nodiscard]] bool at_most_unknown(double share) const;
    [[nodiscard]] std::size_t close_candidates(int most, double within) const;
    void look_twice();
    void play_out();
    void prefer_implied();
    void put_first(std::size_t place);

    Turn& turn_;
    GroupSearch& groups_;
    Candidates candidates_;
    Lookahead lookahead_;
    SecondPly second_ply_;
    std::unique_ptr<Playouts> playouts_;  // only if the player takes the time
    std::vector<std::uint8_t> dead_;
};

}  // namespace sapper
