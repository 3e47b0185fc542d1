#include "count/window_estimator.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sapper {

namespace {
constexpr std::array<std::size_t, 3> kSizes = {14, 28, 56};
constexpr std::size_t kWindowBytes = std::size_t{4} << 20;
constexpr std::uint8_t kFar = 255;
constexpr std::uint8_t kNear = 1;      // a witness this close to a seed needs no own window
constexpr std::uint8_t kCut = 100;     // penalty for a box with witnesses outside the window
constexpr double kLeastWays = 1e-200;  // of an estimated count: small, but never impossible
}  // namespace

bool WindowEstimator::estimate(const Component& component, int stride, double odds, Meter& meter,
                               std::vector<Mass>& masses, Counts& counts) {
    quality_.assign(component.boxes.size(), kFar);
    guess_masses(component, masses);
    const std::size_t before = meter.sweep_bytes();
    meter.cap_bytes(std::min(kWindowBytes, meter.window_bytes()));
    bool possible = true;
    for (const std::size_t size : kSizes)
        possible = possible && cover(component, size, stride, odds, meter, masses);
    meter.cap_bytes(before);
    guess_counts(component, masses, counts);
    return possible;
}

// Small windows first, since time may end at any of them; larger ones then see more.
bool WindowEstimator::cover(const Component& component, std::size_t size, int stride, double odds,
                            Meter& meter, std::vector<Mass>& masses) {
    covered_.assign(component.witnesses.size(), 0);
    distance_.assign(component.witnesses.size(), kFar);
    for (std::uint32_t seed = 0; seed < component.witnesses.size(); ++seed) {
        if (covered_[seed]) continue;
        meter.poll();
        if (meter.exhausted()) break;
        gather(component, seed, size);
        if (!solve(component, stride, odds, meter, masses)) return false;
    }
    return true;
}

// Breadth first from the seed, so that the middle of the window feels its edge least.
void WindowEstimator::gather(const Component& component, std::uint32_t seed, std::size_t size) {
    window_.assign(1, seed);
    distance_[seed] = 0;
    for (std::size_t next = 0; next < window_.size(); ++next) {
        const std::uint32_t witness = window_[next];
        if (distance_[witness] <= kNear) covered_[witness] = 1;
        for (const std::uint32_t box : component.boxes_of(witness))
            for (const std::uint32_t near : component.witnesses_of(component.boxes[box])) {
                if (distance_[near] != kFar || window_.size() == size) continue;
                distance_[near] = static_cast<std::uint8_t>(distance_[witness] + 1);
                window_.push_back(near);
            }
    }
}

bool WindowEstimator::solve(const Component& component, int stride, double odds, Meter& meter,
                            std::vector<Mass>& masses) {
    relaxation_.take(component, window_);
    orderer_.choose(relaxation_.component, stride, order_);
    trace_.rewind({});
    TraceSlice slice;
    meter.begin_component();
    meter.charge(orderer_.work());
    const Swept swept = sweep_.forward(relaxation_.component, order_, 1.0, meter, trace_, slice);
    if (swept == Swept::Done) {
        const State& last = trace_.states[slice.end.states - 1];
        weights_.clear();
        for (int k = 0; k < last.count; ++k) weights_.push_back(std::pow(odds, k));
        const double most = *std::ranges::max_element(weights_);
        for (double& weight : weights_) weight = std::max(weight / most, kTiny);
        sweep_.marginals(relaxation_.component, trace_, slice, weights_, window_masses_);
        read_window(component, masses);
    }
    for (const std::uint32_t witness : window_) distance_[witness] = kFar;
    return swept != Swept::Infeasible;
}

void WindowEstimator::read_window(const Component& component, std::vector<Mass>& masses) {
    for (std::size_t i = 0; i < relaxation_.origin.size(); ++i) {
        const std::uint32_t box = relaxation_.origin[i];
        const Mass& found = window_masses_[i];
        const bool certain = found.mine <= 0.0 || found.safe <= 0.0;
        std::uint8_t nearest = kFar;
        std::uint8_t quality = 0;
        for (const std::uint32_t witness : component.witnesses_of(component.boxes[box])) {
            if (distance_[witness] == kFar) quality = kCut;
            nearest = std::min(nearest, distance_[witness]);
        }
        quality = certain ? 0 : static_cast<std::uint8_t>(1 + quality + nearest);
        if (quality > quality_[box]) continue;
        quality_[box] = quality;
        masses[box] = found;
    }
}

// For boxes that no window reaches in time: what their witnesses need on average.
void WindowEstimator::guess_masses(const Component& component, std::vector<Mass>& masses) const {
    masses.resize(component.boxes.size());
    for (std::size_t i = 0; i < masses.size(); ++i) {
        double share = 0.0;
        for (const std::uint32_t witness : component.witnesses_of(component.boxes[i])) {
            int around = 0;
            for (const std::uint32_t box : component.boxes_of(witness))
                around += component.boxes[box].size;
            share += static_cast<double>(component.witnesses[witness].need) / around;
        }
        const double risk = std::clamp(share / component.boxes[i].degree, 0.01, 0.99);
        masses[i] = {risk, 1.0 - risk};
    }
}

// A normal curve around the estimated mean; neighbouring cells vary against each other, so the
// variance is taken as half of what independent cells would have.
void WindowEstimator::guess_counts(const Component& component, const std::vector<Mass>& masses,
                                   Counts& counts) {
    double mean = 0.0;
    double variance = 0.5;
    for (std::size_t i = 0; i < masses.size(); ++i) {
        const double risk = masses[i].risk();
        mean += component.boxes[i].size * risk;
        variance += 0.5 * component.boxes[i].size * risk * (1.0 - risk);
    }
    long least = 0;
    long most = 0;
    bound_counts(component, masses, least, most);
    counts = {};
    counts.least = static_cast<int>(least);
    for (long k = least; k <= most; ++k) {
        const double away = static_cast<double>(k) - mean;
        counts.ways.push_back(std::max(std::exp(-0.5 * away * away / variance), kLeastWays));
    }
}

// Bounds that are proved: witnesses with no box in common need their mines, and their safe
// cells, separately; and so do certain cells.
void WindowEstimator::bound_counts(const Component& component, const std::vector<Mass>& masses,
                                   long& least, long& most) {
    long packed_mines = 0, packed_safe = 0, certain_mines = 0, certain_safe = 0;
    packed_.assign(component.boxes.size(), 0);
    for (std::uint32_t w = 0; w < component.witnesses.size(); ++w) {
        const auto around = component.boxes_of(w);
        const auto is_packed = [&](std::uint32_t box) { return packed_[box] != 0; };
        if (std::ranges::any_of(around, is_packed)) continue;
        long cells = 0;
        for (const std::uint32_t box : around) packed_[box] = 1, cells += component.boxes[box].size;
        packed_mines += component.witnesses[w].need;
        packed_safe += cells - component.witnesses[w].need;
    }
    for (std::size_t i = 0; i < masses.size(); ++i) {
        if (masses[i].safe <= 0.0) certain_mines += component.boxes[i].size;
        if (masses[i].mine <= 0.0) certain_safe += component.boxes[i].size;
    }
    least = std::max(packed_mines, certain_mines);
    most = static_cast<long>(component.cells.size()) - std::max(packed_safe, certain_safe);
}

namespace {
constexpr std::uint32_t kAbsent = ~std::uint32_t{0};
}

void Relaxation::take(const Component& whole, std::span<const std::uint32_t> witnesses) {
    local_.resize(whole.witnesses.size(), kAbsent);
    taken_.resize(whole.boxes.size(), 0);
    component.clear();
    origin.clear();
    for (const std::uint32_t witness : witnesses) {
        local_[witness] = static_cast<std::uint32_t>(component.witnesses.size());
        component.witnesses.push_back(whole.witnesses[witness]);
    }
    for (const std::uint32_t witness : witnesses)
        for (const std::uint32_t box : whole.boxes_of(witness)) take_box(whole, box);
    component.index_witnesses();
    // Reset one by one: a window's cost must not depend on the size of the whole component.
    for (const std::uint32_t witness : witnesses) local_[witness] = kAbsent;
    for (const std::uint32_t box : origin) taken_[box] = 0;
}

void Relaxation::take_box(const Component& whole, std::uint32_t box) {
    if (taken_[box]) return;
    taken_[box] = 1;
    origin.push_back(box);
    Box copy = whole.boxes[box];
    copy.first_link = static_cast<std::uint32_t>(component.links.size());
    copy.first_cell = static_cast<std::uint32_t>(component.cells.size());
    for (const std::uint32_t witness : whole.witnesses_of(whole.boxes[box]))
        if (local_[witness] != kAbsent) component.links.push_back(local_[witness]);
    copy.degree = static_cast<std::uint8_t>(component.links.size() - copy.first_link);
    const auto cells = whole.cells_of(whole.boxes[box]);
    component.cells.insert(component.cells.end(), cells.begin(), cells.end());
    component.boxes.push_back(copy);
}

}  // namespace sapper
