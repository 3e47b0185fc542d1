#include "batch/metrics.hpp"

#include <algorithm>

#include "batch/thread_pool.hpp"
#include "board/errors.hpp"
#include "board/opening_map.hpp"
#include "board/zini.hpp"

namespace sapper {

namespace {

constexpr std::size_t kChunkCells = 100'000;  // looked at between two questions whether to stop

Metrics measure_one(OpeningMap& map, Zini& zini) {
    return {map.bbbv(), map.openings(), map.islands(), zini.greedy(map),
            zini.human(map)};
}

// What one thread works with.
struct Tools {
    OpeningMap map;
    Zini zini;
};

}  // namespace

std::vector<Metrics> measure(const Boards& boards, unsigned threads,
                             const std::function<bool()>& interrupted) {
    std::vector<Metrics> out(boards.count());
    const std::size_t size = boards.size();
    const std::size_t chunk = std::max<std::size_t>(1, kChunkCells / size);
    const std::size_t chunks = (out.size() + chunk - 1) / chunk;
    Crew crew(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(1, chunks)));
    std::vector<Tools> tools(crew.size());
    crew.run(chunks, [&](std::size_t block, std::size_t worker) {
        if (interrupted()) throw Interrupted();
        auto& [map, zini] = tools[worker];
        for (std::size_t i = block * chunk; i < std::min((block + 1) * chunk, out.size()); ++i) {
            map.read(boards.height, boards.width, boards.mines.subspan(i * size, size));
            out[i] = measure_one(map, zini);
        }
    });
    return out;
}

}  // namespace sapper
