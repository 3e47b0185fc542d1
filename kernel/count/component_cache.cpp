#include "count/component_cache.hpp"

#include "board/hash.hpp"

namespace sapper {

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
