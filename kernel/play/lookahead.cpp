#include "play/lookahead.hpp"

#include <algorithm>

namespace sapper {

void Lookahead::begin(SolvedPosition& solved, const std::vector<std::uint8_t>& dead) {
    solved_ = &solved;
    dead_ = &dead;
}

bool Lookahead::look(Cell cell, double safety, Meter& meter) {
    outcomes_.fill({});
    if (!opened_.read(solved_->position(), cell, solved_->builder(), meter)) return false;
    merge(cell);
    join_untouched();
    certain_.assign(opened_.component().boxes.size(), 0);
    double sum = 0.0;
    for (std::size_t value = 0; value < 9; ++value) {
        if (!opened_.may_show(value)) continue;
        weigh_value(value, outcomes_[value]);
        sum += outcomes_[value].chance;
    }
    find_implied();
    for (NumberOutcome& outcome : outcomes_) outcome.chance *= safety / sum;
    std::rotate(outcomes_.begin(), outcomes_.end() - settled_, outcomes_.end());
    return true;
}

int Lookahead::numbers() const {
    return static_cast<int>(std::ranges::count_if(
        outcomes_, [](const NumberOutcome& outcome) { return outcome.chance > 0.0; }));
}

double Lookahead::progress() const {
    double sum = 0.0;
    for (const NumberOutcome& outcome : outcomes_) sum += outcome.opens ? outcome.chance : 0.0;
    return sum;
}

// The opened cell ties the components around it, and floating cells, into one.
void Lookahead::merge(Cell cell) {
    const Position& position = solved_->position();
    floating_ = solved_->floating_cells();
    touched_.assign(solved_->components().size(), 0);
    touch(cell);
    for (const Cell other : opened_.component().cells) touch(other);
    untouched_.clear();
    for (std::size_t i = 0; i < touched_.size(); ++i)
        if (!touched_[i]) untouched_.push_back(i);
    settled_ = 0;
    for (const Cell step : position.offsets())
        settled_ += position.state(cell + step) == CellState::Mine;
}

void Lookahead::touch(Cell cell) {
    if (solved_->position().state(cell) != CellState::Unknown) return;
    const std::int32_t owner = solved_->builder().owner(cell);
    if (owner == BoxBuilder::kNobody)
        --floating_;
    else
        touched_[static_cast<std::size_t>(owner)] = 1;
}

// after_[i](n): what untouched components from the i-th on, and floating cells, make of n mines.
void Lookahead::join_untouched() {
    int least = solved_->mines_left();
    int most = 0;
    for (std::size_t value = 0; value < 9; ++value) {
        if (!opened_.may_show(value)) continue;
        least = std::min(least, opened_.ways(value).least);
        most = std::max(most, opened_.ways(value).most());
    }
    after_.resize(std::max(after_.size(), untouched_.size() + 1));
    for (const std::size_t i : untouched_) {
        least += solved_->components()[i].solved->ways.least;
        most += solved_->components()[i].solved->ways.most();
    }
    weigh_floating(floating_, solved_->mines_left(), least, std::max(least, most),
                   after_[untouched_.size()]);
    for (std::size_t i = untouched_.size(); i-- > 0;) {
        const WaysByMines& ways = solved_->components()[untouched_[i]].solved->ways;
        least -= ways.least;
        most -= ways.most();
        after_[i].least = least;
        correlate(ways.view(), after_[i + 1].view(), least, most, after_[i].values);
    }
}

void Lookahead::weigh_value(std::size_t value, NumberOutcome& outcome) {
    const WaysByMines& ways = opened_.ways(value);
    for (int n = ways.least; n <= ways.most(); ++n) outcome.chance += ways.at(n) * after_[0].at(n);
    if (outcome.chance <= 0.0) return;
    weigh_merged(value, outcome);
    before_.least = ways.least;
    before_.values = ways.values;
    weigh_untouched(outcome);
    if (floating_ > 0) note_floating(outcome);
    outcome.close();
}

void Lookahead::note_floating(NumberOutcome& outcome) const {
    const Mass mass =
        floating_mass(before_, after_[untouched_.size()], floating_, solved_->mines_left());
    const double risk = mass.risk();
    outcome.progress |= mass.mine <= 0.0;
    outcome.opens |= mass.mine <= 0.0;
    for (long i = 0; i < std::min(floating_, 2L); ++i) outcome.add_risk(risk);
}

void Lookahead::weigh_merged(std::size_t value, NumberOutcome& outcome) {
    const std::vector<Mass>& masses =
        opened_.masses(value, [&](int mines) { return after_[0].at(mines); });
    const Component& component = opened_.component();
    for (std::size_t box = 0; box < component.boxes.size(); ++box) {
        certain_[box] += masses[box].mine <= 0.0;
        note(masses[box], component.cells_of(component.boxes[box]), outcome);
    }
}

void Lookahead::find_implied() {
    implied_.clear();
    const Component& component = opened_.component();
    for (std::size_t box = 0; box < component.boxes.size(); ++box) {
        if (certain_[box] < numbers()) continue;
        const std::span<const Cell> cells = component.cells_of(component.boxes[box]);
        implied_.insert(implied_.end(), cells.begin(), cells.end());
    }
}

void Lookahead::weigh_untouched(NumberOutcome& outcome) {
    for (std::size_t i = 0; i < untouched_.size(); ++i) {
        const SolvedPosition::Joined& joined = solved_->components()[untouched_[i]];
        const SolvedComponent& solved = *joined.solved;
        correlate(before_.view(), after_[i + 1].view(), solved.ways.least, solved.ways.most(),
                  behind_);
        const Component& component = solved.component;
        const bool open = joined.group == SolvedPosition::kOpen;
        for (std::size_t box = 0; open && box < component.boxes.size(); ++box)
            note(solved.masses.mass(box, behind_), component.cells_of(component.boxes[box]),
                 outcome);
        convolve(before_.view(), solved.ways.view(), product_);
        before_.values.swap(product_.values);
        before_.least = product_.least;
    }
}

void Lookahead::note(const Mass& mass, std::span<const Cell> cells, NumberOutcome& outcome) const {
    const double risk = mass.mine > 0.0 ? mass.risk() : 0.0;
    outcome.opens |= mass.mine <= 0.0;
    if (risk >= outcome.second && risk >= outcome.dead) return;
    for (const Cell cell : cells) {
        if ((*dead_)[static_cast<std::size_t>(cell)]) {
            outcome.add_dead(risk);
            continue;
        }
        outcome.progress |= mass.mine <= 0.0;
        outcome.add_risk(risk);
    }
}

namespace {
constexpr int kTypicalNeed = 3;  // only steers the order of a sweep with a free witness
}

bool OpenedComponent::read(const Position& position, Cell cell, BoxBuilder& builder, Meter& meter) {
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
