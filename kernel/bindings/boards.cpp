// Seeded boards, and boards that need no guessing, for Python.
#include <algorithm>

#include "batch/boards.hpp"
#include "bindings/bindings.hpp"
#include "board/seeds.hpp"
#include "prove/rounds.hpp"

using namespace sapper;

namespace {

nb::bytes py_seeded_mask(std::uint32_t cells, std::uint32_t mines, std::uint64_t seed,
                         std::uint64_t index, const std::vector<std::uint32_t>& spared) {
    if (cells > kMostCells || spared.size() > cells || mines > cells - spared.size())
        throw BadArgument("the mines do not fit");
    for (const std::uint32_t cell : spared)
        if (cell >= cells) throw BadArgument("a spared cell is off the board");
    const auto mask = unlocked([&] { return seeded_mask(cells, mines, seed, index, spared); });
    return nb::bytes(mask.data(), mask.size());
}

Tier checked_tier(int tier) {
    if (tier < 1 || tier > kTiers) throw BadArgument("a tier is a number from 1 to 6");
    return static_cast<Tier>(tier);
}

struct KnownBoard {
    Level level;
    std::vector<std::uint8_t> mask;
    Cell first = 0;
    Game game;
    std::vector<Reveal> fresh;

    KnownBoard(const ByteArray<2>& array, const RowColumn& place) : mask(copied(array)) {
        if (std::ranges::any_of(mask, [](std::uint8_t mine) { return mine > 1; }))
            throw BadArgument("a layout has one byte, 0 or 1, for each cell");
        level = checked_level(checked_grid(array.shape(0), array.shape(1)),
                              std::ranges::count(mask, std::uint8_t{1}));
        first = checked_cell(level.grid, place);
        if (mask[level.grid.plain(first)]) throw BadArgument("the first cell is a mine");
        game.begin(level.grid);
        game.lay(mask);
    }
};

Budget usual_budget() {
    Budget budget;
    budget.interrupted = signalled;
    return budget;
}

nb::tuple solve_in_rounds(const ByteArray<2>& mask, const RowColumn& first) {
    KnownBoard board(mask, first);
    const RoundsResult result = unlocked([&] {
        return Rounds(usual_budget())
            .solve(board.level, opener(board.game, board.fresh), board.first);
    });
    nb::list rounds;
    for (const int number : result.rounds) rounds.append(number);
    return nb::make_tuple(result.solved, result.opened, rounds);
}

bool is_solvable(const ByteArray<2>& mask, const RowColumn& first, int hardest) {
    KnownBoard board(mask, first);
    const Tier tier = checked_tier(hardest);
    return unlocked([&] {
        CertainPlay play(usual_budget());
        play.start(board.level, opener(board.game, board.fresh), board.first);
        return play.play(tier);
    });
}

nb::list to_python(const std::vector<GeneratedBoard>& boards) {
    nb::list out;
    for (const GeneratedBoard& board : boards) {
        if (board.mask.empty())
            out.append(nb::make_tuple(nb::none(), board.attempts));
        else
            out.append(
                nb::make_tuple(nb::bytes(board.mask.data(), board.mask.size()), board.attempts));
    }
    return out;
}

nb::list py_make_boards(std::int64_t height, std::int64_t width, std::int64_t mines,
                        const RowColumn& first, const std::string& first_click,
                        const std::string& method, int hardest, std::optional<int> grade,
                        std::uint64_t seed, std::uint64_t begin, std::uint64_t count,
                        std::uint64_t attempts, std::int64_t threads) {
    BoardRequest request;
    request.level = checked_level(height, width, mines);
    request.first = checked_cell(request.level.grid, first);
    request.rule = rule_of(first_click);
    request.method = named<Method>("method", method, std::array{"uniform", "repair"});
    request.hardest = checked_tier(hardest);
    if (grade) request.grade = checked_tier(*grade);
    request.seed = seed;
    request.attempts = attempts;
    request.interrupted = signalled;
    const unsigned workers = checked_threads(threads);
    if (count > 1'000'000) throw BadArgument("too many boards at once");
    return to_python(unlocked([&] { return make_boards(request, begin, count, workers); }));
}

}  // namespace

void sapper::bind_boards(nb::module_& m) {
    m.def("seeded_mask", &py_seeded_mask, "cells"_a, "mines"_a, "seed"_a, "index"_a, "spared"_a);
    m.def("solve_in_rounds", &solve_in_rounds, "mask"_a, "first"_a);
    m.def("is_solvable", &is_solvable, "mask"_a, "first"_a, "hardest"_a);
    m.def("make_boards", &py_make_boards, "height"_a, "width"_a, "mines"_a, nb::kw_only(),
          "first"_a, "first_click"_a, "method"_a, "hardest"_a, "grade"_a.none(), "seed"_a,
          "begin"_a, "count"_a, "attempts"_a, "threads"_a);
}
