#include "count/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "board/errors.hpp"

namespace sapper {

namespace {

Certainty certainty_of(const Mass& mass) {
    if (mass.mine <= 0.0) return Certainty::Safe;
    if (mass.safe <= 0.0) return Certainty::Mine;
    return Certainty::Unknown;
}

// Rounding must not turn a doubt into 0 or 1.
double risk_of(const Mass& mass) {
    if (mass.mine <= 0.0) return 0.0;
    if (mass.safe <= 0.0) return 1.0;
    return std::clamp(mass.risk(), kTiny, 1.0 - 0x1p-53);
}

// Settled cells, and unknown ones as if they floated: components are written over them.
void write_cells(const Position& position, Certainty floating, Analysis& out) {
    std::size_t at = 0;
    out.grid.each_cell([&](Cell cell) {
        const CellState state = position.state(cell);
        if (state == CellState::Unknown) {
            out.risk[at] = out.floating_risk;
            out.certainty[at] = floating;
        } else if (state != CellState::Clue) {
            out.risk[at] = state == CellState::Mine ? 1.0 : 0.0;
            out.certainty[at] = state == CellState::Mine ? Certainty::Mine : Certainty::Safe;
        }
        ++at;
    });
}

double estimated_mines(const CountedComponent& counted) {
    double mines = 0.0;
    for (std::size_t i = 0; i < counted.estimates.size(); ++i)
        mines += counted.component.boxes[i].size * counted.estimates[i].risk();
    return mines;
}

void write_component(Workspace& workspace, std::size_t index, Meter& meter, Analysis& out) {
    CountedComponent& counted = *workspace.live[index];
    const auto weights = workspace.join.weights(index);
    const std::vector<Mass>& masses = workspace.counter.masses(counted, weights, meter);
    const double mines =
        counted.exact ? expected_mines(counted.counts, weights) : estimated_mines(counted);
    out.components.push_back(
        {out.component_cells.size(), counted.component.cells.size(), mines, counted.exact});
    out.exact = out.exact && counted.exact;
    for (std::size_t i = 0; i < masses.size(); ++i) {
        const double risk = risk_of(masses[i]);
        const Certainty certainty = certainty_of(masses[i]);
        for (const Cell cell : counted.component.cells_of(counted.component.boxes[i])) {
            const std::size_t at = out.grid.plain(cell);
            out.risk[at] = risk;
            out.certainty[at] = certainty;
            out.component_cells.push_back(static_cast<std::int32_t>(at));
        }
    }
}

bool is_fresh_witness(const Workspace& workspace, Cell cell) {
    return workspace.position.is_witness(cell) &&
           workspace.builder.owner(cell) == BoxBuilder::kNobody;
}

// Settles the cells that windows proved; false if there are none.
bool dissolve(Workspace& workspace, std::int32_t slot) {
    const CountedComponent& counted = workspace.counted(slot);
    const Component& component = counted.component;
    const auto unknown = [](const Mass& mass) { return certainty_of(mass) == Certainty::Unknown; };
    if (std::ranges::all_of(counted.estimates, unknown)) return false;
    workspace.remove_component(slot);
    for (const Witness& witness : component.witnesses) workspace.seeds.push_back(witness.cell);
    for (std::size_t i = 0; i < component.boxes.size(); ++i) {
        const Certainty certainty = certainty_of(counted.estimates[i]);
        if (certainty == Certainty::Unknown) continue;
        const auto state = certainty == Certainty::Mine ? CellState::Mine : CellState::Safe;
        for (const Cell cell : component.cells_of(component.boxes[i]))
            workspace.position.settle(cell, state);
    }
    return true;
}

}  // namespace

Analysis analyse(const Question& question, const Budget& budget, Workspace& workspace) {
    check_question(question);
    Meter meter(budget);
    workspace.position.read(question.grid, question.view, question.flags);
    count_components(workspace, question.prior, meter);
    join_components(workspace, question.prior);
    return write_analysis(workspace, meter);
}

void check_question(const Question& question) {
    if (question.view.size() != question.grid.size())
        throw BadArgument("the view has the wrong size");
    check_prior(question.prior);
}

void check_prior(const Prior& prior) {
    if (prior.mines && *prior.mines < 0) throw BadArgument("the mine total is negative");
    if (prior.mines) return;
    if (!(prior.density > 0.0 && prior.density < 1.0))
        throw BadArgument("the density must lie between 0 and 1");
}

void count_components(Workspace& workspace, const Prior& prior, Meter& meter) {
    const double odds = prior_odds(workspace.position, prior);
    workspace.clear_components();
    workspace.position.grid().each_cell([&](Cell cell) {
        if (is_fresh_witness(workspace, cell)) count_around(workspace, cell, odds, meter);
    });
}

void count_around(Workspace& workspace, Cell witness, double odds, Meter& meter) {
    workspace.solved.clear();
    workspace.seeds.assign(1, witness);
    while (!workspace.seeds.empty()) {
        const Cell seed = workspace.seeds.back();
        workspace.seeds.pop_back();
        if (!is_fresh_witness(workspace, seed)) continue;
        std::int32_t slot = 0;
        CountedComponent& counted = workspace.add_component(slot);
        workspace.builder.build(workspace.position, seed, slot, counted.component);
        workspace.counter.count(counted, workspace.position.grid(), odds, meter);
        if (!counted.exact && dissolve(workspace, slot)) continue;
        workspace.counter.drop_if_heavy(counted, meter);
        workspace.solved.push_back(slot);
    }
}

double prior_odds(const Position& position, const Prior& prior) {
    double density = prior.density;
    if (prior.mines) {
        const double left = static_cast<double>(*prior.mines - position.mines());
        density = left / static_cast<double>(std::max(1L, position.unknowns()));
    }
    density = std::clamp(density, 1e-4, 1.0 - 1e-4);
    return density / (1.0 - density);
}

void join_components(Workspace& workspace, const Prior& prior) {
    workspace.gather_live();
    const Join::Rest rest{workspace.floating_cells(), workspace.position.mines(),
                          needs_tilt(workspace, 0)};
    if (prior.mines)
        workspace.join.with_total(workspace.counts, rest, *prior.mines);
    else
        workspace.join.with_density(workspace.counts, rest, prior.density);
}

// Beyond this many cells plain products could leave the range of a double.
bool needs_tilt(const Workspace& workspace, std::size_t more_cells) {
    std::size_t cells = more_cells;
    bool exact = true;
    for (const CountedComponent* counted : workspace.live) {
        cells += counted->component.cells.size();
        exact = exact && counted->exact;
    }
    return cells > kPlainCells || !exact;
}

Analysis write_analysis(Workspace& workspace, Meter& meter) {
    Analysis out;
    out.grid = workspace.position.grid();
    out.risk.assign(out.grid.size(), std::numeric_limits<double>::quiet_NaN());
    out.certainty.assign(out.grid.size(), Certainty::Unknown);
    out.floating = workspace.floating_cells();
    out.settled_mines = workspace.position.mines();
    out.log_layouts = workspace.join.log_layouts();
    const Mass& floating = workspace.join.floating();
    out.floating_risk =
        out.floating > 0 ? risk_of(floating) : std::numeric_limits<double>::quiet_NaN();
    write_cells(workspace.position, certainty_of(floating), out);
    for (std::size_t i = 0; i < workspace.live.size(); ++i)
        write_component(workspace, i, meter, out);
    return out;
}

}  // namespace sapper
