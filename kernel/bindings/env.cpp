// Environments and labels, for Python. Boards write into the caller's arrays without the
// interpreter lock, and never rely on what is in them.
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <mutex>

#include "batch/env_boards.hpp"
#include "batch/labels.hpp"
#include "bindings/bindings.hpp"

using namespace sapper;

namespace {

template <class Value>
using Column = nb::ndarray<Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Value>
using Rows = nb::ndarray<Value, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Observations = nb::ndarray<nb::c_contig, nb::device::cpu>;

template <class Value>
std::vector<Value> checked_copy(const Column<const Value>& column, std::size_t size) {
    if (column.size() != size) throw BadArgument("an array has the wrong size");
    return copied(column);
}

// --- environments ------------------------------------------------------------------------

// The arrays that the boards write into, kept alive.
struct Held {
    Observations observation, final_observation;
    Rows<std::int8_t> mask, final_mask;
    Column<double> reward;
    Column<bool> terminated, truncated, won, final_won;

    [[nodiscard]] EnvArrays arrays() const {
        return {won.size(),        observation.data(), mask.data(), reward.data(),
                flags(terminated), flags(truncated),   flags(won),  final_observation.data(),
                final_mask.data(), flags(final_won)};
    }
    [[nodiscard]] static std::uint8_t* flags(const Column<bool>& column) {
        return reinterpret_cast<std::uint8_t*>(column.data());
    }
};

void check_sizes(const Held& held, const EnvSettings& settings) {
    const std::size_t boards = held.won.size(), cells = settings.level.grid.size();
    const bool risks = settings.observation == ObservationKind::Risks;
    const std::size_t planes = settings.observation == ObservationKind::Codes
                                   ? 1U
                                   : 10U + (settings.flags ? 1U : 0U) + (risks ? 1U : 0U);
    const std::size_t bytes = boards * planes * cells * (risks ? 4U : 1U);
    const std::size_t masks = boards * cells * (settings.flags ? 2U : 1U);
    if (boards == 0 || held.observation.nbytes() != bytes ||
        held.final_observation.nbytes() != bytes || held.mask.size() != masks ||
        held.final_mask.size() != masks || held.reward.size() != boards ||
        held.terminated.size() != boards || held.truncated.size() != boards ||
        held.final_won.size() != boards)
        throw BadArgument("an array has the wrong size");
}

EnvRewards rewards_of(const nb::dict& rewards) {
    const auto of = [&](const char* name) { return nb::cast<double>(rewards[name]); };
    return {of("win"), of("loss"), of("move"), of("cell"), of("illegal")};
}

class PyBoards {
public:
    PyBoards(std::int64_t height, std::int64_t width, std::int64_t mines,
             const std::string& first_click, bool flags, const std::string& observation_kind,
             const std::string& autoreset, std::int64_t most_steps, const nb::dict& rewards,
             std::int64_t threads, Observations observation, Rows<std::int8_t> mask,
             Column<double> reward, Column<bool> terminated, Column<bool> truncated,
             Column<bool> won, Observations final_observation, Rows<std::int8_t> final_mask,
             Column<bool> final_won)
        : held_{std::move(observation), std::move(final_observation),
                std::move(mask),        std::move(final_mask),
                std::move(reward),      std::move(terminated),
                std::move(truncated),   std::move(won),
                std::move(final_won)} {
        EnvSettings settings;
        settings.level = checked_level(height, width, mines);
        if (mines == height * width) throw BadArgument("a board needs a cell without a mine");
        settings.rule = rule_of(first_click);
        settings.flags = flags;
        settings.observation = named<ObservationKind>("observation", observation_kind,
                                                      std::array{"codes", "planes", "risks"});
        settings.autoreset = named<Autoreset>("autoreset mode", autoreset,
                                              std::array{"NextStep", "SameStep", "Disabled"});
        settings.most_steps = most_steps;
        settings.rewards = rewards_of(rewards);
        settings.threads = checked_threads(threads);
        check_sizes(held_, settings);
        cells_ = settings.level.grid.size();
        boards_ = std::make_unique<EnvBoards>(settings, held_.arrays());
    }

    void begin(const Column<const std::uint8_t>& chosen, const Column<const std::uint8_t>& fresh,
               const Column<const std::uint64_t>& seeds) {
        const std::size_t size = held_.won.size();
        unlocked([&, chosen = checked_copy(chosen, size), fresh = checked_copy(fresh, size),
                  seeds = checked_copy(seeds, size)] { boards_->begin(chosen, fresh, seeds); });
    }

    void begin_on(const Column<const std::uint8_t>& chosen, std::uint64_t seed, std::uint64_t game,
                  const std::string& first_click,
                  const std::optional<Column<const std::uint8_t>>& layout,
                  std::optional<std::int32_t> first) {
        EnvGiven given{{seed, game, rule_of(first_click)}, {}, first};
        if (layout) given.mask = checked_copy(*layout, cells_);
        if (first && (*first < 0 || static_cast<std::size_t>(*first) >= cells_))
            throw BadArgument("the first cell is off the board");
        unlocked([&, chosen = checked_copy(chosen, held_.won.size())] {
            boards_->begin_on(chosen, given);
        });
    }

    void step(const Column<const std::int64_t>& actions) {
        unlocked(
            [&, actions = checked_copy(actions, held_.won.size())] { boards_->step(actions); });
    }

private:
    template <class Work>
    void unlocked(const Work& work) {
        nb::gil_scoped_release release;
        const std::lock_guard guard(mutex_);
        work();
    }

    Held held_;
    std::size_t cells_ = 0;
    std::unique_ptr<EnvBoards> boards_;
    std::mutex mutex_;
};

// --- labels ------------------------------------------------------------------------------

nb::dict labels_dict(Labels labels, std::size_t cells) {
    nb::dict out;
    out["game"] = to_array<std::uint64_t>(std::move(labels.game));
    out["move"] = to_array<std::int32_t>(std::move(labels.move));
    out["view"] = to_array<std::int8_t>(std::move(labels.view), cells);
    out["risk"] = to_array<float>(std::move(labels.risk), cells);
    out["certain"] = to_array<std::uint8_t>(std::move(labels.certain), cells);
    out["exact"] = to_array<bool>(std::move(labels.exact));
    out["best"] = to_array<std::int32_t>(std::move(labels.best));
    out["won"] = to_array<bool>(std::move(labels.won));
    return out;
}

nb::dict py_label_games(std::int64_t height, std::int64_t width, std::int64_t mines,
                        const std::string& first_click, const std::string& strength,
                        std::uint64_t seed, std::uint64_t begin, std::uint64_t positions,
                        std::uint64_t every, const nb::callable& stopped) {
    LabelJob job;
    job.games.level = checked_level(height, width, mines);
    job.games.rule = rule_of(first_click);
    job.games.settings = settings_named(strength);
    job.games.seed = seed;
    job.games.begin = begin;
    job.games.interrupted = [&] {
        nb::gil_scoped_acquire lock;
        return nb::cast<bool>(stopped()) || PyErr_CheckSignals() != 0;
    };
    const std::size_t cells = job.games.level.grid.size();
    if (every < 1 || positions > std::uint64_t{4'000'000'000} / cells)
        throw BadArgument("too many positions at once, or `every` is 0");
    job.rows = positions;
    job.every = every;
    try {
        Labels labels;
        {
            nb::gil_scoped_release release;
            labels = label_games(job);
        }
        return labels_dict(std::move(labels), cells);
    } catch (const Interrupted&) {
        if (!PyErr_Occurred()) PyErr_SetNone(PyExc_KeyboardInterrupt);
        throw nb::python_error();
    }
}

}  // namespace

void sapper::bind_env(nb::module_& m) {
    nb::class_<PyBoards>(m, "Boards")
        .def(nb::init<std::int64_t, std::int64_t, std::int64_t, const std::string&, bool,
                      const std::string&, const std::string&, std::int64_t, const nb::dict&,
                      std::int64_t, Observations, Rows<std::int8_t>, Column<double>, Column<bool>,
                      Column<bool>, Column<bool>, Observations, Rows<std::int8_t>, Column<bool>>(),
             "height"_a, "width"_a, "mines"_a, nb::kw_only(), "first_click"_a, "flags"_a,
             "observation_kind"_a, "autoreset"_a, "most_steps"_a, "rewards"_a, "threads"_a,
             "observation"_a.noconvert(), "mask"_a.noconvert(), "reward"_a.noconvert(),
             "terminated"_a.noconvert(), "truncated"_a.noconvert(), "won"_a.noconvert(),
             "final_observation"_a.noconvert(), "final_mask"_a.noconvert(),
             "final_won"_a.noconvert())
        .def("begin", &PyBoards::begin, "chosen"_a, "fresh"_a, "seeds"_a)
        .def("begin_on", &PyBoards::begin_on, "chosen"_a, nb::kw_only(), "seed"_a, "game"_a,
             "first_click"_a, "layout"_a = nb::none(), "first"_a = nb::none())
        .def("step", &PyBoards::step, "actions"_a);
    m.def("label_games", &py_label_games, "height"_a, "width"_a, "mines"_a, nb::kw_only(),
          "first_click"_a, "strength"_a, "seed"_a, "begin"_a, "positions"_a, "every"_a,
          "stopped"_a);
}
