// The files of a command, read again when they change: those that did not change are kept as they were read.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <graze/io/document.hpp>

#include "inputs.hpp"
#include "watch/file_stamp.hpp"

namespace graze::cli {

class WatchedFiles {
public:
    explicit WatchedFiles(Inputs inputs) : inputs_(std::move(inputs)), entries_(inputs_.files.size()) {}

    /// All files as one document. A file is read when it, or one that is read for it (meshes of a scene,
    /// buffers, scenes in scenes), has changed since the last call. Throws UserError, as `load_files` does;
    /// what was read before is kept then.
    LoadedFiles load();

    /// Whether one of the files has changed since the last `load`, whether that succeeded or not.
    [[nodiscard]] bool changed() const;
    /// Returns when no file has changed for so long: one that is being written is left alone. After a hundred
    /// times that it returns all the same.
    void wait_until_quiet(std::chrono::milliseconds quiet) const;

    [[nodiscard]] const Inputs& inputs() const { return inputs_; }

private:
    struct Dependency {
        std::filesystem::path file;
        FileStamp stamp;
    };
    struct Entry {
        io::Document document;
        std::vector<Dependency> dependencies;  ///< Empty until the file was read.
    };
    io::Document read(std::size_t file, io::ReadOptions options);
    static bool changed(const std::vector<Dependency>& dependencies);
    static std::vector<FileStamp> stamps(const std::vector<Dependency>& dependencies);

    Inputs inputs_;
    std::vector<Entry> entries_;  ///< For each file.
    /// Of the last `load`, taken before it read anything: a file that is written while it is read is read
    /// again.
    std::vector<Dependency> tried_;
};

}  // namespace graze::cli
