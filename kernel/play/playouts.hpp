// Compares the best candidates of a guess by playing them out on layouts drawn from the counts, the
// same layouts for all. Only `deep` takes the time.
#pragma once

#include <vector>

#include "count/layout_sampler.hpp"
#include "play/playout.hpp"

namespace sapper {

class Playouts {
public:
    explicit Playouts(std::function<bool()> interrupted);

    // How much more than the first candidate each is worth: what was known before, their chances,
    // and the playouts, weighted by how sure each is. Nothing if the position is too large.
    const std::vector<double>& compare(const SolvedPosition& solved, int mines,
                                       std::span<const Guess> candidates,
                                       const StrengthSettings& settings, Meter& meter);

private:
    // Playouts of a candidate less those of the first on the same layouts.
    struct Rival {
        bool live = true;
        double count = 0.0;
        double sum = 0.0;
        double squares = 0.0;
        double gain = 0.0;      // expected ...
        double variance = 0.0;  // ... and how far that may be off
    };

    void play_batch(std::span<const Guess> candidates, SplitMix64& random);
    void weigh(std::span<const Guess> candidates, const StrengthSettings& settings);
    bool drop_losers();

    LayoutSampler sampler_;
    Playout playout_;
    std::vector<std::uint8_t> mask_;
    std::vector<Rival> rivals_;  // of the first candidate, which is one itself
    std::vector<double> gains_;
};

}  // namespace sapper
