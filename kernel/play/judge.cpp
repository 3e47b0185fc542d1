#include "play/judge.hpp"

#include <cmath>
#include <limits>

#include "play/lookahead.hpp"
#include "play/playouts.hpp"

namespace sapper {

Judge::Judge(Turn& turn, GroupSearch& groups, bool plays_out, std::function<bool()> interrupted)
    : turn_(turn), groups_(groups), candidates_(turn) {
    if (plays_out) playouts_ = std::make_unique<Playouts>(interrupted);
}

Judge::~Judge() = default;

void Judge::begin() {
    mark_dead(turn_.solved.position(), dead_);
    lookahead_.begin(turn_.solved, dead_);
}

void Judge::choose() {
    begin();
    candidates_.gather();
    score_all();
    Decision& decision = turn_.decision;
    decision.guess_best(Reason::Judged);
    if (!decision.candidates.front().free) look_closer();
    const Candidate& choice = decision.candidates.front();
    decision.guess(choice);
    decision.chance = turn_.solved.position().grid().size() > kPlainCells
                          ? std::numeric_limits<double>::quiet_NaN()
                          : win_chance(choice) * groups_.chance_besides(SolvedPosition::kOpen);
}

// Candidates come safest first, and no score exceeds the safety by much: the rest can be skipped
// once the best score is out of their reach, and what is played out need not be the best.
void Judge::score_all() {
    double best = 0.0;
    const StrengthSettings& settings = turn_.settings;
    const double share = plays_out() ? settings.playout_within : 1.0;
    for (Candidate& candidate : turn_.decision.candidates) {
        if ((1.0 - candidate.cost) * std::exp(settings.progress) <= best * share) continue;
        candidate.score = score(candidate);
        best = std::max(best, candidate.score);
    }
}

double Judge::score(Candidate& candidate) {
    const double safety = 1.0 - candidate.risk;
    if (!look(candidate)) return safety * 0.5;
    const double found = guess_score(lookahead_.outcomes(), safety, turn_.settings.progress) *
                         (1.0 - candidate.cost) / safety;
    return lookahead_.numbers() > 1 ? found : found * 0.5;
}

bool Judge::look(const Candidate& candidate) {
    Meter meter(turn_.budget);
    return lookahead_.look(candidate.cell, 1.0 - candidate.risk, meter);
}

// A guess cannot be worth more than surviving it. The score of a free one is that of surviving it.
double Judge::win_chance(const Candidate& candidate) const {
    const SolvedPosition& solved = turn_.solved;
    const double chance = sapper::win_chance(candidate.score, solved.position().unknowns(),
                                             solved.mines_left(), turn_.decision.features.crowding);
    const double safety = 1.0 - candidate.risk;
    return candidate.free ? safety * chance : std::min(chance, safety);
}

// What takes longer than a score; nothing can be better than a free guess.
void Judge::look_closer() {
    if (looks_twice()) look_twice();
    if (plays_out()) play_out();
    prefer_implied();
}

bool Judge::looks_twice() const {
    return turn_.settings.second_tops > 1 && at_most_unknown(turn_.settings.second_share);
}

// At the very first guesses it takes too many layouts to see a difference.
bool Judge::plays_out() const {
    return turn_.settings.playouts > 0 && turn_.solved.position().grid().size() <= kPlainCells &&
           at_most_unknown(turn_.settings.playout_share);
}

bool Judge::at_most_unknown(double share) const {
    const Position& position = turn_.solved.position();
    const auto cells = static_cast<double>(position.grid().size());
    return static_cast<double>(position.unknowns()) <= share * cells;
}

// How many of the best have at least this share of the best score.
std::size_t Judge::close_candidates(int most, double within) const {
    const std::vector<Candidate>& candidates = turn_.decision.candidates;
    const double bar = candidates.front().score * within;
    const auto close = [&](const Candidate& candidate) { return candidate.score >= bar; };
    const auto end = std::ranges::find_if_not(candidates, close);
    return std::min(static_cast<std::size_t>(end - candidates.begin()),
                    static_cast<std::size_t>(most));
}

// The best few, if close, are looked at two steps deep; both looks count.
void Judge::look_twice() {
    const StrengthSettings& settings = turn_.settings;
    std::vector<Candidate>& candidates = turn_.decision.candidates;
    const std::size_t tops = close_candidates(settings.second_tops, settings.second_within);
    if (tops < 2) return;
    Meter meter(turn_.budget);
    for (std::size_t i = 0; i < tops; ++i) {
        Candidate& candidate = candidates[i];
        lookahead_.look(candidate.cell, 1.0 - candidate.risk, meter);
        const double deeper = second_ply_.judge(turn_.solved, candidate.cell, lookahead_.outcomes(),
                                                turn_.mines, settings, turn_.cache, meter);
        candidate.second = std::pow(candidate.score, 1.0 - settings.second_weight) *
                           std::pow(deeper, settings.second_weight);
    }
    std::ranges::stable_sort(candidates, std::greater{}, &Candidate::second);
}

// What was known before the playouts: the chance of the best candidate, and for the others less
// by the share of its score that they lack. None can be worth more than surviving it. The choice
// gets the score of the best, for it is worth no less.
void Judge::play_out() {
    const StrengthSettings& settings = turn_.settings;
    const std::size_t tops = close_candidates(settings.playout_tops, settings.playout_within);
    if (tops < 2) return;
    std::vector<Candidate>& candidates = turn_.decision.candidates;
    const Candidate best = candidates.front();
    const double besides = groups_.chance_besides(SolvedPosition::kOpen);
    std::vector<Guess> guesses;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < tops; ++i) {
        Candidate candidate = candidates[i];
        if (1.0 - candidate.risk < win_chance(best)) continue;
        places.push_back(i);
        if (candidate.second > 0.0) candidate.score = best.score * candidate.second / best.second;
        guesses.push_back({candidate.cell, candidate.risk, win_chance(candidate) * besides});
    }
    if (guesses.size() < 2) return;
    Meter meter(turn_.budget);
    const std::vector<double>& gains =
        playouts_->compare(turn_.solved, turn_.mines, guesses, settings, meter);
    if (gains.empty()) return;
    const auto most = static_cast<std::size_t>(std::ranges::max_element(gains) - gains.begin());
    candidates[places[most]].score = best.score;
    put_first(places[most]);
}

// A cell that is safe whenever the choice is can be opened first: the choice remains, and where
// it is a mine, this may show it in time. So it is worth no less.
void Judge::prefer_implied() {
    std::vector<Candidate>& candidates = turn_.decision.candidates;
    const Candidate choice = candidates.front();
    if (!look(choice)) return;
    std::size_t safest = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (candidates[i].risk < candidates[safest].risk &&
            std::ranges::count(lookahead_.implied(), candidates[i].cell) > 0)
            safest = i;
    candidates[safest].score = choice.score;
    candidates[safest].second = choice.second;
    put_first(safest);
}

void Judge::put_first(std::size_t place) {
    const auto chosen = turn_.decision.candidates.begin() + static_cast<long>(place);
    std::rotate(turn_.decision.candidates.begin(), chosen, chosen + 1);
}

}  // namespace sapper
