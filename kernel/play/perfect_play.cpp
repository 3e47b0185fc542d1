#include "play/perfect_play.hpp"

#include <algorithm>

#include "board/errors.hpp"

namespace sapper {

namespace {

constexpr std::size_t kPerfectSweepBytes = std::size_t{256} << 20;
constexpr double kMostPerfectLayouts = 200'000;

// The symmetries of the board that leave the view as it is.
class Mirrors {
public:
    Mirrors(const Grid& grid, std::span<const std::int8_t> view) {
        for (unsigned symmetry = 1; symmetry < 8; ++symmetry) {
            if ((symmetry & 4U) != 0 && grid.height != grid.width) continue;
            std::vector<std::size_t> map(view.size());
            bool same = true;
            for (std::size_t i = 0; i < view.size(); ++i) {
                map[i] = image(grid, i, symmetry);
                same = same && shown(view[i]) == shown(view[map[i]]);
            }
            if (same) maps.push_back(std::move(map));
        }
    }

    // The first of the cells that are alike.
    [[nodiscard]] std::size_t representative(std::size_t cell) const {
        std::size_t least = cell;
        for (const auto& map : maps) least = std::min(least, map[cell]);
        return least;
    }

    std::vector<std::vector<std::size_t>> maps;

private:
    static int shown(std::int8_t value) { return std::max<int>(value, kUnopened); }

    static std::size_t image(const Grid& grid, std::size_t cell, unsigned symmetry) {
        const auto height = static_cast<std::size_t>(grid.height);
        const auto width = static_cast<std::size_t>(grid.width);
        std::size_t row = cell / width;
        std::size_t column = cell % width;
        if ((symmetry & 1U) != 0) row = height - 1 - row;
        if ((symmetry & 2U) != 0) column = width - 1 - column;
        if ((symmetry & 4U) != 0) std::swap(row, column);
        return row * width + column;
    }
};

class PerfectPlay {
public:
    explicit PerfectPlay(const PerfectQuestion& question)
        : question_(question), mirrors_(question.grid, question.view) {}

    PerfectAnswer run() {
        position_.read(question_.grid, question_.view, Flags::Ignore);
        const Budget budget{kUnlimited, bytes_for_sweep(kPerfectSweepBytes),
                            question_.limits.interrupted};
        Meter meter(budget);
        answer_.too_large = !solved_.read(position_, question_.mines, cache_, meter) ||
                            solved_.layouts() > kMostPerfectLayouts ||
                            !lister_.list(solved_, list_) || !add_settled_cells();
        if (answer_.too_large) return answer_;
        if (only_mines_left()) return answer_;
        search_.begin(list_, question_.limits);
        for (const auto& map : mirrors_.maps) search_.add_symmetry(on_list(map));
        judge_cells();
        answer_.too_large = search_.too_large();
        if (!question_.every_cell) keep_best();
        return answer_;
    }

private:
    static constexpr std::size_t kAbsent = ~std::size_t{0};

    [[nodiscard]] bool only_mines_left() const {
        return list_.layouts.size() == 1 &&
               static_cast<std::size_t>(list_.layouts[0].count()) == list_.cells.size();
    }

    // Cells that single clues have proved safe show numbers, too. They never hold a mine.
    bool add_settled_cells() {
        const Grid& grid = question_.grid;
        grid.each_cell([&](Cell cell) {
            if (position_.state(cell) == CellState::Safe) list_.cells.push_back(cell);
        });
        if (list_.cells.size() > kMostListedCells) return false;
        list_.neighbours.assign(list_.cells.size(), {});
        bit_of_.assign(grid.size(), kAbsent);
        for (std::size_t i = 0; i < list_.cells.size(); ++i)
            bit_of_[grid.plain(list_.cells[i])] = i;
        for (std::size_t i = 0; i < list_.cells.size(); ++i)
            for (const Cell step : position_.offsets()) {
                const CellState state = position_.state(list_.cells[i] + step);
                if (state == CellState::Unknown || state == CellState::Safe)
                    list_.neighbours[i].set(bit_of_[grid.plain(list_.cells[i] + step)]);
            }
        return true;
    }

    [[nodiscard]] std::vector<std::size_t> on_list(const std::vector<std::size_t>& map) const {
        std::vector<std::size_t> mirror;
        for (const Cell cell : list_.cells)
            mirror.push_back(bit_of_[map[question_.grid.plain(cell)]]);
        return mirror;
    }

    [[nodiscard]] FirstClick rule() const {
        const auto cells = static_cast<long>(question_.grid.size());
        return position_.unknowns() == cells ? question_.rule : FirstClick::None;
    }

    void judge_cells() {
        std::vector<PerfectMove> known(question_.grid.size());
        for (std::size_t plain = 0; plain < known.size() && !search_.too_large(); ++plain) {
            if (bit_of_[plain] == kAbsent) continue;
            const std::size_t mirror = mirrors_.representative(plain);
            if (mirror == plain) known[plain] = judge(bit_of_[plain]);
            known[plain] = known[mirror];
            known[plain].cell = plain;
            answer_.moves.push_back(known[plain]);
        }
    }

    // Moves that cannot reach the best need no exact number.
    PerfectMove judge(std::size_t bit) {
        PerfectMove move;
        const auto all = static_cast<std::uint32_t>(list_.layouts.size());
        if (rule() == FirstClick::Zero) {
            move.layouts = search_.shown_in(bit, 0);
            move.wins = search_.wins_showing(bit, 0);
            return move;
        }
        const std::uint32_t floor = question_.every_cell || best_ == 0 ? 0 : best_ - 1;
        move.layouts = rule() == FirstClick::Safe ? search_.safe_in(bit) : all;
        move.wins = search_.wins_opening(bit, floor);
        best_ = std::max(best_, move.wins);
        return move;
    }

    void keep_best() {
        const auto worse = [](const PerfectMove& a, const PerfectMove& b) {
            return std::uint64_t{a.wins} * b.layouts < std::uint64_t{b.wins} * a.layouts;
        };
        std::erase_if(answer_.moves, [](const PerfectMove& move) { return move.layouts == 0; });
        if (answer_.moves.empty()) return;
        const PerfectMove best = *std::ranges::max_element(answer_.moves, worse);
        std::erase_if(answer_.moves, [&](const PerfectMove& move) { return worse(move, best); });
    }

    const PerfectQuestion& question_;
    Mirrors mirrors_;
    Position position_;
    ComponentCache cache_;
    SolvedPosition solved_;
    LayoutLister lister_;
    LayoutList list_;
    PerfectSearch search_;
    PerfectAnswer answer_;
    std::vector<std::size_t> bit_of_;  // row-major cell -> bit of the list
    std::uint32_t best_ = 0;
};

}  // namespace

PerfectAnswer solve_perfectly(const PerfectQuestion& question) {
    if (question.grid.size() > kPlainCells) return {true, {}};
    return PerfectPlay(question).run();
}

}  // namespace sapper
