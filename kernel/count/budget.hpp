// How many steps and bytes an analysis may take, and how to stop it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

#include "board/errors.hpp"

namespace sapper {

// The steps of a budget that only memory limits.
inline constexpr double kUnlimited = 1e17;

struct Budget {
    double steps = 3e8;  // 1.5e8 take about a second of one core: python benchmarks engine hard
    std::size_t bytes = std::size_t{512} << 20;
    std::function<bool()> interrupted;  // polled now and then; true stops the analysis
};

// The bytes of a budget of which one sweep gets this many.
constexpr std::size_t bytes_for_sweep(std::size_t bytes) { return (bytes / 5 + 1) * 8; }

// Watches one analysis. It counts steps instead of reading a clock, so that the answer does not
// depend on the load of the machine. A small component never fails because
// big ones came before it.
class Meter {
public:
    explicit Meter(const Budget& budget) : budget_(&budget) {}

    // Exact sweeps get the first part of the steps, windows the rest.
    void begin_component() { spent_ = 0; }
    void begin_estimates() {
        share_ = 1.0;
        spent_ = 0;
    }
    void begin_exact() { share_ = kExactShare; }

    // Shares of the memory: of one sweep, of slices that are kept, of empty buffers, of windows.
    // They are fixed, so that what a component gets does not depend on the others. The rest is for
    // what is small, and for what the allocator loses.
    [[nodiscard]] std::size_t sweep_bytes() const {
        if (repeating_) return std::numeric_limits<std::size_t>::max();
        return bytes_cap_ ? bytes_cap_ : budget_->bytes / 8 * 5;
    }
    [[nodiscard]] std::size_t kept_bytes() const { return budget_->bytes / 8; }
    [[nodiscard]] std::size_t idle_bytes() const { return budget_->bytes / 16; }
    [[nodiscard]] std::size_t window_bytes() const { return budget_->bytes / 16; }
    // Caps the memory (and with it the steps) of what follows; 0 lifts the cap.
    void cap_bytes(std::size_t bytes) { bytes_cap_ = bytes; }
    // A sweep that has succeeded once may be repeated even if the budget is spent.
    void begin_repeat() { repeating_ = true; }
    void end_repeat() { repeating_ = false; }

    // Charges steps (moves of a sweep); false when none are left for this component.
    bool charge(std::uint64_t steps) {
        spent_ += steps;
        total_ += steps;
        since_poll_ += steps;
        if (since_poll_ < kPollEvery) return true;
        since_poll_ = 0;
        poll();
        return spent_ < kFreeSteps || repeating_ || !exhausted();
    }

    void poll() const {
        if (budget_->interrupted && budget_->interrupted()) throw Interrupted();
    }

    [[nodiscard]] bool exhausted() const {
        return static_cast<double>(total_) > budget_->steps * share_;
    }

private:
    static constexpr std::uint64_t kPollEvery = std::uint64_t{1} << 16;
    static constexpr std::uint64_t kFreeSteps = std::uint64_t{1} << 14;
    static constexpr double kExactShare = 0.6;

    const Budget* budget_;
    double share_ = kExactShare;
    std::size_t bytes_cap_ = 0;
    std::uint64_t spent_ = 0;
    std::uint64_t total_ = 0;
    std::uint64_t since_poll_ = 0;
    bool repeating_ = false;
};

}  // namespace sapper
