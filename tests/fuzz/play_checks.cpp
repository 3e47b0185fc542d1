// Checks of the players and of perfect play: moves must be legal, certain ones safe, and the best
// moves the same whether or not all cells are counted.
#include <algorithm>

#include "batch/games.hpp"
#include "checks.hpp"
#include "count/layout_sampler.hpp"
#include "play/perfect_play.hpp"

namespace fuzz {

namespace {

// Settings that also reach what the usual ones seldom do: two steps ahead, hardly any endgame.
StrengthSettings random_settings(Dice& dice) {
    const Strength strengths[] = {Strength::Fast, Strength::Master, Strength::Master,
                                  Strength::Deep};
    StrengthSettings settings = settings_of(dice.pick(strengths));
    settings.endgame_nodes = std::min<std::uint64_t>(settings.endgame_nodes, 20'000);
    settings.playouts = std::min(settings.playouts, 16);
    if (dice.chance(0.5)) {
        settings.endgame_layouts = dice.chance(0.5) ? 1 : 200;
        settings.second_tops = dice.between(0, 6);
        settings.second_within = 0.8;
        settings.second_share = 1.0;
    }
    return settings;
}

void check_decision(const Case& made, const Decision& decision, bool true_view) {
    const Grid& grid = made.request.grid;
    for (const Cell cell : decision.cells) {
        require(made.request.view[grid.plain(cell)] < 0,
                "opens what is open" + at(grid, grid.plain(cell)));
        if (true_view && decision.reason == Reason::Certain)
            require(!made.layout[grid.plain(cell)],
                    "opens a mine as certain" + at(grid, grid.plain(cell)));
    }
    require(decision.risk >= 0.0 && decision.risk <= 1.0, "a risk outside 0..1");
    require(std::isnan(decision.chance) || (decision.chance >= 0.0 && decision.chance <= 1.0),
            "a chance outside 0..1");
    const char* const names[] = {"first", "certain", "perfect", "judged", "safest"};
    ++tally[std::string("decisions: ") + names[static_cast<int>(decision.reason)]];
    tally["decisions two steps ahead"] += std::ranges::any_of(
        decision.candidates, [](const Candidate& each) { return each.second > 0.0; });
}

// Advice makes the same move; no candidate, nor any cell, is worth more than the choice.
void check_advice(const Case& made, Player& player, const Position& position, int mines) {
    const Grid& grid = made.request.grid;
    const std::vector<Cell> cells = player.decide(position, mines).cells;
    const Decision advice = player.advise(position, mines);
    check_decision(made, advice, false);
    require(cells == advice.cells, "advice makes another move");
    for (const Candidate& each : advice.candidates)
        require(each.chance <= advice.chance && each.progress <= 1.0 - each.risk + 1e-9,
                "a candidate is worth more than the choice");
    if (std::isnan(advice.chance)) return;
    for (std::size_t plain = 0; plain < grid.size(); plain += 7) {
        const Cell cell = grid.walled(plain);
        if (position.state(cell) == CellState::Clue) continue;
        const double chance = player.chance_of(position, mines, {&cell, 1});
        require(chance >= 0.0 && chance <= advice.chance, "a cell is worth more than the choice");
    }
    ++tally["advice"];
}

// One decision about any view, possible or not.
void check_view(std::uint64_t seed, Dice& dice) {
    const Case made = make_case(seed);
    const long mines = made.request.prior.mines.value_or(made.laid);
    const auto cells = static_cast<long>(made.request.grid.size());
    if (cells > 500 || mines < 0 || mines > cells || is_too_slow(made.request.grid, dice)) return;
    Player player(random_settings(dice), FirstClick::Safe, {});
    Position position;
    try {
        position.read(made.request.grid, made.request.view, Flags::Ignore);
        check_decision(made, player.decide(position, static_cast<int>(mines)),
                       !made.layout.empty() && mines == made.laid);
        check_advice(made, player, position, static_cast<int>(mines));
    } catch (const Impossible&) {
        require(made.layout.empty() || mines != made.laid, "the player refuses a possible view");
    } catch (const BadArgument&) {
        require(made.layout.empty(), "the player refuses a proper view");
    }
}

// Layouts drawn from a view have its clues and the mines of the level.
void check_drawn(Dice& dice) {
    const Dealt dealt = deal(dice, 12, 0.3);
    Game game;
    std::vector<Reveal> fresh;
    std::vector<std::int8_t> view;
    game.begin(dealt.level.grid);
    game.lay(dealt.mask);
    if (!game.open(dealt.first, fresh)) return;
    game.write_view(view);
    Position position;
    position.read(dealt.level.grid, view, Flags::Ignore);
    const Budget budget;
    Meter meter(budget);
    ComponentCache cache;
    SolvedPosition solved;
    LayoutSampler sampler;
    if (!solved.read(position, dealt.level.mines, cache, meter) || !sampler.begin(solved, meter))
        return;
    SplitMix64 random(dice.engine()(), 0);
    std::vector<std::uint8_t> mask;
    for (int i = 0; i < 4; ++i) {
        sampler.draw(random, mask);
        require(std::ranges::count(mask, 1) == dealt.level.mines, "other mines than the level has");
        Game drawn;
        drawn.begin(dealt.level.grid);
        drawn.lay(mask);
        require(drawn.open(dealt.first, fresh), "a mine drawn where a clue is");
        std::vector<std::int8_t> seen;
        drawn.write_view(seen);
        require(seen == view, "a layout drawn that does not fit the view");
    }
    ++tally["views with drawn layouts"];
}

// Whole games on seeded boards, and the same games on their layouts.
void check_games(Dice& dice) {
    const Dealt dealt = deal(dice, 12, 0.3);
    if (is_too_slow(dealt.level.grid, dice)) return;
    BatchJob job;
    job.level = dealt.level;
    job.rule = FirstClick::Safe;
    job.settings = random_settings(dice);
    job.first = dealt.first;
    job.seed = dice.engine()();
    job.end = 2;
    job.keep = dice.chance(0.5) ? Keep::Guesses : Keep::Moves;
    const BatchResult seeded = play_batch(job);
    for (std::uint32_t game = 0; game < 2; ++game) {
        const auto spared = spared_cells(job.level, dealt.first, job.rule);
        const auto mask =
            seeded_mask(static_cast<std::uint32_t>(job.level.grid.size()),
                        static_cast<std::uint32_t>(job.level.mines), job.seed, game, spared);
        job.masks.insert(job.masks.end(), mask.begin(), mask.end());
    }
    const BatchResult laid = play_batch(job);
    for (std::size_t i = 0; i < 2; ++i)
        require(seeded.games[i].hash == laid.games[i].hash, "another game on the same layout");
    tally["games"] += 4;
    for (const Forecast& forecast : laid.forecasts) {
        require(forecast.chance >= 0.0 && forecast.chance <= 1.0, "a forecast outside 0..1");
        if (forecast.reason == Reason::Certain)
            ++tally["forecasts while certain"];
        else
            ++tally[forecast.reason == Reason::Judged ? "guesses judged"
                                                      : "guesses in the endgame"];
    }
}

void check_perfect(Dice& dice) {
    Case made;
    const Dealt dealt = deal(dice, 5, 0.8);
    made.request.grid = dealt.level.grid;
    made.request.view.assign(dealt.mask.size(), kUnopened);
    made.layout = dealt.mask;
    for (int clicks = dice.below(5); clicks > 0; --clicks)
        open_cell(made, static_cast<std::size_t>(dice.below(static_cast<int>(dealt.mask.size()))),
                  true);
    PerfectQuestion question{dealt.level.grid,
                             made.request.view,
                             dealt.level.mines,
                             dealt.rule,
                             false,
                             {20'000, std::size_t{16} << 20, {}}};
    const PerfectAnswer best = solve_perfectly(question);
    question.every_cell = true;
    const PerfectAnswer all = solve_perfectly(question);
    if (best.too_large || all.too_large) return void(++tally["too large for perfect play"]);
    ++tally["perfect plays"];
    const auto value = [](const PerfectMove& move) { return double(move.wins) / move.layouts; };
    double most = 0.0;
    for (const PerfectMove& move : all.moves) {
        require(move.wins <= move.layouts, "more wins than layouts");
        most = std::max(most, value(move));
    }
    for (const PerfectMove& move : best.moves)
        require(near(value(move), most, 1e-12), "a best move is not the best");
}

}  // namespace

void check_play(std::uint64_t seed) {
    Dice dice(~seed);
    const double kind = dice.real();
    if (kind < 0.5) return check_view(seed, dice);
    if (kind < 0.75) return check_games(dice);
    if (kind < 0.8) return check_drawn(dice);
    check_perfect(dice);
}

}  // namespace fuzz
