// Many views over several threads, each with a workspace of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "count/analysis.hpp"

namespace sapper {

struct Limits {
    double seconds = 2.0;
    std::size_t bytes = std::size_t{512} << 20;
};

// A question that owns its view.
struct Task {
    Grid grid;
    std::vector<std::int8_t> view;
    Flags flags = Flags::Trust;
    Prior prior;
    Limits limits;

    [[nodiscard]] Question question() const { return {grid, view, flags, prior}; }
};

// Analyses one task; the buffers of a very big board are not kept.
Analysis run_task(const Task& task, std::function<bool()> interrupted, Workspace& workspace);

// Analyses all. The calling thread only waits and polls `interrupted`; the error of the first
// task that has one is thrown when all are done.
std::vector<Analysis> run_tasks(std::span<const Task> tasks, std::size_t threads,
                                const std::function<bool()>& interrupted);

}  // namespace sapper
