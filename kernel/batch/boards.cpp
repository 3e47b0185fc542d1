#include "batch/boards.hpp"

#include <algorithm>
#include <memory>

#include "batch/thread_pool.hpp"

namespace sapper {

std::vector<GeneratedBoard> make_boards(const BoardRequest& request, std::uint64_t begin,
                                        std::size_t count, unsigned threads) {
    std::vector<GeneratedBoard> boards(count);
    ThreadPool pool(std::min<std::size_t>(threads, count));
    std::vector<std::unique_ptr<BoardGenerator>> makers(pool.size());
    const auto make_board = [&](std::size_t board, std::size_t worker) {
        auto& maker = makers[worker];
        if (!maker) {
            BoardRequest own = request;
            own.interrupted = [&pool, worker] { return pool.stopping(worker); };
            maker = std::make_unique<BoardGenerator>(own);
        }
        boards[board] = maker->make(begin + board);
    };
    pool.run(count, make_board, request.interrupted);
    return boards;
}

}  // namespace sapper
