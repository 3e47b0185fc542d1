#include "count/solved_position.hpp"

#include "board/seeds.hpp"

namespace sapper {

void weigh_floating(long floating, int mines, int least, int most, WaysByMines& out) {
    out.least = least;
    out.values.resize(static_cast<std::size_t>(most - least + 1));
    for (int n = least; n <= most; ++n)
        out.values[static_cast<std::size_t>(n - least)] = Binomials::choose(floating, mines - n);
}

Mass floating_mass(const WaysByMines& product, const WaysByMines& root, long floating, int mines) {
    Mass mass;
    for (int n = product.least; n <= product.most(); ++n) {
        const double each = product.at(n) * root.at(n);
        if (each <= 0.0) continue;
        mass.mine += each * (mines - n);
        mass.safe += each * static_cast<double>(floating - (mines - n));
    }
    return mass;
}

bool SolvedPosition::read(const Position& position, int mines, ComponentCache& cache,
                          Meter& meter) {
    position_ = &position;
    left_ = mines - static_cast<int>(position.mines());
    floating_ = position.unknowns();
    used_ = 0;
    builder_.clear(position.grid());
    if (!find_components(cache, meter)) return false;
    join();
    if (layouts_ <= 0.0) throw Impossible("no layout has that many mines");
    find_groups();
    return true;
}

double SolvedPosition::risk(Cell cell) const {
    double risk = floating_mass_.risk();
    each_box([&](std::span<const Cell> cells, const Mass& mass) {
        if (std::ranges::find(cells, cell) != cells.end()) risk = mass.risk();
    });
    return risk;
}

std::int32_t SolvedPosition::group(Cell cell) const {
    const std::int32_t owner = builder_.owner(cell);
    return owner == BoxBuilder::kNobody ? kOpen
                                        : components_[static_cast<std::size_t>(owner)].group;
}

bool SolvedPosition::find_components(ComponentCache& cache, Meter& meter) {
    clues_.clear();
    position_->add_witnesses(clues_);
    for (const Cell clue : clues_) {
        if (builder_.owner(clue) != BoxBuilder::kNobody) continue;
        builder_.build(*position_, clue, static_cast<std::int32_t>(used_), fresh_);
        if (used_ == components_.size()) components_.emplace_back();
        components_[used_].solved = cache.solve(fresh_, position_->grid().stride(), meter);
        if (!components_[used_].solved) return false;
        floating_ -= static_cast<long>(fresh_.cells.size());
        ++used_;
    }
    return true;
}

void SolvedPosition::join() {
    before_.resize(std::max(before_.size(), used_ + 1));
    after_.resize(std::max(after_.size(), used_ + 1));
    before_[0].least = 0;
    before_[0].values.assign(1, 1.0);
    for (std::size_t i = 0; i < used_; ++i)
        convolve(before_[i].view(), components_[i].solved->ways.view(), before_[i + 1]);
    const WaysByMines& product = before_[used_];
    weigh_floating(floating_, left_, product.least, product.most(), after_[used_]);
    layouts_ = 0.0;
    for (int n = product.least; n <= product.most(); ++n)
        layouts_ += product.at(n) * after_[used_].at(n);
    floating_mass_ = floating_mass(product, after_[used_], floating_, left_);
    for (std::size_t i = used_; i-- > 0;) {
        weigh_component(i);
        after_[i].least = before_[i].least;
        correlate(components_[i].solved->ways.view(), after_[i + 1].view(), before_[i].least,
                  before_[i].most(), after_[i].values);
    }
}

void SolvedPosition::weigh_component(std::size_t i) {
    const SolvedComponent& solved = *components_[i].solved;
    correlate(before_[i].view(), after_[i + 1].view(), solved.ways.least, solved.ways.most(),
              weights_);
    components_[i].masses.resize(solved.component.boxes.size());
    for (std::size_t box = 0; box < components_[i].masses.size(); ++box)
        components_[i].masses[box] = solved.masses.mass(box, weights_);
}

// Which components of a position no longer interact with the rest of the board.
void SolvedPosition::find_groups() {
    leader_.resize(used_);
    loose_.assign(used_, 0);
    for (std::size_t i = 0; i < used_; ++i) leader_[i] = static_cast<std::int32_t>(i);
    for (std::size_t i = 0; i < used_; ++i) meet_neighbours(i);
    groups_ = 0;
    for (std::size_t i = 0; i < used_; ++i) {
        const std::int32_t root = root_of(static_cast<std::int32_t>(i));
        const auto at = static_cast<std::size_t>(root);
        if (loose_[at])
            components_[i].group = kOpen;
        else
            components_[i].group = at == i ? groups_++ : components_[at].group;
    }
}

std::int32_t SolvedPosition::root_of(std::int32_t i) const {
    while (leader_[static_cast<std::size_t>(i)] != i) i = leader_[static_cast<std::size_t>(i)];
    return i;
}

// Components with adjacent cells can inform each other; the root is the first of them.
void SolvedPosition::meet_neighbours(std::size_t i) {
    const auto mark_loose = [&] {
        loose_[static_cast<std::size_t>(root_of(static_cast<std::int32_t>(i)))] = 1;
    };
    if (components_[i].solved->ways.values.size() > 1) mark_loose();
    for (const Cell cell : components_[i].solved->component.cells)
        for (const Cell step : position_->offsets()) {
            if (position_->state(cell + step) != CellState::Unknown) continue;
            const std::int32_t owner = builder_.owner(cell + step);
            if (owner == BoxBuilder::kNobody) {
                mark_loose();
                continue;
            }
            const std::int32_t a = root_of(static_cast<std::int32_t>(i));
            const std::int32_t b = root_of(owner);
            if (a == b) continue;
            leader_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
            loose_[static_cast<std::size_t>(std::min(a, b))] |=
                loose_[static_cast<std::size_t>(std::max(a, b))];
        }
}

int SolvedPosition::mines_of(std::int32_t group) const {
    int mines = group == kOpen ? left_ : 0;
    for (const Joined& joined : components()) {
        const int least = joined.solved->ways.least;
        if (group == kOpen && joined.group != kOpen) mines -= least;
        if (group != kOpen && joined.group == group) mines += least;
    }
    return mines;
}

double SolvedPosition::layouts_of(std::int32_t group) const {
    double layouts = group == kOpen ? layouts_ : 1.0;
    for (const Joined& joined : components()) {
        const double ways = joined.solved->ways.values[0];
        if (group == kOpen && joined.group != kOpen) layouts /= ways;
        if (group != kOpen && joined.group == group) layouts *= ways;
    }
    return layouts;
}

// With one layout left nothing is unknown: the rest are mines, or safe to open.
bool SolvedPosition::anything_open() const { return layouts_of(kOpen) > 1.5; }

namespace {
constexpr std::size_t kMostEntries = 2000;

// 64 bits on every system, unlike an index: WebAssembly has 32, and a shift would lose the cell.
std::uint64_t wide(Cell cell) { return static_cast<std::uint64_t>(cell); }
}  // namespace

// 128 bits over the cells, box by box, and the witnesses with their needs: all that matters.
ComponentCache::Key ComponentCache::key_of(const Component& component) {
    Key key{0x243F6A8885A308D3ULL, 0x13198A2E03707344ULL};
    const auto add = [&](std::uint64_t word) {
        key.high = hash_combine(key.high, word);
        key.low = hash_combine(key.low, word + 0x9E3779B97F4A7C15ULL);
    };
    for (const Witness& witness : component.witnesses)
        add(wide(witness.cell) << 8 | static_cast<std::uint64_t>(witness.need));
    for (const Cell cell : component.cells) add(wide(cell) << 40);
    return key;
}

const SolvedComponent* ComponentCache::solve(const Component& component, int stride, Meter& meter) {
    const Key key = key_of(component);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    SolvedComponent* entry = fresh_entry();
    entry->component = component;
    if (!sweep(*entry, stride, meter)) {
        --used_;
        return nullptr;
    }
    known_.emplace(key, entry);
    return entry;
}

void ComponentCache::tidy() {
    if (used_ < kMostEntries) return;
    known_.clear();
    used_ = 0;
}

SolvedComponent* ComponentCache::fresh_entry() {
    if (used_ == pool_.size()) pool_.push_back(std::make_unique<SolvedComponent>());
    return pool_[used_++].get();
}

bool ComponentCache::sweep(SolvedComponent& entry, int stride, Meter& meter) {
    orderer_.choose(entry.component, stride, order_);
    trace_.rewind({});
    meter.begin_component();
    const Swept swept = sweep_.forward(entry.component, order_, 1.0, meter, trace_, slice_);
    if (swept == Swept::OverBudget) return false;
    if (swept == Swept::Infeasible) throw Impossible("the clues contradict each other");
    const State& last = trace_.states[slice_.end.states - 1];
    const double* first = trace_.values.data() + last.first;
    entry.ways.least = last.least;
    entry.ways.values.assign(first, first + last.count);
    entry.masses.fill(entry.component, trace_, slice_, entry.ways.values.size(), sweep_);
    return true;
}

}  // namespace sapper
