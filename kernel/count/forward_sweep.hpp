// The forward half of the sweep, for keys with a fixed number of words (16 witnesses per word).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "count/sweep.hpp"

namespace sapper {

template <std::size_t Words>
class ForwardSweep {
    using Key = std::array<std::uint64_t, Words>;

public:
    ForwardSweep(const Component& component, const Order& order, Sweep::Scratch& scratch,
                 Meter& meter, SweepTrace& trace, TraceSlice& slice)
        : component_(component), order_(order), scratch_(scratch), meter_(meter), trace_(trace),
          slice_(slice), layers_(std::get<KeyLayers<Words>>(scratch.keys)),
          tilts_(tilt_powers(slice.tilt)) {}

    Swept run() {
        start();
        std::size_t link = 0;
        for (const std::uint32_t box : order_) {
            open_step(box, link);
            link += component_.boxes[box].degree;
            if (!expand() || !lay_out()) return Swept::OverBudget;
            if (trace_.states.size() == step().first_state) return Swept::Infeasible;
            accumulate();
            layers_.now.swap(layers_.next);
        }
        return Swept::Done;
    }

private:
    static constexpr std::size_t kMostStates = std::size_t{1} << 31;  // moves hold 32-bit numbers

    Step& step() { return trace_.steps.back(); }

    void start() {
        trace_.states.push_back({trace_.values.size(), 0, 1});
        trace_.values.push_back(1.0);
        layer_ = trace_.states.size() - 1;
        layers_.now.assign(1, Key{});
    }

    // Gathers the box's effect on a key: the needs that enter, and the units that a mine takes.
    void open_step(std::uint32_t box, std::size_t link) {
        const Box& taken = component_.boxes[box];
        const auto state = static_cast<std::uint32_t>(trace_.states.size());
        trace_.steps.push_back(
            {box, taken.size, state, state, trace_.moves.size(), trace_.moves.size()});
        links_ = std::span(scratch_.links).subspan(link, taken.degree);
        enter_ = unit_ = Key{};
        for (const PlannedLink& planned : links_) {
            const std::size_t word = planned.slot / 16;
            const unsigned shift = 4 * (planned.slot % 16);
            enter_[word] |= static_cast<std::uint64_t>(planned.enters) << shift;
            unit_[word] |= std::uint64_t{1} << shift;
        }
        layers_.next.clear();
        next_stamp();
    }

    void next_stamp() {
        if (scratch_.table.empty()) scratch_.table.resize(64);
        if (++scratch_.stamp != 0) return;
        std::ranges::fill(scratch_.table, Sweep::HashEntry{});
        scratch_.stamp = 1;
    }

    bool expand() {
        const std::size_t last = step().first_state;
        for (std::size_t from = layer_; from < last; ++from) {
            if ((from - layer_) % 1024 == 1023 && !affordable(1024 * 4, 0)) return false;
            Key key = layers_.now[from - layer_];
            for (std::size_t w = 0; w < Words; ++w) key[w] += enter_[w];
            take_mines(static_cast<std::uint32_t>(from), key);
        }
        step().last_state = static_cast<std::uint32_t>(trace_.states.size());
        step().last_move = trace_.moves.size();
        return true;
    }

    // Tries the numbers of mines that every witness of the box allows: at most its need, and at
    // least its need minus the capacity of later boxes.
    void take_mines(std::uint32_t from, Key key) {
        int low = 0;
        int high = static_cast<int>(step().size);
        for (const PlannedLink& link : links_) {
            const int need = static_cast<int>(key[link.slot / 16] >> (4 * (link.slot % 16)) & 15U);
            low = std::max(low, need - link.ahead);
            high = std::min(high, need);
        }
        for (std::size_t w = 0; w < Words; ++w)
            key[w] -= unit_[w] * static_cast<std::uint64_t>(low);
        const State source = trace_.states[from];
        for (int mines = low; mines <= high; ++mines) {
            const std::uint32_t to = find_or_add(key);
            widen(trace_.states[to], source, mines);
            trace_.moves.push_back({from, to, static_cast<std::uint32_t>(mines)});
            for (std::size_t w = 0; w < Words; ++w) key[w] -= unit_[w];
        }
    }

    // Until the layer is laid out, `count` of its states is the greatest number of mines.
    static void widen(State& target, const State& source, int mines) {
        target.least = std::min(target.least, source.least + mines);
        target.count = std::max(target.count, source.least + source.count - 1 + mines);
    }

    static std::uint64_t hash(const Key& key) {
        std::uint64_t mixed = 0;
        for (const std::uint64_t word : key) {
            mixed = (mixed ^ word) * 0x9E3779B97F4A7C15ULL;
            mixed ^= mixed >> 29;
        }
        return mixed;
    }

    std::uint32_t find_or_add(const Key& key) {
        const std::size_t mask = scratch_.table.size() - 1;
        std::size_t at = hash(key) & mask;
        while (scratch_.table[at].stamp == scratch_.stamp) {
            const std::uint32_t state = scratch_.table[at].state;
            if (layers_.next[state - step().first_state] == key) return state;
            at = (at + 1) & mask;
        }
        const auto state = static_cast<std::uint32_t>(trace_.states.size());
        scratch_.table[at] = {scratch_.stamp, state};
        layers_.next.push_back(key);
        trace_.states.push_back({0, std::numeric_limits<std::int32_t>::max(), 0});
        if (2 * layers_.next.size() > mask) grow_table();
        return state;
    }

    void grow_table() {
        scratch_.table.assign(4 * scratch_.table.size(), {});
        const std::size_t mask = scratch_.table.size() - 1;
        for (std::uint32_t i = 0; i < layers_.next.size(); ++i) {
            std::size_t at = hash(layers_.next[i]) & mask;
            while (scratch_.table[at].stamp == scratch_.stamp) at = (at + 1) & mask;
            scratch_.table[at] = {scratch_.stamp, step().first_state + i};
        }
    }

    bool affordable(std::size_t work, std::size_t more_values) {
        const std::size_t keys = (layers_.now.size() + layers_.next.size()) * sizeof(Key) +
                                 4 * layers_.next.size() * sizeof(Sweep::HashEntry);
        if (trace_.states.size() > kMostStates) return false;
        const std::size_t bytes = trace_.bytes_since(slice_.begin);
        if (bytes + 2 * (more_values * sizeof(double) + keys) > meter_.sweep_bytes()) return false;
        return meter_.charge(work);
    }

    bool lay_out() {
        std::size_t place = trace_.values.size();
        for (std::size_t i = step().first_state; i < step().last_state; ++i) {
            State& state = trace_.states[i];
            state.count -= state.least - 1;
            state.first = place;
            place += static_cast<std::size_t>(state.count);
        }
        const std::size_t more = place - trace_.values.size();
        if (!affordable(more + step().last_move - step().first_move, more)) return false;
        trace_.values.resize(place, 0.0);
        return true;
    }

    void accumulate() {
        const std::size_t base = trace_.states[step().first_state].first;
        for (std::size_t i = step().first_move; i < step().last_move; ++i) {
            const Move& move = trace_.moves[i];
            const State& from = trace_.states[move.from];
            const State& to = trace_.states[move.to];
            const double weight = kChoose[step().size][move.mines] * tilts_[move.mines];
            const double* source = trace_.values.data() + from.first;
            double* target = trace_.values.data() + to.first +
                             (from.least + static_cast<int>(move.mines) - to.least);
            if (slice_.guarded)
                add_guarded(source, target, from.count, weight);
            else
                for (int k = 0; k < from.count; ++k) target[k] += weight * source[k];
        }
        if (slice_.guarded)
            slice_.exponent += keep_in_range(std::span(trace_.values).subspan(base));
        layer_ = step().first_state;
    }

    static void add_guarded(const double* source, double* target, int count, double weight) {
        for (int k = 0; k < count; ++k)
            if (source[k] > 0.0) target[k] += std::max(weight * source[k], kTiny);
    }

public:
    // Scales a layer by a power of two when it leaves the middle of the range, and returns the
    // exponent removed. Positive values stay positive.
    static int keep_in_range(std::span<double> layer) {
        const double most = layer.empty() ? 0.0 : *std::ranges::max_element(layer);
        if (most == 0.0 || (most < 0x1p400 && most > 0x1p-100)) return 0;
        const int power = std::ilogb(most);
        const double scale = std::ldexp(1.0, -power);
        for (double& value : layer)
            if (value > 0.0) value = std::max(value * scale, kTiny);
        return power;
    }

private:
    const Component& component_;
    const Order& order_;
    Sweep::Scratch& scratch_;
    Meter& meter_;
    SweepTrace& trace_;
    TraceSlice& slice_;
    KeyLayers<Words>& layers_;
    std::array<double, 9> tilts_;
    std::span<const PlannedLink> links_;
    Key enter_{};
    Key unit_{};
    std::size_t layer_ = 0;  // first state of the layer to expand
};

}  // namespace sapper
