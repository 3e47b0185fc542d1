#include "board_batch.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "errors.hpp"

namespace sapper {

namespace {

class Workshop {
public:
    Workshop(const BoardRequest& request, std::uint64_t begin, std::size_t count)
        : request_(request), begin_(begin), boards_(count) {
        request_.interrupted = [this, asked = request.interrupted] {
            return stop_ || (asked && asked());
        };
    }

    std::vector<MadeBoard> run(unsigned threads) {
        const std::size_t wanted = std::min<std::size_t>(threads, boards_.size());
        std::vector<std::thread> others;
        others.reserve(wanted);
        try {
            while (others.size() + 1 < wanted) others.emplace_back([this] { work(); });
        } catch (const std::system_error&) {  // fewer threads will do: this one works too
        }
        work();
        for (std::thread& other : others) other.join();
        if (error_) std::rethrow_exception(error_);
        return std::move(boards_);
    }

private:
    void work() {
        try {
            BoardMaker maker(request_);
            for (std::size_t i = next_++; i < boards_.size() && !stop_; i = next_++)
                boards_[i] = maker.make(begin_ + i);
        } catch (...) {
            const std::lock_guard guard(mutex_);
            if (!error_) error_ = std::current_exception();
            stop_ = true;
        }
    }

    BoardRequest request_;
    std::uint64_t begin_;
    std::vector<MadeBoard> boards_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> stop_ = false;
    std::mutex mutex_;
    std::exception_ptr error_;
};

}  // namespace

std::vector<MadeBoard> make_boards(const BoardRequest& request, std::uint64_t begin,
                                   std::size_t count, unsigned threads) {
    return Workshop(request, begin, count).run(threads);
}

}  // namespace sapper
