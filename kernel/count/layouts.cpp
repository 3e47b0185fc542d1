#include "count/layouts.hpp"

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
    Replay(const Tape& tape, const Passage& passage) : tape_(tape), passage_(passage) {}

    std::optional<PartLayouts> run() {
        base_ = tape_.states[passage_.begin.states].first;
        now_.assign(1, 1);
        for (std::size_t i = passage_.begin.steps; i < passage_.end.steps; ++i)
            if (!step(tape_.steps[i])) return std::nullopt;
        return PartLayouts{tape_.states[passage_.end.states - 1].least, now_};
    }

private:
    bool step(const Step& step) {
        const std::size_t next_base = tape_.states[step.first_state].first;
        const State& last = tape_.states[step.last_state - 1];
        next_.assign(last.first + static_cast<std::size_t>(last.count) - next_base, 0);
        for (std::size_t i = step.first_move; i < step.last_move; ++i) {
            const Move& move = tape_.moves[i];
            const State& from = tape_.states[move.from];
            const State& to = tape_.states[move.to];
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

    const Tape& tape_;
    const Passage& passage_;
    std::size_t base_ = 0;
    std::vector<Natural> now_;
    std::vector<Natural> next_;
};

}  // namespace

std::optional<std::vector<PartLayouts>> count_layouts(Workspace& workspace, const Budget& budget) {
    Meter meter(budget);
    std::vector<PartLayouts> all;
    for (Part* part : workspace.live) {
        if (!part->exact) return std::nullopt;
        workspace.solver.ensure_passage(*part, meter);
        auto layouts = Replay(workspace.solver.tape(), part->passage).run();
        workspace.solver.drop_if_heavy(*part, meter);
        if (!layouts) return std::nullopt;
        all.push_back(std::move(*layouts));
    }
    return all;
}

}  // namespace sapper
