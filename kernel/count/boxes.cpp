#include "count/boxes.hpp"

#include <algorithm>

namespace sapper {

namespace {
constexpr std::uint32_t kUnboxed = ~std::uint32_t{0};
}

void Component::clear() {
    witnesses.clear();
    boxes.clear();
    cells.clear();
    links.clear();
}

void Component::index_witnesses() {
    starts.assign(witnesses.size() + 2, 0);
    for (const std::uint32_t witness : links) ++starts[witness + 2];
    for (std::size_t i = 2; i < starts.size(); ++i) starts[i] += starts[i - 1];
    holders.resize(links.size());
    for (std::uint32_t box = 0; box < boxes.size(); ++box)
        for (const std::uint32_t witness : witnesses_of(boxes[box]))
            holders[starts[witness + 1]++] = box;
    starts.pop_back();
}

void BoxBuilder::clear(const Grid& grid) {
    owner_.assign(grid.walled_size(), kNobody);
    if (visit_.size() < grid.walled_size()) {
        visit_.resize(grid.walled_size(), stamp_);
        local_.resize(grid.walled_size());
    }
}

void BoxBuilder::start_visit(Component& out) {
    out.clear();
    if (++stamp_ == 0) {  // wrapped round: old marks would look fresh
        std::fill(visit_.begin(), visit_.end(), 0);
        stamp_ = 1;
    }
}

void BoxBuilder::build(const Position& position, Cell witness, std::int32_t owner, Component& out) {
    start_visit(out);
    add_witness(witness, position.need(witness), out);
    gather_witnesses(position, out);
    make_boxes(position, out);
    own(out, owner);
}

void BoxBuilder::build_opened(const Position& position, Cell cell, Component& out) {
    start_visit(out);
    opened_ = cell;
    add_witness(cell, 0, out);
    gather_around(position, cell, out);
    gather_witnesses(position, out);
    make_boxes(position, out);
    opened_ = kNoCell;
}

void BoxBuilder::add_witness(Cell cell, int need, Component& out) {
    visit_[index(cell)] = stamp_;
    local_[index(cell)] = static_cast<std::uint32_t>(out.witnesses.size());
    out.witnesses.push_back({cell, need});
}

// The list of witnesses is also the queue: breadth first, so the last one lies at an end.
void BoxBuilder::gather_witnesses(const Position& position, Component& out) {
    for (std::size_t next = 0; next < out.witnesses.size(); ++next) {
        const Cell witness = out.witnesses[next].cell;
        for (const Cell step : position.offsets()) {
            const Cell cell = witness + step;
            if (!is_unknown(position, cell) || visited(cell)) continue;
            visit_[index(cell)] = stamp_;
            local_[index(cell)] = kUnboxed;
            gather_around(position, cell, out);
        }
    }
}

void BoxBuilder::gather_around(const Position& position, Cell cell, Component& out) {
    for (const Cell step : position.offsets()) {
        const Cell near = cell + step;
        if (!is_witness(position, near) || visited(near)) continue;
        // Next to an opened cell a clue may have nothing else left to watch.
        const bool watches_cell = position.state(cell) == CellState::Unknown;
        if (cell == opened_ && position.unknown(near) == watches_cell) continue;
        add_witness(near, position.need(near), out);
    }
}

// A box is made at the first of its witnesses, so a cell is compared with at most seven others.
void BoxBuilder::make_boxes(const Position& position, Component& out) {
    for (const Witness& witness : out.witnesses) {
        const std::size_t first_box = out.boxes.size();
        std::array<Cell, 8> fresh{};
        std::size_t count = 0;
        for (const Cell step : position.offsets()) {
            const Cell cell = witness.cell + step;
            if (!is_unknown(position, cell) || local_[index(cell)] != kUnboxed) continue;
            box_cell(position, cell, first_box, out);
            fresh[count++] = cell;
        }
        for (std::size_t box = first_box; box < out.boxes.size(); ++box) {
            out.boxes[box].first_cell = static_cast<std::uint32_t>(out.cells.size());
            for (std::size_t i = 0; i < count; ++i)
                if (local_[index(fresh[i])] == box) out.cells.push_back(fresh[i]);
        }
    }
    out.index_witnesses();
}

void BoxBuilder::box_cell(const Position& position, Cell cell, std::size_t first_box,
                          Component& out) {
    std::array<std::uint32_t, 8> seen{};
    std::size_t degree = 0;
    for (const Cell step : position.offsets())
        if (is_witness(position, cell + step)) seen[degree++] = local_[index(cell + step)];
    const auto links = std::span(seen).first(degree);
    std::size_t box = first_box;
    while (box < out.boxes.size() && !std::ranges::equal(out.witnesses_of(out.boxes[box]), links))
        ++box;
    if (box == out.boxes.size()) {
        out.boxes.push_back({0, static_cast<std::uint32_t>(out.links.size()), 0,
                             static_cast<std::uint8_t>(degree)});
        out.links.insert(out.links.end(), links.begin(), links.end());
    }
    ++out.boxes[box].size;
    local_[index(cell)] = static_cast<std::uint32_t>(box);
}

void BoxBuilder::own(const Component& component, std::int32_t owner) {
    for (const Cell cell : component.cells) owner_[index(cell)] = owner;
    for (const Witness& witness : component.witnesses) owner_[index(witness.cell)] = owner;
}

void BoxBuilder::release(const Component& component) { own(component, kNobody); }

}  // namespace sapper
