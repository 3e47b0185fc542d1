// Which components of a position no longer interact with the rest of the board.
#include "count/solved_position.hpp"

namespace sapper {

void SolvedPosition::find_groups() {
    leader_.resize(used_);
    loose_.assign(used_, 0);
    for (std::size_t i = 0; i < used_; ++i) leader_[i] = static_cast<std::int32_t>(i);
    for (std::size_t i = 0; i < used_; ++i) meet_neighbours(i);
    groups_ = 0;
    for (std::size_t i = 0; i < used_; ++i) {
        const std::int32_t root = root_of(static_cast<std::int32_t>(i));
        const auto at = static_cast<std::size_t>(root);
        if (loose_[at])
            components_[i].group = kOpen;
        else
            components_[i].group = at == i ? groups_++ : components_[at].group;
    }
}

std::int32_t SolvedPosition::root_of(std::int32_t i) const {
    while (leader_[static_cast<std::size_t>(i)] != i) i = leader_[static_cast<std::size_t>(i)];
    return i;
}

// Components with adjacent cells can inform each other; the root is the first of them.
void SolvedPosition::meet_neighbours(std::size_t i) {
    const auto mark_loose = [&] {
        loose_[static_cast<std::size_t>(root_of(static_cast<std::int32_t>(i)))] = 1;
    };
    if (components_[i].solved->ways.values.size() > 1) mark_loose();
    for (const Cell cell : components_[i].solved->component.cells)
        for (const Cell step : position_->offsets()) {
            if (position_->state(cell + step) != CellState::Unknown) continue;
            const std::int32_t owner = builder_.owner(cell + step);
            if (owner == BoxBuilder::kNobody) {
                mark_loose();
                continue;
            }
            const std::int32_t a = root_of(static_cast<std::int32_t>(i));
            const std::int32_t b = root_of(owner);
            if (a == b) continue;
            leader_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
            loose_[static_cast<std::size_t>(std::min(a, b))] |=
                loose_[static_cast<std::size_t>(std::max(a, b))];
        }
}

int SolvedPosition::mines_of(std::int32_t group) const {
    int mines = group == kOpen ? left_ : 0;
    for (const Joined& joined : components()) {
        const int least = joined.solved->ways.least;
        if (group == kOpen && joined.group != kOpen) mines -= least;
        if (group != kOpen && joined.group == group) mines += least;
    }
    return mines;
}

double SolvedPosition::layouts_of(std::int32_t group) const {
    double layouts = group == kOpen ? layouts_ : 1.0;
    for (const Joined& joined : components()) {
        const double ways = joined.solved->ways.values[0];
        if (group == kOpen && joined.group != kOpen) layouts /= ways;
        if (group != kOpen && joined.group == group) layouts *= ways;
    }
    return layouts;
}

// With one layout left nothing is unknown: the rest are mines, or safe to open.
bool SolvedPosition::anything_open() const { return layouts_of(kOpen) > 1.5; }

}  // namespace sapper
