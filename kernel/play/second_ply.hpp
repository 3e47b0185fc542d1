// Two steps ahead: opens a cell hypothetically and scores the best reply to each number. Runs for
// the best few candidates of a guess, if they are close.
#pragma once

#include <vector>

#include "count/position.hpp"
#include "play/lookahead.hpp"
#include "play/strength.hpp"

namespace sapper {

class SecondPly {
public:
    // Sum over the numbers that the cell may show of the chance times the best reply's score.
    double judge(const SolvedPosition& solved, Cell cell,
                 const std::array<NumberOutcome, 9>& outcomes, int mines,
                 const StrengthSettings& settings, ComponentCache& cache, Meter& meter);

private:
    struct Reply {
        Cell cell = 0;
        double risk = 0.0;
    };

    double best_reply(const StrengthSettings& settings, Meter& meter);
    void gather_replies(const StrengthSettings& settings);
    void add_cells(bool dead);

    Position position_;
    SolvedPosition solved_;
    Lookahead lookahead_;
    std::vector<std::uint8_t> dead_;
    std::vector<Reply> replies_;
    std::vector<Cell> floating_;
};

}  // namespace sapper
