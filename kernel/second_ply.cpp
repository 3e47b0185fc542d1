#include "second_ply.hpp"

#include <algorithm>

#include "rule_u.hpp"

namespace sapper {

double SecondPly::judge(const Field& field, Cell cell, const std::array<Prospect, 9>& prospects,
                        int mines, const Style& style, Ledger& ledger, Meter& meter) {
    double sum = 0.0;
    for (std::size_t value = 0; value < prospects.size(); ++value) {
        const double chance = prospects[value].chance;
        if (chance <= 0.0) continue;
        position_ = field.position();
        position_.settled.clear();
        position_.open(cell, static_cast<int>(value));
        if (!field_.read(position_, mines, ledger, meter)) return 0.0;
        sum += chance * best_reply(style, meter);
    }
    return sum;
}

double SecondPly::best_reply(const Style& style, Meter& meter) {
    mark_dead();
    lookahead_.begin(field_, dead_);
    gather_replies(style);
    double best = 0.0;
    for (const Reply& reply : replies_) {
        const double safety = 1.0 - reply.risk;
        if (safety * std::exp(style.progress) <= best) break;
        if (!lookahead_.look(reply.cell, safety, meter)) continue;
        best = std::max(best, rule_u(lookahead_, safety, style.progress));
    }
    return replies_.empty() ? 1.0 : best;
}

void SecondPly::gather_replies(const Style& style) {
    replies_.clear();
    gather_certain();
    if (replies_.empty()) {
        double least = field_.floating_cells() > 0 ? field_.floating().risk() : 1.0;
        for (std::size_t i = 0; i < field_.part_count(); ++i)
            for (const Mass& mass : field_.part(i).masses) least = std::min(least, mass.risk());
        add_boxes(1.0 - style.reply_margin * (1.0 - least));
    }
    const auto most = static_cast<std::size_t>(style.most_replies);
    std::ranges::stable_sort(replies_, {}, &Reply::risk);
    if (replies_.size() > most) replies_.resize(most);
}

// Certain cells that can tell something; those that cannot are no reply at all.
void SecondPly::gather_certain() {
    const Grid& grid = position_.grid();
    for (const Cell cell : position_.settled)
        if (position_.kind(cell) == Kind::Safe && !dead_[static_cast<std::size_t>(cell)])
            replies_.push_back({cell, 0.0});
    for (std::size_t i = 0; i < field_.part_count(); ++i) {
        const Component& component = field_.part(i).solved->component;
        for (std::size_t box = 0; box < component.boxes.size(); ++box)
            if (field_.part(i).masses[box].mine <= 0.0)
                for (const Cell cell : component.cells_of(component.boxes[box]))
                    if (!dead_[static_cast<std::size_t>(cell)]) replies_.push_back({cell, 0.0});
    }
    if (field_.floating_cells() == 0 || field_.floating().mine > 0.0) return;
    for (int row = 0; row < grid.height; ++row)
        for (Cell cell = grid.at(row, 0); cell < grid.at(row, 0) + grid.width; ++cell)
            if (position_.kind(cell) == Kind::Unknown && !position_.touches_clue(cell))
                replies_.push_back({cell, 0.0});
}

void SecondPly::add_boxes(double most_risk) {
    for (std::size_t i = 0; i < field_.part_count(); ++i) {
        const Component& component = field_.part(i).solved->component;
        for (std::size_t box = 0; box < component.boxes.size(); ++box) {
            const double risk = field_.part(i).masses[box].risk();
            if (risk > most_risk) continue;
            for (const Cell cell : component.cells_of(component.boxes[box]))
                if (!dead_[static_cast<std::size_t>(cell)]) replies_.push_back({cell, risk});
        }
    }
    if (field_.floating_cells() == 0 || field_.floating().risk() > most_risk) return;
    const Grid& grid = position_.grid();
    for (int row = 0; row < grid.height; ++row)
        for (Cell cell = grid.at(row, 0); cell < grid.at(row, 0) + grid.width; ++cell)
            if (position_.kind(cell) == Kind::Unknown && !position_.touches_clue(cell)) {
                replies_.push_back({cell, field_.floating().risk()});
                return;
            }
}

void SecondPly::mark_dead() {
    const Grid& grid = position_.grid();
    dead_.assign(grid.walled_size(), 0);
    for (int row = 0; row < grid.height; ++row)
        for (Cell cell = grid.at(row, 0); cell < grid.at(row, 0) + grid.width; ++cell) {
            if (position_.kind(cell) == Kind::Clue) continue;
            bool alive = false;
            for (const Cell step : position_.offsets())
                alive |= position_.kind(cell + step) == Kind::Unknown;
            dead_[static_cast<std::size_t>(cell)] = !alive;
        }
}

}  // namespace sapper
