#include "inputs.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <graze/math/vec.hpp>
#include <graze/mesh/mesh.hpp>
#include <graze/solid/doctor.hpp>

#include "text/plain_text.hpp"
#include "text/progress.hpp"
#include "text/table.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

/// The whole text as a finite number.
std::optional<double> number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || end != text.c_str() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

io::SolidChoice solid_choice(const std::string& word) {
    if (word == "never") return io::SolidChoice::never;
    return word == "always" ? io::SolidChoice::always : io::SolidChoice::where_closed;
}

std::string extension_of(const std::string& file) {
    std::string extension = std::filesystem::path(file).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

/// Files without nodes: what they call a part inside ("solid x", "o Cube") is less useful than their own
/// name.
bool is_plain_mesh(const std::string& file) {
    constexpr std::array<std::string_view, 4> plain{".stl", ".obj", ".ply", ".off"};
    return std::find(plain.begin(), plain.end(), extension_of(file)) != plain.end();
}

/// What its one part is called.
std::string name_of_file(const std::string& file) {
    return legible(std::filesystem::path(file).stem().string());
}

/// Whether the document names its unit: mesh files do not, or are converted.
bool has_unit(const std::string& file) {
    return extension_of(file) == ".json" || extension_of(file) == ".urdf" || is_cad_file(file);
}

void print_notes(const io::Document& document, const Inputs& inputs) {
    // Meshes without an inside were requested then.
    for (const std::string& note : inputs.solids == "never" ? document.notes : document_notes(document))
        print_note(note);
}

/// The unit of the first file that has one, and a word about the first that has another. Without folders:
/// answers from one are verified in another.
struct Units {
    std::string file;
    std::string unit;
    std::string note;

    void add(const std::string& other, const std::string& other_unit) {
        if (file.empty()) file = other, unit = other_unit;
        if (!note.empty() || unit == other_unit) return;
        const auto name = [](const std::string& path) {
            return "'" + legible(std::filesystem::path(path).filename().string()) + "'";
        };
        note = name(file) + " counts in '" + unit + "', " + name(other) + " in '" + other_unit +
               "': nothing is converted";
    }
};

LoadedFiles read_all(const Inputs& inputs, const std::vector<std::string>& files, const FileReader& read) {
    io::ReadOptions options = read_options(inputs);
    LoadedFiles loaded;
    io::Document& all = loaded.document;
    std::vector<io::Document> others;
    Units units;
    {
        Progress progress("Reading");
        const auto count = static_cast<double>(files.size());
        for (std::size_t i = 0; i < files.size(); ++i) {
            options.progress = [&progress, i, count](double share) {
                progress.at((static_cast<double>(i) + share) / count);
                return true;
            };
            const auto number = static_cast<std::uint32_t>(i);
            io::Document next = is_cad_file(files[i]) ? loaded.cad.read(files[i], number, loaded.files.size(),
                                                                        options, inputs.cad)
                                                      : read(i, options);
            loaded.files.resize(loaded.files.size() + next.parts.size(), number);
            if (has_unit(files[i])) units.add(files[i], next.unit);
            if (i == 0)
                all = std::move(next);
            else
                others.push_back(std::move(next));
        }
        io::append(all, std::move(others));
    }
    if (!units.note.empty()) all.notes.push_back(units.note);
    if (all.parts.empty())
        throw UserError{files.front() + ": there are no parts in it. Name a file that has some"};
    print_notes(all, inputs);
    return loaded;
}

}  // namespace

io::Document read_one(const std::string& file, const io::ReadOptions& options) {
    auto document = io::read_document(file, options);
    if (!document) throw UserError{complaint(document.error())};
    if (document->parts.size() == 1 && is_plain_mesh(file)) document->parts[0].name = name_of_file(file);
    return *std::move(document);
}

void print_note(const std::string& note) {
    // Notes may end in a question: "Did you mean 'hand'?".
    std::fprintf(stderr, "graze: note: %s%s\n", shortened(note, note.size()).c_str(),
                 note.ends_with('?') ? "" : ".");
}

std::string refuse_negative(const std::string& text) {
    const std::optional<double> value = number(text);
    return value && *value >= 0 ? std::string{} : "'" + text + "' is not a number of 0 or more";
}

std::string refuse_not_positive(const std::string& text) {
    const std::optional<double> value = number(text);
    return value && *value > 0 ? std::string{} : "'" + text + "' is not a number above 0";
}

std::string refuse_not_finite(const std::string& text) {
    return number(text) ? std::string{} : "'" + text + "' is not a number";
}

std::string refuse_not_whole(const std::string& text) {
    const bool digits =
        !text.empty() && text.size() <= 18 && text.find_first_not_of("0123456789") == std::string::npos;
    return digits ? std::string{} : "'" + text + "' is not a whole number of 0 or more";
}

std::string refuse_not_weld(const std::string& text) {
    const std::optional<double> value = number(text);
    return value && *value >= 0 && *value <= kLargestWeld
               ? std::string{}
               : "'" + text + "' is not a share of the part's size from 0 to 0.1";
}

void declare_reading(CLI::App& command, Inputs& inputs) {
    const std::string group = "Reading files";
    command
        .add_option("--unit-scale", inputs.unit_scale,
                    "Length of one unit of the mesh files: 0.001 for millimetres in a scene of metres")
        ->check(refuse_not_positive)
        ->group(group);
    command.add_option("--up", inputs.up, "Axis of the mesh files that points up and becomes z")
        ->check(CLI::IsMember({"x", "y", "z"}))
        ->group(group);
    command
        .add_option("--solids", inputs.solids,
                    "Which meshes have an inside: those that are closed (default), never, always")
        ->check(CLI::IsMember({"closed", "never", "always"}))
        ->type_name("WHICH")
        ->group(group);
    command.add_option("--weld", inputs.weld, std::string{kWeldHelp})
        ->type_name("SHARE")
        ->check(refuse_not_weld)
        ->group(group);
    command
        .add_option("--joint", inputs.joints,
                    "Value of a robot's joint, radians or a length; may be repeated")
        ->type_name("NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false)
        ->group(group);
    command
        .add_option("--srdf", inputs.srdf, "Semantic file of the robot, whose disabled pairs are left out")
        ->type_name("FILE")
        ->group(group);
    command
        .add_option("--package-path", inputs.packages,
                    "Folder in which package://... of robots is looked up; may be repeated")
        ->type_name("FOLDER")
        ->take_all()
        ->allow_extra_args(false)
        ->group(group);
    command
        .add_flag("--files-anywhere", inputs.files_anywhere,
                  "Scenes and robots may name files outside of their own folders")
        ->group(group);
    command
        .add_flag("--any-format", inputs.any_format,
                  "Also read formats that only assimp knows (FBX, 3DS, ...): damaged files have crashed it")
        ->group(group);
    command
        .add_option("--cad-memory", inputs.cad.memory,
                    "Memory that the reader of a CAD file may have, in GiB. Default: 4")
        ->type_name("GIB")
        ->check(refuse_not_positive)
        ->group(group);
    command
        .add_option("--cad-time", inputs.cad.seconds,
                    "Seconds that it may take, and again for each finer mesh. Default: 120")
        ->type_name("S")
        ->check(refuse_not_positive)
        ->group(group);
    command
        .add_option("--cad-deflection", inputs.cad.deflection,
                    "How far meshes of CAD files may be from the parts at first, in millimetres; default: a "
                    "500th of each part")
        ->type_name("D")
        ->check(refuse_not_positive)
        ->group(group);
    command
        .add_option("--cad-accuracy", inputs.cad.accuracy,
                    "Meshes that deviate by no more are not made finer to decide a pair. Default: 0.001")
        ->type_name("D")
        ->check(refuse_not_positive)
        ->group(group);
    command
        .add_option("--threads", inputs.threads,
                    "How many threads work; 0: one per core (default). Answers are the same for any")
        ->type_name("N")
        ->check(CLI::Range(0U, 4096U))
        ->group(group);
}

void declare_inputs(CLI::App& command, Inputs& inputs) {
    command
        .add_option(
            "FILE", inputs.files,
            "A scene (.json), a robot (.urdf), mesh files (.stl .obj .ply .off .glb .gltf .dae ...), or CAD "
            "files (.step .iges .brep .3mf)")
        ->required();
    declare_reading(command, inputs);
}

io::ReadOptions read_options(const Inputs& inputs) {
    io::ReadOptions options;
    if (inputs.unit_scale > 0) options.unit_scale = inputs.unit_scale;
    if (!inputs.up.empty()) options.up = inputs.up[0];
    options.solids = solid_choice(inputs.solids);
    if (inputs.weld >= 0) options.weld = inputs.weld;
    for (const std::string& joint : inputs.joints) {
        const std::size_t equals = joint.rfind('=');
        const std::optional<double> value =
            equals == std::string::npos ? std::nullopt : number(joint.substr(equals + 1));
        if (!value || equals == 0)
            throw UserError{"--joint '" + joint +
                            "' is not NAME=VALUE with a number, as in --joint elbow=1.57"};
        options.joints[joint.substr(0, equals)] = *value;
    }
    if (!inputs.srdf.empty()) options.semantic = inputs.srdf;
    for (const std::string& folder : inputs.packages) {
        std::error_code ignored;
        if (!std::filesystem::is_directory(folder, ignored))
            throw UserError{"--package-path '" + folder +
                            "' is not a folder. Name the one that holds the packages, or a package itself"};
        options.packages.emplace_back(folder);
    }
    options.files_anywhere = inputs.files_anywhere;
    options.any_format = inputs.any_format;
    options.threads = inputs.threads;
    options.compact =
        true;  // files may hold more than fits otherwise, and most parts are examined a few times
    return options;
}

LoadedFiles load_files(const Inputs& inputs) {
    return load_files(inputs, [&](std::size_t file, const io::ReadOptions& options) {
        return read_one(inputs.files[file], options);
    });
}

LoadedFiles load_files(const Inputs& inputs, const FileReader& read) {
#ifdef __GLIBC__
    // Large blocks go back to the system when they are free. After some of them glibc would keep them: those
    // that a search for a depth takes for a moment, some percent of all, for each thread.
    mallopt(M_MMAP_THRESHOLD, 256 * 1024);
#endif
    refuse_idle_robot_options(inputs, inputs.files);
    LoadedFiles loaded = read_all(inputs, inputs.files, read);
    refuse_idle_mesh_options(inputs, inputs.files, {&loaded.document});
#ifdef __GLIBC__
    malloc_trim(
        0);  // the memory of the readers is in gaps between the meshes: some percent of all, which would stay
#endif
    return loaded;
}

io::Document load(const Inputs& inputs) { return load_files(inputs).document; }

io::Document load_one(const Inputs& inputs, const std::string& file) {
    return read_all(inputs, {file},
                    [&](std::size_t, const io::ReadOptions& options) { return read_one(file, options); })
        .document;
}

void refuse_idle_robot_options(const Inputs& inputs, const std::vector<std::string>& files) {
    const char* given = !inputs.srdf.empty()       ? "--srdf"
                        : !inputs.joints.empty()   ? "--joint"
                        : !inputs.packages.empty() ? "--package-path"
                                                   : nullptr;
    if (given == nullptr) return;
    if (std::none_of(files.begin(), files.end(),
                     [](const std::string& file) { return extension_of(file) == ".urdf"; }))
        throw UserError{
            std::string{given} +
            " is for robots, and none of the files is one (.urdf). Leave it out, or name the robot's file"};
}

void refuse_idle_mesh_options(const Inputs& inputs, const std::vector<std::string>& files,
                              const std::vector<const io::Document*>& documents) {
    const char* given = inputs.unit_scale > 0 ? "--unit-scale"
                        : !inputs.up.empty()  ? "--up"
                        : inputs.weld >= 0    ? "--weld"
                                              : nullptr;
    const bool of_meshes = !inputs.up.empty() || inputs.weld >= 0;
    if (of_meshes && std::all_of(files.begin(), files.end(), is_cad_file))
        throw UserError{
            "--up and --weld are for mesh files, and all files are of CAD systems. Leave them out"};
    if (given == nullptr || !std::all_of(files.begin(), files.end(), has_unit)) return;
    const auto meshed = [](const io::Part& part) {
        return !part.source.empty() || (part.shape.type() != ShapeType::compound && !part.shape.convex());
    };
    const bool any = std::any_of(documents.begin(), documents.end(), [&](const io::Document* each) {
        return std::any_of(each->parts.begin(), each->parts.end(), meshed);
    });
    if (!any)
        throw UserError{
            std::string{given} +
            " is for mesh files, and there is none. Leave it out: scenes count in units of their own"};
}

std::vector<std::string> document_notes(const io::Document& document, NoteHints hints) {
    std::vector<std::string> notes = document.notes;
    std::size_t count = 0;
    const io::Part* first = nullptr;
    for (const io::Part& part : document.parts) {
        const MeshData* mesh = mesh_data(part.shape);
        if (mesh == nullptr || mesh->options.kind != MeshKind::surface) continue;
        if (count++ == 0) first = &part;
    }
    if (first == nullptr) return notes;
    std::string note = count_text(count, "mesh has", "meshes have") +
                       " no inside, being open or requested as surfaces: a part wholly inside is no clash";
    note += ". The first is '" + first->name + "'";
    if (hints == NoteHints::commands && !first->file.empty()) note += ": graze doctor " + first->file;
    notes.push_back(std::move(note));
    return notes;
}

std::string complaint(const io::FileError& error) {
    struct Word {
        std::string_view of_library;
        std::string_view of_tool;
    };
    constexpr std::array<Word, 5> words{{
        {"that names it, or below.", "that names it, or below, or allow others by --files-anywhere."},
        {"Allow any format if you trust the file", "Give --any-format if you trust the file"},
        {"in the folders given for them", "in those of --package-path"},
        {"when files anywhere are allowed", "with --files-anywhere"},
        {", or raise the limit", ""},
    }};
    io::FileError reported = error;
    for (const auto& [of_library, of_tool] : words) {
        if (const std::size_t at = reported.hint.find(of_library); at != std::string::npos)
            reported.hint.replace(at, of_library.size(), of_tool);
    }
    return reported.message();
}

}  // namespace graze::cli
