// The player on boards that are too large for exact tables.
#include <algorithm>
#include <cmath>
#include <limits>

#include "count/analysis.hpp"
#include "play/guess_score.hpp"
#include "play/local_lookahead.hpp"
#include "play/player.hpp"

namespace sapper {

namespace {
constexpr std::size_t kSafest = 64;    // cells that are looked at
constexpr std::size_t kFloating = 16;  // floating ones among them: they are all similar
}  // namespace

// The safest cells of the board that tell something, in order.
std::vector<Place> Player::safest_places(const Workspace& workspace, const Analysis& analysis) {
    const Position& position = workspace.position;
    std::vector<Place> places;
    std::size_t floating = 0;
    for (std::size_t i = 0; i < analysis.risk.size(); ++i) {
        const Cell cell = position.grid().walled(i);
        if (!(analysis.risk[i] < 1.0) || !position.touches(cell, CellState::Unknown)) continue;
        if (workspace.builder.owner(cell) == BoxBuilder::kNobody) {
            if (floating >= kFloating) continue;
            if (!is_corner(position, cell) && !near_opened(position, cell)) continue;
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

// Certain cells as the general analysis sees them; else the cell that promises most.
void Player::fall_back(const Position& position, int mines) {
    Workspace workspace;
    Meter meter(budget_);
    workspace.position = position;
    const Prior prior{mines, 0.0};
    count_components(workspace, prior, meter);
    join_components(workspace, prior);
    const Analysis analysis = write_analysis(workspace, meter);
    double least = 2.0;
    for (std::size_t i = 0; i < analysis.risk.size(); ++i) {
        if (!(analysis.risk[i] <= least)) continue;
        if (analysis.risk[i] < least || analysis.certainty[i] != Certainty::Safe)
            decision_.cells.clear();
        least = analysis.risk[i];
        decision_.cells.push_back(position.grid().walled(i));
    }
    if (least >= 1.0) return decision_.cells.clear();  // won: only mines are left
    decision_.reason = least > 0.0 ? Reason::Safest : Reason::Certain;
    decision_.risk = least;
    decision_.chance = std::numeric_limits<double>::quiet_NaN();
    if (least > 0.0) judge_locally(workspace, analysis);
}

void Player::judge_locally(Workspace& workspace, const Analysis& analysis) {
    const double floating = analysis.floating_risk;
    if (!(floating > 0.0 && floating < 1.0)) return;
    const std::vector<Place> safest = safest_places(workspace, analysis);
    if (safest.empty()) return;
    LocalLookahead ahead;
    ahead.begin(workspace, floating / (1.0 - floating), safest);
    Meter meter(budget_);
    double best = 0.0;
    for (const Place& place : safest) {
        const double safety = 1.0 - place.risk;
        if (safety < settings_.margin * (1.0 - safest.front().risk)) break;
        if (safety * std::exp(settings_.progress) <= best) break;
        if (!ahead.look(place.cell, safety, meter)) continue;
        const double score = guess_score(ahead.prospects(), safety, settings_.progress);
        if (score <= best) continue;
        best = score;
        decision_.reason = Reason::Judged;
        decision_.cells.assign(1, place.cell);
        decision_.risk = place.risk;
    }
}

}  // namespace sapper
