// Makes many boards on threads. Board i is the same on every thread.
#pragma once

#include <vector>

#include "prove/board_generator.hpp"

namespace sapper {

// Boards `begin` to `begin + count - 1` of the request's seed.
std::vector<GeneratedBoard> make_boards(const BoardRequest& request, std::uint64_t begin,
                                        std::size_t count, unsigned threads);

}  // namespace sapper
