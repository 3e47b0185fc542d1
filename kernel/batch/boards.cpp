#include "batch/boards.hpp"

#include <algorithm>
#include <memory>

#include "batch/thread_pool.hpp"

namespace sapper {

std::vector<MadeBoard> make_boards(const BoardRequest& request, std::uint64_t begin,
                                   std::size_t count, unsigned threads) {
    std::vector<MadeBoard> boards(count);
    Crew crew(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(1, count)));
    BoardRequest heard = request;
    heard.interrupted = [&] {
        return crew.failed() || (request.interrupted && request.interrupted());
    };
    std::vector<std::unique_ptr<BoardMaker>> makers(crew.size());
    crew.run(count, [&](std::size_t board, std::size_t worker) {
        if (!makers[worker]) makers[worker] = std::make_unique<BoardMaker>(heard);
        boards[board] = makers[worker]->make(begin + board);
    });
    return boards;
}

}  // namespace sapper
