// Checks of analyses: what is certain must agree with the layout behind the view, with the answer
// of a larger budget, with a tracker that saw the cells one after the other, and with the
// transposed view.
#include <algorithm>
#include <cmath>
#include <optional>

#include "board/seeds.hpp"
#include "checks.hpp"
#include "count/analysis.hpp"
#include "count/chances.hpp"
#include "count/tracker.hpp"

namespace fuzz {

namespace {

constexpr std::size_t kSmall = 1000;  // cells of a board on which everything is cross-checked
constexpr int kMostBatches = 100;     // of a tracker, about: each may use the whole budget

// --- asking ------------------------------------------------------------------------------

enum class Verdict { Answer, Impossible, Refused };

struct Reply {
    Verdict verdict = Verdict::Answer;
    Analysis analysis;
    bool exact() const { return verdict == Verdict::Answer && analysis.exact; }
};

template <class Ask>
Reply reply_of(const Grid& grid, Ask ask) {
    expect_end();
    try {
        return {Verdict::Answer, ask()};
    } catch (const Impossible& error) {
        require(error.row() >= -1 && error.row() < grid.height && error.column() >= -1 &&
                    error.column() < grid.width,
                "blames a cell off the board");
        return {Verdict::Impossible, {}};
    } catch (const BadArgument&) {
        return {Verdict::Refused, {}};
    }
}

Reply ask(const AnalysisRequest& request, Workspace& workspace) {
    return reply_of(request.grid, [&] { return analyse_request(request, {}, workspace); });
}

// --- one answer --------------------------------------------------------------------------

void check_cell(const Case& made, const Analysis& found, std::size_t cell) {
    const double risk = found.risk[cell];
    const std::string where = at(found.grid, cell);
    const bool opened = made.request.view[cell] >= 0;
    require(std::isnan(risk) == opened, "a risk is NaN exactly where opened, not" + where);
    require(opened || (risk >= 0.0 && risk <= 1.0), "risk outside 0..1" + where);
    require((risk == 0.0) == (found.certainty[cell] == Certainty::Safe), "0 is not safe" + where);
    require((risk == 1.0) == (found.certainty[cell] == Certainty::Mine), "1 is not a mine" + where);
    if (made.layout.empty() || opened) return;
    require(!made.layout[cell] || risk > 0.0, "a mine is called safe" + where);
    require(made.layout[cell] || risk < 1.0, "a safe cell is called a mine" + where);
}

void check_sums(const Case& made, const Analysis& found) {
    double sum = 0.0;
    for (const double risk : found.risk) sum += std::isnan(risk) ? 0.0 : risk;
    const double mines = static_cast<double>(made.request.prior.mines.value_or(0));
    if (found.exact && made.request.prior.mines)
        require(near(sum, mines, 1e-6 * std::max(1.0, mines)),
                "the risks sum to " + std::to_string(sum));
    require(std::isfinite(found.log_layouts), "the number of layouts has no logarithm");
    for (const Analysis::Component& part : found.components) {
        double expected = 0.0;
        for (std::size_t i = 0; i < part.cells; ++i)
            expected +=
                found.risk[static_cast<std::size_t>(found.component_cells[part.first_cell + i])];
        require(near(expected, part.expected_mines, 1e-6 * std::max(1.0, expected)),
                "a component expects " + std::to_string(part.expected_mines) +
                    " mines, its risks " + std::to_string(expected));
    }
}

// A case with a layout is possible, unless its prior contradicts the layout.
bool must_have_answer(const Case& made) {
    const Prior& prior = made.request.prior;
    return !made.layout.empty() &&
           (prior.mines ? *prior.mines == made.laid : prior.density > 0.0 && prior.density < 1.0);
}

void check_reply(Case made, const Reply& reply) {
    if (reply.verdict != Verdict::Answer)
        return require(!must_have_answer(made), "a possible view is refused");
    if (!must_have_answer(made)) made.layout.clear();
    for (std::size_t cell = 0; cell < made.request.view.size(); ++cell)
        check_cell(made, reply.analysis, cell);
    check_sums(made, reply.analysis);
}

// --- two answers -------------------------------------------------------------------------

void require_same(const Reply& first, const Reply& second, const std::string& what) {
    require(first.verdict == second.verdict, what + ": another verdict");
    if (!first.exact() || !second.exact()) return;
    for (std::size_t i = 0; i < first.analysis.risk.size(); ++i) {
        const double a = first.analysis.risk[i];
        const double b = second.analysis.risk[i];
        require((std::isnan(a) && std::isnan(b)) || near(a, b, 1e-9),
                what + ": another risk" + at(first.analysis.grid, i));
        require(first.analysis.certainty[i] == second.analysis.certainty[i],
                what + ": another certainty" + at(first.analysis.grid, i));
    }
    const double logs = second.analysis.log_layouts;
    require(near(first.analysis.log_layouts, logs, 1e-6 * std::max(1.0, std::abs(logs))),
            what + ": another number of layouts");
}

// What a small budget proves, a large one must prove, too.
void check_tiny(const Case& made, const Reply& full, Dice& dice, Workspace& workspace) {
    Case small = made;
    small.request.budget = tiny(dice);
    const Reply reply = ask(small.request, workspace);
    check_reply(small, reply);
    tally["estimates"] += reply.verdict == Verdict::Answer && !reply.exact();
    if (!full.exact()) return;
    require(reply.verdict == Verdict::Answer, "a small budget refuses a possible view");
    for (std::size_t i = 0; i < reply.analysis.certainty.size(); ++i)
        require(reply.analysis.certainty[i] == Certainty::Unknown ||
                    reply.analysis.certainty[i] == full.analysis.certainty[i],
                "a small budget proves what a large one does not" + at(made.request.grid, i));
}

void check_transposed(const Case& made, const Reply& full, Workspace& workspace) {
    const Grid& grid = made.request.grid;
    AnalysisRequest transposed = made.request;
    transposed.grid = {grid.width, grid.height};
    const auto place = [&](std::size_t i) {
        const auto width = static_cast<std::size_t>(grid.width);
        return i % width * static_cast<std::size_t>(grid.height) + i / width;
    };
    for (std::size_t i = 0; i < transposed.view.size(); ++i)
        transposed.view[place(i)] = made.request.view[i];
    const Reply other = ask(transposed, workspace);
    Reply back = other;
    for (std::size_t i = 0; i < back.analysis.risk.size(); ++i) {
        back.analysis.risk[i] = other.analysis.risk[place(i)];
        back.analysis.certainty[i] = other.analysis.certainty[place(i)];
    }
    if (full.exact() || back.exact()) require_same(full, back, "transposed");
}

// --- chances and counts ------------------------------------------------------------------

// The chance of a number is the share of the layouts that show it.
void check_value(const Case& made, const Analysis& full, std::size_t cell, const Chances& chances) {
    Workspace workspace;
    for (int value = 0; value <= 8; ++value) {
        const double chance = chances.value[static_cast<std::size_t>(value)];
        AnalysisRequest request = made.request;
        request.view[cell] = static_cast<std::int8_t>(value);
        const Reply shown = ask(request, workspace);
        require(shown.verdict == Verdict::Answer || chance <= 0.0,
                "an impossible number has a chance" + at(full.grid, cell));
        if (!shown.exact() || !request.prior.mines) continue;
        const double share = std::exp(shown.analysis.log_layouts - full.log_layouts);
        require(near(share, chance, 1e-7),
                "the chance of a number is not its share of layouts" + at(full.grid, cell));
    }
}

void check_chances(const Case& made, const Analysis& full, Workspace& workspace, Dice& dice,
                   const Budget& budget) {
    const auto cell = static_cast<std::size_t>(dice.below(static_cast<int>(full.risk.size())));
    if (made.request.view[cell] >= 0) return;
    const int row = static_cast<int>(cell) / full.grid.width;
    const int column = static_cast<int>(cell) % full.grid.width;
    const Chances chances = value_chances(workspace, made.request.prior, full, row, column, budget);
    double sum = chances.mine;
    for (const double value : chances.value) {
        require(value >= 0.0 && value <= 1.0, "a chance outside 0..1" + at(full.grid, cell));
        sum += value;
    }
    require(near(sum, 1.0, 1e-9),
            "the chances sum to " + std::to_string(sum) + at(full.grid, cell));
    ++tally["chances of numbers"];
    const bool settled = made.request.view[cell] == kFlag && made.request.flags == Flags::Trust;
    if (chances.exact && full.exact && !settled && full.risk.size() <= kSmall)
        check_value(made, full, cell, chances);
}

long double log_choose(long n, long k) {
    const auto gamma = [](long x) { return std::lgamma(static_cast<long double>(x) + 1); };
    return gamma(n) - gamma(k) - gamma(n - k);
}

long double log_sum(const std::vector<long double>& ways, long least, const Analysis& full,
                    const Prior& prior) {
    const long most = prior.mines.value_or(0) - full.settled_mines - least;
    long double sum = 0;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const long rest = most - static_cast<long>(i);
        if (!prior.mines)
            sum += std::ldexp(ways[i], static_cast<int>(full.floating));
        else if (rest >= 0 && rest <= full.floating)
            sum += ways[i] * std::exp(log_choose(full.floating, rest));
    }
    return std::log(sum);
}

// The exact integers, multiplied out, agree with the logarithm.
void check_layouts(const Case& made, const Analysis& full, Workspace& workspace,
                   const Budget& budget) {
    const auto parts = count_layouts(workspace, budget);
    require(full.exact || !parts, "exact numbers of layouts from an estimate");
    if (!parts || full.risk.size() > kSmall) return;
    std::vector<long double> ways{1};
    long least = 0;
    for (const ComponentLayouts& part : *parts) {
        std::vector<long double> product(ways.size() + part.ways.size() - 1, 0);
        for (std::size_t i = 0; i < ways.size(); ++i)
            for (std::size_t j = 0; j < part.ways.size(); ++j)
                product[i + j] += ways[i] * static_cast<long double>(part.ways[j]);
        ways.swap(product);
        least += part.least;
    }
    const double logs = static_cast<double>(log_sum(ways, least, full, made.request.prior));
    require(near(logs, full.log_layouts, 1e-7 * std::max(1.0, std::abs(logs))),
            "the number of layouts and its logarithm disagree");
    ++tally["exact counts"];
}

// Questions after the analysis, in the workspace that it left, with the budget it had.
void check_more(const Case& made, Workspace& workspace, Dice& dice) {
    const Budget& budget = made.request.budget;
    const Reply reply = reply_of(
        made.request.grid, [&] { return analyse(made.request.question(), budget, workspace); });
    if (reply.verdict != Verdict::Answer) return;
    for (int i = dice.between(1, 5); i > 0; --i)
        if (dice.chance(0.7))
            check_chances(made, reply.analysis, workspace, dice, budget);
        else
            check_layouts(made, reply.analysis, workspace, budget);
}

// --- the tracker -------------------------------------------------------------------------

OpenedCell opened_at(const Case& made, std::size_t cell) {
    const int index = static_cast<int>(cell);
    return {index / made.request.grid.width, index % made.request.grid.width,
            made.request.view[cell]};
}

void spoil(std::vector<OpenedCell>& batch, const Grid& grid, Dice& dice) {
    const OpenedCell strange[] = {
        {-1, 0, 1}, {0, grid.width, 0}, {grid.height, 0, 0},   {0, 0, 9},
        {0, 0, -1}, {0, 0, -2},         {1 << 30, 1 << 30, 3}, batch.front()};
    batch.insert(batch.begin() + dice.below(static_cast<int>(batch.size()) + 1),
                 dice.pick(strange));
}

// Takes a batch; a failure must leave the tracker as it was.
bool take(Tracker& tracker, const std::vector<OpenedCell>& batch) {
    const std::vector<std::int8_t> before(tracker.view().begin(), tracker.view().end());
    expect_end();
    try {
        const NewlyCertain news = tracker.open(batch);
        for (const std::int32_t cell : news.safe)
            require(tracker.certainty()[static_cast<std::size_t>(cell)] == Certainty::Safe, "news");
        for (const std::int32_t cell : news.mines)
            require(tracker.certainty()[static_cast<std::size_t>(cell)] == Certainty::Mine, "news");
        return true;
    } catch (const Impossible&) {
    } catch (const BadArgument&) {
    }
    require(std::ranges::equal(before, tracker.view()), "a refused batch changed the tracker");
    return false;
}

void compare_tracker(const Case& made, Tracker& tracker, Workspace& workspace) {
    Case now = made;
    now.request.view.assign(tracker.view().begin(), tracker.view().end());
    const Reply tracked = reply_of(now.request.grid, [&] { return tracker.analysis(); });
    check_reply(now, tracked);
    const Reply scratch = ask(now.request, workspace);
    if (tracked.exact() || scratch.exact()) require_same(scratch, tracked, "tracked");
    if (!tracked.exact() || !scratch.exact()) return;
    for (std::size_t i = 0; i < now.request.view.size(); ++i)
        require(now.request.view[i] >= 0 || tracker.certainty()[i] == scratch.analysis.certainty[i],
                "the tracker disagrees" + at(now.request.grid, i));
    ++tally["trackers compared"];
}

// A batch that a tracker refuses is refused from scratch as well.
void check_refused(const Case& made, const Tracker& tracker, const std::vector<OpenedCell>& batch,
                   Workspace& workspace) {
    AnalysisRequest request = made.request;
    request.view.assign(tracker.view().begin(), tracker.view().end());
    for (const OpenedCell& cell : batch)
        request.view[request.grid.plain(request.grid.at(cell.row, cell.column))] =
            static_cast<std::int8_t>(cell.clue);
    require(ask(request, workspace).verdict != Verdict::Answer, "only the tracker refuses");
}

void check_tracker(Case made, Dice& dice, Workspace& workspace) {
    for (std::int8_t& value : made.request.view) value = value == kFlag ? kUnopened : value;
    made.request.flags = Flags::Ignore;
    if (dice.chance(0.2)) made.request.budget = tiny(dice);
    std::optional<Tracker> tracker;
    try {
        tracker.emplace(made.request.grid, made.request.prior, made.request.budget);
    } catch (const Impossible&) {
        return require(!must_have_answer(made), "no tracker for a possible board");
    } catch (const BadArgument&) {
        return require(!must_have_answer(made), "no tracker for a possible board");
    }
    const int opened = static_cast<int>(made.opened.size());
    const int most = dice.chance(0.5) ? std::max(3, opened / kMostBatches) : opened / 5 + 1;
    const double looks =
        std::min(1.0, 2000.0 / static_cast<double>(made.request.view.size())) * 0.3;
    std::vector<OpenedCell> batch;
    for (std::size_t i = 0; i < made.opened.size();) {
        batch.clear();
        for (int n = dice.between(1, most); n > 0 && i < made.opened.size(); --n)
            batch.push_back(opened_at(made, made.opened[i++]));
        if (dice.chance(0.05)) {
            std::vector<OpenedCell> spoilt = batch;
            spoil(spoilt, made.request.grid, dice);
            take(*tracker, spoilt);
            // The spoilt batch may have been legal after all: do not open its cells again.
            std::erase_if(batch, [&](const OpenedCell& cell) {
                return tracker->view()[made.request.grid.plain(
                           made.request.grid.at(cell.row, cell.column))] >= 0;
            });
        }
        if (!take(*tracker, batch)) {
            require(!must_have_answer(made), "the tracker refuses a possible opening");
            return check_refused(made, *tracker, batch, workspace);
        }
        if (dice.chance(looks)) compare_tracker(made, *tracker, workspace);
    }
    compare_tracker(made, *tracker, workspace);
}

// --- the rest ----------------------------------------------------------------------------

// A stop in the middle leaves a workspace that answers as before.
void check_interrupt(const Case& made, const Reply& full, Dice& dice, Workspace& workspace) {
    int polls = dice.below(4);
    const Budget budget{1.0, std::size_t{48} << 20, [&] { return polls-- <= 0; }};
    try {
        reply_of(made.request.grid,
                 [&] { return analyse(made.request.question(), budget, workspace); });
    } catch (const Interrupted&) {
    }
    const Reply again = ask(made.request, workspace);
    if (full.exact() || again.exact()) require_same(full, again, "after an interrupt");
}

void check_seeds(Dice& dice) {
    const auto cells = static_cast<std::uint32_t>(dice.between(1, 500));
    std::vector<std::uint32_t> spared;
    for (std::uint32_t cell = 0; cell < cells; ++cell)
        if (dice.chance(0.05)) spared.push_back(cell);
    const auto mines =
        static_cast<std::uint32_t>(dice.below(static_cast<int>(cells - spared.size()) + 1));
    const auto mask = seeded_mask(cells, mines, dice.engine()(), dice.engine()(), spared);
    require(std::accumulate(mask.begin(), mask.end(), 0U) == mines, "a layout has its mines");
    for (const std::uint32_t cell : spared) require(!mask[cell], "a spared cell has a mine");
}

void count(const Reply& reply) {
    const char* const names[] = {"answers", "impossible views", "refused views"};
    ++tally[names[static_cast<int>(reply.verdict)]];
    tally["exact answers"] += reply.exact();
}

}  // namespace

void check_analysis(std::uint64_t seed) {
    const Case made = make_case(seed);
    Dice dice(~seed);
    Workspace workspace;
    if (dice.chance(0.3)) ask(make_case(seed + 1).request, workspace);  // leaves a used workspace
    const Reply full = ask(made.request, workspace);
    count(full);
    check_reply(made, full);
    if (dice.chance(0.5)) check_tiny(made, full, dice, workspace);
    if (dice.chance(0.3)) check_transposed(made, full, workspace);
    if (dice.chance(0.5)) check_more(made, workspace, dice);
    if (dice.chance(0.4)) check_tracker(made, dice, workspace);
    if (dice.chance(0.05)) check_interrupt(made, full, dice, workspace);
    if (dice.chance(0.02)) check_seeds(dice);
    if (dice.chance(0.1)) {
        Case small = made;
        small.request.budget = tiny(dice);
        check_more(small, workspace, dice);
    }
}

}  // namespace fuzz
