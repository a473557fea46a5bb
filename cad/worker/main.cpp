// graze-cad-reader FILE DEFLECTION: reads a CAD file and writes it to descriptor 3 as frames (stream.hpp),
// then meshes shapes again as the standard input asks. Started by graze::cad, within limits; whatever goes
// wrong here is a frame or an end of the process.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>

#include "worker/model.hpp"
#include "worker/send.hpp"

namespace graze::cad {

void send(const Frame& frame) {
    const std::string bytes = bytes_of(frame);
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t count = ::write(3, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) ::_exit(3);
        done += static_cast<std::size_t>(count);
    }
}

std::string ending_of(const std::string& file) {
    std::string ending = std::filesystem::path(file).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

namespace {

/// Runs what uses a library, and sends what it throws. Exceptions of Open CASCADE are handled where its
/// headers are.
template <class Work> bool guarded(const Work& work) {
    try {
        work();
        return true;
    } catch (const Unusable& unusable) {
        send(unusable.fault);
    } catch (const std::bad_alloc&) {
        send(FaultFrame{"", "reading it takes more memory than it may have", "Allow more memory."});
    } catch (const std::exception& error) {
        send(FaultFrame{"", std::string{"the reader gave up: "} + error.what(), kExportAgain});
    } catch (...) {
        send(FaultFrame{"", "the reader gave up", kExportAgain});
    }
    return false;
}

bool next_request(MeshRequest& request) {
    std::array<std::byte, kRequestBytes> bytes{};
    for (std::size_t have = 0; have < bytes.size();) {
        const ssize_t count = ::read(0, bytes.data() + have, bytes.size() - have);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        have += static_cast<std::size_t>(count);
    }
    request = request_of(bytes);
    return true;
}

int run(const std::string& file, double deflection) {
    std::unique_ptr<Model> model;
    const bool opened = guarded([&] {
        send(PhaseFrame{"reading it"});
        model = ending_of(file) == ".3mf" ? read_3mf(file) : read_by_occt(file);
        model->send_instances();
        for (std::size_t i = 0; i < model->shape_count(); ++i)
            send(model->mesh(static_cast<std::uint32_t>(i), deflection));
        send(DoneFrame{});
    });
    if (!opened) return 0;
    for (MeshRequest request; next_request(request);) {
        guarded([&] {
            if (request.shape >= model->shape_count()) refuse("", "there is no such shape", "");
            send(model->mesh(request.shape, request.deflection));
            send(DoneFrame{});
        });
    }
    return 0;
}

}  // namespace
}  // namespace graze::cad

int main(int argc, char** argv) {
    if (argc != 3 || ::fcntl(3, F_GETFD) < 0) {
        std::fputs("graze-cad-reader is started by graze, not by hand.\n", stderr);
        return 2;
    }
    const int code = graze::cad::run(argv[1], std::strtod(argv[2], nullptr));
    ::_exit(code);  // without the destructors of foreign libraries: everything is sent
}
