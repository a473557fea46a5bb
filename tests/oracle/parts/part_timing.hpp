// How long the calls of one case take, by verb.
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>

#include "oracle/parts/part_judgement.hpp"

namespace graze::test {

/// Wall time is cheap to read and counts waiting; long calls are measured by the CPU time of the thread since
/// the last long call instead, or since the case began.
class CallClock {
public:
    explicit CallClock(PartJudgement& judgement) : judgement_(judgement), since_(cpu_seconds()) {}

    template <class Call> auto operator()(Verb verb, const Call& call) {
        using Clock = std::chrono::steady_clock;
        const auto begin = Clock::now();
        auto result = call();
        double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        constexpr double kLong = 0.02;  // a time slice of the machine's scheduler
        if (seconds > kLong) {
            const double now = cpu_seconds();
            seconds = std::min(seconds, now - since_);
            since_ = now;
        }
        double& slowest = judgement_.slowest[static_cast<std::size_t>(verb)];
        slowest = std::max(slowest, seconds);
        return result;
    }

private:
    static double cpu_seconds() {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
    }
    PartJudgement& judgement_;
    double since_;
};

}  // namespace graze::test
