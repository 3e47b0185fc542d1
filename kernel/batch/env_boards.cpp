#include "batch/env_boards.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "board/errors.hpp"

namespace sapper {

namespace {
constexpr std::size_t kBoardsAtOnce = 32;  // boards that a thread takes at a time
}

EnvBoards::EnvBoards(const EnvSettings& settings, const EnvArrays& arrays)
    : settings_(settings), arrays_(arrays), plain_(settings.level.grid.walled_size()),
      observer_(settings.level, settings.observation, settings.flags, arrays.observation,
                arrays.mask),
      environments_(arrays.boards),
      pool_(std::min(settings.threads, (arrays.boards + kBoardsAtOnce - 1) / kBoardsAtOnce)),
      scratch_(pool_.size()) {
    settings.level.grid.each_cell([&](Cell cell) {
        plain_[static_cast<std::size_t>(cell)] = walled_.size();
        walled_.push_back(cell);
    });
}

void EnvBoards::each(std::span<const std::uint8_t> chosen,
                     const std::function<void(std::size_t, Scratch&)>& work) {
    const std::size_t boards = environments_.size();
    pool_.run((boards + kBoardsAtOnce - 1) / kBoardsAtOnce,
              [&](std::size_t block, std::size_t worker) {
                  const std::size_t end = std::min(boards, (block + 1) * kBoardsAtOnce);
                  for (std::size_t k = block * kBoardsAtOnce; k < end; ++k)
                      if (chosen.empty() || chosen[k] != 0) work(k, scratch_[worker]);
              });
}

void EnvBoards::begin(std::span<const std::uint8_t> chosen, std::span<const std::uint8_t> fresh,
                      std::span<const std::uint64_t> seeds) {
    each(chosen, [&](std::size_t k, Scratch& scratch) {
        Environment& env = environments_[k];
        if (fresh[k] != 0) env.seed = seeds[k];
        env.index = fresh[k] != 0 ? 0 : env.index + 1;
        begin_game(k, scratch);
        clear(k);
    });
}

void EnvBoards::begin_on(std::span<const std::uint8_t> chosen, const EnvGiven& given) {
    each(chosen, [&](std::size_t k, Scratch& scratch) {
        begin_game(k, scratch);
        environments_[k].playing = given.board;
        if (!given.mask.empty()) environments_[k].game.lay(given.mask);
        if (given.first) open(k, walled_[static_cast<std::size_t>(*given.first)], scratch);
        clear(k);
    });
}

void EnvBoards::step(std::span<const std::int64_t> actions) {
    check(actions);
    each({}, [&](std::size_t k, Scratch& scratch) { step_one(k, actions[k], scratch); });
}

void EnvBoards::check(std::span<const std::int64_t> actions) const {
    const auto most = static_cast<std::int64_t>(observer_.actions());
    for (std::size_t k = 0; k < environments_.size(); ++k) {
        if (actions[k] < 0 || actions[k] >= most)
            throw BadArgument("action " + std::to_string(actions[k]) + " of board " +
                              std::to_string(k) + " is not from 0 to " + std::to_string(most - 1));
        if (environments_[k].over && settings_.autoreset == Autoreset::Disabled)
            throw BadArgument("the game on board " + std::to_string(k) + " is over: reset it");
    }
}

void EnvBoards::step_one(std::size_t k, std::int64_t action, Scratch& scratch) {
    Environment& env = environments_[k];
    if (env.over && settings_.autoreset == Autoreset::NextStep) {
        begin_next(k, scratch);
        return clear(k);
    }
    arrays_.reward[k] = act(k, action, scratch);
    ++env.steps;
    arrays_.truncated[k] = settings_.most_steps > 0 && env.steps >= settings_.most_steps;
    env.over = arrays_.terminated[k] != 0 || arrays_.truncated[k] != 0;
    if (!env.over || settings_.autoreset != Autoreset::SameStep) return;
    observer_.keep(k, arrays_.final_observation, arrays_.final_mask);
    arrays_.final_won[k] = arrays_.won[k];
    arrays_.won[k] = 0;
    begin_next(k, scratch);
}

void EnvBoards::begin_next(std::size_t k, Scratch& scratch) {
    ++environments_[k].index;
    begin_game(k, scratch);
}

void EnvBoards::begin_game(std::size_t k, Scratch& scratch) {
    Environment& env = environments_[k];
    env.game.begin(settings_.level.grid);
    env.playing = {env.seed, env.index, settings_.rule};
    env.steps = 0;
    env.over = false;
    observer_.hide(k);
    observer_.count_risks(k, env.game, scratch.workspace);
}

void EnvBoards::clear(std::size_t k) {
    arrays_.reward[k] = 0.0;
    arrays_.terminated[k] = 0;
    arrays_.truncated[k] = 0;
    arrays_.won[k] = 0;
}

double EnvBoards::act(std::size_t k, std::int64_t action, Scratch& scratch) {
    const auto chosen = static_cast<std::size_t>(action);
    arrays_.terminated[k] = 0;
    arrays_.won[k] = 0;
    if (chosen < walled_.size()) return open(k, walled_[chosen], scratch);
    return flag(k, chosen - walled_.size());
}

double EnvBoards::open(std::size_t k, Cell cell, Scratch& scratch) {
    Environment& env = environments_[k];
    Game& game = env.game;
    const EnvRewards& rewards = settings_.rewards;
    if (game.is_open(cell) || game.is_flagged(cell)) return rewards.illegal;
    if (!game.is_laid()) game.lay_seeded(env.playing, settings_.level.mines, cell);
    if (!game.open(cell, scratch.fresh)) {
        arrays_.terminated[k] = 1;
        return rewards.loss;
    }
    for (const Reveal& fresh : scratch.fresh)
        observer_.reveal(k, plain_[static_cast<std::size_t>(fresh.cell)], fresh.clue);
    observer_.count_risks(k, game, scratch.workspace);
    double reward = rewards.cell * static_cast<double>(scratch.fresh.size());
    reward += rewards.move;
    if (!game.won()) return reward;
    arrays_.terminated[k] = 1;
    arrays_.won[k] = 1;
    return reward + rewards.win;
}

double EnvBoards::flag(std::size_t k, std::size_t cell) {
    Game& game = environments_[k].game;
    if (game.is_open(walled_[cell])) return settings_.rewards.illegal;
    game.toggle_flag(walled_[cell]);
    observer_.set_flag(k, cell, game.is_flagged(walled_[cell]));
    return settings_.rewards.move;
}

float narrow_risk(double risk) {
    if (std::isnan(risk) || risk <= 0.0) return 0.0F;
    if (risk >= 1.0) return 1.0F;
    return std::clamp(static_cast<float>(risk), std::numeric_limits<float>::min(), 1.0F - 0x1p-24F);
}

EnvObserver::EnvObserver(const Level& level, ObservationKind kind, bool flags, void* observations,
                         std::int8_t* masks)
    : level_(level), kind_(kind), flags_(flags), cells_(level.grid.size()),
      observations_(observations), masks_(masks) {}

std::size_t EnvObserver::planes() const {
    if (kind_ == ObservationKind::Codes) return 1;
    return kFlagPlane + (flags_ ? 1U : 0U) + (kind_ == ObservationKind::Risks ? 1U : 0U);
}

std::size_t EnvObserver::bytes() const {
    return planes() * cells_ * (kind_ == ObservationKind::Risks ? sizeof(float) : 1U);
}

void EnvObserver::put(std::size_t board, std::size_t plane, std::size_t cell, bool on) {
    const std::size_t at = (board * planes() + plane) * cells_ + cell;
    if (kind_ == ObservationKind::Risks)
        static_cast<float*>(observations_)[at] = on ? 1.0F : 0.0F;
    else
        static_cast<std::uint8_t*>(observations_)[at] = on ? 1 : 0;
}

void EnvObserver::hide(std::size_t board) {
    auto* const start = static_cast<std::uint8_t*>(observations_) + board * bytes();
    std::memset(masks_ + board * actions(), 1, actions());
    if (kind_ == ObservationKind::Codes) {
        std::memset(start, static_cast<std::uint8_t>(kUnopened), cells_);
        return;
    }
    std::memset(start, 0, bytes());
    const std::size_t at = (board * planes() + kUnopenedPlane) * cells_;
    if (kind_ == ObservationKind::Risks)
        std::fill_n(static_cast<float*>(observations_) + at, cells_, 1.0F);
    else
        std::memset(static_cast<std::uint8_t*>(observations_) + at, 1, cells_);
}

void EnvObserver::reveal(std::size_t board, std::size_t cell, int clue) {
    std::int8_t* const mask = masks_ + board * actions();
    mask[cell] = 0;
    if (flags_) mask[cells_ + cell] = 0;
    if (kind_ == ObservationKind::Codes) {
        static_cast<std::int8_t*>(observations_)[board * cells_ + cell] =
            static_cast<std::int8_t>(clue);
        return;
    }
    put(board, kUnopenedPlane, cell, false);
    put(board, static_cast<std::size_t>(clue), cell, true);
}

void EnvObserver::set_flag(std::size_t board, std::size_t cell, bool on) {
    masks_[board * actions() + cell] = on ? 0 : 1;
    if (kind_ == ObservationKind::Codes)
        static_cast<std::int8_t*>(observations_)[board * cells_ + cell] = on ? kFlag : kUnopened;
    else
        put(board, kFlagPlane, cell, on);
}

void EnvObserver::count_risks(std::size_t board, const Game& game, Workspace& workspace) {
    if (kind_ != ObservationKind::Risks) return;
    std::vector<std::int8_t> view;
    game.write_view(view);
    const Question question{level_.grid, view, Flags::Ignore, {level_.mines, 0.0}};
    const Analysis analysis = analyse(question, Budget{}, workspace);
    workspace.counter.rewind();
    float* const risks = static_cast<float*>(observations_) + ((board + 1) * planes() - 1) * cells_;
    std::ranges::transform(analysis.risk, risks, narrow_risk);
}

void EnvObserver::keep(std::size_t board, void* observations, std::int8_t* masks) const {
    const std::size_t at = board * bytes();
    std::memcpy(static_cast<std::uint8_t*>(observations) + at,
                static_cast<const std::uint8_t*>(observations_) + at, bytes());
    std::memcpy(masks + board * actions(), masks_ + board * actions(), actions());
}

}  // namespace sapper
