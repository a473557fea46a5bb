// The files that a command reads, and how they are read: the same options for every command.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <graze/io/document.hpp>

#include "cad_files.hpp"
#include "commands/command.hpp"

namespace graze::cli {

struct Inputs {
    std::vector<std::string> files;     ///< Scenes, robots, mesh files; several become one assembly.
    double unit_scale = 0;              ///< 0: the unit of the file.
    std::string up;                     ///< Empty: the axis of the format.
    std::string solids = "closed";      ///< closed, never, always.
    double weld = -1;                   ///< Below 0: the default of the format.
    std::vector<std::string> joints;    ///< name=value.
    std::string srdf;                   ///< Empty: none.
    std::vector<std::string> packages;  ///< Folders of robots' packages.
    bool files_anywhere = false;        ///< Scenes and robots may name files outside of their folders.
    bool any_format = false;            ///< Also formats that only assimp reads.
    unsigned threads = 0;               ///< 0: one per core.
    CadOptions cad{};                   ///< Of CAD files.
};

/// Adds the files as the command's positional arguments, and the options.
void declare_inputs(CLI::App& command, Inputs& inputs);
/// The options alone, for commands that name their files themselves.
void declare_reading(CLI::App& command, Inputs& inputs);

/// The reader's options; throws UserError where a joint is not name=value.
io::ReadOptions read_options(const Inputs& inputs);

/// All files as one document.
struct LoadedFiles {
    io::Document document;
    std::vector<std::uint32_t> files;  ///< Of each part the index of the file that it is from, growing.
    CadFiles cad;                      ///< Those of the files that are of CAD systems.
};

/// With a progress bar and notes on the standard error. Throws UserError, also when there is no part in it,
/// when options of robots were given and none of the files is one, or options of mesh files where there is no
/// mesh.
LoadedFiles load_files(const Inputs& inputs);
/// Reads one of the files by its index; throws UserError.
using FileReader = std::function<io::Document(std::size_t file, const io::ReadOptions& options)>;
/// The same with another reader of files.
LoadedFiles load_files(const Inputs& inputs, const FileReader& read);
/// The document alone.
io::Document load(const Inputs& inputs);

/// Refuses options of robots that no file uses; throws UserError. `load` does it for its own files.
void refuse_idle_robot_options(const Inputs& inputs, const std::vector<std::string>& files);
/// The same of mesh files, once the documents of the files are there. Meshes that scenes have in themselves
/// cannot be distinguished from those of files: with one of them options pass.
void refuse_idle_mesh_options(const Inputs& inputs, const std::vector<std::string>& files,
                              const std::vector<const io::Document*>& documents);
/// As `load`, for one of several files: without the check of options of robots.
io::Document load_one(const Inputs& inputs, const std::string& file);

/// One file by the reader's options alone, without notes; the part of a plain mesh file is called as the
/// file. Throws UserError.
io::Document read_one(const std::string& file, const io::ReadOptions& options);

/// One note about an input, on the standard error.
void print_note(const std::string& note);

/// Whether notes contain commands, with the names that files have from this folder.
enum class NoteHints : std::uint8_t { none, commands };
/// What people should know of a document before they trust answers about it: its own notes, and meshes
/// without an inside. One sentence each, without a full stop.
std::vector<std::string> document_notes(const io::Document& document, NoteHints hints = NoteHints::commands);

/// The reader's complaint, its hint in terms of the tool's options.
std::string complaint(const io::FileError& error);

/// For options that are lengths, scales, times and counts; all refuse what is not finite. To be given to
/// `check` of an option.
std::string refuse_negative(const std::string& text);
std::string refuse_not_positive(const std::string& text);
std::string refuse_not_finite(const std::string& text);
std::string refuse_not_whole(const std::string& text);
/// For the tolerance of a weld, and the help text of its option.
std::string refuse_not_weld(const std::string& text);
inline constexpr std::string_view kWeldHelp =
    "Close seams of mesh files within this share of the part's size; 0: equal vertices only. Default: 1e-9 "
    "for STL, 0 for others";

}  // namespace graze::cli
