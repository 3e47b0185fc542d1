// A seeded fuzzer of the kernel, to be run under sanitizers; gcc is enough.
//
//   fuzz_kernel SECONDS [FIRST_SEED]          all parts, each for the same time
//   fuzz_kernel PART SECONDS [FIRST_SEED]     one part: analysis, proofs, play or threads
//   fuzz_kernel PART case SEED                one case again
//
// It looks for crashes, hangs and wrong answers.
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <span>

#include "checks.hpp"

extern "C" [[gnu::weak]] void __sanitizer_set_death_callback(void (*)());

namespace {

using namespace fuzz;

struct Part {
    const char* name;
    void (*check)(std::uint64_t seed);
    double spent = 0.0;
};

Part parts[] = {{"analysis", check_analysis},
                {"proofs", check_proofs},
                {"play", check_play},
                {"threads", check_threads}};
const Part* current_part = nullptr;
std::uint64_t current_seed = 0;

void print_current() {
    const auto seed = static_cast<unsigned long long>(current_seed);
    std::fprintf(stderr, "\nTry it again with: fuzz_kernel %s case %llu\n", current_part->name,
                 seed);
    if (current_part == &parts[0]) print_case(make_case(current_seed), stderr);
}

#ifndef _WIN32
constexpr int kHangSeconds = 120;           // of the processor: a loaded machine is not a hang
constexpr unsigned kDeadlockSeconds = 600;  // of the clock, without any work
constexpr double kAnyWork = 0.01;           // seconds of the processor

void on_hang(int) {
    static const char text[] = "\nThis case hangs.\n";
    if (write(STDERR_FILENO, text, sizeof text - 1)) print_current();  // the process ends anyway
    _exit(3);
}

double processor_seconds() {
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

double used_before = 0.0;

// Threads that wait for each other use no processor time; a starved process uses little.
void on_alarm(int) {
    const double used = processor_seconds();
    if (used < used_before + kAnyWork) on_hang(0);
    used_before = used;
    alarm(kDeadlockSeconds);
}

#endif

void watch() {
#ifndef _WIN32  // it has no such timers
    std::signal(SIGPROF, on_hang);
    std::signal(SIGALRM, on_alarm);
#endif
}

void run_case(const Part& part, std::uint64_t seed) {
    current_part = &part;
    current_seed = seed;
    expect_end();
    part.check(seed);
    ++tally[std::string(part.name) + " cases"];
}

void run_for(std::span<Part> chosen, double seconds, std::uint64_t seed) {
    using Clock = std::chrono::steady_clock;
    std::printf("fuzz_kernel: seeds from %llu for %.0f s\n", static_cast<unsigned long long>(seed),
                seconds);
    std::fflush(stdout);
    for (double gone = 0.0; gone < seconds;) {
        Part& part = *std::ranges::min_element(chosen, {}, &Part::spent);
        const auto start = Clock::now();
        run_case(part, seed++);
        const double took = std::chrono::duration<double>(Clock::now() - start).count();
        part.spent += took;
        gone += took;
    }
    std::printf("fuzz_kernel: clean; driven were\n");
    for (const auto& [what, often] : tally) std::printf("%10ld %s\n", often, what.c_str());
}

}  // namespace

void fuzz::expect_end() {
#ifndef _WIN32
    const itimerval limit{{0, 0}, {kHangSeconds, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
    used_before = processor_seconds();
    alarm(kDeadlockSeconds);
#endif
}

int main(int count, char** words) {
    std::span<char*> left(words + 1, words + count);
    std::span<Part> chosen(parts);
    for (Part& part : parts)
        if (!left.empty() && std::strcmp(left[0], part.name) == 0) chosen = {&part, 1};
    if (chosen.size() == 1) left = left.subspan(1);
    const auto number = [&](std::size_t i, std::uint64_t usual) {
        return i < left.size() ? std::strtoull(left[i], nullptr, 10) : usual;
    };
    if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(print_current);
    watch();
    try {
        if (!left.empty() && std::strcmp(left[0], "case") == 0)
            run_case(chosen[0], number(1, 0));
        else
            run_for(chosen, static_cast<double>(number(0, 60)), number(1, std::random_device()()));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "\nfuzz_kernel: %s\n", error.what());
        print_current();
        return 1;
    }
    return 0;
}
