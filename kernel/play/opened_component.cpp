#include "play/opened_component.hpp"

namespace sapper {

namespace {
constexpr int kTypicalNeed = 3;  // only steers the order of a sweep with a free witness
}

bool OpenedComponent::read(const Position& position, Cell cell, BoxBuilder& builder,
                           Meter& meter) {
    builder.build_opened(position, cell, component_);
    if (!sweep(position.grid().stride(), meter)) return false;
    read_numbers();
    return true;
}

bool OpenedComponent::sweep(int stride, Meter& meter) {
    component_.witnesses[0].need = kTypicalNeed;
    orderer_.choose(component_, stride, order_);
    component_.witnesses[0].need = kFreeNeed;
    trace_.rewind({});
    meter.begin_component();
    const Swept swept = sweep_.forward(component_, order_, 1.0, meter, trace_, slice_);
    if (swept == Swept::Infeasible) throw Impossible("the clues contradict each other");
    return swept == Swept::Done;
}

std::size_t OpenedComponent::first_state() const {
    return order_.empty() ? slice_.end.states - 1 : trace_.steps.back().first_state;
}

std::size_t OpenedComponent::shown(std::size_t state) const {
    return sweep_.shown().empty() ? 0 : sweep_.shown()[state - first_state()];
}

// The states of the last layer, one for each number around the opened cell.
void OpenedComponent::read_numbers() {
    possible_.fill(false);
    for (std::size_t i = first_state(); i < slice_.end.states; ++i) {
        const State& state = trace_.states[i];
        const double* values = trace_.values.data() + state.first;
        possible_[shown(i)] = true;
        ways_[shown(i)].least = state.least;
        ways_[shown(i)].values.assign(values, values + state.count);
    }
}

}  // namespace sapper
