// The only file that knows Python: checks what comes in, releases the GIL, hands back arrays.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "seeds.hpp"

namespace nb = nanobind;

namespace {

constexpr std::uint32_t max_cells = 4'000'000;

nb::bytes seeded_mask(std::uint32_t cells, std::uint32_t mines, std::uint64_t seed, std::uint64_t index,
                      const std::vector<std::uint32_t>& spared) {
    if (cells > max_cells || spared.size() > cells || mines > cells - spared.size()) {
        throw std::invalid_argument("the mines do not fit");
    }
    for (const auto cell : spared) {
        if (cell >= cells) {
            throw std::invalid_argument("a spared cell is off the board");
        }
    }
    std::vector<std::uint8_t> mask;
    {
        nb::gil_scoped_release release;
        mask = sapper::seeded_mask(cells, mines, seed, index, spared);
    }
    return nb::bytes(mask.data(), mask.size());
}

}  // namespace

NB_MODULE(_kernel, module) {
    module.doc() = "The hot kernel of Sapper; sapper.engine is its only user.";
    module.def("seeded_mask", &seeded_mask, nb::arg("cells"), nb::arg("mines"), nb::arg("seed"),
               nb::arg("index"), nb::arg("spared"));
}
