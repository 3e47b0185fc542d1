#include "batch/env_observer.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace sapper {

float narrow_risk(double risk) {
    if (std::isnan(risk) || risk <= 0.0) return 0.0F;
    if (risk >= 1.0) return 1.0F;
    return std::clamp(static_cast<float>(risk), std::numeric_limits<float>::min(), 1.0F - 0x1p-24F);
}

EnvObserver::EnvObserver(const Level& level, ObservationKind kind, bool flags, void* observations,
                   std::int8_t* masks)
    : level_(level), kind_(kind), flags_(flags), cells_(level.grid.size()),
      observations_(observations), masks_(masks) {}

std::size_t EnvObserver::planes() const {
    if (kind_ == ObservationKind::Codes) return 1;
    return kFlagPlane + (flags_ ? 1U : 0U) + (kind_ == ObservationKind::Risks ? 1U : 0U);
}

std::size_t EnvObserver::bytes() const {
    return planes() * cells_ * (kind_ == ObservationKind::Risks ? sizeof(float) : 1U);
}

void EnvObserver::put(std::size_t board, std::size_t plane, std::size_t cell, bool on) {
    const std::size_t at = (board * planes() + plane) * cells_ + cell;
    if (kind_ == ObservationKind::Risks)
        static_cast<float*>(observations_)[at] = on ? 1.0F : 0.0F;
    else
        static_cast<std::uint8_t*>(observations_)[at] = on ? 1 : 0;
}

void EnvObserver::shut(std::size_t board) {
    auto* const start = static_cast<std::uint8_t*>(observations_) + board * bytes();
    std::memset(masks_ + board * actions(), 1, actions());
    if (kind_ == ObservationKind::Codes) {
        std::memset(start, static_cast<std::uint8_t>(kUnopened), cells_);
        return;
    }
    std::memset(start, 0, bytes());
    const std::size_t at = (board * planes() + kUnopenedPlane) * cells_;
    if (kind_ == ObservationKind::Risks)
        std::fill_n(static_cast<float*>(observations_) + at, cells_, 1.0F);
    else
        std::memset(static_cast<std::uint8_t*>(observations_) + at, 1, cells_);
}

void EnvObserver::reveal(std::size_t board, std::size_t cell, int clue) {
    std::int8_t* const mask = masks_ + board * actions();
    mask[cell] = 0;
    if (flags_) mask[cells_ + cell] = 0;
    if (kind_ == ObservationKind::Codes) {
        static_cast<std::int8_t*>(observations_)[board * cells_ + cell] =
            static_cast<std::int8_t>(clue);
        return;
    }
    put(board, kUnopenedPlane, cell, false);
    put(board, static_cast<std::size_t>(clue), cell, true);
}

void EnvObserver::set_flag(std::size_t board, std::size_t cell, bool on) {
    masks_[board * actions() + cell] = on ? 0 : 1;
    if (kind_ == ObservationKind::Codes)
        static_cast<std::int8_t*>(observations_)[board * cells_ + cell] = on ? kFlag : kUnopened;
    else
        put(board, kFlagPlane, cell, on);
}

void EnvObserver::count_risks(std::size_t board, const Game& game, Workspace& workspace) {
    if (kind_ != ObservationKind::Risks) return;
    std::vector<std::int8_t> view;
    game.write_view(view);
    const Question question{level_.grid, view, Flags::Ignore, {level_.mines, 0.0}};
    const Analysis analysis = analyse(question, Budget{}, workspace);
    workspace.counter.rewind();
    float* const risks = static_cast<float*>(observations_) + ((board + 1) * planes() - 1) * cells_;
    std::ranges::transform(analysis.risk, risks, narrow_risk);
}

void EnvObserver::keep(std::size_t board, void* observations, std::int8_t* masks) const {
    const std::size_t at = board * bytes();
    std::memcpy(static_cast<std::uint8_t*>(observations) + at,
                static_cast<const std::uint8_t*>(observations_) + at, bytes());
    std::memcpy(masks + board * actions(), masks_ + board * actions(), actions());
}

}  // namespace sapper
