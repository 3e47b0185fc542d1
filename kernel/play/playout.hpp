// Plays a position to the end on a known layout, with a quick player, and says what that was worth
// without the luck that can be known. Playouts are many of these.
//
// The layout is one of those that the view allows, drawn for the purpose; it is never the real one.
#pragma once

#include <unordered_map>
#include <vector>

#include "play/player.hpp"

namespace sapper {

// A guess and what is known about it: the chance that it is a mine, and that the game is won by it.
struct Guess {
    Cell cell = 0;
    double risk = 0.0;
    double chance = 0.0;
};

// Of the quick player: playouts are worth more by their number than by their quality.
StrengthSettings playout_settings();

class Playout {
public:
    Playout(const StrengthSettings& settings, std::function<bool()> interrupted);

    // The position must stay as it is until the next one begins.
    void begin(const Position& position, int mines);
    void lay(std::span<const std::uint8_t> mask);
    // The outcome on the layout, or the exact chance where perfect play begins, less what
    // surviving each guess, or not, added to its chance. That changes no mean.
    double play(const Guess& first);
    // Decisions taken since `begin`, except for those that were remembered.
    [[nodiscard]] std::size_t work() const { return remembered_.size(); }
    [[nodiscard]] std::uint64_t key() const { return root_key_; }

private:
    struct Choice {
        Reason reason = Reason::Certain;
        std::vector<Cell> cells;
        double risk = 0.0;
        double chance = 0.0;
    };

    const Choice& choose();
    bool guess(const Guess& guess);
    bool open(Cell cell);

    Player player_;
    const Position* root_ = nullptr;
    int mines_ = 0;
    std::uint64_t root_key_ = 0;
    Game laid_;  // with the cells open that are open in the position
    Game game_;
    Position position_;
    std::uint64_t key_ = 0;  // of all opened cells and their clues
    double luck_ = 0.0;
    std::vector<Reveal> fresh_;
    std::unordered_map<std::uint64_t, Choice> remembered_;
};

}  // namespace sapper
