// A component with only some of its witnesses: fewer constraints, so anything certain or impossible
// in it is certain or impossible in the whole. Windows are relaxations, and so are the trials that
// find a contradicting clue.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "count/boxes.hpp"

namespace sapper {

class Relaxation {
public:
    // Keeps the given witnesses and the boxes around them.
    void take(const Component& whole, std::span<const std::uint32_t> witnesses);

    Component component;
    std::vector<std::uint32_t> origin;  // box of `component` -> box of the whole

private:
    void take_box(const Component& whole, std::uint32_t box);

    std::vector<std::uint32_t> local_;  // witness of the whole -> witness of `component`
    std::vector<std::uint8_t> taken_;   // box of the whole already in `component`
};

}  // namespace sapper
