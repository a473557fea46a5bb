#include "output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "commands/command.hpp"
#include "text/plain_text.hpp"

namespace graze::cli {
namespace {

unexpected<std::string> system_reason() {
    return unexpected<std::string>(errno != 0 ? std::strerror(errno) : "unknown reason");
}

/// Everything, or false with errno.
bool write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        // Linux writes no more than 2 GiB at once.
        const ssize_t written =
            ::write(descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), 1U << 30U));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// The file that links lead to; the path itself where there is none yet.
std::filesystem::path behind_links(std::filesystem::path file) {
    constexpr int most_links = 40;  // as Linux has it: then they go round
    std::error_code failed;
    for (int i = 0; i < most_links && std::filesystem::is_symlink(file, failed); ++i) {
        const std::filesystem::path target = std::filesystem::read_symlink(file, failed);
        if (failed) break;
        file = target.is_absolute() ? target : file.parent_path() / target;
    }
    return file;
}

/// Names of descriptors of this program: /dev/stdout is one, also where it leads to a regular file.
bool is_open_elsewhere(const std::filesystem::path& file) {
    const std::string name = file.lexically_normal().string();
    return name.starts_with("/dev/") || name.starts_with("/proc/");
}

/// A file beside another one that vanishes again unless it is renamed.
class FileBeside {
public:
    explicit FileBeside(const std::filesystem::path& file) {
        for (int attempt = 0; attempt < 100 && descriptor_ < 0; ++attempt) {
            name_ = file.parent_path() / fmt::format(".graze-{}-{}.part", ::getpid(), attempt);
            // The mode is narrowed by the umask, as that of every new file.
            descriptor_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor_ < 0 && errno != EEXIST) return;
        }
    }
    FileBeside(const FileBeside&) = delete;
    FileBeside& operator=(const FileBeside&) = delete;
    ~FileBeside() {
        if (descriptor_ < 0) return;
        if (open_) ::close(descriptor_);
        if (!renamed_) ::unlink(name_.c_str());
    }

    /// False with errno, like the others.
    [[nodiscard]] bool good() const { return descriptor_ >= 0; }
    bool write(std::string_view bytes) { return write_all(descriptor_, bytes) && ::fsync(descriptor_) == 0; }
    void take_mode(const std::filesystem::path& file) {
        struct stat old {};
        if (::stat(file.c_str(), &old) != 0) return;
        // Where that is not allowed the file has the mode of a new one.
        [[maybe_unused]] const int ignored = ::fchmod(descriptor_, old.st_mode & 07777U);
    }
    bool rename_to(const std::filesystem::path& file) {
        open_ = false;
        if (::close(descriptor_) != 0) return false;
        renamed_ = ::rename(name_.c_str(), file.c_str()) == 0;
        return renamed_;
    }

private:
    std::filesystem::path name_;
    int descriptor_ = -1;
    bool open_ = true;
    bool renamed_ = false;
};

expected<void, std::string> write_in_place(const std::filesystem::path& file, std::string_view bytes) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (descriptor < 0) return system_reason();
    const bool written = write_all(descriptor, bytes);
    const int reason = errno;
    const bool closed = ::close(descriptor) == 0;
    if (!written) errno = reason;
    if (!written || !closed) return system_reason();
    return {};
}

}  // namespace

expected<void, std::string> replace_file(const std::filesystem::path& file, std::string_view bytes) {
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(file, ignored);
    if (std::filesystem::exists(status) &&
        (!std::filesystem::is_regular_file(status) || is_open_elsewhere(file)))
        return write_in_place(file, bytes);
    const std::filesystem::path target = behind_links(file);
    errno = 0;
    // A file that may not be written is not replaced, though renaming asks for the folder's permission alone.
    if (std::filesystem::exists(status) && ::access(target.c_str(), W_OK) != 0) return system_reason();
    FileBeside beside(target);
    if (!beside.good()) return system_reason();
    if (!beside.write(bytes)) return system_reason();
    if (std::filesystem::exists(status)) beside.take_mode(target);
    if (!beside.rename_to(target)) return system_reason();
    return {};
}

void write_output(const std::filesystem::path& file, std::string_view bytes, std::string_view what) {
    const auto written = replace_file(file, bytes);
    if (written) return;
    throw UserError{
        fmt::format("{}: {} cannot be written: {}. Name a file in a folder that exists, that you "
                    "may write to, and that has space left",
                    legible(file.string()), what, written.error())};
}

std::string head_of(const std::string& file, std::size_t most) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return {};
    std::ifstream stream(file, std::ios::binary);
    std::string head(most, '\0');
    stream.read(head.data(), static_cast<std::streamsize>(most));
    head.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
    return head;
}

}  // namespace graze::cli
