// The process that reads a file with a foreign library: started, limited, listened to, and ended. Nothing
// that happens in it reaches further than this: it has an address space, a time and a pipe of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <graze/cad/cad.hpp>
#include <graze/core/error.hpp>

#include "stream.hpp"

namespace graze::cad {

/// How a process that gave no answer ended.
enum class EndKind : std::uint8_t {
    crashed,    ///< By a signal, or with a code of its own.
    timed_out,  ///< Killed, for its time was over.
    too_large,  ///< It sent more than its memory.
    garbled,    ///< It sent what is no frame.
    not_started,
};
struct ProcessEnd {
    EndKind kind = EndKind::crashed;
    std::string detail;  ///< "signal 11", "a list is longer than its frame".
};

class Process {
public:
    Process() = default;
    Process(Process&& other) noexcept;
    Process& operator=(Process&& other) noexcept;
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process();  ///< Kills it when it still runs.

    static expected<Process, ProcessEnd> start(const std::filesystem::path& program,
                                               const std::vector<std::string>& arguments,
                                               const Limits& limits);

    /// Each request has the time of the limits again, reading too.
    expected<void, ProcessEnd> request(const MeshRequest& request);
    /// The next frame. After an end there are no more.
    expected<Frame, ProcessEnd> next();
    [[nodiscard]] bool running() const noexcept { return pid_ > 0; }

private:
    expected<void, ProcessEnd> fill(std::span<std::byte> bytes);
    ProcessEnd end(ProcessEnd reason);
    void start_clock();

    int pid_ = -1;
    int to_ = -1;
    int from_ = -1;
    Limits limits_;
    double deadline_ = 0;      ///< Of the steady clock, in seconds.
    std::uint64_t taken_ = 0;  ///< Bytes of the present answer.
};

}  // namespace graze::cad
