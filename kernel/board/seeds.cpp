#include "board/seeds.hpp"

#include <numeric>
#include <utility>

namespace sapper {

namespace {

constexpr std::uint64_t step = 0x9E3779B97F4A7C15U;

std::uint64_t mix(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9U;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBU;
    return word ^ (word >> 31);
}

}  // namespace

SplitMix64::SplitMix64(std::uint64_t seed, std::uint64_t index)
    : state_(mix(mix(seed + step) + index)) {}

std::uint64_t SplitMix64::next() {
    state_ += step;
    return mix(state_);
}

std::uint64_t SplitMix64::below(std::uint64_t bound) {
    const std::uint64_t unfair = (0 - bound) % bound;  // 2^64 mod bound
    while (true) {
        const auto product = static_cast<unsigned __int128>(next()) * bound;
        if (static_cast<std::uint64_t>(product) >= unfair) {
            return static_cast<std::uint64_t>(product >> 64);
        }
    }
}

std::vector<std::uint8_t> seeded_mask(std::uint32_t cells, std::uint32_t mines, std::uint64_t seed,
                                      std::uint64_t index, std::span<const std::uint32_t> spared) {
    std::vector<std::uint8_t> is_spared(cells, 0);
    for (const auto cell : spared) {
        is_spared[cell] = 1;
    }
    std::vector<std::uint32_t> order(cells);
    std::iota(order.begin(), order.end(), 0U);
    std::vector<std::uint8_t> mask(cells, 0);
    SplitMix64 random(seed, index);
    for (std::uint32_t place = 0, laid = 0; laid < mines; ++place) {
        std::swap(order[place], order[place + random.below(cells - place)]);
        if (is_spared[order[place]] == 0) {
            mask[order[place]] = 1;
            ++laid;
        }
    }
    return mask;
}

}  // namespace sapper
