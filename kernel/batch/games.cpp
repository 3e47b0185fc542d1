#include "batch/games.hpp"

#include <ctime>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "board/errors.hpp"
#include "board/hash.hpp"
#include "batch/game_runner.hpp"

namespace sapper {

namespace {

constexpr std::uint64_t kChunk = 4;
constexpr auto kPollEvery = std::chrono::milliseconds(50);

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The calling thread does not play: it waits, and asks now and then whether to stop.
class Hall {
public:
    explicit Hall(const BatchJob& job) : job_(job) {
        out_.games.resize(job.end - job.begin);
        next_ = job.begin;
    }
    Hall(const Hall&) = delete;
    Hall& operator=(const Hall&) = delete;
    ~Hall() {
        stop_ = true;
        for (std::thread& worker : workers_) worker.join();
    }

    BatchResult run() {
        start();
        wait();
        if (stop_) throw Interrupted();
        if (error_) std::rethrow_exception(error_);
        for (const GameResult& game : out_.games) out_.hash = hash_combine(out_.hash, game.hash);
        std::ranges::stable_sort(out_.guesses, {}, &GuessRecord::game);
        return std::move(out_);
    }

private:
    void start() {
        const std::uint64_t chunks = (job_.end - job_.begin + kChunk - 1) / kChunk;
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(job_.threads, chunks));
        workers_.reserve(wanted);
        try {
            while (workers_.size() < wanted) workers_.emplace_back([this] { work(); });
        } catch (const std::system_error&) {
            if (workers_.empty()) throw;  // else fewer threads than asked for will do
        }
    }

    void wait() {
        std::unique_lock lock(mutex_);
        const auto all_done = [this] { return finished_ == workers_.size(); };
        while (!done_.wait_for(lock, kPollEvery, all_done)) {
            lock.unlock();
            if (!stop_ && job_.interrupted && job_.interrupted()) stop_ = true;
            lock.lock();
        }
    }

    void work() {
        const double start = thread_seconds();
        try {
            play_chunks();
        } catch (...) {
            const std::lock_guard guard(mutex_);
            if (!error_) error_ = std::current_exception();
            next_ = job_.end;
        }
        const std::lock_guard guard(mutex_);
        out_.cpu_seconds += thread_seconds() - start;
        ++finished_;
        done_.notify_one();
    }

    void play_chunks() {
        Table table(job_, [this] { return stop_.load(); });
        while (!stop_) {
            const std::uint64_t from = next_.fetch_add(kChunk);
            if (from >= job_.end) break;
            for (std::uint64_t i = from; i < std::min(from + kChunk, job_.end) && !stop_; ++i)
                out_.games[i - job_.begin] = table.play(i);
        }
        const std::lock_guard guard(mutex_);
        out_.guesses.insert(out_.guesses.end(), table.guesses.begin(), table.guesses.end());
    }

    const BatchJob& job_;
    BatchResult out_;
    std::atomic<std::uint64_t> next_;
    std::atomic<bool> stop_ = false;
    std::mutex mutex_;
    std::condition_variable done_;
    std::size_t finished_ = 0;
    std::exception_ptr error_;
    std::vector<std::thread> workers_;
};

}  // namespace

BatchResult play_batch(const BatchJob& job) { return Hall(job).run(); }

}  // namespace sapper
