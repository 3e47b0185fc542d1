#include "count/analysis.hpp"

namespace sapper {

CountedComponent& Workspace::add_component(std::int32_t& slot) {
    if (!free_.empty()) {
        slot = free_.back();
        free_.pop_back();
    } else {
        slot = static_cast<std::int32_t>(used_++);
        if (used_ > parts_.size()) parts_.push_back(std::make_unique<CountedComponent>());
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

void Workspace::clear_components() {
    used_ = 0;
    free_.clear();
    live.clear();
    counts.clear();
}

}  // namespace sapper
