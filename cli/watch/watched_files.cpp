#include "watch/watched_files.hpp"

#include <algorithm>
#include <map>
#include <thread>
#include <utility>

namespace graze::cli {
bool WatchedFiles::changed(const std::vector<Dependency>& dependencies) {
    return std::ranges::any_of(dependencies,
                               [](const Dependency& each) { return stamp_of(each.file) != each.stamp; });
}

bool WatchedFiles::changed() const { return changed(tried_); }

std::vector<FileStamp> WatchedFiles::stamps(const std::vector<Dependency>& dependencies) {
    std::vector<FileStamp> list;
    list.reserve(dependencies.size());
    for (const Dependency& each : dependencies) list.push_back(stamp_of(each.file));
    return list;
}

void WatchedFiles::wait_until_quiet(std::chrono::milliseconds quiet) const {
    std::vector<FileStamp> before = stamps(tried_);
    for (int i = 0; i < 100; ++i) {
        std::this_thread::sleep_for(quiet);
        std::vector<FileStamp> now = stamps(tried_);
        if (now == before) return;
        before = std::move(now);
    }
}

io::Document WatchedFiles::read(std::size_t file, io::ReadOptions options) {
    Entry& entry = entries_[file];
    if (!entry.dependencies.empty() && !changed(entry.dependencies)) return entry.document;
    std::map<std::filesystem::path, FileStamp> opened;
    options.opened = [&](const std::filesystem::path& path) { opened.try_emplace(path, stamp_of(path)); };
    io::Document document = read_one(inputs_.files[file], options);
    entry = {std::move(document), {}};
    for (const auto& [path, stamp] : opened) entry.dependencies.push_back({path, stamp});
    return entry.document;
}

LoadedFiles WatchedFiles::load() {
    std::vector<Dependency> named;
    for (const std::string& file : inputs_.files) named.push_back({file, stamp_of(file)});
    tried_ = named;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        for (const Dependency& each : entries_[i].dependencies)
            tried_.push_back({each.file, stamp_of(each.file)});
    }
    LoadedFiles loaded = load_files(
        inputs_, [this](std::size_t file, const io::ReadOptions& options) { return read(file, options); });
    // Files of CAD systems have readers of their own, and no dependencies.
    tried_ = std::move(named);
    for (const Entry& entry : entries_)
        tried_.insert(tried_.end(), entry.dependencies.begin(), entry.dependencies.end());
    return loaded;
}

}  // namespace graze::cli
