// Files of CAD systems as documents: STEP, IGES and BREP by Open CASCADE, 3MF by lib3mf. A target of its own,
// graze::cad, which links neither: a process of its own reads the file with them, within limits of memory and
// time, so a crash, an endless loop or a greedy file in a foreign library is an error that names the file.
// Each part is a mesh with its deviation (io::Part::deviation): how far the exact part may be from it
// (docs/notes/cad.md). Shapes are shared by all components that place them. Lengths become millimetres.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <graze/io/document.hpp>

namespace graze::cad {

/// Of the process that reads.
struct Limits {
    std::uint64_t memory = std::uint64_t{4} << 30;  ///< Bytes of its address space, and of what it sends.
    double seconds = 120;                           ///< For reading the file, and again for each refinement.
    std::size_t triangles = std::size_t{1} << 26;   ///< Of all shapes together; a finer mesh replaces its shape's.
    std::size_t parts = 1'000'000;
};

struct Options {
    std::filesystem::path reader;  ///< The program graze-cad-reader; empty: see `find_reader`.
    Limits limits{};
    /// Of the first meshes: the deflection given to the mesher, in the file's millimetres; empty: a 500th of each
    /// shape's size. > 0.
    std::optional<double> deflection;
    std::optional<double> unit_scale;  ///< Length of a millimetre in the document; empty: 1, unit "mm".
    io::SolidChoice solids = io::SolidChoice::where_closed;
    unsigned threads = 1;  ///< Of building the trees of large meshes; 0: one per core.
    bool compact = false;  ///< Of meshes: see MeshOptions.
};

/// Whether files of this name are for this reader, by its ending: .step .stp .iges .igs .brep .3mf.
bool reads(const std::filesystem::path& file);

/// Beside the running program or in ../libexec/graze; empty when it is in neither.
std::filesystem::path find_reader();

/// "Open CASCADE 7.6.3, lib3mf 1.8.1": what this build reads with.
std::string libraries();

/// An open file, whose shapes can be meshed again. Moves, and ends its process when it goes.
class File {
public:
    /// Reads the file and meshes its shapes.
    static expected<File, io::FileError> open(const std::filesystem::path& file, const Options& options = {});
    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;
    ~File();

    /// Parts in the order of the file, named by the path of components.
    [[nodiscard]] const io::Document& document() const noexcept;
    /// Index of the distinct shape of each part, below shape_count().
    [[nodiscard]] const std::vector<std::uint32_t>& shapes() const noexcept;
    [[nodiscard]] std::size_t shape_count() const noexcept;
    /// The deflection given to the mesher, millimetres; 0 for a mesh that is exact.
    [[nodiscard]] double deflection(std::uint32_t shape) const noexcept;
    /// Meshes the shape with this deflection, in all parts that have it. > 0. After an error all is as
    /// before, and of a file whose process has ended all further requests fail.
    expected<void, io::FileError> refine(std::uint32_t shape, double deflection);
    /// The process is not needed any more.
    void close() noexcept;

private:
    struct State;
    explicit File(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
};

}  // namespace graze::cad
