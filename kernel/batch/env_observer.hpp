// Writes what learners observe of many boards into their arrays, and only where something
// changed. Cells are row-major indices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/game.hpp"
#include "count/analysis.hpp"

namespace sapper {

// Codes: one number per cell, as in a view. Planes: one plane for each number, one for unopened
// cells, one for flags if there are any. Risks: the same as floats, and the exact risks.
enum class ObservationKind : std::uint8_t { Codes, Planes, Risks };

// A risk as a float; rounding must not turn a doubt into 0 or 1. Opened cells count as 0.
float narrow_risk(double risk);

class EnvObserver {
public:
    EnvObserver(const Level& level, ObservationKind kind, bool flags, void* observations,
             std::int8_t* masks);

    void shut(std::size_t board);
    void reveal(std::size_t board, std::size_t cell, int clue);
    void set_flag(std::size_t board, std::size_t cell, bool on);
    // Counts the risks again, if they are shown.
    void count_risks(std::size_t board, const Game& game, Workspace& workspace);
    // Keeps what a finished board looked like.
    void keep(std::size_t board, void* observations, std::int8_t* masks) const;

    [[nodiscard]] std::size_t actions() const { return flags_ ? 2 * cells_ : cells_; }

private:
    static constexpr std::size_t kUnopenedPlane = 9;
    static constexpr std::size_t kFlagPlane = 10;

    [[nodiscard]] std::size_t planes() const;
    [[nodiscard]] std::size_t bytes() const;
    void put(std::size_t board, std::size_t plane, std::size_t cell, bool on);

    Level level_;
    ObservationKind kind_;
    bool flags_;
    std::size_t cells_;
    void* observations_;
    std::int8_t* masks_;
};

}  // namespace sapper
