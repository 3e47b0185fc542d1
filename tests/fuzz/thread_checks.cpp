// Checks of all that runs over threads: the answers must not depend on their number, and errors and
// interrupts must end a run cleanly. Also run under ThreadSanitizer.
#include <algorithm>
#include <cstring>
#include <thread>

#include "batch/boards.hpp"
#include "batch/env_boards.hpp"
#include "batch/games.hpp"
#include "batch/labels.hpp"
#include "batch/metrics.hpp"
#include "checks.hpp"

namespace fuzz {

namespace {

unsigned some_threads(Dice& dice) { return static_cast<unsigned>(dice.between(2, 4)); }

// Whether a run ended with an interrupt. The callback asks to stop after a few polls, or never.
template <class Run>
bool interrupted(Dice& dice, Run run) {
    int polls = dice.chance(0.7) ? 1'000'000 : dice.below(5);
    try {
        run([&] { return polls-- <= 0; });
        return false;
    } catch (const Interrupted&) {
        return ++tally["interrupts"] > 0;
    }
}

void check_analyses(std::uint64_t seed, Dice& dice) {
    std::vector<AnalysisRequest> requests;
    for (std::uint64_t i = 0; requests.size() < 6; ++i)
        if (Case made = make_case(seed + i); made.request.view.size() < 500)
            requests.push_back(std::move(made.request));
    const auto ask = [&](unsigned threads, const std::function<bool()>& stop) {
        try {
            return analyse_requests(requests, threads, stop);
        } catch (const Impossible&) {
        } catch (const BadArgument&) {
        }
        return std::vector<Analysis>();
    };
    const std::vector<Analysis> alone = ask(1, {});
    interrupted(dice, [&](const auto& stop) {
        const std::vector<Analysis> together = ask(some_threads(dice), stop);
        require(alone.size() == together.size(), "threads refuse another request");
        for (std::size_t i = 0; i < alone.size(); ++i)
            require(alone[i].certainty == together[i].certainty &&
                        alone[i].log_layouts == together[i].log_layouts,
                    "threads change an analysis");
    });
    ++tally["analyses over threads"];
}

void check_game_batch(Dice& dice) {
    BatchJob job;
    job.level = deal(dice, 9, 0.25).level;
    if (is_too_slow(job.level.grid, dice)) return;
    job.settings = settings_of(dice.chance(0.7) ? Strength::Fast : Strength::Master);
    job.settings.second_share = 1.0;
    job.seed = dice.engine()();
    job.end = static_cast<std::uint64_t>(dice.between(0, 20));
    job.keep = Keep::Moves;
    const BatchResult alone = play_batch(job);
    job.threads = some_threads(dice);
    interrupted(dice, [&](const auto& stop) {
        job.interrupted = stop;
        const BatchResult together = play_batch(job);
        for (std::size_t i = 0; i < alone.games.size(); ++i)
            require(alone.games[i].hash == together.games[i].hash, "threads change a game");
        require(alone.forecasts.size() == together.forecasts.size(),
                "threads change the forecasts");
    });
    ++tally["batches of games"];
}

void check_boards(Dice& dice) {
    const Dealt dealt = deal(dice, 9, 0.2);
    BoardRequest request;
    request.level = dealt.level;
    request.rule = dealt.rule;
    request.first = dealt.first;
    request.method = dice.chance(0.5) ? Method::Uniform : Method::Repair;
    request.attempts = 20;
    request.seed = dice.engine()();
    const auto count = static_cast<std::size_t>(dice.between(0, 8));
    const std::vector<GeneratedBoard> alone = make_boards(request, 0, count, 1);
    std::vector<std::uint8_t> masks;
    interrupted(dice, [&](const auto& stop) {
        request.interrupted = stop;
        const std::vector<GeneratedBoard> together =
            make_boards(request, 0, count, some_threads(dice));
        for (std::size_t i = 0; i < count; ++i)
            require(alone[i].mask == together[i].mask, "threads change a board");
    });
    for (int board = dice.between(1, 2'000); board > 0; --board)
        masks.insert(masks.end(), dealt.mask.begin(), dealt.mask.end());
    const BoardArray boards{dealt.level.grid.height, dealt.level.grid.width, masks};
    const std::vector<Metrics> measured = measure(boards, some_threads(dice), {});
    for (const Metrics& each : measured)
        require(each.zini == measured[0].zini && each.bbbv == measured[0].bbbv,
                "threads change the metrics");
    ++tally["batches of boards"];
}

// --- environments ------------------------------------------------------------------------

// A learner's arrays, and the boards that write into them.
struct Learner {
    std::vector<std::uint8_t> observation, final_observation, terminated, truncated, won, final_won;
    std::vector<std::int8_t> mask, final_mask;
    std::vector<double> reward;
    EnvBoards boards;

    Learner(const EnvSettings& settings, std::size_t count)
        : observation(bytes(settings) * count), final_observation(observation.size()),
          terminated(count), truncated(count), won(count), final_won(count),
          mask(actions(settings) * count), final_mask(mask.size()), reward(count),
          boards(settings, {count, observation.data(), mask.data(), reward.data(),
                            terminated.data(), truncated.data(), won.data(),
                            final_observation.data(), final_mask.data(), final_won.data()}) {}

    static std::size_t bytes(const EnvSettings& settings) {
        const std::size_t flags = settings.flags ? 1 : 0;
        const std::size_t planes[] = {1, 10 + flags, 4 * (11 + flags)};
        return settings.level.grid.size() * planes[static_cast<int>(settings.observation)];
    }
    static std::size_t actions(const EnvSettings& settings) {
        return settings.level.grid.size() * (settings.flags ? 2 : 1);
    }
    [[nodiscard]] bool same(const Learner& other) const {
        return observation == other.observation && mask == other.mask && won == other.won &&
               reward == other.reward && terminated == other.terminated &&
               truncated == other.truncated && final_observation == other.final_observation &&
               final_mask == other.final_mask && final_won == other.final_won;
    }
    bool step(const std::vector<std::int64_t>& moves) {
        try {
            return boards.step(moves), true;
        } catch (const BadArgument&) {
            return false;
        }
    }
};

EnvSettings random_env(Dice& dice) {
    const Grid grid{dice.between(1, 6), dice.between(1, 6)};
    EnvSettings settings;
    settings.level = {grid, dice.below(std::max(1, static_cast<int>(grid.size()) - 8))};
    settings.rule = static_cast<FirstClick>(dice.below(3));
    settings.flags = dice.chance(0.5);
    settings.observation = static_cast<ObservationKind>(dice.below(3));
    settings.autoreset = static_cast<Autoreset>(dice.below(3));
    settings.most_steps = dice.below(6);
    settings.rewards = {1.0, -1.0, 0.1, 0.01, -0.5};
    return settings;
}

void check_environments(Dice& dice) {
    EnvSettings settings = random_env(dice);
    const auto count = static_cast<std::size_t>(dice.between(1, 150));
    Learner alone(settings, count);
    settings.threads = some_threads(dice);
    Learner together(settings, count);
    const int actions = static_cast<int>(Learner::actions(settings));
    std::vector<std::uint8_t> chosen(count, 1);
    std::vector<std::uint64_t> seeds(count);
    for (std::uint64_t& seed : seeds) seed = dice.engine()();
    std::vector<std::int64_t> moves(count);
    EnvGiven given{{1, 2, settings.rule}, {}, {}};
    if (dice.chance(0.5)) given.first = dice.below(static_cast<int>(settings.level.grid.size()));
    for (Learner* each : {&alone, &together}) each->boards.begin(chosen, chosen, seeds);
    for (int step = dice.between(1, 12); step > 0; --step) {
        for (std::int64_t& move : moves) move = dice.below(actions);
        if (dice.chance(0.05)) moves[0] = dice.chance(0.5) ? -1 : actions;
        const bool taken = alone.step(moves);
        require(taken == together.step(moves), "threads refuse another action");
        for (std::uint8_t& each : chosen) each = dice.chance(0.3);
        const std::vector<std::uint8_t> over = alone.terminated;
        for (Learner* each : {&alone, &together})
            if (!taken)
                each->boards.begin(over, chosen, seeds);
            else if (step % 4 == 0)
                each->boards.begin_on(chosen, given);
        require(alone.same(together), "threads change what learners see");
    }
    ++tally["environments"];
}

// Labels are made by one thread for each shard: two at once must not disturb each other.
void check_labels(Dice& dice) {
    LabelJob job;
    job.games.level = {{dice.between(3, 9), dice.between(9, 12)}, dice.between(1, 5)};
    job.games.settings = settings_of(Strength::Fast);
    job.games.seed = dice.engine()();
    job.rows = static_cast<std::size_t>(dice.between(0, 20));
    job.every = static_cast<std::uint64_t>(dice.between(1, 3));
    Labels first, second;
    std::thread other([&] { second = label_games(job); });
    first = label_games(job);
    other.join();
    require(first.view == second.view && first.risk == second.risk && first.best == second.best,
            "labels depend on the thread");
    require(first.game.size() == job.rows && first.won.size() == job.rows, "a row is missing");
    ++tally["labels"];
}

}  // namespace

void check_threads(std::uint64_t seed) {
    Dice dice(~seed);
    const double kind = dice.real();
    if (kind < 0.2) return check_analyses(seed, dice);
    if (kind < 0.4) return check_game_batch(dice);
    if (kind < 0.6) return check_boards(dice);
    if (kind < 0.8) return check_environments(dice);
    check_labels(dice);
}

}  // namespace fuzz
