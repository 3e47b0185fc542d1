#include "batch/env_boards.hpp"

#include <algorithm>
#include <string>

#include "board/errors.hpp"

namespace sapper {

namespace {
constexpr std::size_t kBlock = 32;  // boards that a thread takes at a time
}

EnvBoards::EnvBoards(const EnvSettings& settings, const EnvArrays& arrays)
    : settings_(settings), arrays_(arrays), geometry_(settings.level.grid),
      sight_(settings.level, settings.sight, settings.flags, arrays.observation, arrays.mask),
      places_(arrays.boards),
      crew_(std::clamp<std::size_t>(settings.threads, 1, (arrays.boards + kBlock - 1) / kBlock)),
      scratch_(crew_.size()) {}

void EnvBoards::each(std::span<const std::uint8_t> chosen,
                     const std::function<void(std::size_t, Scratch&)>& work) {
    crew_.run((places_.size() + kBlock - 1) / kBlock, [&](std::size_t block, std::size_t worker) {
        const std::size_t end = std::min(places_.size(), (block + 1) * kBlock);
        for (std::size_t k = block * kBlock; k < end; ++k)
            if (chosen.empty() || chosen[k] != 0) work(k, scratch_[worker]);
    });
}

void EnvBoards::begin(std::span<const std::uint8_t> chosen, std::span<const std::uint8_t> fresh,
                      std::span<const std::uint64_t> seeds) {
    each(chosen, [&](std::size_t k, Scratch& scratch) {
        Place& place = places_[k];
        if (fresh[k] != 0) place.seed = seeds[k];
        place.game = fresh[k] != 0 ? 0 : place.game + 1;
        begin_game(k, scratch);
        clear(k);
    });
}

void EnvBoards::begin_on(std::span<const std::uint8_t> chosen, const EnvGiven& given) {
    each(chosen, [&](std::size_t k, Scratch& scratch) {
        begin_game(k, scratch);
        EnvBoard& board = places_[k].board;
        if (given.mask.empty())
            board.begin(geometry_, given.start);
        else
            board.begin_on(geometry_, given.mask);
        if (given.first) open(k, *given.first, scratch);
        clear(k);
    });
}

void EnvBoards::step(std::span<const std::int64_t> actions) {
    check(actions);
    each({}, [&](std::size_t k, Scratch& scratch) { step_one(k, actions[k], scratch); });
}

void EnvBoards::check(std::span<const std::int64_t> actions) const {
    const auto most = static_cast<std::int64_t>(sight_.actions());
    for (std::size_t k = 0; k < places_.size(); ++k) {
        if (actions[k] < 0 || actions[k] >= most)
            throw BadArgument("action " + std::to_string(actions[k]) + " of board " +
                              std::to_string(k) + " is not from 0 to " + std::to_string(most - 1));
        if (places_[k].over && settings_.autoreset == Autoreset::Disabled)
            throw BadArgument("the game on board " + std::to_string(k) + " is over: reset it");
    }
}

void EnvBoards::step_one(std::size_t k, std::int64_t action, Scratch& scratch) {
    Place& place = places_[k];
    if (place.over && settings_.autoreset == Autoreset::NextStep) {
        begin_next(k, scratch);
        return clear(k);
    }
    arrays_.reward[k] = act(k, action, scratch);
    ++place.steps;
    arrays_.truncated[k] = settings_.most_steps > 0 && place.steps >= settings_.most_steps;
    place.over = arrays_.terminated[k] != 0 || arrays_.truncated[k] != 0;
    if (!place.over || settings_.autoreset != Autoreset::SameStep) return;
    sight_.keep(k, arrays_.final_observation, arrays_.final_mask);
    arrays_.final_won[k] = arrays_.won[k];
    arrays_.won[k] = 0;
    begin_next(k, scratch);
}

void EnvBoards::begin_next(std::size_t k, Scratch& scratch) {
    ++places_[k].game;
    begin_game(k, scratch);
}

void EnvBoards::begin_game(std::size_t k, Scratch& scratch) {
    Place& place = places_[k];
    place.board.begin(geometry_, {place.seed, place.game, settings_.rule});
    place.steps = 0;
    place.over = false;
    sight_.shut(k);
    sight_.count_risks(k, place.board, geometry_, scratch.workspace);
}

void EnvBoards::clear(std::size_t k) {
    arrays_.reward[k] = 0.0;
    arrays_.terminated[k] = 0;
    arrays_.truncated[k] = 0;
    arrays_.won[k] = 0;
}

double EnvBoards::act(std::size_t k, std::int64_t action, Scratch& scratch) {
    const auto cells = static_cast<std::int64_t>(geometry_.grid.size());
    arrays_.terminated[k] = 0;
    arrays_.won[k] = 0;
    if (action < cells) return open(k, static_cast<std::int32_t>(action), scratch);
    return flag(k, static_cast<std::int32_t>(action - cells));
}

double EnvBoards::open(std::size_t k, std::int32_t cell, Scratch& scratch) {
    Place& place = places_[k];
    const EnvRewards& rewards = settings_.rewards;
    const EnvDeed deed = place.board.open(geometry_, settings_.level.mines, cell, scratch.fresh);
    if (deed == EnvDeed::Illegal) return rewards.illegal;
    if (deed == EnvDeed::Fatal) {
        arrays_.terminated[k] = 1;
        return rewards.loss;
    }
    for (const EnvReveal& fresh : scratch.fresh) sight_.reveal(k, fresh);
    sight_.count_risks(k, place.board, geometry_, scratch.workspace);
    double reward = rewards.cell * static_cast<double>(scratch.fresh.size());
    reward += rewards.move;
    if (!is_won(place)) return reward;
    arrays_.terminated[k] = 1;
    arrays_.won[k] = 1;
    return reward + rewards.win;
}

double EnvBoards::flag(std::size_t k, std::int32_t cell) {
    EnvBoard& board = places_[k].board;
    if (board.toggle_flag(geometry_, cell) == EnvDeed::Illegal) return settings_.rewards.illegal;
    sight_.set_flag(k, cell, board.flagged(geometry_, cell));
    return settings_.rewards.move;
}

bool EnvBoards::is_won(const Place& place) const {
    const auto safe = static_cast<long>(geometry_.grid.size()) - settings_.level.mines;
    return place.board.opened() == safe;
}

}  // namespace sapper
