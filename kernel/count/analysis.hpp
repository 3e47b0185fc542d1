// The facade: everything that can be known about a view. Settles what single clues settle, counts
// each component, and joins them through the mine total.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "count/workspace.hpp"

namespace sapper {

// What is known about the number of mines: the total, or else the chance of each cell.
struct Prior {
    std::optional<long> mines;
    double density = 0.0;
};

struct Question {
    Grid grid;
    std::span<const std::int8_t> view;  // row by row
    Flags flags = Flags::Ignore;
    Prior prior;
};

enum class Certainty : std::uint8_t { Unknown, Safe, Mine };

struct Analysis {
    struct Component {
        std::size_t first_cell = 0;  // into component_cells
        std::size_t cells = 0;
        double expected_mines = 0.0;
        bool exact = true;
    };

    Grid grid;
    std::vector<double> risk;          // NaN where opened
    std::vector<Certainty> certainty;  // Unknown where opened, too
    std::vector<Component> components;
    std::vector<std::int32_t> component_cells;  // row-major indices
    double log_layouts = 0.0;                   // without a total: over all totals
    double floating_risk = 0.0;
    long floating = 0;
    long settled_mines = 0;  // proved by single clues, or flagged and trusted
    bool exact = true;
};

Analysis analyse(const Question& question, const Budget& budget, Workspace& workspace);

// The steps of analyse, for trackers and further questions.
void check_question(const Question& question);
void check_prior(const Prior& prior);
void count_components(Workspace& workspace, const Prior& prior, Meter& meter);
// Builds and counts what lies around a witness. A component over budget is first dissolved
// along the cells that windows prove, since what is left of it may be within the budget.
void count_around(Workspace& workspace, Cell witness, double odds, Meter& meter);
bool needs_tilt(const Workspace& workspace, std::size_t more_cells);
void join_components(Workspace& workspace, const Prior& prior);
Analysis write_analysis(Workspace& workspace, Meter& meter);
double prior_odds(const Position& position, const Prior& prior);

}  // namespace sapper
