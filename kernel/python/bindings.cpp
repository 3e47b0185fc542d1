// With bindings_*.cpp the only file that knows Python. It checks all that comes in, copies views before the
// interpreter lock is released (another thread may write to them), and turns the errors of the
// domain into exceptions.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <cstring>

#include "count/analysis.hpp"
#include "batch/analyses.hpp"
#include "python/bindings.hpp"
#include "count/chances.hpp"
#include "batch/games.hpp"
#include "count/layout_counts.hpp"
#include "play/perfect_play.hpp"
#include "board/seeds.hpp"
#include "count/tracker.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sapper;

namespace {

using ViewArray = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu>;
using MaskArray = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

constexpr double kMostSeconds = 1e9;

PyObject* impossible_type = nullptr;
PyObject* too_large_type = nullptr;

class TooLarge : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// --- coming in ---------------------------------------------------------------------------

Grid checked_grid(std::size_t height, std::size_t width) {
    if (height == 0 || width == 0) throw BadArgument("the view has no cells");
    if (height > kMostCells || width > kMostCells || height * width > kMostCells)
        throw BadArgument("the view has more than 4,000,000 cells");
    return {static_cast<int>(height), static_cast<int>(width)};
}

template <class Number>
void copy_cells(const ViewArray& array, std::vector<std::int8_t>& view) {
    const auto* data = static_cast<const char*>(array.data());  // perhaps not aligned
    const auto step = static_cast<std::int64_t>(sizeof(Number));
    for (std::size_t row = 0; row < array.shape(0); ++row)
        for (std::size_t column = 0; column < array.shape(1); ++column) {
            const std::int64_t at = static_cast<std::int64_t>(row) * array.stride(0) +
                                    static_cast<std::int64_t>(column) * array.stride(1);
            Number value;
            std::memcpy(&value, data + at * step, sizeof value);
            if (!std::in_range<std::int8_t>(value))
                throw BadArgument("value " + std::to_string(value) + " at (" +
                                  std::to_string(row) + "," + std::to_string(column) +
                                  ") is neither -2, -1 nor a clue 0..8");
            view.push_back(static_cast<std::int8_t>(value));
        }
}

void copy_view(const ViewArray& array, Task& task) {
    task.grid = checked_grid(array.shape(0), array.shape(1));
    task.view.reserve(task.grid.size());
    const nb::dlpack::dtype type = array.dtype();
    if (type == nb::dtype<std::int8_t>()) return copy_cells<std::int8_t>(array, task.view);
    if (type == nb::dtype<std::int16_t>()) return copy_cells<std::int16_t>(array, task.view);
    if (type == nb::dtype<std::int32_t>()) return copy_cells<std::int32_t>(array, task.view);
    if (type == nb::dtype<std::int64_t>()) return copy_cells<std::int64_t>(array, task.view);
    throw BadArgument("the view must be an array of signed integers");
}

Flags read_flags(const std::string& flags) {
    if (flags == "trust") return Flags::Trust;
    if (flags == "ignore") return Flags::Ignore;
    throw BadArgument("flags must be 'trust' or 'ignore'");
}

Prior read_prior(std::optional<std::int64_t> mines, std::optional<double> density) {
    if (mines.has_value() == density.has_value())
        throw BadArgument("give either the mine total or a density");
    Prior prior;
    if (mines) prior.mines = *mines;
    if (density) prior.density = *density;
    check_prior(prior);
    return prior;
}

Limits read_limits(double seconds, std::int64_t bytes) {
    if (!(seconds >= 0.0)) throw BadArgument("the time limit must not be negative");
    if (bytes < 0) throw BadArgument("the memory limit must not be negative");
    return {std::min(seconds, kMostSeconds), static_cast<std::size_t>(bytes)};
}

Task make_task(const ViewArray& view, std::optional<std::int64_t> mines,
             std::optional<double> density, const std::string& flags, double seconds,
             std::int64_t bytes) {
    Task task;
    task.flags = read_flags(flags);
    task.prior = read_prior(mines, density);
    task.limits = read_limits(seconds, bytes);
    copy_view(view, task);
    return task;
}

// --- running -----------------------------------------------------------------------------

Budget budget_of(const Limits& limits) { return {limits.seconds, limits.bytes, signalled}; }

Workspace& own_workspace() {
    thread_local Workspace workspace;
    return workspace;
}

// An analysis as Python sees it. Further questions need the workspace that produced it, which is
// made again on the first of them: most analyses are never asked any.
class PyAnalysis {
public:
    PyAnalysis(Task task, Analysis result) : task_(std::move(task)), result(std::move(result)) {}

    Chances chances(int row, int column) {
        if (row < 0 || row >= result.grid.height || column < 0 || column >= result.grid.width)
            throw BadArgument("the cell " + cell_name(row, column) + " is not on the board");
        return unlocked([&] {
            const std::lock_guard guard(mutex_);
            Workspace& workspace = study();
            return value_chances(workspace, task_.prior, studied_, row, column,
                                 budget_of(task_.limits));
        });
    }

    std::optional<std::vector<ComponentLayouts>> layouts() {
        return unlocked([&] {
            const std::lock_guard guard(mutex_);
            return count_layouts(study(), budget_of(task_.limits));
        });
    }

private:
    Workspace& study() {
        if (!study_) {
            auto fresh = std::make_unique<Workspace>();
            studied_ = analyse(task_.question(), budget_of(task_.limits), *fresh);
            study_ = std::move(fresh);
        }
        return *study_;
    }

    Task task_;
    std::unique_ptr<Workspace> study_;
    Analysis studied_;  // differs from `result` when the clock cut them at different points
    std::mutex mutex_;

public:
    const Analysis result;
};

std::unique_ptr<PyAnalysis> py_analyse(const ViewArray& view, std::optional<std::int64_t> mines,
                                       std::optional<double> density, const std::string& flags,
                                       double seconds, std::int64_t bytes) {
    Task task = make_task(view, mines, density, flags, seconds, bytes);
    Analysis result =
        unlocked([&] { return run_task(task, signalled, own_workspace()); });
    return std::make_unique<PyAnalysis>(std::move(task), std::move(result));
}

nb::list py_analyse_many(const std::vector<ViewArray>& views,
                         const std::vector<std::optional<std::int64_t>>& mines,
                         const std::vector<std::optional<double>>& densities,
                         const std::string& flags, int threads, double seconds,
                         std::int64_t bytes) {
    if (mines.size() != views.size() || densities.size() != views.size())
        throw BadArgument("views, mines and densities must be of the same length");
    if (threads < 1 || threads > 1024) throw BadArgument("the number of threads must be 1..1024");
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < views.size(); ++i)
        tasks.push_back(make_task(views[i], mines[i], densities[i], flags, seconds, bytes));
    std::vector<Analysis> results = unlocked(
        [&] { return run_tasks(tasks, static_cast<std::size_t>(threads), signalled); });
    nb::list out;
    for (std::size_t i = 0; i < results.size(); ++i)
        out.append(nb::cast(
            std::make_unique<PyAnalysis>(std::move(tasks[i]), std::move(results[i]))));
    return out;
}

// --- going out ---------------------------------------------------------------------------

nb::int_ to_python(Natural number) {
    const nb::int_ high(static_cast<std::uint64_t>(number >> 64));
    const nb::int_ low(static_cast<std::uint64_t>(number));
    return nb::int_((high << nb::int_(64)) | low);
}

// Shares the memory of an analysis or a tracker, which lives as long as the array does.
template <class Number>
nb::object share(const Number* data, const Grid& grid, nb::handle owner) {
    const std::size_t shape[2] = {static_cast<std::size_t>(grid.height),
                                  static_cast<std::size_t>(grid.width)};
    return nb::cast(nb::ndarray<nb::numpy, const Number, nb::ndim<2>>(data, 2, shape, owner));
}

nb::object risk_array(nb::handle self) {
    const Analysis& result = nb::cast<PyAnalysis&>(self).result;
    return share(result.risk.data(), result.grid, self);
}

nb::object certainty_array(nb::handle self) {
    const Analysis& result = nb::cast<PyAnalysis&>(self).result;
    return share(reinterpret_cast<const std::uint8_t*>(result.certainty.data()), result.grid,
                 self);
}

RowColumn place_of(const Grid& grid, std::int32_t plain) {
    return {plain / grid.width, plain % grid.width};
}

nb::list components(const PyAnalysis& self) {
    const Analysis& result = self.result;
    nb::list out;
    for (const Analysis::Component& part : result.components) {
        nb::list cells;
        for (std::size_t i = 0; i < part.cells; ++i)
            cells.append(place_of(result.grid, result.component_cells[part.first_cell + i]));
        out.append(nb::make_tuple(cells, part.exact, part.expected_mines));
    }
    return out;
}

nb::list certain_places(const PyAnalysis& self, Certainty wanted) {
    const Analysis& result = self.result;
    nb::list out;
    for (std::size_t i = 0; i < result.certainty.size(); ++i)
        if (result.certainty[i] == wanted)
            out.append(place_of(result.grid, static_cast<std::int32_t>(i)));
    return out;
}

nb::object layout_counts(PyAnalysis& self) {
    const auto layouts = self.layouts();
    if (!layouts) return nb::none();
    nb::list parts;
    for (const ComponentLayouts& part : *layouts) {
        nb::list ways;
        for (const Natural number : part.ways) ways.append(to_python(number));
        parts.append(nb::make_tuple(part.least, ways));
    }
    return nb::make_tuple(self.result.settled_mines, self.result.floating, parts);
}

nb::tuple chances_tuple(const Chances& chances) {
    nb::list values;
    for (const double value : chances.value) values.append(value);
    return nb::make_tuple(nb::tuple(values), chances.mine, chances.exact);
}

// --- the tracker -------------------------------------------------------------------------

class PyTracker {
public:
    PyTracker(std::int64_t height, std::int64_t width, std::optional<std::int64_t> mines,
              std::optional<double> density, double seconds, std::int64_t bytes)
        : limits_(read_limits(seconds, bytes)) {
        if (height < 0 || width < 0) throw BadArgument("the board has a negative size");
        const Grid grid =
            checked_grid(static_cast<std::size_t>(height), static_cast<std::size_t>(width));
        const Prior prior = read_prior(mines, density);
        unlocked([&] { tracker_ = std::make_unique<Tracker>(grid, prior, budget_of(limits_)); });
    }

    nb::tuple open(const std::vector<std::tuple<int, int, int>>& cells) {
        std::vector<OpenedCell> opened;
        for (const auto& [row, column, clue] : cells) opened.push_back({row, column, clue});
        const NewlyCertain news = unlocked([&] {
            const std::lock_guard guard(mutex_);
            return tracker_->open(opened);
        });
        return nb::make_tuple(places(news.safe), places(news.mines));
    }

    std::unique_ptr<PyAnalysis> analysis() {
        Task task;
        task.grid = tracker_->grid();
        task.prior = tracker_->prior();
        task.flags = Flags::Ignore;
        task.limits = limits_;
        Analysis result = unlocked([&] {
            const std::lock_guard guard(mutex_);
            const auto view = tracker_->view();
            task.view.assign(view.begin(), view.end());
            return tracker_->analysis();
        });
        return std::make_unique<PyAnalysis>(std::move(task), std::move(result));
    }

    nb::list certain(Certainty wanted) {
        const std::vector<Certainty> now = unlocked([&] {
            const std::lock_guard guard(mutex_);  // never waited for with the interpreter lock
            const auto all = tracker_->certainty();
            return std::vector<Certainty>(all.begin(), all.end());
        });
        nb::list out;
        for (std::size_t i = 0; i < now.size(); ++i)
            if (now[i] == wanted)
                out.append(place_of(tracker_->grid(), static_cast<std::int32_t>(i)));
        return out;
    }

private:
    nb::list places(const std::vector<std::int32_t>& cells) const {
        nb::list out;
        for (const std::int32_t cell : cells) out.append(place_of(tracker_->grid(), cell));
        return out;
    }

    Limits limits_;
    std::unique_ptr<Tracker> tracker_;
    std::mutex mutex_;
};

// --- seeds -------------------------------------------------------------------------------

nb::bytes py_seeded_mask(std::uint32_t cells, std::uint32_t mines, std::uint64_t seed,
                         std::uint64_t index, const std::vector<std::uint32_t>& spared) {
    if (cells > kMostCells || spared.size() > cells || mines > cells - spared.size())
        throw BadArgument("the mines do not fit");
    for (const std::uint32_t cell : spared)
        if (cell >= cells) throw BadArgument("a spared cell is off the board");
    const auto mask = unlocked([&] { return seeded_mask(cells, mines, seed, index, spared); });
    return nb::bytes(mask.data(), mask.size());
}

// --- playing -----------------------------------------------------------------------------

struct ViewAndMines {
    Grid grid;
    std::vector<std::int8_t> view;
    int mines = 0;
};

ViewAndMines read_view(const ViewArray& array, std::int64_t mines) {
    Task task;
    copy_view(array, task);
    return {task.grid, std::move(task.view), mines_on(task.grid, mines)};
}

RowColumn place_of_cell(const Grid& grid, Cell cell) {
    return {grid.row(cell), grid.column(cell)};
}

nb::dict perfect(const ViewArray& view, std::int64_t mines, const std::string& first_click,
                 bool every_cell, std::int64_t layouts, std::int64_t nodes, std::int64_t bytes) {
    const ViewAndMines sight = read_view(view, mines);
    if (layouts < 1 || nodes < 1 || bytes < 1) throw BadArgument("the limits must be positive");
    PerfectQuestion question;
    question.grid = sight.grid;
    question.view = sight.view;
    question.mines = sight.mines;
    question.rule = rule_of(first_click);
    question.every_cell = every_cell;
    question.most_layouts = static_cast<std::uint32_t>(std::min<std::int64_t>(layouts, 1 << 24));
    question.limits = {static_cast<std::uint64_t>(nodes), static_cast<std::size_t>(bytes), signalled};
    const PerfectAnswer answer = unlocked([&] { return solve_perfectly(question); });
    if (answer.too_large) throw TooLarge("too many layouts for perfect play within the budget");
    nb::list moves;
    for (const PerfectMove& move : answer.moves)
        moves.append(nb::make_tuple(static_cast<int>(move.cell) / sight.grid.width,
                                    static_cast<int>(move.cell) % sight.grid.width, move.wins,
                                    move.layouts));
    nb::dict out;
    out["layouts"] = answer.layouts;
    out["nodes"] = answer.nodes;
    out["moves"] = moves;
    return out;
}

const char* name_of(Reason reason) {
    switch (reason) {
        case Reason::First: return "first";
        case Reason::Certain: return "certain";
        case Reason::Perfect: return "perfect";
        case Reason::Judged: return "judged";
        case Reason::Safest: return "safest";
    }
    return "";
}

nb::dict decision_dict(const Decision& decision, const Grid& grid) {
    nb::list cells;
    for (const Cell cell : decision.cells) cells.append(place_of_cell(grid, cell));
    nb::list candidates;
    for (const Candidate& candidate : decision.candidates)
        candidates.append(nb::make_tuple(place_of_cell(grid, candidate.cell), candidate.risk,
                                         candidate.score));
    nb::dict out;
    out["cells"] = cells;
    out["reason"] = name_of(decision.reason);
    out["certain"] = decision.reason == Reason::Certain;
    out["risk"] = decision.risk;
    out["chance"] = decision.chance;
    out["candidates"] = candidates;
    return out;
}

// A player with its buffers; one per thread that wants to ask many times.
class PyPlayer {
public:
    PyPlayer(const std::string& strength, const std::string& first_click)
        : player_(settings_named(strength), rule_of(first_click), Budget{1e9, 0, signalled}) {}

    nb::dict decide(const ViewArray& view, std::int64_t mines) {
        const ViewAndMines sight = read_view(view, mines);
        const Decision decision = unlocked([&] {
            const std::lock_guard guard(mutex_);
            position_.read(sight.grid, sight.view, Flags::Ignore);
            return player_.decide(position_, sight.mines);
        });
        return decision_dict(decision, sight.grid);
    }

private:
    std::mutex mutex_;
    Position position_;
    Player player_;
};

void set_games(BatchJob& job, std::uint64_t seed, std::uint64_t begin, std::uint64_t games,
               const std::optional<MaskArray>& masks) {
    job.seed = seed;
    job.begin = begin;
    if (games > 0xFFFFFFFFU || begin > std::uint64_t{1} << 63) throw BadArgument("too many games");
    job.end = begin + games;
    if (!masks) return;
    if (masks->shape(1) != job.level.grid.size()) throw BadArgument("a mask has the wrong size");
    job.begin = 0;
    job.end = masks->shape(0);
    job.masks = {masks->data(), masks->size()};
    for (std::size_t i = 0; i < masks->shape(0); ++i) {
        const auto one = job.masks.subspan(i * masks->shape(1), masks->shape(1));
        if (std::count(one.begin(), one.end(), 1) != job.level.mines ||
            std::count(one.begin(), one.end(), 0) + job.level.mines != static_cast<long>(one.size()))
            throw BadArgument("a mask does not hold the mines of the level");
    }
}

nb::dict batch_dict(const BatchJob& job, const BatchResult& result) {
    nb::dict out;
    std::int64_t wins = 0;
    for (const GameResult& game : result.games) wins += game.won;
    out["wins"] = wins;
    out["won"] = column<std::uint8_t>(result.games, &GameResult::won);
    out["moves"] = column<std::int32_t>(result.games, &GameResult::moves);
    out["guesses"] = column<std::int32_t>(result.games, &GameResult::guesses);
    out["hashes"] = column<std::uint64_t>(result.games, &GameResult::hash);
    out["hash"] = result.hash;
    out["cpu_seconds"] = result.cpu_seconds;
    if (!job.keep_guesses) return out;
    nb::dict records;
    records["game"] = column<std::int64_t>(result.guesses, &GuessRecord::game);
    records["move"] = column<std::int32_t>(result.guesses, &GuessRecord::move);
    records["risk"] = column<float>(result.guesses, &GuessRecord::risk);
    records["chance"] = column<float>(result.guesses, &GuessRecord::chance);
    records["judged"] = column<std::uint8_t>(result.guesses, &GuessRecord::judged);
    records["score"] = column<float>(result.guesses, &GuessRecord::score);
    records["unknowns"] = column<std::int32_t>(result.guesses, &GuessRecord::unknowns);
    records["mines"] = column<std::int32_t>(result.guesses, &GuessRecord::mines);
    out["records"] = records;
    return out;
}

nb::dict play_batch_of(std::int64_t height, std::int64_t width, std::int64_t mines,
                       const std::string& first_click, const std::string& strength,
                       std::uint64_t seed, std::uint64_t begin, std::uint64_t games,
                       const std::optional<MaskArray>& masks, const std::optional<RowColumn>& first,
                       std::int64_t threads, bool records) {
    BatchJob job;
    job.level = level_of(height, width, mines);
    job.rule = rule_of(first_click);
    job.settings = settings_named(strength);
    if (first) job.first = cell_of(job.level.grid, *first);
    if (threads < 1 || threads > 1024) throw BadArgument("threads must be from 1 to 1024");
    job.threads = static_cast<unsigned>(threads);
    job.keep_guesses = records;
    job.interrupted = signalled;
    set_games(job, seed, begin, games, masks);
    return batch_dict(job, unlocked([&] { return play_batch(job); }));
}

void translate(const std::exception_ptr& error, void*) {
    try {
        std::rethrow_exception(error);
    } catch (const Impossible& impossible) {
        nb::object raised = nb::handle(impossible_type)(impossible.what());
        raised.attr("row") = impossible.row();
        raised.attr("column") = impossible.column();
        PyErr_SetObject(impossible_type, raised.ptr());
    } catch (const BadArgument& bad) {
        PyErr_SetString(PyExc_ValueError, bad.what());
    } catch (const TooLarge& large) {
        PyErr_SetString(too_large_type, large.what());
    }
}

}  // namespace

NB_MODULE(_kernel, m) {
    impossible_type = PyErr_NewException("sapper._kernel.Impossible", PyExc_ValueError, nullptr);
    m.attr("Impossible") = nb::handle(impossible_type);
    too_large_type = PyErr_NewException("sapper._kernel.TooLarge", PyExc_ValueError, nullptr);
    m.attr("TooLarge") = nb::handle(too_large_type);
    nb::register_exception_translator(translate);

    nb::class_<PyAnalysis>(m, "Analysis")
        .def_prop_ro("risk", &risk_array)
        .def_prop_ro("certainty", &certainty_array)
        .def_prop_ro("exact", [](const PyAnalysis& self) { return self.result.exact; })
        .def_prop_ro("log_layouts", [](const PyAnalysis& self) { return self.result.log_layouts; })
        .def_prop_ro("floating", [](const PyAnalysis& self) { return self.result.floating; })
        .def_prop_ro("floating_risk",
                     [](const PyAnalysis& self) { return self.result.floating_risk; })
        .def_prop_ro("settled_mines",
                     [](const PyAnalysis& self) { return self.result.settled_mines; })
        .def_prop_ro("components", &components)
        .def_prop_ro("safe",
                     [](const PyAnalysis& self) { return certain_places(self, Certainty::Safe); })
        .def_prop_ro("mines",
                     [](const PyAnalysis& self) { return certain_places(self, Certainty::Mine); })
        .def("value_chances",
             [](PyAnalysis& self, int row, int column) {
                 return chances_tuple(self.chances(row, column));
             },
             "row"_a, "column"_a)
        .def("layout_counts", &layout_counts);

    const Limits usual;
    const auto bytes = static_cast<std::int64_t>(usual.bytes);
    m.def("analyse", &py_analyse, "view"_a, nb::kw_only(), "mines"_a = nb::none(),
          "density"_a = nb::none(), "flags"_a = "trust", "seconds"_a = usual.seconds,
          "bytes"_a = bytes);
    m.def("analyse_many", &py_analyse_many, "views"_a, "mines"_a, "densities"_a, nb::kw_only(),
          "flags"_a = "trust", "threads"_a = 1, "seconds"_a = usual.seconds, "bytes"_a = bytes);

    m.def("seeded_mask", &py_seeded_mask, "cells"_a, "mines"_a, "seed"_a, "index"_a, "spared"_a);

    nb::class_<PyTracker>(m, "Tracker")
        .def(nb::init<std::int64_t, std::int64_t, std::optional<std::int64_t>,
                      std::optional<double>, double, std::int64_t>(),
             "height"_a, "width"_a, nb::kw_only(), "mines"_a = nb::none(),
             "density"_a = nb::none(), "seconds"_a = usual.seconds, "bytes"_a = bytes)
        .def("open", &PyTracker::open, "cells"_a)
        .def("analysis", &PyTracker::analysis)
        .def_prop_ro("safe", [](PyTracker& self) { return self.certain(Certainty::Safe); })
        .def_prop_ro("mines", [](PyTracker& self) { return self.certain(Certainty::Mine); });

    const PerfectQuestion perfectly;
    m.def("perfect", &perfect, "view"_a, "mines"_a, nb::kw_only(), "first_click"_a = "none",
          "every_cell"_a = false, "layouts"_a = static_cast<std::int64_t>(perfectly.most_layouts),
          "nodes"_a = 50'000'000, "bytes"_a = std::int64_t{2} << 30);
    nb::class_<PyPlayer>(m, "Player")
        .def(nb::init<const std::string&, const std::string&>(), "strength"_a = "master",
             "first_click"_a = "safe")
        .def("decide", &PyPlayer::decide, "view"_a, "mines"_a);
    m.def("play_batch", &play_batch_of, "height"_a, "width"_a, "mines"_a, nb::kw_only(),
          "first_click"_a = "safe", "strength"_a = "master", "seed"_a = 0, "begin"_a = 0,
          "games"_a = 0, "masks"_a = nb::none(), "first"_a = nb::none(), "threads"_a = 1,
          "records"_a = false);
    bind_metrics(m);
    bind_boards(m);
    bind_env(m);
}
