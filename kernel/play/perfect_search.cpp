#include "play/perfect_search.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "board/errors.hpp"
#include "board/seeds.hpp"

namespace sapper {

namespace {
constexpr std::size_t kFirstMemo = 1 << 10;
constexpr std::uint64_t kNodesPerPoll = 4096;
constexpr std::size_t kLane = 16;  // rows are whole vectors of bytes
constexpr std::size_t kMostInByte = 255;
constexpr std::uint64_t kTagSeed = 0x5A99E7;

std::uint32_t less(std::uint32_t from, std::uint32_t what) { return from > what ? from - what : 0; }
}  // namespace

void PerfectSearch::begin(const LayoutList& list, const PerfectLimits& limits) {
    limits_ = limits;
    layouts_ = list.layouts;
    cells_ = list.cells.size();
    nodes_ = 0;
    too_large_ = false;
    read_outcomes(list);
    if (random_.size() < layouts_.size()) {
        SplitMix64 random(kTagSeed, 0);
        random_.resize(layouts_.size());
        for (Signature& word : random_) word = {random.next(), random.next()};
    }
    tags_.assign(random_.begin(), random_.begin() + static_cast<std::ptrdiff_t>(layouts_.size()));
    stack_.resize(layouts_.size());
    std::iota(stack_.begin(), stack_.end(), Index{0});
    choices_.clear();
    memo_.assign(kFirstMemo, {});
    remembered_ = 0;
}

void PerfectSearch::read_outcomes(const LayoutList& list) {
    width_ = (cells_ + kLane - 1) / kLane * kLane;
    outcomes_.resize(cells_ * layouts_.size());
    rows_.assign(width_ * layouts_.size(), kMineOutcome);
    for (std::size_t cell = 0; cell < cells_; ++cell)
        for (std::size_t i = 0; i < layouts_.size(); ++i) {
            const auto shown =
                layouts_[i].test(cell)
                    ? kMineOutcome
                    : static_cast<std::uint8_t>((layouts_[i] & list.neighbours[cell]).count());
            outcomes_[cell * layouts_.size() + i] = shown;
            rows_[i * width_ + cell] = shown;
        }
}

std::uint32_t PerfectSearch::safe_in(std::size_t cell) const {
    std::uint32_t safe = 0;
    for (std::size_t i = 0; i < layouts_.size(); ++i) safe += outcomes(cell)[i] != kMineOutcome;
    return safe;
}

std::uint32_t PerfectSearch::wins_opening(std::size_t cell, std::uint32_t enough) {
    return open(0, layouts_.size(), cell, enough);
}

std::uint32_t PerfectSearch::wins_opening_all(std::span<const std::size_t> cells) {
    return open_all(0, layouts_.size(), cells);
}

std::uint32_t PerfectSearch::shown_in(std::size_t cell, int number) const {
    return static_cast<std::uint32_t>(
        std::count(outcomes(cell), outcomes(cell) + layouts_.size(), number));
}

std::uint32_t PerfectSearch::wins_showing(std::size_t cell, int number) {
    const std::size_t height = stack_.size();
    const Split sets = split(0, layouts_.size(), cell);
    const auto value = static_cast<std::size_t>(number);
    const std::uint32_t found =
        sets.size[value] == 0 ? 0 : wins(sets.start[value], sets.size[value], 0);
    stack_.resize(height);
    return found;
}

bool PerfectSearch::spend() {
    if (++nodes_ > limits_.nodes) too_large_ = true;
    if (nodes_ % kNodesPerPoll == 0 && limits_.interrupted && limits_.interrupted())
        throw Interrupted();
    return !too_large_;
}

std::uint32_t PerfectSearch::wins(std::size_t first, std::size_t count, std::uint32_t enough) {
    const Estimate estimate = look_at(first, count, enough);
    return estimate.exact || estimate.most <= enough
               ? estimate.most
               : settle(first, count, estimate.signature, enough);
}

// What can be said without a guess: where one is needed, no more layouts can be won than survive
// the safest cell that is not certain.
PerfectSearch::Estimate PerfectSearch::look_at(std::size_t first, std::size_t count,
                                               std::uint32_t enough) {
    const auto all = static_cast<std::uint32_t>(count);
    if (count == 1) return {{}, 1, true};
    if (all <= enough || !spend()) return {{}, all, false};
    if (count == 2) {
        survey(first, count);
        return {{}, free_cell(count) ? 2U : 1U, true};
    }
    const Signature signature = signature_of(first, count);
    if (const Memo& memo = memo_of(signature); memo.most != 0)
        return {signature, memo.most, memo.least == memo.most};
    survey(first, count);
    if (const auto free = free_cell(count))
        return look_behind(first, count, *free, signature, enough);
    std::uint32_t most = 0;
    for (const std::uint32_t safe : std::span(survey_.safe).first(cells_))
        if (safe != all) most = std::max(most, safe);
    remember(signature, 0, most);
    return {signature, most, false};
}

PerfectSearch::Estimate PerfectSearch::look_behind(std::size_t first, std::size_t count,
                                                   std::size_t free, const Signature& signature,
                                                   std::uint32_t enough) {
    const std::size_t height = stack_.size();
    const Split sets = split(first, count, free);
    auto hope = static_cast<std::uint32_t>(count);
    bool exact = true;
    for (int i = 0; i < sets.count && hope > enough; ++i) {
        const std::size_t value = sets.by_size[static_cast<std::size_t>(i)];
        const std::uint32_t others = hope - sets.size[value];
        const Estimate estimate =
            look_at(sets.start[value], sets.size[value], less(enough, others));
        hope = others + estimate.most;
        exact = exact && estimate.exact;
    }
    stack_.resize(height);
    exact = exact && hope > enough;
    if (!too_large_) remember(signature, exact ? hope : 0, hope);
    return {signature, hope, exact};
}

std::uint32_t PerfectSearch::settle(std::size_t first, std::size_t count,
                                    const Signature& signature, std::uint32_t enough) {
    const std::uint32_t found = search(first, count, enough);
    if (too_large_) return found;
    remember(signature, found > enough ? found : 0, found);
    return found;
}

void PerfectSearch::remember(const Signature& signature, std::uint32_t least, std::uint32_t most) {
    Memo& memo = memo_of(signature);
    const bool fresh = memo.most == 0;
    memo = {signature, least, most};
    if (fresh && 2 * ++remembered_ > memo_.size()) grow_memo();
}

std::uint32_t PerfectSearch::search(std::size_t first, std::size_t count, std::uint32_t enough) {
    survey(first, count);
    const auto free = free_cell(count);
    return free ? open(first, count, *free, enough) : guess(first, count, enough);
}

// A cell that is safe in the whole set and brings a clue.
std::optional<std::size_t> PerfectSearch::free_cell(std::size_t count) const {
    for (std::size_t cell = 0; cell < cells_; ++cell)
        if (survey_.safe[cell] == count && survey_.low[cell] != survey_.high[cell]) return cell;
    return std::nullopt;
}

// Byte by byte over whole rows, which compilers turn into a few wide instructions per layout.
void PerfectSearch::survey(std::size_t first, std::size_t count) {
    std::array<std::uint8_t, kMostListedCells> low;
    std::array<std::uint8_t, kMostListedCells> high;
    std::array<std::uint8_t, kMostListedCells> safe;
    low.fill(kMineOutcome);
    high.fill(0);
    survey_.safe.fill(0);
    for (std::size_t from = first; from < first + count; from += kMostInByte) {
        const std::size_t end = std::min(from + kMostInByte, first + count);
        safe.fill(0);
        for (std::size_t i = from; i < end; ++i) {
            const std::uint8_t* row = rows_.data() + stack_[i] * width_;
            for (std::size_t cell = 0; cell < width_; ++cell) {
                const std::uint8_t shown = row[cell];
                const std::uint8_t number = shown == kMineOutcome ? 0 : shown;
                low[cell] = shown < low[cell] ? shown : low[cell];
                high[cell] = number > high[cell] ? number : high[cell];
                safe[cell] = static_cast<std::uint8_t>(safe[cell] + (shown != kMineOutcome));
            }
        }
        for (std::size_t cell = 0; cell < width_; ++cell) survey_.safe[cell] += safe[cell];
    }
    survey_.low = low;
    survey_.high = high;
}

// Sums over the numbers that the cell may show, the largest sets first; gives up as soon as
// even winning all that may be won of the rest would not exceed `enough`.
std::uint32_t PerfectSearch::open(std::size_t first, std::size_t count, std::size_t cell,
                                  std::uint32_t enough) {
    const std::size_t height = stack_.size();
    const Split sets = split(first, count, cell);
    std::array<Estimate, 9> estimates;
    std::uint32_t hope = 0;
    for (const std::uint32_t size : sets.size) hope += size;
    for (int i = 0; i < sets.count && hope > enough; ++i) {
        const std::size_t value = sets.by_size[static_cast<std::size_t>(i)];
        const std::uint32_t others = hope - sets.size[value];
        estimates[value] = look_at(sets.start[value], sets.size[value], less(enough, others));
        hope = others + estimates[value].most;
    }
    for (int i = 0; i < sets.count && hope > enough; ++i) {
        const std::size_t value = sets.by_size[static_cast<std::size_t>(i)];
        const Estimate& estimate = estimates[value];
        if (estimate.exact) continue;
        const std::uint32_t others = hope - estimate.most;
        hope = others + settle(sets.start[value], sets.size[value], estimate.signature,
                               less(enough, others));
    }
    stack_.resize(height);
    return hope;
}

// What cells show that are opened whatever happens splits the layouts further and further.
std::uint32_t PerfectSearch::open_all(std::size_t first, std::size_t count,
                                      std::span<const std::size_t> cells) {
    if (cells.empty()) return wins(first, count, 0);
    const std::size_t height = stack_.size();
    const Split sets = split(first, count, cells.front());
    std::uint32_t found = 0;
    for (std::size_t value = 0; value < sets.size.size(); ++value)
        if (sets.size[value] > 0)
            found += open_all(sets.start[value], sets.size[value], cells.subspan(1));
    stack_.resize(height);
    return found;
}

PerfectSearch::Split PerfectSearch::split(std::size_t first, std::size_t count, std::size_t cell) {
    Split out;
    const std::uint8_t* shows = outcomes(cell);
    std::array<std::uint32_t, 10> sizes{};
    for (std::size_t i = first; i < first + count; ++i) ++sizes[shows[stack_[i]]];
    auto place = static_cast<std::uint32_t>(stack_.size());
    for (std::size_t value = 0; value < 9; ++value) {
        out.start[value] = place;
        out.size[value] = sizes[value];
        place += sizes[value];
        if (sizes[value])
            out.by_size[static_cast<std::size_t>(out.count++)] = static_cast<std::uint8_t>(value);
    }
    stack_.resize(place);
    auto next = out.start;
    for (std::size_t i = first; i < first + count; ++i) {
        const std::uint8_t value = shows[stack_[i]];
        if (value != kMineOutcome) stack_[next[value]++] = stack_[i];
    }
    // Equal sizes too in a fixed order, for the nodes that a search takes depend on it, and
    // standard libraries differ.
    std::sort(out.by_size.begin(), out.by_size.begin() + out.count,
              [&](std::uint8_t a, std::uint8_t b) {
                  return out.size[a] != out.size[b] ? out.size[a] > out.size[b] : a < b;
              });
    return out;
}

// Cells by the number of layouts that survive them; that number bounds what they can win.
void PerfectSearch::gather_choices(std::uint32_t count) {
    const std::size_t begin = choices_.size();
    bool any_alive = false;
    for (std::size_t cell = 0; cell < cells_; ++cell) {
        const std::uint32_t safe = survey_.safe[cell];
        if (safe == 0 || safe == count) continue;
        const bool dead = survey_.low[cell] == survey_.high[cell];
        any_alive |= !dead;
        choices_.push_back({safe, static_cast<std::uint16_t>(cell), dead});
    }
    const auto from = choices_.begin() + static_cast<std::ptrdiff_t>(begin);
    if (any_alive)
        choices_.erase(
            std::remove_if(from, choices_.end(), [](const Choice& choice) { return choice.dead; }),
            choices_.end());
    std::sort(choices_.begin() + static_cast<std::ptrdiff_t>(begin), choices_.end(),
              [](const Choice& a, const Choice& b) {
                  return a.bound != b.bound ? a.bound > b.bound : a.cell < b.cell;
              });
}

std::uint32_t PerfectSearch::guess(std::size_t first, std::size_t count, std::uint32_t enough) {
    const std::size_t begin = choices_.size();
    gather_choices(static_cast<std::uint32_t>(count));
    std::uint32_t best = 0;
    std::uint32_t bound = 0;  // on what was skipped or given up
    const std::size_t end = choices_.size();
    for (std::size_t i = begin; i < end && !too_large_; ++i) {
        const Choice choice = choices_[i];
        const std::uint32_t floor = std::max(best, enough);
        if (choice.bound <= floor) {
            bound = std::max(bound, choice.bound);
            break;
        }
        const std::uint32_t found = open(first, count, choice.cell, floor);
        if (found > floor)
            best = found;
        else
            bound = std::max(bound, found);
    }
    choices_.resize(begin);
    return best > enough ? best : bound;
}

void PerfectSearch::add_symmetry(std::span<const std::size_t> mirror) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> place;
    for (std::size_t i = 0; i < layouts_.size(); ++i)
        place[{layouts_[i].high, layouts_[i].low}] = i;
    for (const CellMask& layout : layouts_) {
        CellMask image;
        for (std::size_t cell = 0; cell < cells_; ++cell)
            if (layout.test(cell)) image.set(mirror[cell]);
        tags_.push_back(random_[place.at({image.high, image.low})]);
    }
}

// The least among the signatures of all mirror images.
PerfectSearch::Signature PerfectSearch::signature_of(std::size_t first, std::size_t count) const {
    Signature least;
    for (std::size_t base = 0; base < tags_.size(); base += layouts_.size()) {
        Signature sum;
        for (std::size_t i = first; i < first + count; ++i) {
            sum.high ^= tags_[base + stack_[i]].high;
            sum.low ^= tags_[base + stack_[i]].low;
        }
        if (base == 0 || sum < least) least = sum;
    }
    return least;
}

PerfectSearch::Memo& PerfectSearch::memo_of(const Signature& signature) {
    const std::size_t mask = memo_.size() - 1;
    std::size_t at = signature.low & mask;
    while (memo_[at].most != 0 && !(memo_[at].signature == signature)) at = (at + 1) & mask;
    return memo_[at];
}

void PerfectSearch::grow_memo() {
    if (3 * memo_.size() * sizeof(Memo) > limits_.bytes) {  // the old table and one twice as large
        too_large_ = true;
        return;
    }
    std::vector<Memo> old(memo_.size() * 2);
    old.swap(memo_);
    for (const Memo& memo : old)
        if (memo.most != 0) memo_of(memo.signature) = memo;
}

}  // namespace sapper
