#include "count/relaxation.hpp"

namespace sapper {

namespace {
constexpr std::uint32_t kAbsent = ~std::uint32_t{0};
}

void Relaxation::take(const Component& whole, std::span<const std::uint32_t> witnesses) {
    local_.resize(whole.witnesses.size(), kAbsent);
    taken_.resize(whole.boxes.size(), 0);
    component.clear();
    origin.clear();
    for (const std::uint32_t witness : witnesses) {
        local_[witness] = static_cast<std::uint32_t>(component.witnesses.size());
        component.witnesses.push_back(whole.witnesses[witness]);
    }
    for (const std::uint32_t witness : witnesses)
        for (const std::uint32_t box : whole.boxes_of(witness)) take_box(whole, box);
    component.index_witnesses();
    // Reset one by one: a window's cost must not depend on the size of the whole component.
    for (const std::uint32_t witness : witnesses) local_[witness] = kAbsent;
    for (const std::uint32_t box : origin) taken_[box] = 0;
}

void Relaxation::take_box(const Component& whole, std::uint32_t box) {
    if (taken_[box]) return;
    taken_[box] = 1;
    origin.push_back(box);
    Box copy = whole.boxes[box];
    copy.first_link = static_cast<std::uint32_t>(component.links.size());
    copy.first_cell = static_cast<std::uint32_t>(component.cells.size());
    for (const std::uint32_t witness : whole.witnesses_of(whole.boxes[box]))
        if (local_[witness] != kAbsent) component.links.push_back(local_[witness]);
    copy.degree = static_cast<std::uint8_t>(component.links.size() - copy.first_link);
    const auto cells = whole.cells_of(whole.boxes[box]);
    component.cells.insert(component.cells.end(), cells.begin(), cells.end());
    component.boxes.push_back(copy);
}

}  // namespace sapper
