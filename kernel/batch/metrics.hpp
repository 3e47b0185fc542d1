// The metrics of many boards over threads.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace sapper {

struct Metrics {
    std::int32_t bbbv = 0;
    std::int32_t openings = 0;
    std::int32_t islands = 0;
    std::int32_t zini = 0;
    std::int32_t human_zini = 0;
};

struct BoardArray {
    int height = 0;
    int width = 0;
    std::span<const std::uint8_t> mines;  // board after board, one byte per cell, row by row

    [[nodiscard]] std::size_t size() const {
        return static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
    }
    [[nodiscard]] std::size_t count() const { return mines.size() / size(); }
};

// Throws Interrupted when the caller wants it to stop.
std::vector<Metrics> measure(const BoardArray& boards, unsigned threads,
                             const std::function<bool()>& interrupted);

}  // namespace sapper
