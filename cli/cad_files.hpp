// Files of CAD systems that a command reads, where this build has graze::cad: kept open, so that parts whose
// meshes leave something undecided can be meshed finer. A build without it refuses them in one line.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <graze/assembly/assembly.hpp>
#include <graze/core/function_ref.hpp>
#include <graze/io/document.hpp>

namespace graze::cli {

/// How CAD files are read, beside what all files have.
struct CadOptions {
    double memory = 4;       ///< GiB that the reader of a file may have.
    double seconds = 120;    ///< That it may take.
    double deflection = 0;   ///< Of the first meshes, millimetres; 0: the default of graze::cad.
    double accuracy = 1e-3;  ///< Meshes that deviate no more are not made finer; the document's unit.
};

/// "with CAD formats (Open CASCADE 7.6.3, lib3mf 1.8.1)", or "without CAD formats".
std::string cad_words();

/// Whether the name is that of a CAD file, readable or not.
bool is_cad_file(const std::string& file);

/// A mesh finer than the first one, by its file among those of the command, and its shape in that.
struct FinerMesh {
    std::uint32_t file = 0;
    std::uint32_t shape = 0;
    double deflection = 0;  ///< Millimetres.
};

class CadFiles {
public:
    CadFiles();
    CadFiles(CadFiles&& other) noexcept;
    CadFiles& operator=(CadFiles&& other) noexcept;
    ~CadFiles();

    /// Reads the file of this number; its parts come behind `first` others in the document of all. Throws
    /// UserError.
    io::Document read(const std::string& file, std::uint32_t number, std::size_t first,
                      const io::ReadOptions& reading, const CadOptions& options);
    [[nodiscard]] bool any() const noexcept;
    /// Meshes the shapes of these pairs finer, in all parts of the document that have them. False when none
    /// can be. What goes wrong is noted, and the mesh stays.
    bool refine(const std::vector<Undecided>& pairs, io::Document& document);
    /// Of the finer meshes, by file and shape.
    [[nodiscard]] std::vector<FinerMesh> finer() const;
    /// The same meshes again, for answers about them. Throws UserError.
    void mesh_again(const std::vector<FinerMesh>& finer, io::Document& document);

private:
    struct Files;
    std::unique_ptr<Files> files_;
};

/// Checks, and where deviations leave pairs undecided meshes their parts finer and checks again, until all
/// are decided, or as accurate as asked, or beyond the limits.
AssemblyFindings check_refined(io::Document& document, const std::vector<std::uint32_t>& files,
                               const AssemblyOptions& options, CadFiles& cad,
                               FunctionRef<void(double)> progress);

}  // namespace graze::cli
