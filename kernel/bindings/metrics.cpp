// The metrics of boards, for Python.
#include "batch/metrics.hpp"
#include "bindings/bindings.hpp"
#include "board/opening_map.hpp"

namespace sapper {

namespace {

nb::dict py_measure(const ByteArray<3>& mines, std::int64_t threads) {
    const Grid grid = checked_grid(mines.shape(1), mines.shape(2));
    const unsigned workers = checked_threads(threads);
    const auto cells = copied(mines);
    const BoardArray boards{grid.height, grid.width, cells};
    const auto found = unlocked([&] { return measure(boards, workers, signalled); });
    nb::dict out;
    out["bbbv"] = column<std::int32_t>(found, &Metrics::bbbv);
    out["openings"] = column<std::int32_t>(found, &Metrics::openings);
    out["islands"] = column<std::int32_t>(found, &Metrics::islands);
    out["zini"] = column<std::int32_t>(found, &Metrics::zini);
    out["human_zini"] = column<std::int32_t>(found, &Metrics::human_zini);
    return out;
}

int py_solved_bbbv(const ByteArray<2>& mines, const ByteArray<2>& opened) {
    const Grid grid = checked_grid(mines.shape(0), mines.shape(1));
    if (opened.shape(0) != mines.shape(0) || opened.shape(1) != mines.shape(1))
        throw BadArgument("mines and opened cells must be of one board");
    OpeningMap map;
    map.read(grid.height, grid.width, copied(mines));
    return map.solved_bbbv(copied(opened));
}

}  // namespace

void bind_metrics(nb::module_& m) {
    m.def("measure", &py_measure, "mines"_a, nb::kw_only(), "threads"_a = 1);
    m.def("solved_bbbv", &py_solved_bbbv, "mines"_a, "opened"_a);
}

}  // namespace sapper
