#include "batch/games.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "batch/thread_pool.hpp"
#include "board/seeds.hpp"

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

GameRunner::GameRunner(const BatchJob& job, std::function<bool()> stopped)
    : job_(job), player_(job.settings, job.rule, std::move(stopped)) {}

GameResult GameRunner::play(std::uint64_t index) {
    result_ = {};
    position_.clear(job_.level.grid);
    alive_ = true;
    bool first = true;
    while (alive_ && (first || !game_.won())) {
        const Decision& decision = player_.decide(position_, job_.level.mines);
        cells_ = decision.cells;
        if (cells_.empty()) throw std::logic_error("the player has no move, but has not won");
        if (first) start(index);
        first = false;
        result_.guesses += is_guess(decision);
        const bool certain = decision.reason == Reason::Certain;
        if (!certain && job_.keep == Keep::Guesses) keep_forecast(index, decision);
        if (!certain && decision.reason != Reason::First) before_guess(decision);
        for (const Cell cell : cells_) {
            if (!alive_ || game_.is_open(cell)) continue;
            if (job_.keep == Keep::Moves)
                keep_forecast(index, player_.find_chance(position_, job_.level.mines));
            click(cell);
        }
    }
    result_.won = alive_;
    return result_;
}

// A first click is a guess only if the rule promises nothing about it.
bool GameRunner::is_guess(const Decision& decision) const {
    if (decision.reason != Reason::First) return decision.reason != Reason::Certain;
    return job_.rule == FirstClick::None && (job_.first || decision.risk > 0.0);
}

void GameRunner::start(std::uint64_t index) {
    const Grid& grid = job_.level.grid;
    if (job_.first) cells_.assign(1, *job_.first);
    game_.begin(grid);
    if (job_.masks.empty())
        game_.lay_seeded({job_.seed, index, job_.rule}, job_.level.mines, cells_.front());
    else
        game_.lay(std::span(job_.masks).subspan(index * grid.size(), grid.size()));
}

void GameRunner::click(Cell cell) {
    before_click(cell);
    ++result_.moves;
    result_.hash = hash_combine(result_.hash, job_.level.grid.plain(cell));
    alive_ = game_.open(cell, fresh_);
    for (const Reveal& reveal : fresh_) position_.open(reveal.cell, reveal.clue);
}

void GameRunner::keep_forecast(std::uint64_t index, const Decision& decision) {
    if (job_.keep == Keep::Guesses && decision.reason == Reason::First) return;
    const double score = decision.candidates.empty() ? 0.0 : decision.candidates.front().score;
    forecasts.push_back({static_cast<std::uint32_t>(index - job_.begin), result_.moves,
                         decision.reason, decision.risk, decision.chance, score,
                         decision.features});
    if (decision.reason == Reason::Certain) return;
    forecasts.back().features.cells = static_cast<double>(position_.unknowns());
    forecasts.back().features.mines = static_cast<double>(job_.level.mines - position_.mines());
}

}  // namespace sapper
