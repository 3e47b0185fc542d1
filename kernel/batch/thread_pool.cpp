#include "batch/thread_pool.hpp"

#include <chrono>
#include <system_error>

#include "board/errors.hpp"

namespace sapper {

namespace {
constexpr auto kPollPeriod = std::chrono::milliseconds(50);
}

ThreadPool::ThreadPool(std::size_t workers) {
    try {
        for (std::size_t i = 1; i < workers; ++i) threads_.emplace_back([this, i] { serve(i); });
    } catch (const std::system_error&) {  // fewer threads will do
    }
}

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard guard(mutex_);
        leaving_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::run(std::size_t blocks, const Work& work, const Interrupt& interrupted) {
    {
        const std::lock_guard guard(mutex_);
        work_ = &work;
        interrupted_ = &interrupted;
        blocks_ = blocks;
        next_ = 0;
        error_ = nullptr;
        failed_ = false;
        ++round_;
    }
    if (blocks > 1) wake_.notify_all();
    take_blocks(work, blocks, 0);
    wait_for_others();
    if (error_) std::rethrow_exception(error_);
}

void ThreadPool::wait_for_others() {
    std::unique_lock lock(mutex_);
    work_ = nullptr;
    while (!idle_.wait_for(lock, kPollPeriod, [this] { return busy_ == 0; })) {
        lock.unlock();
        if (!failed_ && stopping(0)) fail(std::make_exception_ptr(Interrupted()));
        lock.lock();
    }
}

void ThreadPool::serve(std::size_t worker) {
    std::size_t seen = 0;
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [&] { return leaving_ || (work_ != nullptr && round_ != seen); });
        if (leaving_) return;
        seen = round_;
        ++busy_;
        const Work& work = *work_;
        const std::size_t blocks = blocks_;
        lock.unlock();
        take_blocks(work, blocks, worker);
        lock.lock();
        if (--busy_ == 0) idle_.notify_one();
    }
}

void ThreadPool::take_blocks(const Work& work, std::size_t blocks, std::size_t worker) {
    for (std::size_t block = next_++; block < blocks; block = next_++) {
        try {
            if (stopping(worker)) throw Interrupted();
            work(block, worker);
        } catch (...) {
            fail(std::current_exception());
        }
    }
}

// Keeps the first error; later ones are its consequences.
void ThreadPool::fail(std::exception_ptr error) {
    const std::lock_guard guard(mutex_);
    if (!error_) error_ = std::move(error);
    failed_ = true;
    next_ = blocks_;
}

}  // namespace sapper
