// Functions of a number of mines on a short range, and the two products that joining needs.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "count/sweep_trace.hpp"

namespace sapper {

// Values at least, least + 1, ...
struct WaysView {
    int least = 0;
    std::span<const double> values;

    [[nodiscard]] int most() const { return least + static_cast<int>(values.size()) - 1; }
};

struct WaysByMines {
    int least = 0;
    std::vector<double> values;

    [[nodiscard]] int most() const { return least + static_cast<int>(values.size()) - 1; }
    [[nodiscard]] WaysView view() const { return {least, values}; }
    [[nodiscard]] double at(int number) const {
        if (number < least || number > most()) return 0.0;
        return values[static_cast<std::size_t>(number - least)];
    }
};

// out(n) = sum of a(k) * b(n - k): mines of two components together.
inline void convolve(const WaysView& a, const WaysView& b, WaysByMines& out) {
    out.least = a.least + b.least;
    out.values.assign(a.values.size() + b.values.size() - 1, 0.0);
    for (std::size_t i = 0; i < a.values.size(); ++i)
        for (std::size_t j = 0; j < b.values.size(); ++j)
            out.values[i + j] += a.values[i] * b.values[j];
}

// out(n) = sum over k of a(k) * b(n + k), for n from `least` to `most`: what b makes of n mines
// when component a holds the k others.
inline void correlate(const WaysView& a, const WaysView& b, int least, int most,
                      std::vector<double>& out) {
    out.assign(static_cast<std::size_t>(std::max(0, most - least + 1)), 0.0);
    for (int n = least; n <= most; ++n) {
        const int low = std::max(a.least, b.least - n);
        const int high = std::min(a.most(), b.most() - n);
        double sum = 0.0;
        for (int k = low; k <= high; ++k)
            sum += a.values[static_cast<std::size_t>(k - a.least)] *
                   b.values[static_cast<std::size_t>(n + k - b.least)];
        out[static_cast<std::size_t>(n - least)] = sum;
    }
}

// C(n, k) for boards of at most kPlainCells cells.
class Binomials {
public:
    static double choose(long n, long k) {
        if (k < 0 || k > n) return 0.0;
        const auto& logs = table();
        const double found =
            std::exp(logs[static_cast<std::size_t>(n)] - logs[static_cast<std::size_t>(k)] -
                     logs[static_cast<std::size_t>(n - k)]);
        return found < 1e12 ? std::round(found) : found;
    }

private:
    static const std::vector<double>& table() {
        static const std::vector<double> logs = [] {
            std::vector<double> sums(kPlainCells + 1, 0.0);
            for (std::size_t i = 1; i < sums.size(); ++i)
                sums[i] = sums[i - 1] + std::log(static_cast<double>(i));
            return sums;
        }();
        return logs;
    }
};

}  // namespace sapper
