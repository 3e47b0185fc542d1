#include "count/solved_position.hpp"

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

}  // namespace sapper
