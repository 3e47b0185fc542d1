#include "games.hpp"

#include <ctime>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "errors.hpp"
#include "seeds.hpp"
#include "stir.hpp"

namespace sapper {

namespace {

constexpr std::uint64_t kChunk = 4;
constexpr auto kPollEvery = std::chrono::milliseconds(50);

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Plays games one after another with buffers of its own.
class Table {
public:
    Table(const BatchJob& job, const std::function<bool()>& stopped)
        : job_(job), player_(job.style, job.rule, Budget{1e9, 0, stopped}) {}

    GameResult play(std::uint64_t index) {
        result_ = {};
        position_.clear(job_.level.grid);
        alive_ = true;
        bool first = true;
        while (alive_ && (first || !game_.won())) {
            const Decision& decision = player_.decide(position_, job_.level.mines);
            cells_ = decision.cells;
            if (cells_.empty()) throw std::logic_error("a player without a move in a game not won");
            if (first) start(index);
            first = false;
            if (is_guess(decision)) note_guess(index, decision);
            for (const Cell cell : cells_) click(cell);
        }
        result_.won = alive_;
        return result_;
    }

    std::vector<GuessRecord> guesses;

private:
    // A first click is one where nothing is promised about it.
    [[nodiscard]] bool is_guess(const Decision& decision) const {
        if (decision.reason != Reason::First) return decision.reason != Reason::Certain;
        return job_.rule == FirstClick::None && (job_.first || decision.risk > 0.0);
    }

    void start(std::uint64_t index) {
        const Grid& grid = job_.level.grid;
        if (job_.first) cells_.assign(1, *job_.first);
        if (!job_.masks.empty())
            return game_.lay(grid, job_.masks.subspan(index * grid.size(), grid.size()));
        spared_cells(grid, cells_.front(), job_.rule, spared_);
        game_.lay(grid, seeded_mask(static_cast<std::uint32_t>(grid.size()),
                                    static_cast<std::uint32_t>(job_.level.mines), job_.seed, index,
                                    spared_));
    }

    void click(Cell cell) {
        if (!alive_ || game_.is_open(cell)) return;
        ++result_.moves;
        result_.hash = stir(result_.hash, static_cast<std::uint64_t>(job_.level.grid.plain(cell)));
        alive_ = game_.open(cell);
        for (const Reveal& reveal : game_.fresh) position_.open(reveal.cell, reveal.clue);
    }

    void note_guess(std::uint64_t index, const Decision& decision) {
        ++result_.guesses;
        if (!job_.keep_guesses || decision.reason == Reason::First) return;
        const double score = decision.candidates.empty() ? 0.0 : decision.candidates.front().score;
        guesses.push_back({static_cast<std::uint32_t>(index - job_.begin), result_.moves,
                           decision.reason == Reason::Judged,
                           static_cast<float>(decision.risk), static_cast<float>(decision.chance),
                           static_cast<float>(score), static_cast<std::uint32_t>(position_.unknowns()),
                           static_cast<std::int32_t>(job_.level.mines - position_.mines())});
    }

    const BatchJob& job_;
    Player player_;
    Position position_;
    ArenaGame game_;
    GameResult result_;
    std::vector<Cell> cells_;
    std::vector<std::uint32_t> spared_;
    bool alive_ = true;
};

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
        for (const GameResult& game : out_.games) out_.hash = stir(out_.hash, game.hash);
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
