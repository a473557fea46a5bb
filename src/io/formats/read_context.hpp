// What the readers of one call share: options, what has been used up of the limits, which files are open and
// which were read before.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/io/document.hpp"
#include "graze/mesh/mesh.hpp"
#include "io/text/json_value.hpp"

namespace graze::io {

/// What the files read so far have used up of the limits. An error names the file that exceeds one.
struct ReadBudget {
    const ReadLimits& limits;
    std::size_t triangles = 0;   ///< Of all files.
    std::size_t parts = 0;       ///< Of all files.
    std::size_t kept_parts = 0;  ///< Of the scenes in scenes that are kept to be named again.

    void count_triangles(std::size_t more, const std::string& file);
    void count_part(const std::string& file);
    void count_kept_parts(std::size_t more, const std::string& file);
};

/// Files that are open, and those that were read and may be named again.
struct FileCache {
    /// Parts by file, unit and axis.
    std::map<std::string, std::vector<Part>> mesh_files{};
    std::map<std::string, Document> scene_files{};  ///< Scenes in scenes by canonical path, read once each.
    /// Scenes that name the one being read, outermost first; canonical.
    std::vector<std::filesystem::path> open_scenes{};
};

/// Warnings about the files read so far.
struct ReadNotes {
    std::vector<std::string> lines{};

    /// Adds "'bolt.ply', line 7: text", once, and up to a limit; the last note reports that there are more.
    /// Without the folder: answers about files in one folder are verified in another.
    void add(const std::string& file, const std::string& place, const std::string& text);
};

struct ReadContext {
    const ReadOptions& options;
    ReadBudget budget;
    FileCache files{};
    ReadNotes notes{};
    bool single_file = false;   ///< A mesh file is read by itself.
    bool any_document = false;  ///< Scenes and robots could have been named in its place.

    explicit ReadContext(const ReadOptions& given) : options(given), budget{given.limits} {}

    /// Ends the reading where the caller requests it.
    void report(double share, const std::string& file) const;
    /// The same for a mesh file, which counts only when it is all that is read.
    void report_file(double share, const std::string& file) const {
        if (single_file) report(share, file);
    }
};

/// The extension of a path with its dot, in lower case: ".stl".
std::string lower_extension(const std::filesystem::path& path);

/// Where the error lies when a file is named inside of another one.
struct NamedIn {
    std::string file;
    std::string element;
};

/// The file that is named in another one, whose folder it may not leave unless the options allow it. The
/// result exists.
std::filesystem::path find_named_file(const std::string& name, const std::filesystem::path& folder,
                                      const NamedIn& by, const ReadOptions& options);

/// Fails unless there is a regular file that is not empty and within the limit.
void check_file(const std::filesystem::path& path, const ReadOptions& options);

/// The error in the words of files: "triangles[3]" and so on below `element`.
[[noreturn]] void fail_build(const std::string& file, const std::string& element, const BuildError& error);

/// Triangles as a shape: a solid, a surface, or whichever fits. It uses the options `threads` and `compact`.
Shape build_mesh(const TriangleSoup& soup, SolidChoice choice, const ReadOptions& reading,
                 const NamedIn& where);

/// How deep and how large a JSON text may be.
JsonLimits json_limits(const ReadLimits& limits) noexcept;

}  // namespace graze::io
