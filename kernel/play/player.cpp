#include "play/player.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "play/dead_cells.hpp"
#include "play/guess_score.hpp"
#include "play/perfect_play.hpp"
#include "play/rollouts.hpp"
#include "play/win_chance.hpp"

namespace sapper {

namespace {
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kDense = 0.18;  // between intermediate (2,2 is best) and expert (3,3)
constexpr std::size_t kMostRemembered = 50'000;
constexpr std::size_t kLargestBoard = 20'000;  // beyond, even a copy of the position takes long
}  // namespace

Player::Player(StrengthSettings settings, FirstClick rule, std::function<bool()> interrupted)
    : usual_(settings),
      rule_(rule),
      budget_{kUnlimited, bytes_for_sweep(kSweepBytes), interrupted},
      endgame_(interrupted),
      elsewhere_(interrupted),
      outlook_(interrupted) {
    if (usual_.rollouts > 0) rollouts_ = std::make_unique<Rollouts>(interrupted);
}

Player::~Player() = default;

// On small boards the same positions come again and again.
const Decision& Player::decide(const Position& position, int mines) {
    if (position.grid().size() > kSmallBoard)
        return decide_anew(position, mines, For::Move), decision_;
    const std::string key = key_of(position, mines);
    if (const auto found = remembered_.find(key); found != remembered_.end())
        return decision_ = found->second;
    decide_anew(position, mines, For::Move);
    if (remembered_.size() >= kMostRemembered) remembered_.clear();
    remembered_.emplace(key, decision_);
    return decision_;
}

void Player::choose_settings(const Grid& grid, For what) {
    settings_ = usual_;
    const bool small = grid.size() <= kSmallBoard;
    if (small) settings_.endgame_layouts = std::max(settings_.endgame_layouts, kSmallLayouts);
    if (small) settings_.endgame_nodes = std::max(settings_.endgame_nodes, kSmallNodes);
    chance_nodes_ = std::min(settings_.endgame_nodes, small ? kSmallNodes : kChanceNodes);
    if (what == For::Move) return;
    settings_.endgame_nodes = chance_nodes_;
    settings_.rollouts = 0;
}

std::string Player::key_of(const Position& position, int mines) {
    const Grid& grid = position.grid();
    std::string key = std::to_string(grid.width) + '/' + std::to_string(mines) + ':';
    grid.each_cell([&](Cell cell) {
        const bool opened = position.state(cell) == CellState::Clue;
        key += opened ? static_cast<char>('0' + position.clue(cell)) : '-';
    });
    return key;
}

void Player::decide_anew(const Position& position, int mines, For what) {
    decision_ = {};
    decision_.doubt.crowding = crowding_of(position.grid(), mines);
    choose_settings(position.grid(), what);
    if (position.unknowns() == static_cast<long>(position.grid().size()))
        return open_first(position, mines);
    if (take_settled(position)) return;
    cache_.tidy();
    Meter meter(budget_);
    if (position.unknowns() > static_cast<long>(kPlainCells) ||
        position.grid().size() > kLargestBoard ||
        !solved_.read(position, mines, cache_, meter))
        return fall_back(position, mines);
    if (take_certain(position) || play_perfectly()) return;
    judge(mines);
}

Cell first_cell(const Grid& grid, int mines, FirstClick rule) {
    const bool dense = mines > kDense * static_cast<double>(grid.size());
    const bool roomy = mines + 9 <= static_cast<int>(grid.size());  // else a corner spares fewest
    const int inset = rule != FirstClick::Zero || !roomy ? 0 : dense ? 3 : 2;
    return grid.at(std::min(inset, (grid.height - 1) / 2), std::min(inset, (grid.width - 1) / 2));
}

void Player::open_first(const Position& position, int mines) {
    const Grid& grid = position.grid();
    decision_.reason = Reason::First;
    if (open_first_perfectly(position, mines)) return;
    decision_.cells.push_back(first_cell(grid, mines, rule_));
    if (rule_ == FirstClick::None) decision_.risk = mines / static_cast<double>(grid.size());
    decision_.chance = grid.size() > kPlainCells
                           ? kUnknown
                           : first_chance(grid, mines, rule_ == FirstClick::Zero) *
                                 (1.0 - decision_.risk);
}

bool Player::open_first_perfectly(const Position& position, int mines) {
    const Grid& grid = position.grid();
    if (grid.size() > kSmallBoard ||
        Binomials::choose(static_cast<long>(grid.size()), mines) > kSmallLayouts)
        return false;
    const std::vector<std::int8_t> view(grid.size(), kUnopened);
    PerfectQuestion question;
    question.grid = grid;
    question.view = view;
    question.mines = mines;
    question.rule = rule_;
    question.limits = {kSmallNodes, kSearchBytes, budget_.interrupted};
    const PerfectAnswer answer = solve_perfectly(question);
    if (answer.too_large || answer.moves.empty()) return false;
    const PerfectMove& best = answer.moves.front();
    decision_.cells.push_back(grid.walled(best.cell));
    decision_.chance = best.wins / static_cast<double>(best.layouts);
    if (rule_ == FirstClick::None) decision_.risk = mines / static_cast<double>(grid.size());
    return true;
}

bool Player::take_settled(const Position& position) {
    position.grid().each_cell([&](Cell cell) {
        if (position.state(cell) == CellState::Safe) decision_.cells.push_back(cell);
    });
    return !decision_.cells.empty();
}

bool Player::take_certain(const Position& position) {
    solved_.each_box([&](std::span<const Cell> cells, const Mass& mass) {
        if (mass.mine <= 0.0)
            decision_.cells.insert(decision_.cells.end(), cells.begin(), cells.end());
    });
    if (solved_.floating_cells() > 0 && solved_.floating().mine <= 0.0)
        position.add_floating(decision_.cells);
    std::ranges::sort(decision_.cells);
    return !decision_.cells.empty();
}

// The open group if there is one, else the first closed one: what happens in the others makes no
// difference to the move, only a factor to the chance.
std::int32_t Player::searched_group() const {
    return solved_.anything_open() ? SolvedPosition::kOpen : 0;
}

bool Player::play_perfectly() {
    if (!solved_.anything_open() && solved_.closed_groups() == 0) return true;  // won: only mines
    const std::int32_t group = searched_group();
    std::vector<Candidate>& candidates = decision_.candidates;
    if (!search_group(group)) return false;
    pick_best(Reason::Perfect);
    decision_.chance = candidates.front().score * chance_elsewhere(group);
    return true;
}

// Fills in the candidates; those that cannot be best get an upper bound for a score.
bool Player::search_group(std::int32_t group) {
    if (!endgame_.begin_group(solved_, group, settings_.endgame_layouts, settings_.endgame_nodes))
        return false;
    for (const EndgameMove& move : endgame_.moves(1))
        decision_.candidates.push_back({.cell = move.cell, .risk = move.risk, .score = move.value});
    return !decision_.candidates.empty();
}

// The value of all closed groups but one; a group too large to be searched counts by its safest
// cell.
double Player::chance_elsewhere(std::int32_t group) {
    double chance = 1.0;
    for (std::int32_t other = 0; other < solved_.closed_groups(); ++other)
        if (other != group)
            chance *= begin_elsewhere(other) ? elsewhere_.value() : best_safety(other);
    return chance;
}

bool Player::begin_elsewhere(std::int32_t group) {
    return elsewhere_.begin_group(solved_, group, settings_.endgame_layouts, chance_nodes_) &&
           !elsewhere_.moves(1).empty();
}

double Player::best_safety(std::int32_t group) const {
    double least = 1.0;
    for (const SolvedPosition::Joined& joined : solved_.components())
        if (joined.group == group)
            for (const Mass& mass : joined.masses) least = std::min(least, mass.risk());
    return 1.0 - least;
}

void Player::judge(int mines) {
    mark_dead(solved_.position(), dead_);
    Meter meter(budget_);
    toss_ups_.find(solved_, mines, cache_, meter);
    lookahead_.begin(solved_, dead_);
    double least = solved_.floating_cells() > 0 ? solved_.floating().risk() : 1.0;
    for (const SolvedPosition::Joined& joined : solved_.components())
        if (joined.group == SolvedPosition::kOpen || !solved_.anything_open())
            for (const Mass& mass : joined.masses) least = std::min(least, mass.risk());
    gather(1.0 - settings_.margin * (1.0 - least));
    score_all();
    pick_best(Reason::Judged);
    if (!decision_.candidates.front().free) look_closer(mines);
    decision_.cells.assign(1, decision_.candidates.front().cell);
    decision_.risk = decision_.candidates.front().risk;
    decision_.chance =
        solved_.position().grid().size() > kPlainCells
            ? kUnknown
            : forecast(decision_.candidates.front()) * chance_elsewhere(SolvedPosition::kOpen);
}

// What takes longer than a score; nothing can be better than a free guess.
void Player::look_closer(int mines) {
    if (looks_twice()) look_twice(mines);
    if (plays_out()) play_out(mines);
    prefer_implied();
}

bool Player::looks_twice() const {
    return settings_.second_tops > 1 && at_most_unknown(settings_.second_share);
}

// At the very first guesses it takes too many layouts to see a difference.
bool Player::plays_out() const {
    return settings_.rollouts > 0 && solved_.position().grid().size() <= kPlainCells &&
           at_most_unknown(settings_.rollout_share);
}

bool Player::at_most_unknown(double share) const {
    const Position& position = solved_.position();
    const auto cells = static_cast<double>(position.grid().size());
    return static_cast<double>(position.unknowns()) <= share * cells;
}

// Candidates come safest first, and no score exceeds the safety by much: the rest can be skipped
// once the best score is out of their reach, and what is played out need not be the best.
void Player::score_all() {
    double best = 0.0;
    const double share = plays_out() ? settings_.rollout_within : 1.0;
    for (Candidate& candidate : decision_.candidates) {
        if ((1.0 - candidate.cost) * std::exp(settings_.progress) <= best * share) continue;
        candidate.score = score(candidate);
        best = std::max(best, candidate.score);
    }
}

double Player::score(Candidate& candidate) {
    const double safety = 1.0 - candidate.risk;
    Meter meter(budget_);
    if (!lookahead_.look(candidate.cell, safety, meter)) return safety * 0.5;
    const double found = guess_score(lookahead_.prospects(), safety, settings_.progress) *
                         (1.0 - candidate.cost) / safety;
    return lookahead_.numbers() > 1 ? found : found * 0.5;
}

// The best few, if close, are looked at two steps deep; both looks count.
void Player::look_twice(int mines) {
    const double bar = decision_.candidates.front().score * settings_.second_within;
    std::size_t tops = 0;
    while (tops < decision_.candidates.size() &&
           tops < static_cast<std::size_t>(settings_.second_tops) &&
           decision_.candidates[tops].score >= bar)
        ++tops;
    if (tops < 2) return;
    Meter meter(budget_);
    for (std::size_t i = 0; i < decision_.candidates.size(); ++i) {
        Candidate& candidate = decision_.candidates[i];
        if (i >= tops) {
            candidate.second = 0.0;
            continue;
        }
        lookahead_.look(candidate.cell, 1.0 - candidate.risk, meter);
        const double deeper = second_ply_.judge(solved_, candidate.cell, lookahead_.prospects(),
                                                mines, settings_, cache_, meter);
        candidate.second = std::pow(candidate.score, 1.0 - settings_.second_weight) *
                           std::pow(deeper, settings_.second_weight);
    }
    std::ranges::stable_sort(decision_.candidates, [](const Candidate& a, const Candidate& b) {
        return a.second > b.second;
    });
}

// What was known before the playouts: the chance of the best candidate, and for the others less
// by the share of its score that they lack. None can be worth more than surviving it. The choice
// gets the score of the best, for it is worth no less.
void Player::play_out(int mines) {
    const std::size_t tops = close_candidates();
    if (tops < 2) return;
    const Candidate best = decision_.candidates.front();
    const double elsewhere = chance_elsewhere(SolvedPosition::kOpen);
    std::vector<Guess> guesses;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < tops; ++i) {
        Candidate candidate = decision_.candidates[i];
        if (1.0 - candidate.risk < forecast(best)) continue;
        places.push_back(i);
        if (candidate.second > 0.0) candidate.score = best.score * candidate.second / best.second;
        guesses.push_back({candidate.cell, candidate.risk, forecast(candidate) * elsewhere});
    }
    if (guesses.size() < 2) return;
    Meter meter(budget_);
    const std::vector<double>& gains = rollouts_->compare(solved_, mines, guesses, settings_, meter);
    if (gains.empty()) return;
    const auto most = std::ranges::max_element(gains) - gains.begin();
    const auto chosen = decision_.candidates.begin() +
                        static_cast<long>(places[static_cast<std::size_t>(most)]);
    chosen->score = best.score;
    std::rotate(decision_.candidates.begin(), chosen, chosen + 1);
}

// A cell that is safe whenever the choice is can be opened first: the choice remains, and where
// it is a mine, this may show it in time. So it is worth no less.
void Player::prefer_implied() {
    const Candidate choice = decision_.candidates.front();
    Meter meter(budget_);
    if (!lookahead_.look(choice.cell, 1.0 - choice.risk, meter)) return;
    auto safest = decision_.candidates.begin();
    for (auto each = safest; each != decision_.candidates.end(); ++each)
        if (each->risk < safest->risk && std::ranges::count(lookahead_.implied(), each->cell) > 0)
            safest = each;
    safest->score = choice.score;
    safest->second = choice.second;
    std::rotate(decision_.candidates.begin(), safest, safest + 1);
}

// The candidates that are worth playing out.
std::size_t Player::close_candidates() const {
    const double bar = decision_.candidates.front().score * settings_.rollout_within;
    const auto close = [&](const Candidate& candidate) { return candidate.score >= bar; };
    const auto end = std::ranges::find_if_not(decision_.candidates, close);
    return std::min(static_cast<std::size_t>(end - decision_.candidates.begin()),
                    static_cast<std::size_t>(settings_.rollout_tops));
}

void Player::pick_best(Reason reason) {
    std::ranges::stable_sort(decision_.candidates, [](const Candidate& a, const Candidate& b) {
        if (a.free != b.free) return a.free;
        return a.score != b.score ? a.score > b.score : a.risk < b.risk;
    });
    decision_.reason = reason;
    decision_.cells.assign(1, decision_.candidates.front().cell);
    decision_.risk = decision_.candidates.front().risk;
}

}  // namespace sapper
