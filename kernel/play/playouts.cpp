#include "play/playouts.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

namespace {
constexpr int kBatch = 16;                 // layouts before candidates are dropped
constexpr double kSure = 2.5;              // standard deviations
constexpr double kTrifle = 0.005;          // a chance of winning that is not worth more playouts
constexpr std::size_t kMostWork = 40'000;  // decisions
// A playout is long in the opening, and candidates differ by little.
constexpr std::size_t kOpeningWork = 20'000;
constexpr double kOpening = 0.9;  // as long as a larger share of the cells is unknown

std::size_t most_work(const Position& position) {
    const auto cells = static_cast<double>(position.grid().size());
    return static_cast<double>(position.unknowns()) > kOpening * cells ? kOpeningWork : kMostWork;
}
}  // namespace

Playouts::Playouts(std::function<bool()> interrupted)
    : playout_(playout_settings(), std::move(interrupted)) {}

const std::vector<double>& Playouts::compare(const SolvedPosition& solved, int mines,
                                             std::span<const Guess> candidates,
                                             const StrengthSettings& settings, Meter& meter) {
    gains_.clear();
    if (!sampler_.begin(solved, meter)) return gains_;
    playout_.begin(solved.position(), mines);
    SplitMix64 random(playout_.key(), static_cast<std::uint64_t>(mines));
    rivals_.assign(candidates.size(), {});
    const std::size_t work = most_work(solved.position());
    int layouts = 0;
    while (layouts < settings.playouts && playout_.work() < work) {
        meter.poll();
        play_batch(candidates, random);
        layouts += kBatch;
        weigh(candidates, settings);
        if (!drop_losers()) break;
    }
    for (const Rival& rival : rivals_) gains_.push_back(rival.gain);
    return gains_;
}

void Playouts::play_batch(std::span<const Guess> candidates, SplitMix64& random) {
    for (int layout = 0; layout < kBatch; ++layout) {
        sampler_.draw(random, mask_);
        playout_.lay(mask_);
        const double first = playout_.play(candidates[0]);
        for (std::size_t i = 1; i < candidates.size(); ++i) {
            if (!rivals_[i].live) continue;
            const double more = playout_.play(candidates[i]) - first;
            rivals_[i].count += 1.0;
            rivals_[i].sum += more;
            rivals_[i].squares += more * more;
        }
    }
}

// Bayes' rule for normal errors.
void Playouts::weigh(std::span<const Guess> candidates, const StrengthSettings& settings) {
    const double error = settings.playout_error * candidates[0].chance;
    const double trust = 1.0 / (error * error);
    for (std::size_t i = 1; i < rivals_.size(); ++i) {
        Rival& rival = rivals_[i];
        if (!rival.live) continue;
        const double mean = rival.sum / rival.count;
        const double spread = std::max(rival.squares / rival.count - mean * mean, 1e-4);
        const double weight = rival.count / spread;
        const double before = candidates[i].chance - candidates[0].chance;
        rival.gain = (mean * weight + before * trust) / (weight + trust);
        rival.variance = 1.0 / (weight + trust);
    }
}

// False when nothing is left to decide.
bool Playouts::drop_losers() {
    const auto best = std::ranges::max_element(rivals_, {}, &Rival::gain);
    bool close = false;
    for (Rival& rival : rivals_) {
        if (&rival == &*best || !rival.live) continue;
        const double lead = best->gain - rival.gain;
        const bool lost = lead + kTrifle > kSure * std::sqrt(best->variance + rival.variance);
        if (lost && &rival != &rivals_[0]) rival.live = false;
        close = close || !lost;
    }
    return close;
}

}  // namespace sapper
