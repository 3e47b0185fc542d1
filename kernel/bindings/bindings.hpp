// What the bindings share: arrays coming in, work without the interpreter lock, and columns of
// numbers going out.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/arguments.hpp"

namespace sapper {

namespace nb = nanobind;
using namespace nb::literals;

using ViewArray = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu>;
template <int Dimensions>
using ByteArray =
    nb::ndarray<const std::uint8_t, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;

void bind_analysis(nb::module_& m);
void bind_boards(nb::module_& m);
void bind_env(nb::module_& m);
void bind_metrics(nb::module_& m);
void bind_play(nb::module_& m);

// Too much for perfect play within its budget.
class TooLarge : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Copies an array. Check the copy: another thread may write to the original at any time.
template <class Array>
auto copied(const Array& array) {
    using Value = std::remove_const_t<typename Array::Scalar>;
    return std::vector<Value>(array.data(), array.data() + array.size());
}
// The same for a view of any type of numbers; checks its shape.
Grid copy_view(const ViewArray& array, std::vector<std::int8_t>& view);

inline bool signalled() {
    nb::gil_scoped_acquire lock;
    return PyErr_CheckSignals() != 0;
}

// Runs without the interpreter lock; a Ctrl-C during the run arrives as the exception it raised.
template <class Work>
auto unlocked(Work&& work) {
    try {
        nb::gil_scoped_release release;
        return work();
    } catch (const Interrupted&) {
        throw nb::python_error();
    }
}

// Lets one thread at a time use an object. A signal handler runs in the thread that is using it
// and would wait for itself: that is an error instead. Lock it without the interpreter lock.
class OneUser {
public:
    void lock() {
        if (user_ == std::this_thread::get_id())
            throw BadArgument("this is in use: a signal handler interrupted it");
        mutex_.lock();
        user_ = std::this_thread::get_id();
    }
    void unlock() {
        user_ = std::thread::id();
        mutex_.unlock();
    }

private:
    std::mutex mutex_;
    std::atomic<std::thread::id> user_;
};

inline RowColumn row_column(const Grid& grid, Cell cell) {
    return {grid.row(cell), grid.column(cell)};
}

// How the numbers of an array are kept: a std::vector<bool> could not be shared with Python.
template <class Value>
using Kept = std::vector<std::conditional_t<std::is_same_v<Value, bool>, std::uint8_t, Value>>;

// One row for each `width` values; a plain column if that is 1.
template <class Value>
nb::object to_array(Kept<Value> values, std::size_t width = 1) {
    auto* kept = new Kept<Value>(std::move(values));
    nb::capsule owner(kept, [](void* data) noexcept { delete static_cast<Kept<Value>*>(data); });
    const std::size_t shape[2] = {kept->size() / width, width};
    return nb::cast(nb::ndarray<nb::numpy, Value>(kept->data(), width == 1 ? 1 : 2, shape, owner));
}

template <class Value, class Record, class Field>
nb::object column(const std::vector<Record>& records, Field Record::* field) {
    Kept<Value> values;
    values.reserve(records.size());
    for (const Record& record : records) values.push_back(static_cast<Value>(record.*field));
    return to_array<Value>(std::move(values));
}

}  // namespace sapper
