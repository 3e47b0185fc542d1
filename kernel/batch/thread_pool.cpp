#include "batch/thread_pool.hpp"

#include <system_error>

namespace sapper {

Crew::Crew(std::size_t workers) {
    try {
        for (std::size_t i = 1; i < workers; ++i) helpers_.emplace_back([this, i] { help(i); });
    } catch (const std::system_error&) {  // fewer threads will do
    }
}

Crew::~Crew() {
    {
        const std::lock_guard guard(mutex_);
        leaving_ = true;
    }
    wake_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
}

void Crew::run(std::size_t blocks, const Work& work) {
    {
        const std::lock_guard guard(mutex_);
        work_ = &work;
        blocks_ = blocks;
        next_ = 0;
        error_ = nullptr;
        failed_ = false;
        ++round_;
    }
    if (blocks > 1) wake_.notify_all();
    take_blocks(work, blocks, 0);
    std::unique_lock lock(mutex_);
    work_ = nullptr;
    idle_.wait(lock, [this] { return busy_ == 0; });
    if (error_) std::rethrow_exception(error_);
}

void Crew::help(std::size_t worker) {
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

void Crew::take_blocks(const Work& work, std::size_t blocks, std::size_t worker) {
    for (std::size_t block = next_++; block < blocks; block = next_++) {
        try {
            work(block, worker);
        } catch (...) {
            const std::lock_guard guard(mutex_);
            if (!error_) error_ = std::current_exception();
            failed_ = true;
            next_ = blocks;
        }
    }
}

}  // namespace sapper
