// The player behind `fast`, `master` and `deep`: from a position to the cells to open next, with
// the numbers behind the choice.
//
// Certain cells first, all at once; perfect play when few layouts are left; in between the cell
// that promises most for the game, not just for this click. The same position gets the same
// answer every time: what is remembered saves time and changes nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "board/game.hpp"
#include "count/solved_position.hpp"
#include "play/lookahead.hpp"
#include "play/endgame.hpp"
#include "play/outlook.hpp"
#include "play/second_ply.hpp"
#include "play/strength.hpp"
#include "play/toss_ups.hpp"

namespace sapper {

struct Candidate {
    Cell cell = 0;
    double risk = 0.0;
    double score = 0.0;
    double second = 0.0;  // both looks combined, if there was a second
    double cost = 0.0;    // risk beyond what will be lost anyway
    bool free = false;    // no other guess can be better
    double progress = 0.0;  // chance that a safe cell appears; from `advise` only, as is
    double chance = 0.0;    // the chance of winning the game by this guess
};

inline constexpr std::size_t kSmallBoard = 25;

enum class Reason : std::uint8_t { First, Certain, Perfect, Judged, Safest };

struct Decision {
    Reason reason = Reason::Certain;
    std::vector<Cell> cells;             // to open now: all certain ones, or one guess
    double risk = 0.0;                   // of the guess
    double chance = 1.0;                 // estimated, of winning; NaN if the board is too large
    std::vector<Candidate> candidates;   // best first
    Doubt doubt;                         // what the chance rests on
};

class Rollouts;
class Workspace;
struct Analysis;
struct Place;

// The first cell that wins most, as measured: a corner, or well inside for a zero.
Cell first_cell(const Grid& grid, int mines, FirstClick rule);

class Player {
public:
    Player(StrengthSettings settings, FirstClick rule, std::function<bool()> interrupted);
    ~Player();

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

    void choose_settings(const Grid& grid, For what);
    void ask_outlook(const Position& position, int mines);
    void compare_searched();
    void compare_judged();
    void judge_searched(int mines);
    void name_best();
    double share_of(const Position& position, int mines, std::int32_t group,
                    std::span<const Cell> cells);
    std::optional<double> searched_share(std::int32_t group, std::span<const Cell> cells);
    double judged_share(Cell cell);
    bool begin_elsewhere(std::int32_t group);
    [[nodiscard]] double best_safety(std::int32_t group) const;
    double safety_of(const Position& position, int mines, std::span<const Cell> cells);
    void decide_anew(const Position& position, int mines, For what);
    void open_first(const Position& position, int mines);
    bool open_first_perfectly(const Position& position, int mines);
    [[nodiscard]] static std::string key_of(const Position& position, int mines);
    bool take_settled(const Position& position);
    bool take_certain(const Position& position);
    bool play_perfectly();
    [[nodiscard]] std::int32_t searched_group() const;
    bool search_group(std::int32_t group);
    double chance_elsewhere(std::int32_t group);
    void judge(int mines);
    void consider(Cell cell, double risk, double most_cost);
    [[nodiscard]] Candidate candidate_of(Cell cell, double risk) const;
    void gather(double most_risk);
    void gather_floating(double risk);
    [[nodiscard]] static bool near_opened(const Position& position, Cell cell);
    [[nodiscard]] static bool is_corner(const Position& position, Cell cell);
    [[nodiscard]] int lonely_neighbours(Cell cell) const;
    void score_all();
    double score(Candidate& candidate);
    void look_twice(int mines);
    void look_closer(int mines);
    [[nodiscard]] bool looks_twice() const;
    [[nodiscard]] bool plays_out() const;
    [[nodiscard]] bool at_most_unknown(double share) const;
    void play_out(int mines);
    void prefer_implied();
    [[nodiscard]] std::size_t close_candidates() const;
    void pick_best(Reason reason);
    void fall_back(const Position& position, int mines);
    void judge_locally(Workspace& workspace, const Analysis& analysis);
    static std::vector<Place> safest_places(const Workspace& workspace, const Analysis& analysis);
    [[nodiscard]] double forecast(const Candidate& candidate) const;

    StrengthSettings usual_;
    StrengthSettings settings_;  // those of the move: small boards get more
    std::uint64_t chance_nodes_ = 0;  // as many as the chance alone may take
    FirstClick rule_;
    Budget budget_;
    Decision decision_;
    ComponentCache cache_;
    SolvedPosition solved_;
    Lookahead lookahead_;
    SecondPly second_ply_;
    std::unique_ptr<Rollouts> rollouts_;  // only if the player takes the time
    TossUps toss_ups_;
    Endgame endgame_;
    Endgame elsewhere_;
    Outlook outlook_;
    std::vector<std::uint8_t> dead_;
    std::vector<Cell> floating_;
    Position supposed_;
    SolvedPosition then_;
    std::unordered_map<std::string, Decision> remembered_;  // on small boards only
};

}  // namespace sapper
