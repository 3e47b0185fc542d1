// Three logistic curves. Their weights are what
//
//     python benchmarks chance fit --games 6000
//
// prints: regressions of the outcome, by Fisher's scoring, over games of `master`. Of two lists of
// weights the first is for boards as crowded as beginner, and the second is added in full on boards
// as crowded as expert.
#include "play/win_chance.hpp"

#include <cmath>
#include <numeric>

namespace sapper {

namespace {

double logistic(double sum) { return 1.0 / (1.0 + std::exp(-std::clamp(sum, -30.0, 30.0))); }

}  // namespace

double win_chance(double score, long unknowns, long mines, double crowding) {
    static constexpr std::array sparse{2.4078, 13.3706, -2.2382,  3.3408, -1.5533,
                                       3.7187, 6.2752,  -15.4000, -7.1931};
    static constexpr std::array denser{0.3189,  -11.8429, 2.6507,  -4.9115, 1.4317,
                                       -9.4327, 3.6478,   17.5417, -31.6677};
    const double safe = static_cast<double>(std::max(0L, unknowns - mines)) / 100.0;
    const double share = static_cast<double>(mines) / static_cast<double>(std::max(1L, unknowns));
    const double root = std::sqrt(safe);
    const auto weight = [&](std::size_t i) { return sparse[i] + crowding * denser[i]; };
    const double slope = std::max(0.0, weight(1) + weight(2) * safe);
    return logistic(weight(0) + slope * std::log(std::clamp(score, 1e-6, 1.0)) + weight(3) * root +
                    weight(4) * safe + weight(5) * share + weight(6) * share * safe +
                    weight(7) * share * root + weight(8) * share * share * safe);
}

double win_chance(const WinChanceFeatures& features) {
    static constexpr std::array sparse{5.4228, -1.0570, 2.2352,  -1.8673, -17.6470, -18.5771,
                                       1.6163, 71.8316, 5.2771,  -5.3009, -4.9893,  2.5708,
                                       4.9279, 0.9795,  -0.3145, -2.1642};
    static constexpr std::array denser{-0.2806, 1.1557,    -4.4454, -8.3970, 7.4426, 44.0918,
                                       3.6126,  -136.9681, -7.3202, 6.1497,  3.6215, -2.4173,
                                       -1.8755, -1.3302,   0.3305,  4.7040};
    constexpr std::size_t first = 8;  // the terms of the toss-ups
    constexpr std::size_t last = 12;
    const double safe = std::max(0.0, features.cells - features.mines) / 100.0;
    const double share = features.mines / std::max(1.0, features.cells);
    const double root = std::sqrt(safe);
    const double few = std::log1p(8.0 * features.toss_ups);
    const double many = std::log1p(features.toss_ups);
    const double known = std::log1p(features.certain);
    const std::array terms{1.0,          root,         safe,          share,
                           share * root, share * safe, share * share, share * share * safe,
                           many,         many * root,  few,           few * root,
                           few * share,  known,        known * root,  known * share};
    double sum = 0.0;
    double toss_ups = 0.0;
    for (std::size_t i = 0; i < terms.size(); ++i)
        (i < first || i > last ? sum : toss_ups) +=
            (sparse[i] + features.crowding * denser[i]) * terms[i];
    return logistic(sum + std::min(toss_ups, 0.0));
}

double first_chance(const Grid& grid, int mines, bool zero) {
    if (mines == 0) return 1.0;
    const auto cells = static_cast<double>(grid.size());
    const double share = mines / cells;
    const double size = std::log(cells / 100.0);
    const double edge = (grid.width + grid.height) / cells;
    static constexpr std::array weights{5.2142,  -26.1301, -13.6011, 0.2653,
                                        -7.3805, 16.4521,  1.5314,   -4.5489};
    const std::array terms{1.0,
                           share,
                           share * share * share,
                           size * share,
                           size * share * share,
                           edge * share,
                           zero ? 1.0 : 0.0,
                           zero ? share : 0.0};
    return logistic(std::inner_product(terms.begin(), terms.end(), weights.begin(), 0.0));
}

}  // namespace sapper
