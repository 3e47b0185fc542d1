// The metrics of boards, for Python.
#include "python/bindings.hpp"
#include "batch/metrics.hpp"
#include "board/opening_map.hpp"

using namespace nanobind::literals;

namespace sapper {

namespace {

template <int Dimensions>
using MineArray =
    nb::ndarray<const std::uint8_t, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;

void check_size(std::size_t height, std::size_t width) {
    if (height == 0 || width == 0) throw BadArgument("a board needs at least one cell");
    if (height > kMostCells || width > kMostCells || height * width > kMostCells)
        throw BadArgument("a board has more than 4,000,000 cells");
}

std::vector<std::uint8_t> copied(const std::uint8_t* data, std::size_t size) {
    return {data, data + size};
}

nb::dict py_measure(const MineArray<3>& mines, std::int64_t threads) {
    check_size(mines.shape(1), mines.shape(2));
    if (threads < 1 || threads > 1024) throw BadArgument("threads must be from 1 to 1024");
    const auto cells = copied(mines.data(), mines.size());
    const Boards boards{static_cast<int>(mines.shape(1)), static_cast<int>(mines.shape(2)), cells};
    const auto found =
        unlocked([&] { return measure(boards, static_cast<unsigned>(threads), signalled); });
    nb::dict out;
    out["bbbv"] = column<std::int32_t>(found, &Metrics::bbbv);
    out["openings"] = column<std::int32_t>(found, &Metrics::openings);
    out["islands"] = column<std::int32_t>(found, &Metrics::islands);
    out["zini"] = column<std::int32_t>(found, &Metrics::zini);
    out["human_zini"] = column<std::int32_t>(found, &Metrics::human_zini);
    return out;
}

int py_solved_bbbv(const MineArray<2>& mines, const MineArray<2>& opened) {
    check_size(mines.shape(0), mines.shape(1));
    if (opened.shape(0) != mines.shape(0) || opened.shape(1) != mines.shape(1))
        throw BadArgument("mines and opened cells must be of one board");
    OpeningMap map;
    map.read(static_cast<int>(mines.shape(0)), static_cast<int>(mines.shape(1)),
                   {mines.data(), mines.size()});
    return map.solved_bbbv({opened.data(), opened.size()});
}

}  // namespace

void bind_metrics(nb::module_& m) {
    m.def("measure", &py_measure, "mines"_a, nb::kw_only(), "threads"_a = 1);
    m.def("solved_bbbv", &py_solved_bbbv, "mines"_a, "opened"_a);
}

}  // namespace sapper
