// Checks of proofs, board makers and metrics: two ways of solving by certain moves must agree, made
// boards must be what was asked for, and 3BV must equal a count by flooding.
#include <algorithm>

#include "batch/boards.hpp"
#include "batch/metrics.hpp"
#include "board/opening_map.hpp"
#include "checks.hpp"
#include "prove/board_generator.hpp"
#include "prove/rounds.hpp"

namespace fuzz {

namespace {

const char* const kTechniques[] = {"one-clue", "subset", "overlap", "chain", "cases", "mine-count"};

// A game on the dealt board, with the buffer that an opener needs.
struct Table {
    Game game;
    std::vector<Reveal> fresh;

    explicit Table(const Dealt& dealt) {
        game.begin(dealt.level.grid);
        game.lay(dealt.mask);
    }
    OpenCell open() { return opener(game, fresh); }
};

bool is_solvable(const Dealt& dealt, Tier hardest) {
    Table table(dealt);
    CertainPlay play(ample());
    play.start(dealt.level, table.open(), dealt.first);
    return play.play(hardest);
}

// The tier of the hardest technique that the board needs; nothing if it needs a guess.
std::optional<int> grade_of(const Dealt& dealt) {
    Table table(dealt);
    const RoundsResult result = Rounds(ample()).solve(dealt.level, table.open(), dealt.first);
    const long safe = static_cast<long>(dealt.mask.size()) - dealt.level.mines;
    require(result.solved == (result.opened == safe), "solved without opening all safe cells");
    int hardest = 0;
    for (int tier = 1; tier <= kTiers; ++tier) {
        const int rounds = result.rounds[static_cast<std::size_t>(tier) - 1];
        tally[std::string("rounds of ") + kTechniques[tier - 1]] += rounds;
        if (rounds > 0) hardest = tier;
    }
    return result.solved ? std::optional(hardest) : std::nullopt;
}

void check_tiers(Dice& dice) {
    const Dealt dealt = deal(dice, 14, 0.35);
    const std::optional<int> grade = grade_of(dealt);
    for (int tier = 1; tier <= kTiers; ++tier)
        require(is_solvable(dealt, static_cast<Tier>(tier)) == (grade && *grade <= tier),
                "two ways of solving disagree about " + std::string(kTechniques[tier - 1]));
    SwapCheck check;
    const bool swap = check.has_swap(dealt.level.grid, dealt.mask, dealt.first);
    require(!swap || !grade, "a board with a swap was solved");
    tally["boards with a swap"] += swap;
}

void check_made(const BoardRequest& request, const Dealt& dealt, const GeneratedBoard& board) {
    require(board.attempts <= request.attempts, "too many attempts");
    if (board.mask.empty()) return;
    ++tally["boards made"];
    Dealt made = dealt;
    made.mask = board.mask;
    require(std::ranges::count(made.mask, 1) == made.level.mines, "a made board has its mines");
    for (const std::uint32_t cell : made.spared()) require(!made.mask[cell], "a mine is spared");
    require(is_solvable(made, request.hardest), "a made board needs a harder technique");
    if (request.grade && *request.grade <= request.hardest)
        require(
            std::max(1, grade_of(made).value_or(kTiers + 1)) == static_cast<int>(*request.grade),
            "a made board has another grade");
}

void check_makers(Dice& dice) {
    const Dealt dealt = deal(dice, 10, 0.3);
    BoardRequest request;
    request.level = dealt.level;
    request.rule = dealt.rule;
    request.first = dealt.first;
    request.method = dice.chance(0.5) ? Method::Uniform : Method::Repair;
    request.hardest = static_cast<Tier>(dice.between(1, kTiers));
    if (dice.chance(0.3)) request.grade = static_cast<Tier>(dice.between(1, kTiers));
    request.seed = dice.engine()();
    request.attempts = static_cast<std::uint64_t>(dice.between(0, 60));
    const std::vector<GeneratedBoard> boards = make_boards(request, 5, 2, 1);
    for (const GeneratedBoard& board : boards) check_made(request, dealt, board);
    require(BoardGenerator(request).make(6).mask == boards[1].mask, "a board depends on another");
}

// Opens the area of a cell, as a click does.
void flood(Case& board, std::size_t cell, int& clicks) {
    if (board.request.view[cell] >= 0 || board.layout[cell]) return;
    ++clicks;
    open_cell(board, cell, true);
}

int flooded_bbbv(const Grid& grid, const std::vector<std::uint8_t>& mask) {
    Case board;
    board.request.grid = grid;
    board.request.view.assign(grid.size(), kUnopened);
    board.layout = mask;
    int clicks = 0;
    for (std::size_t cell = 0; cell < grid.size(); ++cell)
        if (true_clue(board, cell) == 0) flood(board, cell, clicks);
    for (std::size_t cell = 0; cell < grid.size(); ++cell) flood(board, cell, clicks);
    return clicks;
}

void check_metrics(Dice& dice) {
    const Dealt dealt = deal(dice, 20, 1.0);
    const Grid& grid = dealt.level.grid;
    const Metrics found = measure({grid.height, grid.width, dealt.mask}, 1, {}).front();
    require(found.bbbv == flooded_bbbv(grid, dealt.mask), "3BV differs from the clicks it counts");
    require(found.zini <= found.bbbv && found.human_zini <= found.bbbv, "ZiNi above 3BV");
    require(found.openings + found.islands <= found.bbbv, "more openings and islands than 3BV");
    OpeningMap map;
    map.read(grid.height, grid.width, dealt.mask);
    std::vector<std::uint8_t> opened(dealt.mask.size(), 0);
    require(map.solved_bbbv(opened) == 0, "3BV solved before the first click");
    std::ranges::transform(dealt.mask, opened.begin(), [](std::uint8_t mine) { return !mine; });
    require(map.solved_bbbv(opened) == found.bbbv, "3BV left on an open board");
    ++tally["boards measured"];
}

}  // namespace

void check_proofs(std::uint64_t seed) {
    Dice dice(seed);
    const double kind = dice.real();
    if (kind < 0.6) return check_tiers(dice);
    if (kind < 0.8) return check_makers(dice);
    check_metrics(dice);
}

}  // namespace fuzz
