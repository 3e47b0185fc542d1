#include "batch/advantages.hpp"

#include <algorithm>
#include <memory>

#include "batch/games.hpp"
#include "batch/thread_pool.hpp"
#include "board/seeds.hpp"
#include "count/layout_sampler.hpp"
#include "play/playout.hpp"

namespace sapper {

namespace {

class AdvantageRunner : public GameRunner {
public:
    AdvantageRunner(const AdvantageJob& job, const std::function<bool()>& stopped)
        : GameRunner(job.games, stopped), playouts_(job.playouts), budget_{kUnlimited, 0, stopped},
          other_(job.other, job.games.rule, stopped), playout_(job.other, stopped) {
        budget_.bytes = bytes_for_sweep(std::size_t{64} << 20);
    }

    Advantage run(std::uint64_t index) {
        found_ = {};
        random_ = std::make_unique<SplitMix64>(hash_combine(job_.seed, 1), index);
        found_.won = play(index).won;
        return found_;
    }

protected:
    void before_guess(const Decision& decision) override {
        const Decision& choice = other_.decide(position_, job_.level.mines);
        if (choice.cells.front() == decision.cells.front()) return;
        ++found_.differences;
        const double chance = choice.chance;  // any number will do, if it is the same for both
        found_.gained += gained({decision.cells.front(), decision.risk, chance},
                                {choice.cells.front(), choice.risk, chance});
    }

private:
    double gained(const Guess& mine, const Guess& theirs) {
        Meter meter(budget_);
        cache_.tidy();
        if (!solved_.read(position_, job_.level.mines, cache_, meter) ||
            !sampler_.begin(solved_, meter))
            return 0.0;
        playout_.begin(position_, job_.level.mines);
        double sum = 0.0;
        for (int i = 0; i < playouts_; ++i) {
            sampler_.draw(*random_, mask_);
            playout_.lay(mask_);
            sum += playout_.play(mine) - playout_.play(theirs);
        }
        return sum / playouts_;
    }

    int playouts_;
    Budget budget_;
    Player other_;
    Playout playout_;
    ComponentCache cache_;
    SolvedPosition solved_;
    LayoutSampler sampler_;
    std::unique_ptr<SplitMix64> random_;
    std::vector<std::uint8_t> mask_;
    Advantage found_;
};

}  // namespace

std::vector<Advantage> find_advantages(const AdvantageJob& job) {
    std::vector<Advantage> found(job.games.end - job.games.begin);
    ThreadPool pool(std::min<std::size_t>(job.games.threads, found.size()));
    std::vector<std::unique_ptr<AdvantageRunner>> runners(pool.size());
    const auto play = [&](std::size_t game, std::size_t worker) {
        auto& runner = runners[worker];
        if (!runner)
            runner = std::make_unique<AdvantageRunner>(
                job, [&pool, worker] { return pool.stopping(worker); });
        found[game] = runner->run(job.games.begin + game);
    };
    pool.run(found.size(), play, job.games.interrupted);
    return found;
}

}  // namespace sapper
