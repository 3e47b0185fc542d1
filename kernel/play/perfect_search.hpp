// Perfect play over a set of possible layouts: how many of them the best play wins. Players turn
// to it when few layouts are left.
//
// The value of a set depends on the set alone, not on what has been opened, so it is remembered by
// set. A cell that is safe in the whole set costs nothing and is taken first. A dead cell, which
// would show the same number in every layout where it is safe, can wait until the end.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "play/layout_list.hpp"

namespace sapper {

struct PerfectLimits {
    std::uint64_t nodes = 1'000'000;
    std::size_t bytes = std::size_t{1} << 30;
    std::function<bool()> interrupted;  // polled now and then; true stops the search
};

class PerfectSearch {
public:
    using Index = std::uint32_t;

    // Takes the layouts; everything remembered before is forgotten.
    void begin(const LayoutList& list, const PerfectLimits& limits);
    // Declares that moving every cell i to mirror[i] maps the set of layouts to itself: then a set
    // and its image are remembered as one.
    void add_symmetry(std::span<const std::size_t> mirror);
    // Winnable layouts among those in which the cell shows this number (of unknown neighbours).
    std::uint32_t wins_showing(std::size_t cell, int number);
    [[nodiscard]] std::uint32_t shown_in(std::size_t cell, int number) const;
    // Winnable layouts when the cell (a bit of the list) is opened now. Anything up to `enough`
    // may be reported as any number from the truth to `enough`.
    std::uint32_t wins_opening(std::size_t cell, std::uint32_t enough);
    // Winnable layouts when all these cells are opened now, whatever the first of them shows.
    std::uint32_t wins_opening_all(std::span<const std::size_t> cells);
    // Layouts in which the cell is safe.
    [[nodiscard]] std::uint32_t safe_in(std::size_t cell) const;
    // The budget ran out: do not trust what was returned since.
    [[nodiscard]] bool too_large() const { return too_large_; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }  // spent so far

private:
    struct Signature {
        std::uint64_t high = 0, low = 0;
        auto operator<=>(const Signature&) const = default;
    };
    struct Memo {
        Signature signature;
        std::uint32_t least = 0;  // the value lies between these two
        std::uint32_t most = 0;   // 0 marks a free slot
    };
    // Where the layouts of each outcome of a cell lie on the stack.
    struct Split {
        std::array<std::uint32_t, 10> start{};
        std::array<std::uint32_t, 9> size{};
        std::array<std::uint8_t, 9> by_size{};
        int count = 0;
    };
    // What every cell does in a set of layouts: the least and greatest number that it shows, and
    // in how many layouts it is safe.
    struct Survey {
        std::array<std::uint8_t, kMostListedCells> low{};
        std::array<std::uint8_t, kMostListedCells> high{};
        std::array<std::uint32_t, kMostListedCells> safe{};
    };
    // How many layouts of a set may be won at most, and whether that many can be.
    struct Estimate {
        Signature signature;
        std::uint32_t most = 0;
        bool exact = false;
    };
    struct Choice {
        std::uint32_t bound = 0;
        std::uint16_t cell = 0;
        bool dead = false;
    };

    void read_outcomes(const LayoutList& list);
    std::uint32_t wins(std::size_t first, std::size_t count, std::uint32_t enough);
    Estimate look_at(std::size_t first, std::size_t count, std::uint32_t enough);
    Estimate look_behind(std::size_t first, std::size_t count, std::size_t free,
                         const Signature& signature, std::uint32_t enough);
    void remember(const Signature& signature, std::uint32_t least, std::uint32_t most);
    std::uint32_t settle(std::size_t first, std::size_t count, const Signature& signature,
                         std::uint32_t enough);
    std::uint32_t search(std::size_t first, std::size_t count, std::uint32_t enough);
    [[nodiscard]] std::optional<std::size_t> free_cell(std::size_t count) const;
    std::uint32_t guess(std::size_t first, std::size_t count, std::uint32_t enough);
    std::uint32_t open(std::size_t first, std::size_t count, std::size_t cell,
                       std::uint32_t enough);
    std::uint32_t open_all(std::size_t first, std::size_t count,
                           std::span<const std::size_t> cells);
    void survey(std::size_t first, std::size_t count);
    void gather_choices(std::uint32_t count);
    Split split(std::size_t first, std::size_t count, std::size_t cell);
    [[nodiscard]] Signature signature_of(std::size_t first, std::size_t count) const;
    Memo& memo_of(const Signature& signature);
    void grow_memo();
    bool spend();

    [[nodiscard]] const std::uint8_t* outcomes(std::size_t cell) const {
        return outcomes_.data() + cell * layouts_.size();
    }

    static constexpr std::uint8_t kMineOutcome = 9;
    PerfectLimits limits_;
    std::vector<CellMask> layouts_;
    std::size_t cells_ = 0;
    std::vector<std::uint8_t> outcomes_;  // cell by cell: what it shows in each layout
    std::vector<std::uint8_t> rows_;      // the same, layout by layout
    std::size_t width_ = 0;               // of a row
    Survey survey_;
    std::vector<Signature> random_;  // a random word per place
    std::vector<Signature> tags_;    // symmetry by symmetry: a random word per layout
    std::vector<Index> stack_;       // sets of layouts, those of the children above
    std::vector<Choice> choices_;    // likewise
    std::vector<Memo> memo_;
    std::size_t remembered_ = 0;
    std::uint64_t nodes_ = 0;
    bool too_large_ = false;
};

}  // namespace sapper
