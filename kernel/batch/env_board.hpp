// One running game of a learner: knows the mines, and tells only which cells have opened.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "board/game.hpp"

namespace sapper {

// A board's geometry, shared by all games on it.
struct EnvGeometry {
    explicit EnvGeometry(const Grid& grid);

    Grid grid;
    std::array<Cell, 8> offsets{};
    std::vector<Cell> walled;         // by row-major index
    std::vector<std::int32_t> plain;  // the other way round; -1 for the wall
};

// Which seeded board is played: its mines are laid by the first click.
struct EnvStart {
    std::uint64_t seed = 0;
    std::uint64_t index = 0;
    FirstClick rule = FirstClick::Safe;
};

struct EnvReveal {
    std::int32_t plain = 0;
    int clue = 0;
};

enum class EnvDeed : std::uint8_t { Done, Fatal, Illegal };

class EnvBoard {
public:
    void begin(const EnvGeometry& geometry, const EnvStart& start);
    // On a known layout, one byte a cell, row by row.
    void begin_on(const EnvGeometry& geometry, std::span<const std::uint8_t> mask);
    // Opens a cell; what became visible is left in `fresh`. Flagged cells stay shut.
    EnvDeed open(const EnvGeometry& geometry, int mines, std::int32_t cell,
                 std::vector<EnvReveal>& fresh);
    // Puts a flag on an unopened cell or takes it away.
    EnvDeed toggle_flag(const EnvGeometry& geometry, std::int32_t cell);
    [[nodiscard]] bool flagged(const EnvGeometry& geometry, std::int32_t cell) const;
    // What a player sees of it, row by row, without the flags.
    void write_view(const EnvGeometry& geometry, std::vector<std::int8_t>& view) const;
    [[nodiscard]] long opened() const { return opened_; }

private:
    enum Mark : std::uint8_t { kMine = 1, kOpen = 2, kFlag = 4 };

    void shut(const EnvGeometry& geometry);
    void lay_first(const EnvGeometry& geometry, int mines, Cell first);
    void lay(const EnvGeometry& geometry, std::span<const std::uint8_t> mask);
    void reveal(const EnvGeometry& geometry, Cell cell, std::vector<EnvReveal>& fresh);
    [[nodiscard]] int clue(const EnvGeometry& geometry, Cell cell) const;
    std::uint8_t& mark(Cell cell) { return marks_[static_cast<std::size_t>(cell)]; }
    [[nodiscard]] std::uint8_t mark(Cell cell) const {
        return marks_[static_cast<std::size_t>(cell)];
    }

    std::vector<std::uint8_t> marks_;  // walled; the wall counts as open
    EnvStart start_;
    bool laid_ = false;
    long opened_ = 0;
};

}  // namespace sapper
