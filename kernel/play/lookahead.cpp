#include "play/lookahead.hpp"

#include <algorithm>

namespace sapper {

namespace {
constexpr int kTypicalNeed = 3;  // only steers the order of a sweep with a free witness
}

void Lookahead::begin(SolvedPosition& solved, const std::vector<std::uint8_t>& dead) {
    solved_ = &solved;
    dead_ = &dead;
}

bool Lookahead::look(Cell cell, double safety, Meter& meter) {
    prospects_.fill({});
    merge(cell);
    if (!sweep(meter)) return false;
    read_values();
    join_untouched();
    double sum = 0.0;
    for (int value = 0; value < 9; ++value) {
        Prospect& prospect = prospects_[static_cast<std::size_t>(value)];
        if (!possible_[static_cast<std::size_t>(value)]) continue;
        weigh_value(value, prospect);
        sum += prospect.chance;
    }
    for (Prospect& prospect : prospects_) prospect.chance *= safety / sum;
    std::rotate(prospects_.begin(), prospects_.end() - settled_, prospects_.end());
    return true;
}

int Lookahead::numbers() const {
    return static_cast<int>(std::ranges::count_if(
        prospects_, [](const Prospect& prospect) { return prospect.chance > 0.0; }));
}

double Lookahead::progress() const {
    double sum = 0.0;
    for (const Prospect& prospect : prospects_) sum += prospect.opens ? prospect.chance : 0.0;
    return sum;
}

// The opened cell ties the components around it, and floating cells, into one.
void Lookahead::merge(Cell cell) {
    const Position& position = solved_->position();
    solved_->builder().build_opened(position, cell, merged_);
    floating_ = solved_->floating_cells();
    touched_.assign(solved_->components().size(), 0);
    touch(cell);
    for (const Cell other : merged_.cells) touch(other);
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

bool Lookahead::sweep(Meter& meter) {
    merged_.witnesses[0].need = kTypicalNeed;
    orderer_.choose(merged_, solved_->position().grid().stride(), order_);
    merged_.witnesses[0].need = kFreeNeed;
    trace_.rewind({});
    meter.begin_component();
    const Swept swept = sweep_.forward(merged_, order_, 1.0, meter, trace_, slice_);
    if (swept == Swept::Infeasible) throw Impossible("the clues contradict each other");
    return swept == Swept::Done;
}

// The states of the last layer, one for each number around the opened cell.
void Lookahead::read_values() {
    possible_.fill(false);
    const std::size_t last = slice_.end.states;
    const std::size_t first = order_.empty() ? last - 1 : trace_.steps.back().first_state;
    for (std::size_t i = first; i < last; ++i) {
        const State& state = trace_.states[i];
        const std::size_t value = sweep_.shown().empty() ? 0 : sweep_.shown()[i - first];
        const double* values = trace_.values.data() + state.first;
        possible_[value] = true;
        ways_[value].least = state.least;
        ways_[value].values.assign(values, values + state.count);
    }
}

// after_[i](n): what untouched components from the i-th on, and floating cells, make of n mines.
void Lookahead::join_untouched() {
    int least = solved_->mines_left();
    int most = 0;
    for (std::size_t value = 0; value < 9; ++value) {
        if (!possible_[value]) continue;
        least = std::min(least, ways_[value].least);
        most = std::max(most, ways_[value].most());
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

void Lookahead::weigh_value(int value, Prospect& prospect) {
    const WaysByMines& ways = ways_[static_cast<std::size_t>(value)];
    for (int n = ways.least; n <= ways.most(); ++n) prospect.chance += ways.at(n) * after_[0].at(n);
    if (prospect.chance <= 0.0) return;
    weigh_merged(value, prospect);
    before_.least = ways.least;
    before_.values = ways.values;
    weigh_untouched(prospect);
    if (floating_ > 0) note_floating(prospect);
    if (prospect.least < 1.0) return;
    // Nothing but dead cells is left to open, or nothing at all, and that is a win.
    prospect.least = prospect.second = prospect.dead < 1.0 ? prospect.dead : 0.0;
}

void Lookahead::note_floating(Prospect& prospect) const {
    const Mass mass = floating_mass(before_, after_[untouched_.size()], floating_,
                                    solved_->mines_left());
    const double risk = mass.risk();
    prospect.progress |= mass.mine <= 0.0;
    prospect.opens |= mass.mine <= 0.0;
    for (long i = 0; i < std::min(floating_, 2L); ++i) add_risk(risk, prospect);
}

void Lookahead::add_risk(double risk, Prospect& prospect) {
    if (risk < prospect.least) {
        prospect.second = prospect.least;
        prospect.least = risk;
    } else if (risk < prospect.second) {
        prospect.second = risk;
    }
}

// All weight on the states with this number around the opened cell.
void Lookahead::weigh_merged(int value, Prospect& prospect) {
    const std::size_t last = slice_.end.states;
    const std::size_t first = order_.empty() ? last - 1 : trace_.steps.back().first_state;
    weights_.assign(trace_.values.size() - trace_.states[first].first, 0.0);
    for (std::size_t i = first; i < last; ++i) {
        const std::size_t shown = sweep_.shown().empty() ? 0 : sweep_.shown()[i - first];
        if (static_cast<int>(shown) != value) continue;
        const State& state = trace_.states[i];
        double* place = weights_.data() + (state.first - trace_.states[first].first);
        for (int k = 0; k < state.count; ++k) place[k] = after_[0].at(state.least + k);
    }
    sweep_.marginals(merged_, trace_, slice_, weights_, masses_);
    for (std::size_t box = 0; box < merged_.boxes.size(); ++box)
        note(masses_[box], merged_.cells_of(merged_.boxes[box]), prospect);
}

void Lookahead::weigh_untouched(Prospect& prospect) {
    for (std::size_t i = 0; i < untouched_.size(); ++i) {
        const SolvedPosition::Joined& joined = solved_->components()[untouched_[i]];
        const SolvedComponent& solved = *joined.solved;
        correlate(before_.view(), after_[i + 1].view(), solved.ways.least, solved.ways.most(),
                  behind_);
        const Component& component = solved.component;
        const bool open = joined.group == SolvedPosition::kOpen;
        for (std::size_t box = 0; open && box < component.boxes.size(); ++box)
            note(solved.masses.mass(box, behind_), component.cells_of(component.boxes[box]),
                 prospect);
        convolve(before_.view(), solved.ways.view(), product_);
        before_.values.swap(product_.values);
        before_.least = product_.least;
    }
}

void Lookahead::note(const Mass& mass, std::span<const Cell> cells, Prospect& prospect) const {
    const double risk = mass.mine > 0.0 ? mass.risk() : 0.0;
    prospect.opens |= mass.mine <= 0.0;
    if (risk >= prospect.second && risk >= prospect.dead) return;
    for (const Cell cell : cells) {
        if ((*dead_)[static_cast<std::size_t>(cell)]) {
            prospect.dead = std::min(prospect.dead, risk);
            continue;
        }
        prospect.progress |= mass.mine <= 0.0;
        add_risk(risk, prospect);
    }
}

}  // namespace sapper
