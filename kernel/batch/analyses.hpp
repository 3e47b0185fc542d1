// Analyses of many views over threads, each thread with its own workspace.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "count/analysis.hpp"

namespace sapper {

// A question that owns its view, and what answering it may cost.
struct AnalysisRequest {
    Grid grid;
    std::vector<std::int8_t> view;
    Flags flags = Flags::Ignore;
    Prior prior;
    Budget budget;

    [[nodiscard]] Question question() const { return {grid, view, flags, prior}; }
};

// Answers one request; the buffers of a very big board are not kept. `interrupted` replaces the
// budget's own.
Analysis analyse_request(const AnalysisRequest& request, std::function<bool()> interrupted,
                         Workspace& workspace);

// Answers all requests, then throws the error of the first one that failed.
std::vector<Analysis> analyse_requests(std::span<const AnalysisRequest> requests,
                                       std::size_t threads,
                                       const std::function<bool()>& interrupted);

}  // namespace sapper
