// Mixes words into a hash, for signatures of games and keys of components.
#pragma once

#include <cstdint>

namespace sapper {

inline std::uint64_t hash_combine(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ (word + 0x9E3779B97F4A7C15ULL)) * 0xBF58476D1CE4E5B9ULL;
    return hash ^ (hash >> 29);
}

}  // namespace sapper
