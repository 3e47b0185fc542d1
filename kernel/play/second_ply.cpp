#include "play/second_ply.hpp"

#include <algorithm>

#include "play/lookahead.hpp"

namespace sapper {

double SecondPly::judge(const SolvedPosition& solved, Cell cell,
                        const std::array<NumberOutcome, 9>& outcomes, int mines,
                        const StrengthSettings& settings, ComponentCache& cache, Meter& meter) {
    double sum = 0.0;
    for (std::size_t value = 0; value < outcomes.size(); ++value) {
        const double chance = outcomes[value].chance;
        if (chance <= 0.0) continue;
        position_ = solved.position();
        position_.settled.clear();
        position_.open(cell, static_cast<int>(value));
        if (!solved_.read(position_, mines, cache, meter)) return 0.0;
        sum += chance * best_reply(settings, meter);
    }
    return sum;
}

double SecondPly::best_reply(const StrengthSettings& settings, Meter& meter) {
    if (solved_.layouts() < 1.5) return 1.0;  // nothing is unknown
    mark_dead(position_, dead_);
    lookahead_.begin(solved_, dead_);
    gather_replies(settings);
    double best = 0.0;
    for (const Reply& reply : replies_) {
        const double safety = 1.0 - reply.risk;
        if (safety * std::exp(settings.progress) <= best) break;
        if (!lookahead_.look(reply.cell, safety, meter)) continue;
        best = std::max(best, guess_score(lookahead_.outcomes(), safety, settings.progress));
    }
    return best;
}

// Informative cells; if there are none, the dead ones. Certain ones are free.
void SecondPly::gather_replies(const StrengthSettings& settings) {
    replies_.clear();
    add_cells(false);
    if (replies_.empty()) add_cells(true);
    std::ranges::stable_sort(replies_, {}, &Reply::risk);
    const double least = replies_.front().risk;
    const double most_risk = least > 0.0 ? 1.0 - settings.reply_margin * (1.0 - least) : 0.0;
    std::erase_if(replies_, [&](const Reply& reply) { return reply.risk > most_risk; });
    const auto most = static_cast<std::size_t>(settings.most_replies);
    if (replies_.size() > most) replies_.resize(most);
}

void SecondPly::add_cells(bool dead) {
    const auto add = [&](Cell cell, double risk) {
        if ((dead_[static_cast<std::size_t>(cell)] != 0) == dead) replies_.push_back({cell, risk});
    };
    for (const Cell cell : position_.settled)
        if (position_.state(cell) == CellState::Safe) add(cell, 0.0);
    solved_.each_box([&](std::span<const Cell> cells, const Mass& mass) {
        for (const Cell cell : cells) add(cell, mass.mine > 0.0 ? mass.risk() : 0.0);
    });
    if (solved_.floating_cells() == 0) return;
    floating_.clear();
    position_.add_floating(floating_);
    const Mass& mass = solved_.floating();
    add(floating_.front(), mass.mine > 0.0 ? mass.risk() : 0.0);  // they are all similar
}

}  // namespace sapper
