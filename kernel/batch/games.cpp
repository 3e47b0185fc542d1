#include "batch/games.hpp"

#include <algorithm>
#include <memory>

#include "batch/game_runner.hpp"
#include "batch/thread_pool.hpp"

namespace sapper {

namespace {
constexpr std::uint64_t kGamesAtOnce = 4;  // games that a thread takes at a time
}

BatchResult play_batch(const BatchJob& job) {
    BatchResult out;
    out.games.resize(job.end - job.begin);
    const std::size_t blocks = (out.games.size() + kGamesAtOnce - 1) / kGamesAtOnce;
    ThreadPool pool(std::min<std::size_t>(job.threads, blocks));
    std::vector<std::unique_ptr<GameRunner>> runners(pool.size());
    const auto play_block = [&](std::size_t block, std::size_t worker) {
        auto& runner = runners[worker];
        if (!runner)
            runner = std::make_unique<GameRunner>(
                job, [&pool, worker] { return pool.stopping(worker); });
        const std::uint64_t begin = job.begin + block * kGamesAtOnce;
        for (std::uint64_t i = begin; i < std::min(begin + kGamesAtOnce, job.end); ++i)
            out.games[i - job.begin] = runner->play(i);
    };
    pool.run(blocks, play_block, job.interrupted);
    for (const auto& runner : runners)
        if (runner)
            out.forecasts.insert(out.forecasts.end(), runner->forecasts.begin(),
                                 runner->forecasts.end());
    std::ranges::stable_sort(out.forecasts, {}, &Forecast::game);
    return out;
}

}  // namespace sapper
