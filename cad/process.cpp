#include "process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <utility>

namespace graze::cad {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void close_fd(int& fd) {
    if (fd >= 0) ::close(fd);
    fd = -1;
}

void limit(int resource, std::uint64_t value) {
    const auto bytes = static_cast<rlim_t>(value);
    const rlimit both{bytes, bytes};
    ::setrlimit(static_cast<__rlimit_resource_t>(resource), &both);
}

/// In the child, between fork and exec: only calls that are safe there. Requests arrive as its standard
/// input, frames leave as descriptor 3: libraries print what they like to the standard output.
[[noreturn]] void become(const char* program, char* const* arguments, std::array<int, 2> ends,
                         const Limits& limits) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_AS, limits.memory);
    limit(RLIMIT_CPU, static_cast<std::uint64_t>(std::ceil(limits.seconds)) * 64);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    const int in = ::fcntl(ends[0], F_DUPFD, 10);
    const int out = ::fcntl(ends[1], F_DUPFD, 10);
    ::dup2(in, 0);
    ::dup2(nowhere, 1);
    ::dup2(nowhere, 2);
    ::dup2(out, 3);
    for (int fd = 4; fd < 64; ++fd) ::close(fd);
    ::signal(SIGPIPE, SIG_DFL);
    ::execv(program, arguments);
    ::_exit(127);
}

std::string words_of(int status) {
    if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
    return "exit code " + std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

}  // namespace

Process::Process(Process&& other) noexcept { *this = std::move(other); }

Process& Process::operator=(Process&& other) noexcept {
    std::swap(pid_, other.pid_);
    std::swap(to_, other.to_);
    std::swap(from_, other.from_);
    std::swap(limits_, other.limits_);
    std::swap(deadline_, other.deadline_);
    std::swap(taken_, other.taken_);
    return *this;
}

Process::~Process() {
    if (running()) end({EndKind::crashed, ""});
}

expected<Process, ProcessEnd> Process::start(const std::filesystem::path& program,
                                             const std::vector<std::string>& arguments,
                                             const Limits& limits) {
    std::array<int, 2> requests{-1, -1};
    std::array<int, 2> frames{-1, -1};
    if (::access(program.c_str(), X_OK) != 0)
        return unexpected<ProcessEnd>({EndKind::not_started, "there is no program " + program.string()});
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, requests.data()) != 0)
        return unexpected<ProcessEnd>({EndKind::not_started, "no pipe"});
    if (::pipe2(frames.data(), O_CLOEXEC) != 0) {
        for (int& fd : requests) close_fd(fd);
        return unexpected<ProcessEnd>({EndKind::not_started, "no pipe"});
    }
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const int pid = ::fork();
    if (pid == 0) become(words[0].c_str(), pointers.data(), {requests[0], frames[1]}, limits);
    close_fd(requests[0]);
    close_fd(frames[1]);
    if (pid < 0) {
        close_fd(requests[1]);
        close_fd(frames[0]);
        return unexpected<ProcessEnd>({EndKind::not_started, "no process"});
    }
    Process process;
    process.pid_ = pid;
    process.to_ = requests[1];
    process.from_ = frames[0];
    process.limits_ = limits;
    process.start_clock();
    return process;
}

void Process::start_clock() {
    deadline_ = now() + limits_.seconds;
    taken_ = 0;
}

ProcessEnd Process::end(ProcessEnd reason) {
    if (!running()) return reason;
    close_fd(to_);
    close_fd(from_);
    int status = 0;
    // One that has closed its end is about to be gone, and its status says how: a moment for that.
    const double patience = reason.kind == EndKind::crashed && !reason.detail.empty() ? now() + 2 : 0;
    int gone = 0;
    while (now() < patience && (gone = ::waitpid(pid_, &status, WNOHANG)) == 0) ::usleep(500);
    if (gone <= 0) {
        ::kill(pid_, SIGKILL);
        while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
        }
    }
    pid_ = -1;
    if (reason.kind == EndKind::crashed) reason.detail = words_of(status);
    return reason;
}

expected<void, ProcessEnd> Process::request(const MeshRequest& request) {
    if (!running()) return unexpected<ProcessEnd>({EndKind::crashed, "it ended before"});
    start_clock();
    const auto bytes = bytes_of(request);
    // A socket, so that one who is gone makes this fail instead of ending the caller by a signal.
    const bool sent =
        ::send(to_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
    if (!sent) return unexpected<ProcessEnd>(end({EndKind::crashed, "gone"}));
    return {};
}

/// Frames come from one process only: a read that gets nothing means that it has closed its end.
expected<void, ProcessEnd> Process::fill(std::span<std::byte> bytes) {
    while (!bytes.empty()) {
        const double left = deadline_ - now();
        if (left <= 0) return unexpected<ProcessEnd>(end({EndKind::timed_out, ""}));
        pollfd waiting{from_, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, static_cast<int>(std::min(left, 1e5) * 1000) + 1);
        if (ready < 0 && errno != EINTR) return unexpected<ProcessEnd>(end({EndKind::garbled, "no poll"}));
        if (ready <= 0) continue;
        const ssize_t count = ::read(from_, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return unexpected<ProcessEnd>(end({EndKind::crashed, "gone"}));
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

expected<Frame, ProcessEnd> Process::next() {
    if (!running()) return unexpected<ProcessEnd>({EndKind::crashed, "it ended before"});
    std::array<std::byte, kFrameHead> head_bytes{};
    if (auto filled = fill(head_bytes); !filled) return unexpected<ProcessEnd>(filled.error());
    const FrameHead head = head_of(head_bytes);
    if (head.length > limits_.memory - std::min(limits_.memory, taken_))
        return unexpected<ProcessEnd>(end({EndKind::too_large, ""}));
    taken_ += head.length;
    // Grows with what arrives: a length alone takes no memory.
    std::vector<std::byte> payload;
    constexpr std::uint64_t kStep = 1U << 20U;
    while (payload.size() < head.length) {
        const std::size_t have = payload.size();
        const auto step = static_cast<std::size_t>(std::min(kStep + have, head.length - have));
        payload.resize(have + step);
        if (auto filled = fill(std::span(payload).subspan(have)); !filled)
            return unexpected<ProcessEnd>(filled.error());
    }
    auto frame = frame_of(head.kind, payload);
    if (!frame) return unexpected<ProcessEnd>(end({EndKind::garbled, frame.error()}));
    return *std::move(frame);
}

}  // namespace graze::cad
