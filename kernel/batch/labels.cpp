#include "batch/labels.hpp"

#include "batch/env_boards.hpp"
#include "batch/games.hpp"
#include "board/errors.hpp"
#include "board/seeds.hpp"
#include "count/analysis.hpp"

namespace sapper {

namespace {

constexpr std::uint64_t kOtherSeed = 0x6C6162656C73ULL;  // not the stream of the mines
constexpr std::uint64_t kMostBarrenGames = 100'000;

class Labeller : public GameRunner {
public:
    explicit Labeller(const LabelJob& job)
        : GameRunner(job.games, job.games.interrupted), labels_wanted_(job) {}

    // Plays one game; positions beyond the requested number of rows are left out.
    void take(std::uint64_t index) {
        random_ = SplitMix64(labels_wanted_.games.seed ^ kOtherSeed, index);
        index_ = index;
        const bool won = play(index).won;
        labels.won.resize(labels.game.size(), won ? 1 : 0);
    }

    Labels labels;

private:
    void before_click(Cell cell) override {
        if (result_.moves == 0 || labels.game.size() == labels_wanted_.rows) return;
        if (random_.below(labels_wanted_.every) == 0) write(cell);
    }

    void write(Cell next) {
        const Grid& grid = job_.level.grid;
        const std::size_t start = labels.view.size();
        grid.each_cell([&](Cell cell) {
            labels.view.push_back(position_.state(cell) == CellState::Clue
                                      ? static_cast<std::int8_t>(position_.clue(cell))
                                      : kUnopened);
        });
        label(std::span<const std::int8_t>(labels.view).subspan(start));
        labels.game.push_back(index_);
        labels.move.push_back(static_cast<std::int32_t>(result_.moves));
        labels.best.push_back(static_cast<std::int32_t>(grid.plain(next)));
    }

    void label(std::span<const std::int8_t> view) {
        Budget budget;
        budget.interrupted = job_.interrupted;
        const Question question{job_.level.grid, view, Flags::Ignore, {job_.level.mines, 0.0}};
        const Analysis analysis = analyse(question, budget, workspace_);
        workspace_.counter.rewind();
        for (const double risk : analysis.risk) labels.risk.push_back(narrow_risk(risk));
        for (const Certainty known : analysis.certainty)
            labels.certain.push_back(static_cast<std::uint8_t>(known));
        labels.exact.push_back(analysis.exact ? 1 : 0);
    }

    const LabelJob& labels_wanted_;
    Workspace workspace_;
    SplitMix64 random_{0, 0};
    std::uint64_t index_ = 0;
};

}  // namespace

Labels label_games(const LabelJob& job) {
    Labeller labeller(job);
    std::uint64_t index = job.games.begin;
    std::uint64_t barren = 0;
    while (labeller.labels.game.size() < job.rows) {
        if (job.games.interrupted && job.games.interrupted()) throw Interrupted();
        const std::size_t before = labeller.labels.game.size();
        labeller.take(index++);
        barren = labeller.labels.game.size() == before ? barren + 1 : 0;
        if (barren > kMostBarrenGames)
            throw BadArgument("games of this level end before there is a position to take");
    }
    return std::move(labeller.labels);
}

}  // namespace sapper
