// Perfect play, and the players of the kernel, for Python.
#include <nanobind/stl/tuple.h>

#include <algorithm>

#include "batch/advantages.hpp"
#include "batch/games.hpp"
#include "bindings/bindings.hpp"
#include "count/layout_sampler.hpp"
#include "play/perfect_play.hpp"
#include "play/player.hpp"
#include "play/playout.hpp"

using namespace sapper;

namespace {

constexpr std::size_t kPerfectBytes = std::size_t{2} << 30;
constexpr std::int64_t kMostDrawn = 1'000'000;
constexpr std::size_t kMostRemembered = 100'000;  // decisions of playouts

nb::list perfect(const ViewArray& array, std::int64_t mines, const std::string& first_click,
                 bool every_cell, std::int64_t nodes) {
    std::vector<std::int8_t> view;
    const Level level = checked_level(copy_view(array, view), mines);
    if (nodes < 1) throw BadArgument("the number of nodes must be positive");
    PerfectQuestion question;
    question.grid = level.grid;
    question.view = view;
    question.mines = level.mines;
    question.rule = rule_of(first_click);
    question.every_cell = every_cell;
    question.limits = {static_cast<std::uint64_t>(nodes), kPerfectBytes, signalled};
    const PerfectAnswer answer = unlocked([&] { return solve_perfectly(question); });
    if (answer.too_large) throw TooLarge("too many layouts for perfect play within the budget");
    nb::list moves;
    for (const PerfectMove& move : answer.moves) {
        const auto [row, column] = row_column(level.grid, level.grid.walled(move.cell));
        moves.append(nb::make_tuple(row, column, move.wins, move.layouts));
    }
    return moves;
}

// A view from which layouts that fit are drawn, all equally likely.
class Drawing {
public:
    Drawing(const ViewArray& array, std::int64_t mines, std::int64_t count, std::uint64_t seed)
        : level_(checked_level(copy_view(array, view_), mines)), random_(seed, 0) {
        if (count < 1 || count > kMostDrawn) throw BadArgument("draw 1 to 1000000 layouts");
        if (level_.grid.size() > kPlainCells) throw TooLarge("too many cells to draw layouts for");
    }

    void begin() {
        position_.read(level_.grid, view_, Flags::Ignore);
        const Budget budget{kUnlimited, bytes_for_sweep(std::size_t{64} << 20), signalled};
        Meter meter(budget);
        if (!solved_.read(position_, level_.mines, cache_, meter) ||
            !sampler_.begin(solved_, meter))
            throw TooLarge("too much is open here to draw layouts that fit");
    }

    const std::vector<std::uint8_t>& draw() {
        sampler_.draw(random_, mask_);
        return mask_;
    }

    [[nodiscard]] const Level& level() const { return level_; }
    [[nodiscard]] const std::vector<std::int8_t>& view() const { return view_; }
    [[nodiscard]] const Position& position() const { return position_; }

private:
    std::vector<std::int8_t> view_;
    Level level_;
    SplitMix64 random_;
    Position position_;
    ComponentCache cache_;
    SolvedPosition solved_;
    LayoutSampler sampler_;
    std::vector<std::uint8_t> mask_;
};

// One row for each layout, one byte for each cell.
nb::object sample_layouts(const ViewArray& array, std::int64_t mines, std::int64_t count,
                          std::uint64_t seed) {
    Drawing drawing(array, mines, count, seed);
    std::vector<std::uint8_t> masks;
    unlocked([&] {
        drawing.begin();
        for (std::int64_t i = 0; i < count; ++i) {
            const std::vector<std::uint8_t>& mask = drawing.draw();
            masks.insert(masks.end(), mask.begin(), mask.end());
        }
    });
    return to_array<std::uint8_t>(std::move(masks), drawing.level().grid.size());
}

using PlainGuess = std::tuple<RowColumn, double, double>;  // cell, risk, chance of winning

// One row for each layout, one column for each guess.
nb::object play_out(const ViewArray& array, std::int64_t mines,
                    const std::vector<PlainGuess>& given, std::int64_t count, std::uint64_t seed,
                    const std::optional<std::string>& strength) {
    const StrengthSettings settings = strength ? settings_named(*strength) : playout_settings();
    Drawing drawing(array, mines, count, seed);
    const Grid& grid = drawing.level().grid;
    std::vector<Guess> guesses;
    for (const auto& [place, risk, chance] : given) {
        if (!(risk >= 0.0 && risk < 1.0 && chance >= 0.0 && chance <= 1.0))
            throw BadArgument("a guess has a risk below 1 and a chance of at most 1");
        guesses.push_back({checked_cell(grid, place), risk, chance});
        if (drawing.view()[grid.plain(guesses.back().cell)] >= 0)
            throw BadArgument("an open cell cannot be opened");
    }
    if (guesses.empty()) throw BadArgument("there is no guess to play out");
    if (count * static_cast<std::int64_t>(guesses.size()) > kMostDrawn)
        throw BadArgument("play at most 1000000 games out");
    std::vector<double> values;
    unlocked([&] {
        drawing.begin();
        Playout playout(settings, signalled);
        playout.begin(drawing.position(), drawing.level().mines);
        for (std::int64_t i = 0; i < count; ++i) {
            if (playout.work() > kMostRemembered)
                playout.begin(drawing.position(), drawing.level().mines);
            playout.lay(drawing.draw());
            for (const Guess& guess : guesses) values.push_back(playout.play(guess));
        }
    });
    return to_array<double>(std::move(values), guesses.size());
}

constexpr std::array kReasons{"first", "certain", "perfect", "judged", "safest"};

nb::tuple decision_tuple(const Decision& decision, const Grid& grid) {
    nb::list cells;
    for (const Cell cell : decision.cells) cells.append(row_column(grid, cell));
    nb::list candidates;
    for (const Candidate& candidate : decision.candidates)
        candidates.append(nb::make_tuple(row_column(grid, candidate.cell), candidate.risk,
                                         candidate.progress, candidate.chance));
    return nb::make_tuple(cells, kReasons[static_cast<std::size_t>(decision.reason)], decision.risk,
                          decision.chance, candidates);
}

// A player with its buffers; each thread that asks often should have its own.
class PyPlayer {
public:
    PyPlayer(const std::string& strength, const std::string& first_click)
        : player_(settings_named(strength), rule_of(first_click), signalled) {}

    nb::tuple decide(const ViewArray& array, std::int64_t mines) {
        std::vector<std::int8_t> view;
        const Level level = checked_level(copy_view(array, view), mines);
        const Decision decision = unlocked([&] {
            const std::lock_guard guard(user_);
            position_.read(level.grid, view, Flags::Ignore);
            return player_.advise(position_, level.mines);
        });
        return decision_tuple(decision, level.grid);
    }

    double chance(const ViewArray& array, std::int64_t mines) {
        std::vector<std::int8_t> view;
        const Level level = checked_level(copy_view(array, view), mines);
        return unlocked([&] {
            const std::lock_guard guard(user_);
            position_.read(level.grid, view, Flags::Ignore);
            return player_.find_chance(position_, level.mines).chance;
        });
    }

    double chance_of(const ViewArray& array, std::int64_t mines,
                     const std::vector<RowColumn>& places) {
        std::vector<std::int8_t> view;
        const Level level = checked_level(copy_view(array, view), mines);
        std::vector<Cell> cells;
        for (const RowColumn& each : places) {
            cells.push_back(checked_cell(level.grid, each));
            if (view[level.grid.plain(cells.back())] >= 0)
                throw BadArgument("an open cell cannot be opened");
        }
        return unlocked([&] {
            const std::lock_guard guard(user_);
            position_.read(level.grid, view, Flags::Ignore);
            return player_.chance_of(position_, level.mines, cells);
        });
    }

private:
    OneUser user_;
    Position position_;
    Player player_;
};

void set_games(BatchJob& job, std::uint64_t seed, std::uint64_t begin, std::uint64_t games,
               const std::optional<ByteArray<2>>& masks) {
    job.seed = seed;
    job.begin = begin;
    if (games > 0xFFFFFFFFU || begin > std::uint64_t{1} << 63) throw BadArgument("too many games");
    job.end = begin + games;
    if (!masks) return;
    if (masks->shape(1) != job.level.grid.size()) throw BadArgument("a mask has the wrong size");
    job.begin = 0;
    job.end = masks->shape(0);
    job.masks = copied(*masks);
    for (std::size_t i = 0; i < masks->shape(0); ++i) {
        const auto one = std::span(job.masks).subspan(i * masks->shape(1), masks->shape(1));
        if (std::count(one.begin(), one.end(), 1) != job.level.mines ||
            std::count(one.begin(), one.end(), 0) + job.level.mines !=
                static_cast<long>(one.size()))
            throw BadArgument("a mask does not hold the mines of the level");
    }
}

nb::tuple columns_of(const BatchResult& result) {
    nb::dict games;
    games["won"] = column<bool>(result.games, &GameResult::won);
    games["moves"] = column<std::int32_t>(result.games, &GameResult::moves);
    games["guesses"] = column<std::int32_t>(result.games, &GameResult::guesses);
    games["hash"] = column<std::uint64_t>(result.games, &GameResult::hash);
    nb::dict kept;
    kept["game"] = column<std::int64_t>(result.forecasts, &Forecast::game);
    kept["move"] = column<std::int32_t>(result.forecasts, &Forecast::move);
    kept["reason"] = column<std::uint8_t>(result.forecasts, &Forecast::reason);
    kept["risk"] = column<float>(result.forecasts, &Forecast::risk);
    kept["chance"] = column<float>(result.forecasts, &Forecast::chance);
    kept["score"] = column<float>(result.forecasts, &Forecast::score);
    std::vector<float> features;
    for (const Forecast& forecast : result.forecasts)
        for (const double value : values_of(forecast.features))
            features.push_back(static_cast<float>(value));
    kept["features"] = to_array<float>(std::move(features), values_of({}).size());
    return nb::make_tuple(games, kept);
}

Keep keep_named(const std::string& name) {
    if (name == "nothing") return Keep::Nothing;
    if (name == "guesses") return Keep::Guesses;
    if (name == "moves") return Keep::Moves;
    throw BadArgument("keep the forecasts of nothing, guesses or moves");
}

nb::tuple py_play_batch(std::int64_t height, std::int64_t width, std::int64_t mines,
                        const std::string& first_click, const std::string& strength,
                        std::uint64_t seed, std::uint64_t begin, std::uint64_t games,
                        const std::optional<ByteArray<2>>& masks,
                        const std::optional<RowColumn>& first, std::int64_t threads,
                        const std::string& keep) {
    BatchJob job;
    job.level = checked_level(height, width, mines);
    job.rule = rule_of(first_click);
    job.settings = settings_named(strength);
    if (first) job.first = checked_cell(job.level.grid, *first);
    job.threads = checked_threads(threads);
    job.keep = keep_named(keep);
    job.interrupted = signalled;
    set_games(job, seed, begin, games, masks);
    return columns_of(unlocked([&] { return play_batch(job); }));
}

nb::tuple py_find_advantages(std::int64_t height, std::int64_t width, std::int64_t mines,
                             const std::string& first_click, const std::string& strength,
                             const std::string& other, std::uint64_t seed, std::uint64_t begin,
                             std::uint64_t games, std::int64_t playouts, std::int64_t threads) {
    if (playouts < 1 || playouts > 1'000'000)
        throw BadArgument("the playouts must be 1 to 1000000");
    AdvantageJob job;
    job.games.level = checked_level(height, width, mines);
    job.games.rule = rule_of(first_click);
    job.games.settings = settings_named(strength);
    job.games.threads = checked_threads(threads);
    job.games.interrupted = signalled;
    set_games(job.games, seed, begin, games, std::nullopt);
    job.other = settings_named(other);
    job.playouts = static_cast<int>(playouts);
    const std::vector<Advantage> found = unlocked([&] { return find_advantages(job); });
    return nb::make_tuple(column<double>(found, &Advantage::gained),
                          column<std::int32_t>(found, &Advantage::differences),
                          column<bool>(found, &Advantage::won));
}

}  // namespace

void sapper::bind_play(nb::module_& m) {
    m.def("perfect", &perfect, "view"_a, "mines"_a, nb::kw_only(), "first_click"_a = "none",
          "every_cell"_a = false, "nodes"_a = 50'000'000);
    m.def("sample_layouts", &sample_layouts, "view"_a, "mines"_a, nb::kw_only(), "count"_a,
          "seed"_a);
    m.def("play_out", &play_out, "view"_a, "mines"_a, "guesses"_a, nb::kw_only(), "count"_a,
          "seed"_a, "strength"_a = nb::none());
    nb::class_<PyPlayer>(m, "Player")
        .def(nb::init<const std::string&, const std::string&>(), "strength"_a = "master",
             "first_click"_a = "safe")
        .def("decide", &PyPlayer::decide, "view"_a, "mines"_a)
        .def("chance", &PyPlayer::chance, "view"_a, "mines"_a)
        .def("chance_of", &PyPlayer::chance_of, "view"_a, "mines"_a, "cells"_a);
    m.def("play_batch", &py_play_batch, "height"_a, "width"_a, "mines"_a, nb::kw_only(),
          "first_click"_a = "safe", "strength"_a = "master", "seed"_a = 0, "begin"_a = 0,
          "games"_a = 0, "masks"_a = nb::none(), "first"_a = nb::none(), "threads"_a = 1,
          "keep"_a = "nothing");
    m.def("find_advantages", &py_find_advantages, "height"_a, "width"_a, "mines"_a, nb::kw_only(),
          "first_click"_a = "safe", "strength"_a = "deep", "other"_a = "master", "seed"_a = 0,
          "begin"_a = 0, "games"_a = 0, "playouts"_a = 64, "threads"_a = 1);
}
