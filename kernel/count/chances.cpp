#include "count/chances.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

namespace {

class Opening {
public:
    Opening(Workspace& workspace, const Prior& prior, const Analysis& analysis, Cell cell,
            const Budget& budget)
        : workspace_(workspace), prior_(prior), analysis_(analysis), cell_(cell), meter_(budget) {
        for (const Cell step : workspace.position.offsets()) {
            const CellState state = workspace.position.state(cell + step);
            settled_ += state == CellState::Mine;
            unknown_ += state == CellState::Unknown;
        }
    }

    Chances run() {
        Chances chances;
        const std::size_t at = analysis_.grid.plain(cell_);
        chances.mine = analysis_.risk[at];
        chances.exact = analysis_.exact;
        if (analysis_.certainty[at] == Certainty::Mine) return chances;
        merge();
        if (!part_exact_ || !count_values()) return estimate(chances);
        weigh(chances);
        return chances;
    }

    [[nodiscard]] std::size_t held_bytes() const {
        return trace_.held_bytes() + sweep_.held_bytes();
    }

private:
    // The opened cell ties the components around it, and floating cells, into one.
    void merge() {
        const Position& position = workspace_.position;
        workspace_.builder.build_opened(position, cell_, merged_);
        floating_ = analysis_.floating;
        touch(cell_);
        for (const Cell cell : merged_.cells) touch(cell);
        for (const CountedComponent* counted : workspace_.live)
            if (!touched(counted)) counts_.push_back(&counted->counts);
        counts_.push_back(&total_);
    }

    void touch(Cell cell) {
        if (workspace_.position.state(cell) != CellState::Unknown) return;
        const std::int32_t owner = workspace_.builder.owner(cell);
        if (owner == BoxBuilder::kNobody) {
            --floating_;
            return;
        }
        const CountedComponent* counted = &workspace_.counted(owner);
        part_exact_ = part_exact_ && counted->exact;
        if (!touched(counted)) touched_.push_back(counted);
    }

    [[nodiscard]] bool touched(const CountedComponent* counted) const {
        return std::ranges::find(touched_, counted) != touched_.end();
    }

    bool count_values() {
        orderer_.choose(merged_, workspace_.position.grid().stride(), order_);
        const double odds = prior_odds(workspace_.position, prior_);
        const int most = merged_.boxes_of(0).empty() ? 0 : unknown_;
        for (int need = 0; need <= most; ++need) {
            merged_.witnesses[0].need = need;
            trace_.rewind({});
            TraceSlice slice;
            meter_.begin_component();
            const Swept swept = sweep_.forward(merged_, order_, odds, meter_, trace_, slice);
            if (swept == Swept::OverBudget) return false;
            Counts& counts = by_need_[static_cast<std::size_t>(need)];
            if (swept == Swept::Done) read_counts(trace_, slice, counts);
        }
        add_up();
        return true;
    }

    // All values together, on one scale: what the rest of the board sees of the opened cell.
    void add_up() {
        int most = -1;
        total_.least = std::numeric_limits<int>::max();
        for (const Counts& counts : by_need_) {
            if (counts.ways.empty()) continue;
            total_.least = std::min(total_.least, counts.least);
            total_.log_scale = std::max(total_.log_scale, counts.log_scale);
            total_.log_tilt = counts.log_tilt;
            most = std::max(most, counts.most());
        }
        total_.ways.assign(static_cast<std::size_t>(most - total_.least + 1), 0.0);
        for (const Counts& counts : by_need_)
            for (std::size_t i = 0; i < counts.ways.size(); ++i)
                total_.ways[i + offset(counts)] += scaled(counts, i);
    }

    [[nodiscard]] std::size_t offset(const Counts& counts) const {
        return static_cast<std::size_t>(counts.least - total_.least);
    }

    [[nodiscard]] double scaled(const Counts& counts, std::size_t i) const {
        if (counts.ways[i] <= 0.0) return 0.0;
        return std::max(counts.ways[i] * std::exp(counts.log_scale - total_.log_scale), kTiny);
    }

    void join() {
        const Join::Rest rest{floating_, workspace_.position.mines(),
                              needs_tilt(workspace_, merged_.cells.size())};
        if (prior_.mines)
            join_.with_total(counts_, rest, *prior_.mines);
        else
            join_.with_density(counts_, rest, prior_.density);
    }

    void weigh(Chances& chances) {
        join();
        const auto weights = join_.weights(counts_.size() - 1);
        double sum = 0.0;
        for (std::size_t need = 0; need < by_need_.size(); ++need) {
            const Counts& counts = by_need_[need];
            double mass = 0.0;
            for (std::size_t i = 0; i < counts.ways.size(); ++i)
                mass += scaled(counts, i) * weights[i + offset(counts)];
            if (counts.ways.empty()) continue;
            chances.value[need + static_cast<std::size_t>(settled_)] = mass;
            sum += mass;
        }
        for (double& value : chances.value) value *= (1.0 - chances.mine) / sum;
    }

    // Over budget: neighbours taken as independent.
    Chances& estimate(Chances& chances) {
        chances.exact = false;
        chances.value.fill(0.0);
        chances.value[static_cast<std::size_t>(settled_)] = 1.0 - chances.mine;
        for (const Cell step : workspace_.position.offsets()) {
            if (workspace_.position.state(cell_ + step) != CellState::Unknown) continue;
            const double risk = analysis_.risk[analysis_.grid.plain(cell_ + step)];
            for (std::size_t v = 9; v-- > 0;)
                chances.value[v] =
                    chances.value[v] * (1.0 - risk) + (v > 0 ? chances.value[v - 1] * risk : 0.0);
        }
        return chances;
    }

    Workspace& workspace_;
    const Prior& prior_;
    const Analysis& analysis_;
    Cell cell_;
    Meter meter_;
    int settled_ = 0;
    int unknown_ = 0;
    long floating_ = 0;
    bool part_exact_ = true;
    Component merged_;
    Order order_;
    Orderer orderer_;
    Sweep sweep_;
    SweepTrace trace_;
    Join join_;
    Counts total_;
    std::array<Counts, 9> by_need_;
    std::vector<const CountedComponent*> touched_;
    std::vector<const Counts*> counts_;
};

}  // namespace

Chances value_chances(Workspace& workspace, const Prior& prior, const Analysis& analysis, int row,
                      int column, const Budget& budget) {
    const Cell cell = analysis.grid.at(row, column);
    if (workspace.position.state(cell) == CellState::Clue)
        throw BadArgument("the cell " + cell_name(row, column) + " is opened");
    std::size_t held = 0;
    const Chances chances = [&] {
        Opening opening(workspace, prior, analysis, cell, budget);
        const Chances found = opening.run();
        held = opening.held_bytes();
        return found;
    }();
    give_back_freed(held);
    return chances;
}

namespace {

// Adds weight * source to target; false on overflow.
bool add_product(const Natural* source, Natural* target, int count, Natural weight) {
    for (int k = 0; k < count; ++k) {
        Natural product = 0;
        if (__builtin_mul_overflow(source[k], weight, &product)) return false;
        if (__builtin_add_overflow(target[k], product, &target[k])) return false;
    }
    return true;
}

class Replay {
public:
    Replay(const SweepTrace& trace, const TraceSlice& slice) : trace_(trace), slice_(slice) {}

    std::optional<ComponentLayouts> run() {
        base_ = trace_.states[slice_.begin.states].first;
        now_.assign(1, 1);
        for (std::size_t i = slice_.begin.steps; i < slice_.end.steps; ++i)
            if (!step(trace_.steps[i])) return std::nullopt;
        return ComponentLayouts{trace_.states[slice_.end.states - 1].least, now_};
    }

private:
    bool step(const Step& step) {
        const std::size_t next_base = trace_.states[step.first_state].first;
        const State& last = trace_.states[step.last_state - 1];
        next_.assign(last.first + static_cast<std::size_t>(last.count) - next_base, 0);
        for (std::size_t i = step.first_move; i < step.last_move; ++i) {
            const Move& move = trace_.moves[i];
            const State& from = trace_.states[move.from];
            const State& to = trace_.states[move.to];
            const auto weight = static_cast<Natural>(kChoose[step.size][move.mines]);
            if (!add_product(now_.data() + (from.first - base_),
                             next_.data() + (to.first - next_base) +
                                 (from.least + static_cast<int>(move.mines) - to.least),
                             from.count, weight))
                return false;
        }
        now_.swap(next_);
        base_ = next_base;
        return true;
    }

    const SweepTrace& trace_;
    const TraceSlice& slice_;
    std::size_t base_ = 0;
    std::vector<Natural> now_;
    std::vector<Natural> next_;
};

}  // namespace

std::optional<std::vector<ComponentLayouts>> count_layouts(Workspace& workspace,
                                                           const Budget& budget) {
    Meter meter(budget);
    std::vector<ComponentLayouts> all;
    for (CountedComponent* counted : workspace.live) {
        if (!counted->exact) return std::nullopt;
        workspace.counter.ensure_swept(*counted, meter);
        auto layouts = Replay(workspace.counter.trace(), counted->slice).run();
        workspace.counter.drop_if_heavy(*counted, meter);
        if (!layouts) return std::nullopt;
        all.push_back(std::move(*layouts));
    }
    return all;
}

}  // namespace sapper
