// What the bindings share: work without the interpreter lock, and columns of numbers going out.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "python/arguments.hpp"
#include "board/errors.hpp"

namespace sapper {

namespace nb = nanobind;

void bind_boards(nb::module_& m);
void bind_env(nb::module_& m);
void bind_metrics(nb::module_& m);

inline bool signalled() {
    nb::gil_scoped_acquire lock;
    return PyErr_CheckSignals() != 0;
}

// Runs without the interpreter lock; a Ctrl-C meanwhile arrives as the exception it raised.
template <class Work>
auto unlocked(Work&& work) {
    try {
        nb::gil_scoped_release release;
        return work();
    } catch (const Interrupted&) {
        throw nb::python_error();
    }
}

template <class Value>
nb::ndarray<nb::numpy, Value> to_array(std::vector<Value> values) {
    auto* kept = new std::vector<Value>(std::move(values));
    nb::capsule owner(kept, [](void* data) noexcept { delete static_cast<std::vector<Value>*>(data); });
    return nb::ndarray<nb::numpy, Value>(kept->data(), {kept->size()}, owner);
}

template <class Value, class Record, class Field>
nb::object column(const std::vector<Record>& records, Field Record::*field) {
    std::vector<Value> values;
    values.reserve(records.size());
    for (const Record& record : records) values.push_back(static_cast<Value>(record.*field));
    return nb::cast(to_array(std::move(values)));
}

}  // namespace sapper
