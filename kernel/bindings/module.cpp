// The module. Only this folder knows Python: it checks all arguments, copies arrays before it
// releases the interpreter lock (another thread may write to them), and turns the kernel's errors
// into exceptions.
#include "bindings/bindings.hpp"

#include <cstring>

using namespace sapper;

namespace {

PyObject* impossible_type = nullptr;
PyObject* too_large_type = nullptr;

template <class Number>
void copy_cells(const ViewArray& array, std::vector<std::int8_t>& view) {
    const auto* data = static_cast<const char*>(array.data());  // may be unaligned
    const auto step = static_cast<std::int64_t>(sizeof(Number));
    for (std::size_t row = 0; row < array.shape(0); ++row)
        for (std::size_t column = 0; column < array.shape(1); ++column) {
            const std::int64_t at = static_cast<std::int64_t>(row) * array.stride(0) +
                                    static_cast<std::int64_t>(column) * array.stride(1);
            Number value;
            std::memcpy(&value, data + at * step, sizeof value);
            if (!std::in_range<std::int8_t>(value))
                throw BadArgument("value " + std::to_string(value) + " at " +
                                  cell_name(static_cast<int>(row), static_cast<int>(column)) +
                                  " is neither -2, -1 nor a clue 0..8");
            view.push_back(static_cast<std::int8_t>(value));
        }
}

void translate(const std::exception_ptr& error, void*) {
    try {
        std::rethrow_exception(error);
    } catch (const Impossible& impossible) {
        nb::object raised = nb::handle(impossible_type)(impossible.what());
        raised.attr("row") = impossible.row();
        raised.attr("column") = impossible.column();
        PyErr_SetObject(impossible_type, raised.ptr());
    } catch (const BadArgument& bad) {
        PyErr_SetString(PyExc_ValueError, bad.what());
    } catch (const TooLarge& large) {
        PyErr_SetString(too_large_type, large.what());
    }
}

}  // namespace

Grid sapper::copy_view(const ViewArray& array, std::vector<std::int8_t>& view) {
    const Grid grid = checked_grid(array.shape(0), array.shape(1));
    view.reserve(grid.size());
    const nb::dlpack::dtype type = array.dtype();
    if (type == nb::dtype<std::int8_t>())
        copy_cells<std::int8_t>(array, view);
    else if (type == nb::dtype<std::int16_t>())
        copy_cells<std::int16_t>(array, view);
    else if (type == nb::dtype<std::int32_t>())
        copy_cells<std::int32_t>(array, view);
    else if (type == nb::dtype<std::int64_t>())
        copy_cells<std::int64_t>(array, view);
    else
        throw BadArgument("the view must be an array of signed integers");
    return grid;
}

NB_MODULE(_kernel, m) {
    impossible_type = PyErr_NewException("sapper._kernel.Impossible", PyExc_ValueError, nullptr);
    m.attr("Impossible") = nb::handle(impossible_type);
    too_large_type = PyErr_NewException("sapper._kernel.TooLarge", PyExc_ValueError, nullptr);
    m.attr("TooLarge") = nb::handle(too_large_type);
    nb::register_exception_translator(translate);
    bind_analysis(m);
    bind_boards(m);
    bind_env(m);
    bind_metrics(m);
    bind_play(m);
}
