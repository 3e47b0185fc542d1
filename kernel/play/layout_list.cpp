#include "play/layout_list.hpp"

#include <algorithm>

namespace sapper {

namespace {
// Few layouts may hide among very many that have another number of mines: the search for them is
// given up after so much work.
constexpr std::uint64_t kDetours = 4'000'000;
constexpr std::uint64_t kStepsPerLayout = 512;
}  // namespace

bool LayoutLister::list(const Field& field, LayoutList& out) {
    parts_.clear();
    for (std::size_t i = 0; i < field.part_count(); ++i) parts_.push_back(field.part(i).solved);
    return list_parts(field, true, field.mines_left(), field.layouts(), out);
}

bool LayoutLister::list_group(const Field& field, std::int32_t group, LayoutList& out) {
    parts_.clear();
    for (std::size_t i = 0; i < field.part_count(); ++i)
        if (field.part(i).group == group) parts_.push_back(field.part(i).solved);
    return list_parts(field, group == Field::kOpen, field.mines_of(group), field.layouts_of(group),
                      out);
}

bool LayoutLister::list_parts(const Field& field, bool floating, int mines, double layouts,
                              LayoutList& out) {
    out.cells.clear();
    out.layouts.clear();
    places_.clear();
    need_.clear();
    ahead_.clear();
    std::size_t cells = floating ? static_cast<std::size_t>(field.floating_cells()) : 0;
    for (const Solved* part : parts_) cells += part->component.cells.size();
    if (cells > kMostListedCells) return false;
    for (const Solved* part : parts_) add_part(*part, out);
    if (floating) add_floating(field, out);
    bound_later(floating ? field.floating_cells() : 0);
    find_neighbours(field, out);
    now_ = {};
    steps_ = kDetours + kStepsPerLayout * static_cast<std::uint64_t>(layouts);
    descend(0, mines, out);
    return steps_ > 0;
}

void LayoutLister::add_part(const Solved& solved, LayoutList& out) {
    const Component& component = solved.component;
    const auto first = static_cast<std::uint32_t>(need_.size());
    for (const Witness& witness : component.witnesses) need_.push_back(witness.need);
    ahead_.resize(need_.size(), 0);
    for (const Box& box : component.boxes)
        for (const Cell cell : component.cells_of(box)) {
            Place place;
            for (const std::uint32_t w : component.witnesses_of(box)) {
                place.witnesses[place.degree++] = first + w;
                ++ahead_[first + w];
            }
            places_.push_back(place);
            out.cells.push_back(cell);
        }
}

void LayoutLister::add_floating(const Field& field, LayoutList& out) {
    field.position().add_floating(out.cells);
    places_.resize(out.cells.size());
}

void LayoutLister::bound_later(long floating) {
    int least = 0;
    int most = static_cast<int>(floating);
    std::size_t at = places_.size();
    for (int cells = 0; cells < most; ++cells) places_[--at].most_later = cells;
    for (std::size_t i = parts_.size(); i-- > 0;) {
        const NumberRange& ways = parts_[i]->ways;
        const std::size_t cells = parts_[i]->component.cells.size();
        for (std::size_t c = 0; c < cells; ++c) {
            Place& place = places_[--at];
            place.least_later = least;
            place.most_later = most + std::min(static_cast<int>(c), ways.most());
        }
        least += ways.least;
        most += ways.most();
    }
}

void LayoutLister::find_neighbours(const Field& field, LayoutList& out) const {
    out.neighbours.assign(out.cells.size(), {});
    for (std::size_t i = 0; i < out.cells.size(); ++i)
        for (std::size_t j = 0; j < out.cells.size(); ++j)
            for (const Cell step : field.position().offsets())
                if (out.cells[i] + step == out.cells[j]) out.neighbours[i].set(j);
}

bool LayoutLister::may_be(const Place& place, bool mine) const {
    for (std::size_t i = 0; i < place.degree; ++i) {
        const std::uint32_t w = place.witnesses[i];
        if (mine ? need_[w] == 0 : need_[w] > ahead_[w] - 1) return false;
    }
    return true;
}

void LayoutLister::descend(std::size_t at, int left, LayoutList& out) {
    if (steps_ == 0 || --steps_ == 0) return;
    if (at == places_.size()) {
        if (left == 0) out.layouts.push_back(now_);
        return;
    }
    const Place& place = places_[at];
    if (left < place.least_later || left > place.most_later + 1) return;
    const bool safe = may_be(place, false);
    const bool mine = left > 0 && may_be(place, true);
    for (std::size_t i = 0; i < place.degree; ++i) --ahead_[place.witnesses[i]];
    if (safe && left <= place.most_later) descend(at + 1, left, out);
    if (mine) put_mine(at, left, out);
    for (std::size_t i = 0; i < place.degree; ++i) ++ahead_[place.witnesses[i]];
}

void LayoutLister::put_mine(std::size_t at, int left, LayoutList& out) {
    const Place& place = places_[at];
    for (std::size_t i = 0; i < place.degree; ++i) --need_[place.witnesses[i]];
    now_.set(at);
    descend(at + 1, left - 1, out);
    now_.reset(at);
    for (std::size_t i = 0; i < place.degree; ++i) ++need_[place.witnesses[i]];
}

}  // namespace sapper
