// Draws equally likely layouts of a solved position. Playouts start with it.
//
// Draws each component's number of mines from the counts of the rest, then walks the component's
// sweep back from its last layer, box by box.
#pragma once

#include <cstdint>
#include <vector>

#include "board/seeds.hpp"
#include "count/solved_position.hpp"

namespace sapper {

class LayoutSampler {
public:
    // The position must not change between draws. Returns false if a component is too large.
    bool begin(const SolvedPosition& solved, Meter& meter);
    // One byte for each cell, row by row: 1 for a mine.
    void draw(SplitMix64& random, std::vector<std::uint8_t>& mask);

private:
    int draw_component(std::size_t i, int before, SplitMix64& random);
    void walk_back(const TraceSlice& slice, const Component& component, int mines,
                   SplitMix64& random);
    const Move& draw_move(const Step& step, std::uint32_t to, int mines, SplitMix64& random);
    void put(std::span<const Cell> cells, int mines, SplitMix64& random);

    const SolvedPosition* solved_ = nullptr;
    Orderer orderer_;
    Order order_;
    Sweep sweep_;
    SweepTrace trace_;
    std::vector<TraceSlice> slices_;  // one for each component
    std::vector<Cell> floating_;
    std::vector<Cell> shuffled_;
    std::vector<Cell> mines_;
};

}  // namespace sapper
