// Makes boards that certain moves solve from a given first cell.
//
// Uniform tries equally likely layouts until one is solvable, so every solvable board is equally
// likely. Repair moves mines wherever play is stuck, and continues; a board is done when one pass
// from the first cell to the end needed no repair.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "board/grid.hpp"
#include "board/seeds.hpp"
#include "prove/certain_play.hpp"

namespace sapper {

// Finds layouts to reject immediately: no clue distinguishes some mine from some safe cell. Runs
// before each try of a dense layout.
class SwapCheck {
public:
    // True if some mine and some safe cell other than `first` could change places without
    // changing the clue of any other safe cell. Certain moves cannot solve such a board.
    bool has_swap(const Grid& grid, std::span<const std::uint8_t> mask, Cell first);

private:
    void read_rows(const Grid& grid, std::span<const std::uint8_t> mask);
    [[nodiscard]] std::uint64_t alike(std::size_t row, int down, int right) const;
    [[nodiscard]] bool row_has_swap(std::size_t row, int down, int right) const;

    // Rows of bits, column c at bit c + 2; bits off the board are 0.
    std::vector<std::uint64_t> mine_;
    std::vector<std::uint64_t> safe_;     // cells that show a clue
    std::vector<std::uint64_t> partner_;  // the same without the first cell
};

enum class Method : std::uint8_t { Uniform, Repair };

struct BoardRequest {
    Level level;
    FirstClick rule = FirstClick::Zero;
    Cell first = 0;
    Method method = Method::Uniform;
    Tier hardest = Tier::MineCount;  // no board may need a harder technique
    std::optional<Tier> grade;       // a board must need this technique, and no harder one
    std::uint64_t seed = 0;
    std::uint64_t attempts = 0;  // limit of passes from the first cell for one board
    std::function<bool()> interrupted;
};

struct GeneratedBoard {
    std::vector<std::uint8_t> mask;  // row by row; empty if all attempts failed
    std::uint64_t attempts = 0;
};

class BoardGenerator {
public:
    explicit BoardGenerator(const BoardRequest& request);

    // Makes board `index` of the request's seed, independently of earlier boards.
    GeneratedBoard make(std::uint64_t index);

private:
    void lay(SplitMix64& random);
    bool attempt(SplitMix64& random);
    bool is_hopeless();
    bool is_solved_by(Tier hardest);
    void start();
    bool is_graded();
    bool repair_passes(SplitMix64& random);
    bool pass_with_repairs(SplitMix64& random, bool& repaired);
    bool repair_here(SplitMix64& random);
    void survey();
    bool rearrange(Cell clue, bool fill, SplitMix64& random);
    bool choose_filling(Cell clue, SplitMix64& random) const;
    void move_in_play(Cell from, Cell to);
    void move_anywhere(SplitMix64& random);
    void poll();

    BoardRequest request_;
    Tier hardest_;
    CertainPlay play_;
    Game game_;
    std::vector<Reveal> fresh_;
    SwapCheck swap_check_;
    std::vector<std::uint8_t> mask_;      // row by row
    std::vector<std::uint32_t> allowed_;  // cells that may hold mines, row-major
    std::vector<std::uint32_t> order_;    // the same, shuffled
    std::vector<Cell> clues_;             // where play is stuck
    std::vector<Cell> floating_;          // unknown cells that no clue touches
    std::vector<Cell> frontier_;          // the other unknown cells
    std::vector<Cell> near_;
    std::uint64_t spent_ = 0;     // attempts
    std::size_t since_poll_ = 0;  // cells
};

}  // namespace sapper
