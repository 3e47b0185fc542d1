#include "batch/analyses.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "board/errors.hpp"

namespace sapper {

namespace {

constexpr std::size_t kBigBoard = 250'000;
constexpr auto kPollEvery = std::chrono::milliseconds(50);

class Batch {
public:
    explicit Batch(std::span<const Task> tasks)
        : tasks_(tasks), results_(tasks.size()), errors_(tasks.size()) {}
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;
    ~Batch() {
        stop_ = true;
        for (std::thread& worker : workers_) worker.join();
    }

    std::vector<Analysis> run(std::size_t threads, const std::function<bool()>& interrupted) {
        start(threads);
        wait(interrupted);
        if (stop_) throw Interrupted();
        for (const std::exception_ptr& error : errors_)
            if (error) std::rethrow_exception(error);
        return std::move(results_);
    }

private:
    void start(std::size_t threads) {
        workers_.reserve(threads);
        try {
            while (workers_.size() < threads) workers_.emplace_back([this] { work(); });
        } catch (const std::system_error&) {
            if (workers_.empty()) throw;  // else fewer threads than asked for will do
        }
    }

    void work() {
        Workspace workspace;
        for (std::size_t i = next_++; i < tasks_.size() && !stop_; i = next_++) {
            try {
                results_[i] = run_task(tasks_[i], [this] { return stop_.load(); }, workspace);
            } catch (...) {
                errors_[i] = std::current_exception();
            }
        }
        const std::lock_guard guard(mutex_);
        ++finished_;
        done_.notify_one();
    }

    void wait(const std::function<bool()>& interrupted) {
        std::unique_lock lock(mutex_);
        const auto all_done = [this] { return finished_ == workers_.size(); };
        while (!done_.wait_for(lock, kPollEvery, all_done)) {
            lock.unlock();
            if (!stop_ && interrupted()) stop_ = true;
            lock.lock();
        }
    }

    std::span<const Task> tasks_;
    std::vector<Analysis> results_;
    std::vector<std::exception_ptr> errors_;
    std::vector<std::thread> workers_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> stop_ = false;
    std::mutex mutex_;
    std::condition_variable done_;
    std::size_t finished_ = 0;
};

}  // namespace

Analysis run_task(const Task& task, std::function<bool()> interrupted, Workspace& workspace) {
    const Budget budget{task.limits.seconds, task.limits.bytes, std::move(interrupted)};
    Analysis result = analyse(task.question(), budget, workspace);
    if (task.grid.size() > kBigBoard) workspace = Workspace();
    workspace.solver.rewind();  // an idle thread must not sit on a wide position's memory
    return result;
}

std::vector<Analysis> run_tasks(std::span<const Task> tasks, std::size_t threads,
                                const std::function<bool()>& interrupted) {
    if (tasks.empty()) return {};
    return Batch(tasks).run(std::clamp<std::size_t>(threads, 1, tasks.size()), interrupted);
}

}  // namespace sapper
