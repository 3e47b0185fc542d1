#include "play/player.hpp"

#include "play/large_board.hpp"
#include "play/opening.hpp"

namespace sapper {

namespace {

constexpr std::size_t kMostRemembered = 50'000;
constexpr std::size_t kLargestBoard = 20'000;  // beyond, even a copy of the position takes long

std::string key_of(const Position& position, int mines) {
    const Grid& grid = position.grid();
    std::string key = std::to_string(grid.width) + '/' + std::to_string(mines) + ':';
    grid.each_cell([&](Cell cell) {
        const bool opened = position.state(cell) == CellState::Clue;
        key += opened ? static_cast<char>('0' + position.clue(cell)) : '-';
    });
    return key;
}

}  // namespace

Player::Player(StrengthSettings settings, FirstClick rule, std::function<bool()> interrupted)
    : usual_(settings), rule_(rule),
      turn_(Budget{kUnlimited, bytes_for_sweep(kSweepBytes), interrupted}),
      groups_(turn_, interrupted), judge_(turn_, groups_, usual_.playouts > 0, interrupted),
      adviser_(turn_, groups_, judge_, interrupted) {}

// On small boards the same positions come again and again.
const Decision& Player::decide(const Position& position, int mines) {
    if (position.grid().size() > kSmallBoard)
        return decide_anew(position, mines, For::Move), turn_.decision;
    const std::string key = key_of(position, mines);
    if (const auto found = remembered_.find(key); found != remembered_.end())
        return turn_.decision = found->second;
    decide_anew(position, mines, For::Move);
    if (remembered_.size() >= kMostRemembered) remembered_.clear();
    remembered_.emplace(key, turn_.decision);
    return turn_.decision;
}

const Decision& Player::advise(const Position& position, int mines) {
    decide_anew(position, mines, For::Move);
    adviser_.compare(position);
    return turn_.decision;
}

const Decision& Player::find_chance(const Position& position, int mines) {
    decide_anew(position, mines, For::Chance);
    adviser_.find_chance(position);
    return turn_.decision;
}

double Player::chance_of(const Position& position, int mines, std::span<const Cell> cells) {
    find_chance(position, mines);
    return adviser_.chance_of(position, cells);
}

// The order of docs/strength.md: certain cells, all at once; perfect play when few layouts are
// left; in between the guess that promises most.
void Player::decide_anew(const Position& position, int mines, For what) {
    const Grid& grid = position.grid();
    begin(grid, mines, what);
    if (position.unknowns() == static_cast<long>(grid.size()))
        return choose_first(turn_, grid, rule_);
    if (take_settled(position)) return;
    if (!count_layouts(position)) return choose_on_large_board(turn_, position);
    if (take_certain(position)) return;
    if (groups_.choose()) return;
    judge_.choose();
}

void Player::begin(const Grid& grid, int mines, For what) {
    turn_.mines = mines;
    turn_.decision = {};
    turn_.decision.features.crowding = crowding_of(grid, mines);
    StrengthSettings& settings = turn_.settings = usual_;
    const bool small = grid.size() <= kSmallBoard;
    if (small) settings.endgame_layouts = std::max(settings.endgame_layouts, kSmallLayouts);
    if (small) settings.endgame_nodes = std::max(settings.endgame_nodes, kSmallNodes);
    turn_.chance_nodes = std::min(settings.endgame_nodes, small ? kSmallNodes : kChanceNodes);
    if (what == For::Move) return;
    settings.endgame_nodes = turn_.chance_nodes;
    settings.playouts = 0;
}

bool Player::take_settled(const Position& position) {
    position.grid().each_cell([&](Cell cell) {
        if (position.state(cell) == CellState::Safe) turn_.decision.cells.push_back(cell);
    });
    return !turn_.decision.cells.empty();
}

// False if the position is too large for exact tables.
bool Player::count_layouts(const Position& position) {
    turn_.cache.tidy();
    Meter meter(turn_.budget);
    return position.unknowns() <= static_cast<long>(kPlainCells) &&
           position.grid().size() <= kLargestBoard &&
           turn_.solved.read(position, turn_.mines, turn_.cache, meter);
}

bool Player::take_certain(const Position& position) {
    const SolvedPosition& solved = turn_.solved;
    std::vector<Cell>& cells = turn_.decision.cells;
    solved.each_box([&](std::span<const Cell> box, const Mass& mass) {
        if (mass.mine <= 0.0) cells.insert(cells.end(), box.begin(), box.end());
    });
    if (solved.floating_cells() > 0 && solved.floating().mine <= 0.0) position.add_floating(cells);
    std::ranges::sort(cells);
    return !cells.empty();
}

}  // namespace sapper
