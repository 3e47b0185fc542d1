#include "games.hpp"

#include <ctime>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "errors.hpp"
#include "table.hpp"

namespace sapper {

namespace {

constexpr std::uint64_t kChunk = 4;

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class Hall {
public:
    explicit Hall(const BatchJob& job) : job_(job) {
        out_.games.resize(job.end - job.begin);
        next_ = job.begin;
    }

    BatchResult run() {
        const std::uint64_t chunks = (job_.end - job_.begin + kChunk - 1) / kChunk;
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(job_.threads, chunks));
        std::vector<std::thread> others;
        others.reserve(wanted);
        try {
            while (others.size() + 1 < wanted) others.emplace_back([this] { work(); });
        } catch (const std::system_error&) {  // fewer threads will do: this one works too
        }
        work();
        for (std::thread& other : others) other.join();
        if (error_) std::rethrow_exception(error_);
        for (const GameResult& game : out_.games) out_.hash = stir(out_.hash, game.hash);
        std::ranges::stable_sort(out_.guesses, {}, &GuessRecord::game);
        return std::move(out_);
    }

private:
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
    }

    void play_chunks() {
        Table table(job_);
        while (true) {
            const std::uint64_t from = next_.fetch_add(kChunk);
            if (from >= job_.end) break;
            if (job_.interrupted && job_.interrupted()) throw Interrupted();
            for (std::uint64_t i = from; i < std::min(from + kChunk, job_.end); ++i)
                out_.games[i - job_.begin] = table.play(i);
        }
        const std::lock_guard guard(mutex_);
        out_.guesses.insert(out_.guesses.end(), table.guesses.begin(), table.guesses.end());
    }

    const BatchJob& job_;
    BatchResult out_;
    std::atomic<std::uint64_t> next_;
    std::mutex mutex_;
    std::exception_ptr error_;
};

}  // namespace

BatchResult play_batch(const BatchJob& job) { return Hall(job).run(); }

}  // namespace sapper
