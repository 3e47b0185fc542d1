// Witnesses, boxes and components of a settled position.
//
// A witness is a clue with unknown neighbours. Unknown cells with the same witnesses form a
// box: only the number of mines in it matters. Boxes and witnesses joined by adjacency form
// components, which affect each other only through the mine total.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "count/position.hpp"

namespace sapper {

struct Witness {
    Cell cell = 0;
    int need = 0;
};

struct Box {
    std::uint32_t first_cell = 0;  // index into Component::cells
    std::uint32_t first_link = 0;  // index into Component::links
    std::uint8_t size = 0;
    std::uint8_t degree = 0;
};

struct Component {
    std::vector<Witness> witnesses;
    std::vector<Box> boxes;
    std::vector<Cell> cells;             // box by box
    std::vector<std::uint32_t> links;    // the witnesses, box by box
    std::vector<std::uint32_t> starts;   // witness -> range of `holders`
    std::vector<std::uint32_t> holders;  // the boxes, witness by witness

    [[nodiscard]] std::span<const Cell> cells_of(const Box& box) const {
        return {cells.data() + box.first_cell, box.size};
    }
    [[nodiscard]] std::span<const std::uint32_t> witnesses_of(const Box& box) const {
        return {links.data() + box.first_link, box.degree};
    }
    [[nodiscard]] std::span<const std::uint32_t> boxes_of(std::uint32_t witness) const {
        return {holders.data() + starts[witness], starts[witness + 1] - starts[witness]};
    }
    void clear();
    // Fills `starts` and `holders` from the boxes' links.
    void index_witnesses();
};

// Finds components. It marks cells and witnesses with the component that owns them, and after
// a change it rebuilds only the affected components.
class BoxBuilder {
public:
    static constexpr std::int32_t kNobody = -1;

    void clear(const Grid& grid);
    // Builds the component around a witness; its cells and witnesses then belong to `owner`.
    void build(const Position& position, Cell witness, std::int32_t owner, Component& out);
    // Builds the component that opening `cell` would make: witness 0 is the cell itself, and the
    // caller sets its need. It may be disconnected; ownership does not change.
    void build_opened(const Position& position, Cell cell, Component& out);
    void release(const Component& component);
    [[nodiscard]] std::int32_t owner(Cell cell) const { return owner_[index(cell)]; }

private:
    [[nodiscard]] bool is_unknown(const Position& position, Cell cell) const {
        return position.state(cell) == CellState::Unknown && cell != opened_;
    }
    [[nodiscard]] bool is_witness(const Position& position, Cell cell) const {
        return position.state(cell) == CellState::Clue || cell == opened_;
    }
    [[nodiscard]] bool visited(Cell cell) const { return visit_[index(cell)] == stamp_; }
    void start_visit(Component& out);
    void add_witness(Cell cell, int need, Component& out);
    void gather_witnesses(const Position& position, Component& out);
    void gather_around(const Position& position, Cell cell, Component& out);
    void make_boxes(const Position& position, Component& out);
    void box_cell(const Position& position, Cell cell, std::size_t first_box, Component& out);
    void own(const Component& component, std::int32_t owner);

    static constexpr Cell kNoCell = -1;
    std::vector<std::int32_t> owner_;
    std::vector<std::uint32_t> visit_;
    std::vector<std::uint32_t> local_;  // the number of a witness, or the box of a boxed cell
    std::uint32_t stamp_ = 0;
    Cell opened_ = kNoCell;
};

}  // namespace sapper
