// The kernel's one thread pool. Its threads stay alive between runs: starting new threads for many
// small blocks of work would cost more than the work itself.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace sapper {

class ThreadPool {
public:
    using Work = std::function<void(std::size_t block, std::size_t worker)>;
    using Interrupt = std::function<bool()>;

    // The calling thread works too: `workers` counts it, as number 0. There may be fewer.
    explicit ThreadPool(std::size_t workers);
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    ~ThreadPool();

    [[nodiscard]] std::size_t size() const { return threads_.size() + 1; }
    // Does every block once. After an error no further block is begun, and the error is thrown when
    // all workers have stopped. A thread that wakes late is not waited for: the others have done
    // its share. Throws Interrupted when `interrupted` is true; only the calling thread asks it.
    void run(std::size_t blocks, const Work& work, const Interrupt& interrupted = {});
    // Whether the worker should give up its block; long work asks now and then.
    [[nodiscard]] bool stopping(std::size_t worker) const {
        return failed_ || (worker == 0 && *interrupted_ && (*interrupted_)());
    }

private:
    void serve(std::size_t worker);
    void take_blocks(const Work& work, std::size_t blocks, std::size_t worker);
    void wait_for_others();
    void fail(std::exception_ptr error);

    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable idle_;
    const Work* work_ = nullptr;  // null while there is nothing to do
    const Interrupt* interrupted_ = nullptr;
    std::size_t blocks_ = 0;
    std::atomic<std::size_t> next_ = 0;
    std::size_t busy_ = 0;  // threads at work, besides the calling one
    std::size_t round_ = 0;
    std::exception_ptr error_;
    std::atomic<bool> failed_ = false;
    bool leaving_ = false;
};

}  // namespace sapper
