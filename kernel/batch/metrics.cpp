#include "batch/metrics.hpp"

#include <algorithm>

#include "batch/thread_pool.hpp"
#include "board/opening_map.hpp"
#include "board/zini.hpp"

namespace sapper {

namespace {

constexpr std::size_t kBlockCells = 100'000;  // measured between two checks for an interrupt

// The buffers of one thread.
struct Tools {
    OpeningMap map;
    Zini zini;

    Metrics measure(const BoardArray& boards, std::size_t board) {
        map.read(boards.height, boards.width,
                 boards.mines.subspan(board * boards.size(), boards.size()));
        return {map.bbbv(), map.openings(), map.islands(), zini.greedy(map), zini.human(map)};
    }
};

}  // namespace

std::vector<Metrics> measure(const BoardArray& boards, unsigned threads,
                             const std::function<bool()>& interrupted) {
    std::vector<Metrics> out(boards.count());
    const std::size_t size = std::max<std::size_t>(1, kBlockCells / boards.size());
    const std::size_t blocks = (out.size() + size - 1) / size;
    ThreadPool pool(std::min<std::size_t>(threads, blocks));
    std::vector<Tools> tools(pool.size());
    const auto measure_block = [&](std::size_t block, std::size_t worker) {
        for (std::size_t i = block * size; i < std::min((block + 1) * size, out.size()); ++i)
            out[i] = tools[worker].measure(boards, i);
    };
    pool.run(blocks, measure_block, interrupted);
    return out;
}

}  // namespace sapper
