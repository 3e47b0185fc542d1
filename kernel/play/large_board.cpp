#include "play/large_board.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "count/analysis.hpp"
#include "play/candidates.hpp"
#include "play/lookahead.hpp"

namespace sapper {

namespace {

constexpr std::size_t kSafest = 64;    // cells that are looked at
constexpr std::size_t kFloating = 16;  // floating ones among them: they are all similar

struct Place {
    Cell cell = 0;
    double risk = 0.0;
};

// One step ahead: the same as in lookahead.hpp, done locally.
//
// On such a board the mine total hardly ties distant places together. So cells elsewhere keep their
// risk, and a mine near the opened cell costs the odds of a mine in a floating cell.
class LocalLookahead {
public:
    // The workspace has been analysed; `safest` are cells of the whole board, safest first.
    LocalLookahead(Workspace& workspace, double odds, std::span<const Place> safest)
        : workspace_(workspace), odds_(odds), safest_(safest) {}
    // Outcomes per number; false if the component that it would make is too large.
    bool look(Cell cell, double safety, Meter& meter);
    [[nodiscard]] const std::array<NumberOutcome, 9>& outcomes() const { return outcomes_; }

private:
    void find_elsewhere(Cell cell);
    void weigh_number(std::size_t number);

    Workspace& workspace_;
    double odds_;
    std::span<const Place> safest_;
    std::vector<double> elsewhere_;  // the least risks there, two at most
    OpenedComponent opened_;
    std::array<NumberOutcome, 9> outcomes_;
};

bool LocalLookahead::look(Cell cell, double safety, Meter& meter) {
    outcomes_.fill({});
    if (!opened_.read(workspace_.position, cell, workspace_.builder, meter)) return false;
    if (opened_.component().cells.size() > kPlainCells) return false;
    find_elsewhere(cell);
    double sum = 0.0;
    for (std::size_t number = 0; number < 9; ++number) {
        if (!opened_.may_show(number)) continue;
        weigh_number(number);
        sum += outcomes_[number].chance;
    }
    if (!(sum > 0.0)) return false;
    for (NumberOutcome& outcome : outcomes_) outcome.chance *= safety / sum;
    return true;
}

void LocalLookahead::find_elsewhere(Cell cell) {
    elsewhere_.clear();
    for (const Place& place : safest_) {
        if (place.cell == cell) continue;
        if (std::ranges::find(opened_.component().cells, place.cell) !=
            opened_.component().cells.end())
            continue;
        elsewhere_.push_back(place.risk);
        if (elsewhere_.size() == 2) return;
    }
}

// The weight of n mines is the odds to the power of n, up to a factor that keeps it within 1.
void LocalLookahead::weigh_number(std::size_t number) {
    NumberOutcome& outcome = outcomes_[number];
    const WaysByMines& ways = opened_.ways(number);
    const int free = odds_ < 1.0 ? 0 : static_cast<int>(opened_.component().cells.size());
    const auto weight_of = [&](int mines) {
        return std::max(std::pow(odds_, mines - free), kTiny);
    };
    for (int n = ways.least; n <= ways.most(); ++n) outcome.chance += ways.at(n) * weight_of(n);
    const Component& component = opened_.component();
    const std::vector<Mass>& masses = opened_.masses(number, weight_of);
    for (std::size_t box = 0; box < component.boxes.size(); ++box) {
        const bool safe = masses[box].mine <= 0.0;
        const double risk = safe ? 0.0 : masses[box].risk();
        for (const Cell cell : component.cells_of(component.boxes[box])) {
            const bool dead = !workspace_.position.touches(cell, CellState::Unknown);
            if (dead)
                outcome.add_dead(risk);
            else
                outcome.add_risk(risk);
            outcome.progress |= safe && !dead;
        }
    }
    for (const double risk : elsewhere_) outcome.add_risk(risk);
    outcome.close();
}

// The safest cells of the board that bring clues, in order.
std::vector<Place> safest_places(const Workspace& workspace, const Analysis& analysis) {
    const Position& position = workspace.position;
    std::vector<Place> places;
    std::size_t floating = 0;
    for (std::size_t i = 0; i < analysis.risk.size(); ++i) {
        const Cell cell = position.grid().walled(i);
        if (!(analysis.risk[i] < 1.0) || !position.touches(cell, CellState::Unknown)) continue;
        if (workspace.builder.owner(cell) == BoxBuilder::kNobody) {
            if (floating >= kFloating) continue;
            if (!is_corner(position, cell) && !is_near_opened(position, cell)) continue;
            ++floating;
        }
        places.push_back({cell, analysis.risk[i]});
    }
    const auto end = places.begin() + static_cast<long>(std::min(kSafest, places.size()));
    std::partial_sort(places.begin(), end, places.end(), [](const Place& a, const Place& b) {
        return a.risk != b.risk ? a.risk < b.risk : a.cell < b.cell;
    });
    places.erase(end, places.end());
    return places;
}

void judge_locally(Turn& turn, Workspace& workspace, const Analysis& analysis) {
    const double floating = analysis.floating_risk;
    if (!(floating > 0.0 && floating < 1.0)) return;
    const std::vector<Place> safest = safest_places(workspace, analysis);
    if (safest.empty()) return;
    LocalLookahead ahead(workspace, floating / (1.0 - floating), safest);
    Meter meter(turn.budget);
    double best = 0.0;
    for (const Place& place : safest) {
        const double safety = 1.0 - place.risk;
        if (safety < turn.settings.margin * (1.0 - safest.front().risk)) break;
        if (safety * std::exp(turn.settings.progress) <= best) break;
        if (!ahead.look(place.cell, safety, meter)) continue;
        const double score = guess_score(ahead.outcomes(), safety, turn.settings.progress);
        if (score <= best) continue;
        best = score;
        turn.decision.reason = Reason::Judged;
        turn.decision.guess({.cell = place.cell, .risk = place.risk});
    }
}

// All certainly safe cells, else one of the safest.
double take_safest(Decision& decision, const Position& position, const Analysis& analysis) {
    double least = 2.0;
    for (std::size_t i = 0; i < analysis.risk.size(); ++i) {
        if (!(analysis.risk[i] <= least)) continue;
        if (analysis.risk[i] < least || analysis.certainty[i] != Certainty::Safe)
            decision.cells.clear();
        least = analysis.risk[i];
        decision.cells.push_back(position.grid().walled(i));
    }
    return least;
}

}  // namespace

void choose_on_large_board(Turn& turn, const Position& position) {
    Workspace workspace;
    Meter meter(turn.budget);
    workspace.position = position;
    const Prior prior{turn.mines, 0.0};
    count_components(workspace, prior, meter);
    join_components(workspace, prior);
    const Analysis analysis = write_analysis(workspace, meter);
    Decision& decision = turn.decision;
    const double least = take_safest(decision, position, analysis);
    if (least >= 1.0) return decision.cells.clear();  // won: only mines are left
    decision.reason = least > 0.0 ? Reason::Safest : Reason::Certain;
    decision.risk = least;
    decision.chance = std::numeric_limits<double>::quiet_NaN();
    if (least > 0.0) judge_locally(turn, workspace, analysis);
}

}  // namespace sapper
