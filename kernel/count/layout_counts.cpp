#include "count/layout_counts.hpp"

#include <algorithm>

namespace sapper {

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
