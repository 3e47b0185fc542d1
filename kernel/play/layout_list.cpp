#include "play/layout_list.hpp"

#include <algorithm>

namespace sapper {

namespace {
// Few layouts may hide among very many with another number of mines: the search stops after this
// much work.
constexpr std::uint64_t kDetours = 4'000'000;
constexpr std::uint64_t kStepsPerLayout = 512;
}  // namespace

bool LayoutLister::list(const SolvedPosition& solved, LayoutList& out) {
    components_.clear();
    for (const auto& joined : solved.components()) components_.push_back(joined.solved);
    return list_components(solved, true, solved.mines_left(), solved.layouts(), out);
}

bool LayoutLister::list_group(const SolvedPosition& solved, std::int32_t group, LayoutList& out) {
    components_.clear();
    for (const auto& joined : solved.components())
        if (joined.group == group) components_.push_back(joined.solved);
    return list_components(solved, group == SolvedPosition::kOpen, solved.mines_of(group),
                           solved.layouts_of(group), out);
}

bool LayoutLister::list_components(const SolvedPosition& solved, bool floating, int mines,
                                   double layouts, LayoutList& out) {
    out.cells.clear();
    out.layouts.clear();
    listed_.clear();
    need_.clear();
    ahead_.clear();
    std::size_t cells = floating ? static_cast<std::size_t>(solved.floating_cells()) : 0;
    for (const SolvedComponent* each : components_) cells += each->component.cells.size();
    if (cells > kMostListedCells) return false;
    for (const SolvedComponent* each : components_) add_component(*each, out);
    if (floating) add_floating(solved, out);
    bound_later(floating ? solved.floating_cells() : 0);
    find_neighbours(solved, out);
    now_ = {};
    steps_ = kDetours + kStepsPerLayout * static_cast<std::uint64_t>(layouts);
    descend(0, mines, out);
    return steps_ > 0;
}

void LayoutLister::add_component(const SolvedComponent& solved, LayoutList& out) {
    const Component& component = solved.component;
    const auto first = static_cast<std::uint32_t>(need_.size());
    for (const Witness& witness : component.witnesses) need_.push_back(witness.need);
    ahead_.resize(need_.size(), 0);
    for (const Box& box : component.boxes)
        for (const Cell cell : component.cells_of(box)) {
            ListedCell listed;
            for (const std::uint32_t w : component.witnesses_of(box)) {
                listed.witnesses[listed.degree++] = first + w;
                ++ahead_[first + w];
            }
            listed_.push_back(listed);
            out.cells.push_back(cell);
        }
}

void LayoutLister::add_floating(const SolvedPosition& solved, LayoutList& out) {
    solved.position().add_floating(out.cells);
    listed_.resize(out.cells.size());
}

void LayoutLister::bound_later(long floating) {
    int least = 0;
    int most = static_cast<int>(floating);
    std::size_t at = listed_.size();
    for (int cells = 0; cells < most; ++cells) listed_[--at].most_later = cells;
    for (std::size_t i = components_.size(); i-- > 0;) {
        const WaysByMines& ways = components_[i]->ways;
        const std::size_t cells = components_[i]->component.cells.size();
        for (std::size_t c = 0; c < cells; ++c) {
            ListedCell& listed = listed_[--at];
            listed.least_later = least;
            listed.most_later = most + std::min(static_cast<int>(c), ways.most());
        }
        least += ways.least;
        most += ways.most();
    }
}

void LayoutLister::find_neighbours(const SolvedPosition& solved, LayoutList& out) const {
    out.neighbours.assign(out.cells.size(), {});
    for (std::size_t i = 0; i < out.cells.size(); ++i)
        for (std::size_t j = 0; j < out.cells.size(); ++j)
            for (const Cell step : solved.position().offsets())
                if (out.cells[i] + step == out.cells[j]) out.neighbours[i].set(j);
}

bool LayoutLister::may_be(const ListedCell& listed, bool mine) const {
    for (std::size_t i = 0; i < listed.degree; ++i) {
        const std::uint32_t w = listed.witnesses[i];
        if (mine ? need_[w] == 0 : need_[w] > ahead_[w] - 1) return false;
    }
    return true;
}

void LayoutLister::descend(std::size_t at, int left, LayoutList& out) {
    if (steps_ == 0 || --steps_ == 0) return;
    if (at == listed_.size()) {
        if (left == 0) out.layouts.push_back(now_);
        return;
    }
    const ListedCell& listed = listed_[at];
    if (left < listed.least_later || left > listed.most_later + 1) return;
    const bool safe = may_be(listed, false);
    const bool mine = left > 0 && may_be(listed, true);
    for (std::size_t i = 0; i < listed.degree; ++i) --ahead_[listed.witnesses[i]];
    if (safe && left <= listed.most_later) descend(at + 1, left, out);
    if (mine) put_mine(at, left, out);
    for (std::size_t i = 0; i < listed.degree; ++i) ++ahead_[listed.witnesses[i]];
}

void LayoutLister::put_mine(std::size_t at, int left, LayoutList& out) {
    const ListedCell& listed = listed_[at];
    for (std::size_t i = 0; i < listed.degree; ++i) --need_[listed.witnesses[i]];
    now_.set(at);
    descend(at + 1, left - 1, out);
    now_.reset(at);
    for (std::size_t i = 0; i < listed.degree; ++i) ++need_[listed.witnesses[i]];
}

}  // namespace sapper
