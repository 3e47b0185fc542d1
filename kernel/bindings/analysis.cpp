// Analyses and trackers, for Python.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <memory>

#include "batch/analyses.hpp"
#include "bindings/bindings.hpp"
#include "count/chances.hpp"
#include "count/tracker.hpp"

using namespace sapper;

namespace {

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

Budget read_budget(double steps, std::int64_t bytes) {
    if (!(steps >= 0.0)) throw BadArgument("the number of steps must not be negative");
    if (bytes < 0) throw BadArgument("the memory limit must not be negative");
    return {std::min(steps, kUnlimited), static_cast<std::size_t>(bytes), signalled};
}

AnalysisRequest read_request(const ViewArray& view, std::optional<std::int64_t> mines,
                             std::optional<double> density, const std::string& flags, double steps,
                             std::int64_t bytes) {
    AnalysisRequest request;
    request.flags = read_flags(flags);
    request.prior = read_prior(mines, density);
    request.budget = read_budget(steps, bytes);
    request.grid = copy_view(view, request.view);
    return request;
}

// An analysis as Python sees it. Further questions need the workspace that produced it. The first
// of them makes it again, since most analyses are never used for either.
class PyAnalysis {
public:
    PyAnalysis(AnalysisRequest request, Analysis result)
        : request_(std::move(request)), result(std::move(result)) {}

    Chances chances(int row, int column) {
        if (!result.grid.contains(row, column))
            throw BadArgument("the cell " + cell_name(row, column) + " is not on the board");
        return unlocked([&] {
            const std::lock_guard guard(user_);
            Workspace& workspace = study();
            workspace.free_sweeps();  // the new one may need all of the budget
            return value_chances(workspace, request_.prior, studied_, row, column, request_.budget);
        });
    }

    const AnalysisRequest& request() const { return request_; }

    std::optional<std::vector<ComponentLayouts>> layouts() {
        return unlocked([&] {
            const std::lock_guard guard(user_);
            const auto counted = count_layouts(study(), request_.budget);
            study_->free_sweeps();
            return counted;
        });
    }

private:
    Workspace& study() {
        if (!study_) {
            auto fresh = std::make_unique<Workspace>();
            studied_ = analyse(request_.question(), request_.budget, *fresh);
            study_ = std::move(fresh);
        }
        return *study_;
    }

    AnalysisRequest request_;
    std::unique_ptr<Workspace> study_;
    Analysis studied_;  // differs from `result` when the clock cut them at different points
    OneUser user_;

public:
    const Analysis result;
};

std::unique_ptr<PyAnalysis> py_analyse(const ViewArray& view, std::optional<std::int64_t> mines,
                                       std::optional<double> density, const std::string& flags,
                                       double steps, std::int64_t bytes) {
    thread_local std::unique_ptr<Workspace> idle;
    AnalysisRequest request = read_request(view, mines, density, flags, steps, bytes);
    auto workspace = std::move(idle);  // taken: a signal handler may start another analysis
    if (!workspace) workspace = std::make_unique<Workspace>();
    Analysis result = unlocked([&] { return analyse_request(request, signalled, *workspace); });
    if (Meter(request.budget).idle_bytes() < workspace->held_bytes())
        workspace->free_sweeps();  // further questions may need all of the budget
    idle = std::move(workspace);
    return std::make_unique<PyAnalysis>(std::move(request), std::move(result));
}

nb::list py_analyse_many(const std::vector<ViewArray>& views,
                         const std::vector<std::optional<std::int64_t>>& mines,
                         const std::vector<std::optional<double>>& densities,
                         const std::string& flags, std::int64_t threads, double steps,
                         std::int64_t bytes) {
    if (mines.size() != views.size() || densities.size() != views.size())
        throw BadArgument("views, mines and densities must be of the same length");
    const std::size_t workers = checked_threads(threads);
    std::vector<AnalysisRequest> requests;
    for (std::size_t i = 0; i < views.size(); ++i)
        requests.push_back(read_request(views[i], mines[i], densities[i], flags, steps, bytes));
    std::vector<Analysis> results =
        unlocked([&] { return analyse_requests(requests, workers, signalled); });
    nb::list out;
    for (std::size_t i = 0; i < results.size(); ++i)
        out.append(
            nb::cast(std::make_unique<PyAnalysis>(std::move(requests[i]), std::move(results[i]))));
    return out;
}

nb::int_ to_python(Natural number) {
    const nb::int_ high(static_cast<std::uint64_t>(number >> 64));
    const nb::int_ low(static_cast<std::uint64_t>(number));
    return nb::int_((high << nb::int_(64)) | low);
}

// Shares the memory of the analysis, which stays alive as long as the array.
nb::object risk_array(nb::handle self) {
    const Analysis& result = nb::cast<PyAnalysis&>(self).result;
    const std::size_t shape[2] = {static_cast<std::size_t>(result.grid.height),
                                  static_cast<std::size_t>(result.grid.width)};
    return nb::cast(
        nb::ndarray<nb::numpy, const double, nb::ndim<2>>(result.risk.data(), 2, shape, self));
}

nb::list cells_of(const Grid& grid, std::span<const std::int32_t> plain) {
    nb::list out;
    for (const std::int32_t cell : plain)
        out.append(RowColumn{cell / grid.width, cell % grid.width});
    return out;
}

nb::list components(const PyAnalysis& self) {
    const std::span all(self.result.component_cells);
    nb::list out;
    for (const Analysis::Component& each : self.result.components)
        out.append(
            nb::make_tuple(cells_of(self.result.grid, all.subspan(each.first_cell, each.cells)),
                           each.exact, each.expected_mines));
    return out;
}

nb::list certain_cells(const PyAnalysis& self, Certainty kind) {
    std::vector<std::int32_t> cells;
    for (std::size_t i = 0; i < self.result.certainty.size(); ++i)
        if (self.result.certainty[i] == kind) cells.push_back(static_cast<std::int32_t>(i));
    return cells_of(self.result.grid, cells);
}

nb::object layout_counts(PyAnalysis& self) {
    const auto layouts = self.layouts();
    if (!layouts) return nb::none();
    nb::list components;
    for (const ComponentLayouts& component : *layouts) {
        nb::list ways;
        for (const Natural number : component.ways) ways.append(to_python(number));
        components.append(nb::make_tuple(component.least, ways));
    }
    return nb::make_tuple(self.result.settled_mines, self.result.floating, components);
}

// The arguments of `analyse` that give this analysis again.
nb::tuple request(const PyAnalysis& self) {
    const AnalysisRequest& request = self.request();
    const Grid& grid = request.grid;
    auto* marks = new std::vector<std::int8_t>(request.view);
    const nb::capsule owner(
        marks, [](void* kept) noexcept { delete static_cast<std::vector<std::int8_t>*>(kept); });
    const std::size_t shape[2] = {static_cast<std::size_t>(grid.height),
                                  static_cast<std::size_t>(grid.width)};
    const std::optional<double> density =
        request.prior.mines ? std::nullopt : std::optional(request.prior.density);
    return nb::make_tuple(
        nb::cast(nb::ndarray<nb::numpy, std::int8_t, nb::ndim<2>>(marks->data(), 2, shape, owner)),
        request.prior.mines, density, request.flags == Flags::Trust ? "trust" : "ignore",
        request.budget.steps, request.budget.bytes);
}

nb::tuple chances_tuple(const Chances& chances) {
    nb::list values;
    for (const double value : chances.value) values.append(value);
    return nb::make_tuple(nb::tuple(values), chances.mine, chances.exact);
}

class PyTracker {
public:
    PyTracker(std::int64_t height, std::int64_t width, std::optional<std::int64_t> mines,
              std::optional<double> density, double steps, std::int64_t bytes)
        : budget_(read_budget(steps, bytes)) {
        const Grid grid = checked_grid(height, width);
        const Prior prior = read_prior(mines, density);
        unlocked([&] { tracker_ = std::make_unique<Tracker>(grid, prior, budget_); });
    }

    nb::tuple open(const std::vector<std::tuple<int, int, int>>& cells) {
        std::vector<OpenedCell> opened;
        for (const auto& [row, column, clue] : cells) opened.push_back({row, column, clue});
        const NewlyCertain fresh = unlocked([&] {
            const std::lock_guard guard(user_);
            return tracker_->open(opened);
        });
        return nb::make_tuple(cells_of(tracker_->grid(), fresh.safe),
                              cells_of(tracker_->grid(), fresh.mines));
    }

    std::unique_ptr<PyAnalysis> analysis() {
        AnalysisRequest request{tracker_->grid(), {}, Flags::Ignore, tracker_->prior(), budget_};
        Analysis result = unlocked([&] {
            const std::lock_guard guard(user_);  // never waited for with the interpreter lock
            request.view.assign(tracker_->view().begin(), tracker_->view().end());
            return tracker_->analysis();
        });
        return std::make_unique<PyAnalysis>(std::move(request), std::move(result));
    }

private:
    Budget budget_;
    std::unique_ptr<Tracker> tracker_;
    OneUser user_;
};

}  // namespace

void sapper::bind_analysis(nb::module_& m) {
    nb::class_<PyAnalysis>(m, "Analysis")
        .def_prop_ro("risk", &risk_array)
        .def_prop_ro("exact", [](const PyAnalysis& self) { return self.result.exact; })
        .def_prop_ro("log_layouts", [](const PyAnalysis& self) { return self.result.log_layouts; })
        .def_prop_ro("floating_risk",
                     [](const PyAnalysis& self) { return self.result.floating_risk; })
        .def_prop_ro("components", &components)
        .def_prop_ro("safe",
                     [](const PyAnalysis& self) { return certain_cells(self, Certainty::Safe); })
        .def_prop_ro("mines",
                     [](const PyAnalysis& self) { return certain_cells(self, Certainty::Mine); })
        .def(
            "value_chances",
            [](PyAnalysis& self, int row, int column) {
                return chances_tuple(self.chances(row, column));
            },
            "row"_a, "column"_a)
        .def_prop_ro("request", &request)
        .def("layout_counts", &layout_counts);

    const Budget usual;
    const auto bytes = static_cast<std::int64_t>(usual.bytes);
    m.def("analyse", &py_analyse, "view"_a, nb::kw_only(), "mines"_a = nb::none(),
          "density"_a = nb::none(), "flags"_a = "ignore", "steps"_a = usual.steps,
          "bytes"_a = bytes);
    m.def("analyse_many", &py_analyse_many, "views"_a, "mines"_a, "densities"_a, nb::kw_only(),
          "flags"_a = "ignore", "threads"_a = 1, "steps"_a = usual.steps, "bytes"_a = bytes);
    nb::class_<PyTracker>(m, "Tracker")
        .def(nb::init<std::int64_t, std::int64_t, std::optional<std::int64_t>,
                      std::optional<double>, double, std::int64_t>(),
             "height"_a, "width"_a, nb::kw_only(), "mines"_a = nb::none(), "density"_a = nb::none(),
             "steps"_a = usual.steps, "bytes"_a = bytes)
        .def("open", &PyTracker::open, "cells"_a)
        .def("analysis", &PyTracker::analysis);
}
