#include "count/box_order.hpp"

#include <algorithm>
#include <limits>

namespace sapper {

namespace {
// Below this bound a better order could not repay the time spent on looking for it.
constexpr double kCheapPerBox = 12.0;
// The greedy search looks at every candidate at every step. Where that is too much, the component
// is so wide that it is hopeless anyway, or so long that a straight front will do.
constexpr std::size_t kMostLooks = 5'000'000;
constexpr std::size_t kLooksPerSorted = 10;  // sorting a box takes as long as so many looks
constexpr double kHopeless = std::numeric_limits<double>::infinity();
}  // namespace

double Orderer::choose(const Component& component, int stride, Order& order) {
    order.clear();
    looks_ = 0;
    if (component.boxes.empty()) return 0.0;
    const auto last = static_cast<std::uint32_t>(component.witnesses.size() - 1);
    const auto ends = component.boxes_of(last);
    double best = greedy(component, ends.empty() ? 0 : ends.front(), order);
    if (best <= kCheapPerBox * static_cast<double>(component.boxes.size())) return best;
    oldest_first(component, trial_);
    best = consider(component, best, order);
    for (const bool by_column : {true, false}) {
        along(component, stride, by_column, trial_);
        looks_ += kLooksPerSorted * trial_.size();
        best = consider(component, best, order);
    }
    if (best < kHopeless) {
        const double again = greedy(component, order.front(), trial_);
        if (again < best) order.swap(trial_), best = again;
    }
    return best;
}

double Orderer::consider(const Component& component, double best, Order& order) {
    const double found = cost(component, trial_);
    if (found >= best && !order.empty()) return best;
    order.swap(trial_);
    return found;
}

void Orderer::start(const Component& component) {
    progress_.assign(component.witnesses.size(), {});
    for (const Box& box : component.boxes)
        for (const std::uint32_t witness : component.witnesses_of(box))
            progress_[witness].ahead += box.size;
}

double Orderer::choices(const Witness& witness, const Progress& progress) {
    const int most = std::min(witness.need, progress.done);
    const int least = std::max(0, witness.need - progress.ahead);
    return static_cast<double>(std::max(1, most - least + 1));
}

double Orderer::growth(const Component& component, const Box& box) const {
    double ratio = 1.0;
    for (const std::uint32_t w : component.witnesses_of(box)) {
        const Progress now = progress_[w];
        const Progress then{now.done + box.size, now.ahead - box.size};
        ratio *= choices(component.witnesses[w], then) / choices(component.witnesses[w], now);
    }
    return ratio;
}

void Orderer::advance(const Component& component, const Box& box) {
    for (const std::uint32_t witness : component.witnesses_of(box)) {
        progress_[witness].done += box.size;
        progress_[witness].ahead -= box.size;
    }
}

double Orderer::cost(const Component& component, const Order& order) {
    start(component);
    looks_ += order.size();
    double width = 1.0;
    double total = 0.0;
    for (const std::uint32_t index : order) {
        const Box& box = component.boxes[index];
        width *= growth(component, box);
        advance(component, box);
        total += width;
    }
    return total == total ? total : kHopeless;
}

double Orderer::greedy(const Component& component, std::uint32_t first, Order& order) {
    start(component);
    seen_.assign(component.boxes.size(), 0);
    candidates_.clear();
    order.clear();
    seen_[first] = 1;
    candidates_.push_back(first);
    double width = 1.0;
    double total = 0.0;
    std::uint32_t fresh = 0;
    std::size_t looks = 0;
    while (order.size() < component.boxes.size()) {
        looks_ += candidates_.size();
        if ((looks += candidates_.size()) > kMostLooks) return order.clear(), kHopeless;
        if (candidates_.empty()) {  // a relaxed component may fall apart
            while (seen_[fresh]) ++fresh;
            seen_[fresh] = 1;
            candidates_.push_back(fresh);
        }
        const std::size_t pick = best_candidate(component);
        const std::uint32_t box = candidates_[pick];
        candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(pick));
        width *= growth(component, component.boxes[box]);
        total += width;
        advance(component, component.boxes[box]);
        add_candidates(component, box);
        order.push_back(box);
    }
    return total == total ? total : kHopeless;
}

// Ties go to the candidate that has waited longest, which keeps the front straight.
std::size_t Orderer::best_candidate(const Component& component) const {
    std::size_t best = 0;
    double least = kHopeless;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const double ratio = growth(component, component.boxes[candidates_[i]]);
        if (ratio < least) least = ratio, best = i;
    }
    return best;
}

void Orderer::add_candidates(const Component& component, std::uint32_t box) {
    for (const std::uint32_t witness : component.witnesses_of(component.boxes[box]))
        for (const std::uint32_t next : component.boxes_of(witness)) {
            if (seen_[next]) continue;
            seen_[next] = 1;
            candidates_.push_back(next);
        }
}

// A straight front across the board: the best there is for grids.
void Orderer::along(const Component& component, int stride, bool by_column, Order& order) const {
    order.resize(component.boxes.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto place = [&](std::uint32_t box) {
        const Cell cell = component.cells[component.boxes[box].first_cell];
        const auto row = static_cast<std::uint64_t>(cell / stride);
        const auto column = static_cast<std::uint64_t>(cell % stride);
        return by_column ? (column << 32) + row : (row << 32) + column;
    };
    std::ranges::sort(order, {}, place);
}

// Finishes witnesses in the order in which they were met, from the far end.
void Orderer::oldest_first(const Component& component, Order& order) {
    seen_.assign(component.boxes.size(), 0);
    order.clear();
    const auto last = static_cast<std::uint32_t>(component.witnesses.size() - 1);
    const auto take = [&](std::uint32_t witness) {
        for (const std::uint32_t box : component.boxes_of(witness))
            if (!seen_[box]) seen_[box] = 1, order.push_back(box);
    };
    take(last);
    for (std::size_t next = 0; next < order.size(); ++next)
        for (const std::uint32_t w : component.witnesses_of(component.boxes[order[next]])) take(w);
    for (std::uint32_t w = 0; w <= last; ++w) take(w);
}

}  // namespace sapper
