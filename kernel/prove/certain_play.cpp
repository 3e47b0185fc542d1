#include "prove/certain_play.hpp"

#include <algorithm>
#include <stdexcept>

namespace sapper {

OpenCell opener(Game& game, std::vector<Reveal>& fresh) {
    return [&](Cell cell) {
        if (!game.open(cell, fresh)) throw std::logic_error("a certain move opened a mine");
        return std::span<const Reveal>(fresh);
    };
}

void CertainPlay::start(const Level& level, OpenCell open_cell, Cell first) {
    if (stamp_.size() != level.grid.walled_size()) {
        stamp_.assign(level.grid.walled_size(), 0);
        now_ = 0;
    }
    level_ = level;
    open_ = std::move(open_cell);
    workspace_.position.clear(level.grid);
    left_ = static_cast<long>(level.grid.size()) - level.mines;
    next_ = 0;
    fresh_.clear();
    touched_.clear();
    counting_ = false;
    open(first);
}

void CertainPlay::open(Cell cell) {
    for (const Reveal& reveal : open_(cell)) {
        workspace_.position.open(reveal.cell, reveal.clue);
        fresh_.push_back(reveal.cell);
        --left_;
    }
}

bool CertainPlay::play(Tier hardest) {
    while (open_settled(), left_ > 0 && go_on(hardest)) {
    }
    return left_ == 0;
}

// The position itself settles what single clues prove; opening may settle more.
void CertainPlay::open_settled() {
    Position& position = workspace_.position;
    for (; next_ < position.settled.size(); ++next_) {
        const Cell cell = position.settled[next_];
        if (position.state(cell) == CellState::Safe) open(cell);
        if (position.state(cell) == CellState::Mine) fresh_.push_back(cell);
    }
    position.settled.clear();
    next_ = 0;
}

// The cheapest technique that proves anything; false if none does.
bool CertainPlay::go_on(Tier hardest) {
    if (hardest >= Tier::Subset && try_pairs(hardest)) return true;
    if (hardest == Tier::Chain) return try_chain();
    return hardest >= Tier::Cases && try_cases(hardest);
}

bool CertainPlay::settle(const Conclusions& conclusions) {
    Position& position = workspace_.position;
    for (const Conclusion& each : conclusions) position.settle(each.cell, each.state);
    return !position.settled.empty();
}

bool CertainPlay::try_pairs(Tier hardest) {
    gather_fresh_clues();
    touched_.insert(touched_.end(), fresh_.begin(), fresh_.end());
    fresh_.clear();
    conclusions_.clear();
    pairs_.prove(workspace_.position, clues_, std::min(hardest, Tier::Overlap), conclusions_);
    return settle(conclusions_);
}

// Clues that have lost an unknown neighbour, or are new.
void CertainPlay::gather_fresh_clues() {
    const Position& position = workspace_.position;
    clues_.clear();
    ++now_;
    const auto gather = [&](Cell cell) {
        if (!position.is_witness(cell)) return;
        std::uint32_t& stamp = stamp_[static_cast<std::size_t>(cell)];
        if (stamp == now_) return;
        stamp = now_;
        clues_.push_back(cell);
    };
    for (const Cell cell : fresh_) {
        gather(cell);
        for (const Cell step : position.offsets()) gather(cell + step);
    }
}

bool CertainPlay::try_chain() {
    const Position& position = workspace_.position;
    clues_.clear();
    position.add_witnesses(clues_);
    conclusions_.clear();
    chain_.prove(position, clues_, conclusions_);
    return settle(conclusions_);
}

bool CertainPlay::try_cases(Tier hardest) {
    if (!counting_) cases_.restart();
    counting_ = true;
    for (const Cell cell : touched_) cases_.touch(cell);
    touched_.clear();
    conclusions_.clear();
    cases_.prove(conclusions_);
    if (settle(conclusions_)) return true;
    if (hardest < Tier::MineCount) return false;
    cases_.prove_by_total(level_.mines, conclusions_);
    return settle(conclusions_);
}

void CertainPlay::look_again(Cell cell) { fresh_.push_back(cell); }

}  // namespace sapper
