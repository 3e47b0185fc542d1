#include "metrics.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "errors.hpp"
#include "terrain.hpp"
#include "zini.hpp"

namespace sapper {

namespace {

constexpr std::size_t kChunkCells = 100'000;  // looked at between two questions whether to stop

Metrics measure_one(Terrain& terrain, Zini& zini) {
    return {terrain.bbbv(), terrain.openings(), terrain.islands(), zini.greedy(terrain),
            zini.human(terrain)};
}

class Survey {
public:
    Survey(const Boards& boards, const std::function<bool()>& interrupted)
        : boards_(boards), interrupted_(interrupted), out_(boards.count()) {}

    std::vector<Metrics> run(unsigned threads) {
        const std::size_t chunks = (out_.size() + chunk_ - 1) / chunk_;
        const auto wanted = std::min<std::size_t>(threads, chunks);
        std::vector<std::thread> others;
        others.reserve(wanted);
        try {
            while (others.size() + 1 < wanted) others.emplace_back([this] { work(); });
        } catch (const std::system_error&) {  // fewer threads will do: this one works too
        }
        work();
        for (std::thread& other : others) other.join();
        if (error_) std::rethrow_exception(error_);
        return std::move(out_);
    }

private:
    void work() {
        try {
            measure_chunks();
        } catch (...) {
            const std::lock_guard guard(mutex_);
            if (!error_) error_ = std::current_exception();
            next_ = out_.size();
        }
    }

    void measure_chunks() {
        Terrain terrain;
        Zini zini;
        const std::size_t size = boards_.size();
        for (std::size_t from; (from = next_.fetch_add(chunk_)) < out_.size();) {
            if (interrupted_()) throw Interrupted();
            for (std::size_t i = from; i < std::min(from + chunk_, out_.size()); ++i) {
                terrain.survey(boards_.height, boards_.width, boards_.mines.subspan(i * size, size));
                out_[i] = measure_one(terrain, zini);
            }
        }
    }

    const Boards& boards_;
    const std::function<bool()>& interrupted_;
    std::vector<Metrics> out_;
    const std::size_t chunk_ = std::max<std::size_t>(1, kChunkCells / boards_.size());
    std::atomic<std::size_t> next_ = 0;
    std::mutex mutex_;
    std::exception_ptr error_;
};

}  // namespace

std::vector<Metrics> measure(const Boards& boards, unsigned threads,
                             const std::function<bool()>& interrupted) {
    return Survey(boards, interrupted).run(threads);
}

}  // namespace sapper
