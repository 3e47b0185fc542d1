#include "board/zini.hpp"

#include <algorithm>
#include <functional>

namespace sapper {

namespace {

constexpr Cell kNone = -1;
constexpr std::uint64_t kMostPremium = 16;

}  // namespace

int Zini::greedy(const OpeningMap& map) {
    start(map, false);
    return finish();
}

int Zini::human(const OpeningMap& map) {
    start(map, true);
    for (std::int32_t opening = 1; opening <= map.openings(); ++opening)
        click(map.members(opening).front());
    return finish();
}

void Zini::start(const OpeningMap& map, bool only_open) {
    map_ = &map;
    only_open_ = only_open;
    clicks_ = 0;
    closed_ = map.safe_cells();
    cursor_ = 0;
    opened_.assign(map.grid().walled_size(), 0);
    flagged_.assign(map.grid().walled_size(), 0);
    offers_.clear();
    set_premiums();
}

// The premiums of mines and walls change too, but are never offered.
void Zini::set_premiums() {
    const auto cells = static_cast<Cell>(map_->grid().walled_size());
    premium_.assign(index(cells), -2);
    for (Cell cell = 0; cell < cells; ++cell) {
        if (!map_->is_safe(cell)) continue;
        const auto& [one, other] = map_->openings_of(cell);
        premium_[index(cell)] +=
            static_cast<std::int8_t>((one > 0) + (other > 0) - map_->clue(cell));
        if (!map_->is_lone(cell)) continue;
        ++premium_[index(cell)];
        around(cell, [&](Cell near) { ++premium_[index(near)]; });
    }
    for (Cell cell = 0; cell < cells; ++cell)
        if (map_->is_safe(cell)) offer(cell);
}

int Zini::finish() {
    while (closed_ > 0) {
        const Cell best = take_best();
        if (best == kNone)
            click(next_closed());
        else
            chord(best);
    }
    return clicks_;
}

void Zini::offer(Cell cell) {
    const int premium = premium_[index(cell)];
    if (premium < 0 || (only_open_ && !opened_[index(cell)])) return;
    offers_.push_back((kMostPremium - static_cast<std::uint64_t>(premium)) << 32 | index(cell));
    std::ranges::push_heap(offers_, std::greater<>());
}

// Premiums that fell since they were offered are offered again as they are now.
Cell Zini::take_best() {
    while (!offers_.empty()) {
        std::ranges::pop_heap(offers_, std::greater<>());
        const std::uint64_t top = offers_.back();
        offers_.pop_back();
        const auto cell = static_cast<Cell>(top & 0xFFFFFFFFU);
        const auto offered = static_cast<int>(kMostPremium - (top >> 32));
        if (premium_[index(cell)] == offered) return cell;
        if (premium_[index(cell)] < offered) offer(cell);
    }
    return kNone;
}

Cell Zini::next_closed() {
    const auto useful = [&](Cell cell) {
        return !opened_[index(cell)] && map_->is_safe(cell) &&
               (map_->is_lone(cell) || !map_->clue(cell));
    };
    while (!useful(cursor_)) ++cursor_;
    return cursor_;
}

void Zini::chord(Cell cell) {
    if (!opened_[index(cell)]) click(cell);
    around(cell, [&](Cell near) {
        if (map_->is_mine(near)) flag(near);
    });
    ++clicks_;
    around(cell, [&](Cell near) { reveal(near); });
}

void Zini::flag(Cell mine) {
    if (flagged_[index(mine)]) return;
    flagged_[index(mine)] = 1;
    ++clicks_;
    around(mine, [&](Cell near) {
        if (!map_->is_safe(near)) return;
        ++premium_[index(near)];
        offer(near);
    });
}

void Zini::click(Cell cell) {
    ++clicks_;
    reveal(cell);
}

void Zini::reveal(Cell cell) {
    if (opened_[index(cell)] || !map_->is_safe(cell)) return;
    if (map_->clue(cell)) return open(cell);
    for (const Cell member : map_->members(map_->openings_of(cell)[0])) {
        --premium_[index(member)];  // this opening is no longer left to open
        if (!opened_[index(member)]) open(member);
    }
}

void Zini::open(Cell cell) {
    opened_[index(cell)] = 1;
    --closed_;
    if (map_->is_lone(cell))
        around(cell, [&](Cell near) { --premium_[index(near)]; });
    else
        ++premium_[index(cell)];  // no click to open it; a lone number loses its 3BV instead
    offer(cell);
}

template <class Visit>
void Zini::around(Cell cell, Visit&& visit) const {
    for (const Cell offset : map_->grid().offsets()) visit(cell + offset);
}

}  // namespace sapper
