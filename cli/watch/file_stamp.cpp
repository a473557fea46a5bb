#include "watch/file_stamp.hpp"

#include <system_error>

namespace graze::cli {

FileStamp stamp_of(const std::filesystem::path& file) {
    std::error_code failed;
    FileStamp stamp;
    stamp.size = std::filesystem::file_size(file, failed);
    if (failed) return {};
    const auto modified = std::filesystem::last_write_time(file, failed);
    if (failed) return {};
    stamp.modified = modified.time_since_epoch().count();
    stamp.exists = true;
    return stamp;
}

}  // namespace graze::cli
