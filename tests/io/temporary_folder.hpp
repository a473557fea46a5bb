// A folder that is there as long as a test.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "graze/io/document.hpp"

namespace graze::test {

class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "graze_test_XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) std::abort();  // without a folder no test means anything
        path_ = std::filesystem::canonical(name);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

    /// The path of a file with this content, in folders that are made for it.
    std::filesystem::path write(const std::string& name, std::string_view content) const {
        std::filesystem::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name, std::ios::binary) << content;
        return path_ / name;
    }
    /// The same as text.
    [[nodiscard]] std::string file(const std::string& name, std::string_view content) const {
        return write(name, content).string();
    }
    [[nodiscard]] std::string scene(const std::string& name, const io::Document& document) const {
        return file(name, io::to_json(document));
    }

private:
    std::filesystem::path path_;
};

}  // namespace graze::test
