// Python's way to boards that need no guessing; checks what comes in and decides nothing.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <utility>

#include "python/bindings.hpp"
#include "batch/boards.hpp"
#include "board/errors.hpp"
#include "prove/rounds.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sapper;

namespace {

using MaskArray = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Tier checked_tier(int tier) {
    if (tier < 1 || tier > kTiers) throw BadArgument("a tier is a number from 1 to 6");
    return static_cast<Tier>(tier);
}

struct KnownBoard {
    Level level;
    std::vector<std::uint8_t> mask;
    Cell first = 0;
    Game game;

    KnownBoard(const MaskArray& array, const RowColumn& place) {
        mask.assign(array.data(), array.data() + array.size());
        if (std::ranges::any_of(mask, [](std::uint8_t mine) { return mine > 1; }))
            throw BadArgument("a layout has one byte, 0 or 1, for each cell");
        level = level_of(static_cast<std::int64_t>(array.shape(0)),
                         static_cast<std::int64_t>(array.shape(1)),
                         std::ranges::count(mask, std::uint8_t{1}));
        first = cell_of(level.grid, place);
        if (mask[level.grid.plain(first)]) throw BadArgument("the first cell is a mine");
        game.lay(level.grid, mask);
    }
    OpenCell opener() {
        return [this](Cell cell) {
            if (!game.open(cell)) throw std::logic_error("a certain move opened a mine");
            return std::span<const Reveal>(game.fresh);
        };
    }
};

Budget usual_budget() { return {2.0, std::size_t{512} << 20, signalled}; }

nb::tuple solve_in_rounds(const MaskArray& mask, const RowColumn& first) {
    KnownBoard board(mask, first);
    const RoundsResult result = unlocked([&] {
        return Rounds(usual_budget()).solve(board.level, board.opener(), board.first);
    });
    nb::list rounds;
    for (const int number : result.rounds) rounds.append(number);
    return nb::make_tuple(result.solved, result.opened, rounds);
}

bool is_solvable(const MaskArray& mask, const RowColumn& first, int hardest) {
    KnownBoard board(mask, first);
    const Tier tier = checked_tier(hardest);
    return unlocked([&] {
        CertainPlay play(usual_budget());
        play.start(board.level, board.opener(), board.first);
        return play.play(tier);
    });
}

void check_room(const BoardRequest& request) {
    std::vector<std::uint32_t> spared;
    spared_cells(request.level.grid, request.first, std::max(request.rule, FirstClick::Safe), spared);
    if (request.level.mines > static_cast<int>(request.level.grid.size() - spared.size()))
        throw BadArgument("the first click leaves no room for the mines");
}

nb::list to_python(const std::vector<MadeBoard>& boards) {
    nb::list out;
    for (const MadeBoard& board : boards) {
        if (board.mask.empty())
            out.append(nb::make_tuple(nb::none(), board.attempts));
        else
            out.append(nb::make_tuple(nb::bytes(board.mask.data(), board.mask.size()),
                                      board.attempts));
    }
    return out;
}

nb::list py_make_boards(std::int64_t height, std::int64_t width, std::int64_t mines,
                        const RowColumn& first, const std::string& first_click,
                        const std::string& method, int hardest, std::optional<int> grade,
                        std::uint64_t seed, std::uint64_t begin, std::uint64_t count,
                        std::uint64_t attempts, std::int64_t threads) {
    BoardRequest request;
    request.level = level_of(height, width, mines);
    request.first = cell_of(request.level.grid, first);
    request.rule = rule_of(first_click);
    request.method = named<Method>("method", method, std::array{"uniform", "repair"});
    request.hardest = checked_tier(hardest);
    if (grade) request.grade = checked_tier(*grade);
    request.seed = seed;
    request.attempts = attempts;
    request.interrupted = signalled;
    if (threads < 1 || threads > 1024) throw BadArgument("threads must be from 1 to 1024");
    if (count > 1'000'000) throw BadArgument("too many boards at once");
    check_room(request);
    return to_python(unlocked([&] {
        return make_boards(request, begin, count, static_cast<unsigned>(threads));
    }));
}

}  // namespace

void sapper::bind_boards(nb::module_& m) {
    m.def("solve_in_rounds", &solve_in_rounds, "mask"_a, "first"_a);
    m.def("is_solvable", &is_solvable, "mask"_a, "first"_a, "hardest"_a);
    m.def("make_boards", &py_make_boards, "height"_a, "width"_a, "mines"_a, nb::kw_only(),
          "first"_a, "first_click"_a, "method"_a, "hardest"_a, "grade"_a.none(), "seed"_a,
          "begin"_a, "count"_a, "attempts"_a, "threads"_a);
}
