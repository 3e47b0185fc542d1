// What a guess is worth, from one look ahead. The player scores its candidates with it, and also
// the replies where it looks two steps ahead.
#pragma once

#include <cmath>

#include "play/lookahead.hpp"

namespace sapper {

// Safety times the geometric mean of what the safest and the second safest cell will then offer,
// and a little more if certain cells are likely to appear. See docs/strength.md.
inline double guess_score(const std::array<Prospect, 9>& prospects, double safety,
                          double progress_weight) {
    double first = 0.0;
    double second = 0.0;
    double progress = 0.0;
    for (const Prospect& prospect : prospects) {
        first += prospect.chance * (1.0 - prospect.least);
        second += prospect.chance * (1.0 - prospect.second);
        if (prospect.progress) progress += prospect.chance;
    }
    return std::sqrt(first * second) * std::exp(progress_weight * progress / safety);
}

}  // namespace sapper
