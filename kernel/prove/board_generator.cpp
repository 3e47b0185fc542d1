#include "prove/board_generator.hpp"

#include <algorithm>
#include <array>

#include "board/errors.hpp"

namespace sapper {

namespace {

constexpr long kSparse = 6;      // cells per mine
constexpr int kMostPasses = 60;  // on one layout, before another is tried
constexpr std::size_t kCellsPerPoll = std::size_t{1} << 21;
// Components in games of certain moves are small; a rare large one counts as a guess.
constexpr double kMakerSteps = 37.5e6;
constexpr std::size_t kMakerBytes = std::size_t{128} << 20;

Cell pick(const std::vector<Cell>& cells, SplitMix64& random) {
    return cells[random.below(cells.size())];
}

}  // namespace

BoardGenerator::BoardGenerator(const BoardRequest& request)
    : request_(request),
      hardest_(request.grade ? std::min(*request.grade, request.hardest) : request.hardest),
      play_(Budget{kMakerSteps, kMakerBytes, request.interrupted}) {
    const Grid& grid = request.level.grid;
    // even without a rule, the first cell of a board to be solved must be safe
    const auto rule = std::max(request.rule, FirstClick::Safe);
    const auto spared = spared_cells(request.level, request.first, rule);
    for (std::uint32_t cell = 0; cell < grid.size(); ++cell)
        if (std::ranges::find(spared, cell) == spared.end()) allowed_.push_back(cell);
}

GeneratedBoard BoardGenerator::make(std::uint64_t index) {
    SplitMix64 random(request_.seed, index);
    order_ = allowed_;
    spent_ = 0;
    while (spent_ < request_.attempts) {
        lay(random);
        if (attempt(random)) return {mask_, spent_};
    }
    return {{}, spent_};
}

void BoardGenerator::poll() {
    since_poll_ += request_.level.grid.size();
    if (since_poll_ < kCellsPerPoll) return;
    since_poll_ = 0;
    if (request_.interrupted && request_.interrupted()) throw Interrupted();
}

void BoardGenerator::lay(SplitMix64& random) {
    mask_.assign(request_.level.grid.size(), 0);
    for (std::size_t place = 0; place < static_cast<std::size_t>(request_.level.mines); ++place) {
        std::swap(order_[place], order_[place + random.below(order_.size() - place)]);
        mask_[order_[place]] = 1;
    }
}

bool BoardGenerator::attempt(SplitMix64& random) {
    if (request_.method == Method::Repair) return repair_passes(random) && is_graded();
    ++spent_;
    poll();
    return !is_hopeless() && is_solved_by(hardest_) && is_graded();
}

// This check changes no board: it only saves attempts that must fail. On sparse boards, where few
// fail, it costs more than it saves.
bool BoardGenerator::is_hopeless() {
    const auto cells = static_cast<long>(request_.level.grid.size());
    if (request_.level.mines * kSparse < cells) return false;
    return swap_check_.has_swap(request_.level.grid, mask_, request_.first);
}

bool BoardGenerator::is_solved_by(Tier hardest) {
    start();
    return play_.play(hardest);
}

void BoardGenerator::start() {
    game_.begin(request_.level.grid);
    game_.lay(mask_);
    play_.start(request_.level, opener(game_, fresh_), request_.first);
}

// The board is known to be solved by the techniques up to the grade: do easier ones not suffice?
bool BoardGenerator::is_graded() {
    if (!request_.grade) return true;
    if (*request_.grade == Tier::OneClue) return true;
    return !is_solved_by(static_cast<Tier>(static_cast<int>(*request_.grade) - 1));
}

bool BoardGenerator::repair_passes(SplitMix64& random) {
    for (int pass = 0; pass < kMostPasses && spent_ < request_.attempts; ++pass) {
        ++spent_;
        bool repaired = false;
        if (pass_with_repairs(random, repaired) && !repaired) return true;
    }
    return false;
}

// False if mines were moved where play has already been, so that it has to start again.
bool BoardGenerator::pass_with_repairs(SplitMix64& random, bool& repaired) {
    start();
    for (std::size_t step = 0; step < request_.level.grid.size(); ++step) {
        poll();
        if (play_.play(hardest_)) return true;
        repaired = true;
        if (!repair_here(random)) {
            move_anywhere(random);
            return false;
        }
    }
    return false;
}

// Gives one stuck clue no mine or only mines; false if the other cells cannot make up for it.
bool BoardGenerator::repair_here(SplitMix64& random) {
    survey();
    if (clues_.empty()) return false;
    const Cell clue = pick(clues_, random);
    const bool fill = choose_filling(clue, random);
    return rearrange(clue, fill, random) || rearrange(clue, !fill, random);
}

void BoardGenerator::survey() {
    const Position& position = play_.position();
    clues_.clear();
    floating_.clear();
    frontier_.clear();
    request_.level.grid.each_cell([&](Cell cell) {
        if (position.is_witness(cell)) clues_.push_back(cell);
        if (position.state(cell) == CellState::Unknown)
            (position.touches_clue(cell) ? frontier_ : floating_).push_back(cell);
    });
}

// The way that moves fewer mines, unless mines have piled up beyond the frontier.
bool BoardGenerator::choose_filling(Cell clue, SplitMix64& random) const {
    const auto mines = std::ranges::count_if(floating_, [&](Cell c) { return game_.is_mine(c); });
    const double share =
        static_cast<double>(request_.level.mines) / static_cast<double>(request_.level.grid.size());
    if (static_cast<double>(mines) > 1.2 * share * static_cast<double>(floating_.size()) + 1.0)
        return true;
    const int need = play_.position().need(clue);
    const int room = play_.position().unknown(clue) - need;
    return need == room ? random.below(2) == 0 : room < need;
}

// Takes or brings mines, floating cells first; false, and nothing changed, if there are too few.
bool BoardGenerator::rearrange(Cell clue, bool fill, SplitMix64& random) {
    const Position& position = play_.position();
    near_.clear();
    for (const Cell step : position.offsets()) {
        const Cell cell = clue + step;
        if (position.state(cell) == CellState::Unknown && game_.is_mine(cell) != fill)
            near_.push_back(cell);
    }
    std::vector<Cell> far;
    const Grid& grid = request_.level.grid;
    const auto gather = [&](const std::vector<Cell>& cells) {
        std::vector<Cell> suitable;
        for (const Cell cell : cells) {
            const bool beside = std::abs(grid.row(cell) - grid.row(clue)) <= 1 &&
                                std::abs(grid.column(cell) - grid.column(clue)) <= 1;
            if (!beside && game_.is_mine(cell) == fill) suitable.push_back(cell);
        }
        while (far.size() < near_.size() && !suitable.empty()) {
            std::swap(suitable[random.below(suitable.size())], suitable.back());
            far.push_back(suitable.back());
            suitable.pop_back();
        }
    };
    gather(floating_);
    gather(frontier_);
    if (far.size() < near_.size()) return false;
    for (std::size_t i = 0; i < near_.size(); ++i)
        fill ? move_in_play(far[i], near_[i]) : move_in_play(near_[i], far[i]);
    play_.position().settle_changed();
    return true;
}

// The clues that are open already change with the mines: the game is the one that would have
// been played on the new layout.
void BoardGenerator::move_in_play(Cell from, Cell to) {
    const Grid& grid = request_.level.grid;
    game_.move_mine(from, to);
    mask_[grid.plain(from)] = 0;
    mask_[grid.plain(to)] = 1;
    Position& position = play_.position();
    for (const Cell step : position.offsets()) {
        for (const auto& [cell, change] : {std::pair{from + step, -1}, std::pair{to + step, 1}}) {
            if (position.state(cell) != CellState::Clue) continue;
            position.change_clue(cell, change);
            play_.look_again(cell);
        }
    }
}

// Moves a mine out of the stuck region, or out of the wall around it, to any place with room.
void BoardGenerator::move_anywhere(SplitMix64& random) {
    const Position& position = play_.position();
    const Grid& grid = request_.level.grid;
    near_.clear();
    grid.each_cell([&](Cell cell) {
        bool stuck = position.state(cell) == CellState::Unknown;
        for (const Cell step : position.offsets())
            stuck = stuck || position.state(cell + step) == CellState::Unknown;
        if (stuck && mask_[grid.plain(cell)]) near_.push_back(cell);
    });
    std::vector<std::uint32_t> room;
    for (const std::uint32_t cell : allowed_)
        if (!mask_[cell]) room.push_back(cell);
    if (near_.empty() || room.empty()) return;
    mask_[grid.plain(pick(near_, random))] = 0;
    mask_[room[random.below(room.size())]] = 1;
}

// Why a swap cannot be solved: let the layout L have a mine at a and none at b, and let every safe
// cell other than b that touches just one of them not exist. L' is L with a and b exchanged: it
// has as many mines, and every cell other than a and b that is safe in L is safe in L' and shows
// the same clue in both. As long as b is closed, play has therefore seen nothing that would rule L'
// out, where b is a mine; so b is never certain. No area of zeros opens b either: a zero beside b
// would touch b alone, since beside a it would not be a zero. And b is not the first cell.
namespace {

constexpr int kMostColumns = 58;  // that fit a word with a margin of three cells each side

std::uint64_t moved(std::uint64_t bits, int left) {
    return left >= 0 ? bits >> left : bits << -left;
}

}  // namespace

void SwapCheck::read_rows(const Grid& grid, std::span<const std::uint8_t> mask) {
    const auto height = static_cast<std::size_t>(grid.height);
    const auto width = static_cast<std::size_t>(grid.width);
    const std::uint64_t inside = ((std::uint64_t{1} << width) - 1) << 2;
    mine_.assign(height + 6, 0);
    safe_.assign(height + 6, 0);
    for (std::size_t row = 0; row < height; ++row) {
        std::uint64_t bits = 0;
        for (std::size_t column = 0; column < width; ++column)
            bits |= std::uint64_t{mask[row * width + column]} << (column + 2);
        mine_[row + 3] = bits;
        safe_[row + 3] = inside & ~bits;
    }
}

// Bits of cells that no clue distinguishes from the cell `down` and `right` of them.
std::uint64_t SwapCheck::alike(std::size_t row, int down, int right) const {
    std::uint64_t distinguished = 0;
    for (int r = -1; r <= down + 1; ++r)
        for (int c = std::min(-1, right - 1); c <= std::max(1, right + 1); ++c) {
            const bool is_pair = (r == 0 && c == 0) || (r == down && c == right);
            const bool near_one = r <= 1 && c >= -1 && c <= 1;
            const bool near_other = r >= down - 1 && c >= right - 1 && c <= right + 1;
            if (is_pair || near_one == near_other) continue;
            const auto at = static_cast<std::size_t>(static_cast<int>(row) + r);
            distinguished |= moved(safe_[at], c);
        }
    return ~distinguished;
}

bool SwapCheck::row_has_swap(std::size_t row, int down, int right) const {
    const std::size_t other = row + static_cast<std::size_t>(down);
    const std::uint64_t mixed =
        (mine_[row] & moved(partner_[other], right)) | (partner_[row] & moved(mine_[other], right));
    return mixed != 0 && (mixed & alike(row, down, right)) != 0;
}

bool SwapCheck::has_swap(const Grid& grid, std::span<const std::uint8_t> mask, Cell first) {
    if (grid.width > kMostColumns) return false;
    read_rows(grid, mask);
    partner_ = safe_;
    partner_[static_cast<std::size_t>(grid.row(first)) + 3] &=
        ~(std::uint64_t{1} << (grid.column(first) + 2));
    constexpr std::array<std::array<int, 2>, 12> steps{{{0, 1},
                                                        {0, 2},
                                                        {1, -2},
                                                        {1, -1},
                                                        {1, 0},
                                                        {1, 1},
                                                        {1, 2},
                                                        {2, -2},
                                                        {2, -1},
                                                        {2, 0},
                                                        {2, 1},
                                                        {2, 2}}};
    for (std::size_t row = 3; row < static_cast<std::size_t>(grid.height) + 3; ++row)
        for (const auto& [down, right] : steps)
            if (row_has_swap(row, down, right)) return true;
    return false;
}

}  // namespace sapper
