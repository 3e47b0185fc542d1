#include "count/layout_sampler.hpp"

#include <utility>

namespace sapper {

namespace {

double uniform(SplitMix64& random) { return static_cast<double>(random.next() >> 11) * 0x1p-53; }

}  // namespace

bool LayoutSampler::begin(const SolvedPosition& solved, Meter& meter) {
    solved_ = &solved;
    trace_.rewind({});
    slices_.resize(solved.components().size());
    for (std::size_t i = 0; i < slices_.size(); ++i) {
        const Component& component = solved.components()[i].solved->component;
        orderer_.choose(component, solved.position().grid().stride(), order_);
        meter.begin_component();
        if (sweep_.forward(component, order_, 1.0, meter, trace_, slices_[i]) != Swept::Done)
            return false;
    }
    floating_.clear();
    solved.position().add_floating(floating_);
    return true;
}

void LayoutSampler::draw(SplitMix64& random, std::vector<std::uint8_t>& mask) {
    mines_.clear();
    int used = 0;
    for (std::size_t i = 0; i < slices_.size(); ++i) used += draw_component(i, used, random);
    put(floating_, solved_->mines_left() - used, random);
    const Grid& grid = solved_->position().grid();
    mask.assign(grid.size(), 0);
    for (const Cell cell : mines_) mask[grid.plain(cell)] = 1;
    grid.each_cell([&](Cell cell) {
        if (solved_->position().state(cell) == CellState::Mine) mask[grid.plain(cell)] = 1;
    });
}

// Returns how many mines the component gets, given the mines of those before it.
int LayoutSampler::draw_component(std::size_t i, int before, SplitMix64& random) {
    const SolvedComponent& component = *solved_->components()[i].solved;
    double left = uniform(random) * solved_->ways_after(i, before);
    int chosen = component.ways.least;
    for (int mines = component.ways.least; mines <= component.ways.most(); ++mines) {
        const double weight = component.ways.at(mines) * solved_->ways_after(i + 1, before + mines);
        if (weight <= 0.0) continue;
        chosen = mines;
        left -= weight;
        if (left < 0.0) break;
    }
    walk_back(slices_[i], component.component, chosen, random);
    return chosen;
}

void LayoutSampler::walk_back(const TraceSlice& slice, const Component& component, int mines,
                              SplitMix64& random) {
    auto state = static_cast<std::uint32_t>(slice.end.states - 1);  // the last layer has one
    for (std::size_t i = slice.end.steps; i-- > slice.begin.steps;) {
        const Step& step = trace_.steps[i];
        const Move& move = draw_move(step, state, mines, random);
        put(component.cells_of(component.boxes[step.box]), static_cast<int>(move.mines), random);
        mines -= static_cast<int>(move.mines);
        state = move.from;
    }
}

// One of the moves into a state, by the number of layouts that lead there with these mines.
const Move& LayoutSampler::draw_move(const Step& step, std::uint32_t to, int mines,
                                     SplitMix64& random) {
    const auto weight_of = [&](const Move& move) {
        const State& from = trace_.states[move.from];
        const int place = mines - static_cast<int>(move.mines) - from.least;
        if (move.to != to || place < 0 || place >= from.count) return 0.0;
        return kChoose[step.size][move.mines] *
               trace_.values[from.first + static_cast<std::size_t>(place)];
    };
    const State& reached = trace_.states[to];
    double left = uniform(random) *
                  trace_.values[reached.first + static_cast<std::size_t>(mines - reached.least)];
    std::size_t chosen = step.first_move;
    for (std::size_t i = step.first_move; i < step.last_move && left >= 0.0; ++i) {
        const double weight = weight_of(trace_.moves[i]);
        if (weight <= 0.0) continue;
        chosen = i;
        left -= weight;
    }
    return trace_.moves[chosen];
}

void LayoutSampler::put(std::span<const Cell> cells, int mines, SplitMix64& random) {
    shuffled_.assign(cells.begin(), cells.end());
    for (std::size_t i = 0; i < static_cast<std::size_t>(mines); ++i) {
        const std::size_t other = i + random.below(shuffled_.size() - i);
        std::swap(shuffled_[i], shuffled_[other]);
        mines_.push_back(shuffled_[i]);
    }
}

}  // namespace sapper
