#include "count/workspace.hpp"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace sapper {

void give_back_freed([[maybe_unused]] std::size_t bytes) {
#if defined(__GLIBC__)
    constexpr std::size_t many = std::size_t{4} << 20;
    if (bytes > many) malloc_trim(0);
#endif
}

void Workspace::clear_components() {
    used_ = 0;
    free_.clear();
    live.clear();
    counts.clear();
    counter.rewind();
    builder.clear(position.grid());
}

void Workspace::free_sweeps() {
    for (const auto& each : components_) each->kept = false;
    const std::size_t held = held_bytes();
    counter = {};
    give_back_freed(held);
}

CountedComponent& Workspace::add_component(std::int32_t& slot) {
    if (!free_.empty()) {
        slot = free_.back();
        free_.pop_back();
    } else {
        slot = static_cast<std::int32_t>(used_++);
        if (used_ > components_.size()) components_.push_back(std::make_unique<CountedComponent>());
    }
    CountedComponent& fresh = counted(slot);
    fresh.live = true;
    fresh.kept = fresh.exact = false;
    return fresh;
}

void Workspace::remove_component(std::int32_t slot) {
    builder.release(counted(slot).component);
    counted(slot).live = false;
    free_.push_back(slot);
}

void Workspace::gather_live() {
    live.clear();
    counts.clear();
    for (std::size_t i = 0; i < used_; ++i) {
        if (!components_[i]->live) continue;
        live.push_back(components_[i].get());
        counts.push_back(&components_[i]->counts);
    }
}

long Workspace::floating_cells() const {
    long floating = position.unknowns();
    for (std::size_t i = 0; i < used_; ++i) {
        const CountedComponent& each = *components_[i];
        if (each.live) floating -= static_cast<long>(each.component.cells.size());
    }
    return floating;
}

}  // namespace sapper
