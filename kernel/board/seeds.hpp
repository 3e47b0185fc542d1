// Seeded layouts: the native port of sapper/rules/seeds.py, with exactly the same boards.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

// Mixes words into a hash, for signatures of games and keys of components.
inline std::uint64_t hash_combine(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ (word + 0x9E3779B97F4A7C15ULL)) * 0xBF58476D1CE4E5B9ULL;
    return hash ^ (hash >> 29);
}

class SplitMix64 {
public:
    SplitMix64(std::uint64_t seed, std::uint64_t index);
    std::uint64_t next();
    // A number from 0 to bound - 1, each exactly as likely.
    std::uint64_t below(std::uint64_t bound);

private:
    std::uint64_t state_;
};

// One byte per cell, 1 for a mine. The spared cells never get one; the caller has made sure that
// the mines fit on the others.
std::vector<std::uint8_t> seeded_mask(std::uint32_t cells, std::uint32_t mines, std::uint64_t seed,
                                      std::uint64_t index, std::span<const std::uint32_t> spared);

}  // namespace sapper
