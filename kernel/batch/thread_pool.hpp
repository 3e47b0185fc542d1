// Threads that stay: for work that comes in many small portions, where starting threads anew
// would cost more than the work itself.
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

class Crew {
public:
    using Work = std::function<void(std::size_t block, std::size_t worker)>;

    // The calling thread works too: `workers` counts it, as number 0.
    explicit Crew(std::size_t workers);
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    ~Crew();

    [[nodiscard]] std::size_t size() const { return helpers_.size() + 1; }
    // Does every block once; after an error no more are begun, and it is thrown when all stand
    // still. A helper that wakes late is not waited for: its share has been done by the others.
    void run(std::size_t blocks, const Work& work);
    // Whether there was an error: what takes long may ask, and stop.
    [[nodiscard]] bool failed() const { return failed_; }

private:
    void help(std::size_t worker);
    void take_blocks(const Work& work, std::size_t blocks, std::size_t worker);

    std::vector<std::thread> helpers_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable idle_;
    const Work* work_ = nullptr;  // null while nothing is to be done
    std::size_t blocks_ = 0;
    std::atomic<std::size_t> next_ = 0;
    std::size_t busy_ = 0;   // helpers at work
    std::size_t round_ = 0;
    std::exception_ptr error_;
    std::atomic<bool> failed_ = false;  // set after the error, so that the first one counts
    bool leaving_ = false;
};

}  // namespace sapper
