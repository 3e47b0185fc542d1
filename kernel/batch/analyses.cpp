#include "batch/analyses.hpp"

#include <algorithm>
#include <exception>

#include "batch/thread_pool.hpp"
#include "board/errors.hpp"

namespace sapper {

namespace {
constexpr std::size_t kBigBoard = 250'000;
}

Analysis analyse_request(const AnalysisRequest& request, std::function<bool()> interrupted,
                         Workspace& workspace) {
    Budget budget = request.budget;
    budget.interrupted = std::move(interrupted);
    Analysis result = analyse(request.question(), budget, workspace);
    if (request.grid.size() > kBigBoard) workspace = Workspace();
    workspace.counter.rewind();  // an idle thread must not keep a wide position's memory
    return result;
}

std::vector<Analysis> analyse_requests(std::span<const AnalysisRequest> requests,
                                       std::size_t threads,
                                       const std::function<bool()>& interrupted) {
    std::vector<Analysis> results(requests.size());
    std::vector<std::exception_ptr> errors(requests.size());
    ThreadPool pool(std::min(threads, requests.size()));
    std::vector<Workspace> workspaces(pool.size());
    const auto answer = [&](std::size_t i, std::size_t worker) {
        const auto stop = [&pool, worker] { return pool.stopping(worker); };
        try {
            results[i] = analyse_request(requests[i], stop, workspaces[worker]);
        } catch (const Interrupted&) {
            throw;
        } catch (...) {
            errors[i] = std::current_exception();
        }
    };
    pool.run(requests.size(), answer, interrupted);
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
    return results;
}

}  // namespace sapper
