// An assembly as files describe it: named parts with shapes and places, what moves how, and which pairs are
// not to be examined; its reading from files and its writing to files. Everything in a document that a reader
// returned can be used: shapes are valid, poses are rotations, names are unique.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "graze/assembly/assembly.hpp"
#include "graze/core/error.hpp"
#include "graze/math/pose.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/motion/motion.hpp"
#include "graze/shape/shape.hpp"

namespace graze::io {

/// Why a file could not be used: which file, where in it, what is wrong, what to do.
struct FileError {
    std::string file;  ///< As the user named it; empty for text that came from nowhere.
    /// "parts[3].shape.radius", "node arm/gripper", "line 14"; empty for the file as a whole.
    std::string element;
    std::string reason;  ///< What is wrong, one clause without a full stop.
    std::string hint;    ///< What to do about it, one sentence.

    /// One line for a person: file, element, reason, hint. Never empty; control characters of hostile names
    /// are replaced.
    [[nodiscard]] std::string message() const;
};

/// A motion as it was written, so that it can be written again. The first does not move.
using MotionForm = std::variant<std::monostate, LinearMotion, InBetweenMotion, TwistMotion, ScrewMotion,
                                SampledMotion, SplineMotion>;

struct Part {
    std::string name;    ///< Unique in its document; of files with nodes the path of names, joined by '/'.
    std::string source;  ///< The file the shape came from, as it was named; empty for shapes written in the
                         ///< scene itself.
    /// Scale, shear and unit of the file are in it. Parts that repeat one shape share it.
    Shape shape{Point{}};
    Pose pose{};          ///< World from local, unless the part has a motion.
    MotionForm motion{};  ///< World poses; a part that moves starts where its motion starts.
    std::string group;    ///< Its class; empty for none.
    double margin = 0;    ///< All points within this distance belong to the part. >= 0.
    /// How far the part that is meant may be from the shape: of CAD files, see docs/cad.md. Not written by
    /// `to_json`.
    Deviation deviation{};
    /// Red, green, blue in [0, 1], for pictures; empty where the file has none. Not written by `to_json`.
    std::optional<std::array<float, 3>> colour{};
    std::string file{};  ///< A path by which `source` can be opened: packages and folders of scenes are
                         ///< resolved. Not written by `to_json`.
};

struct Document {
    std::string title;
    std::string unit = "m";  ///< Of lengths, for people: nothing is computed from it.
    Vec3 up{0, 0, 1};        ///< For pictures.
    std::vector<Part> parts;
    std::vector<Exclusion> exclusions;  ///< Pairs that are not tested.
    /// Warnings that are not errors: bytes after the end of a file, faces of two corners, pairs of unknown
    /// links, scenes inside that count in another unit. One clause each, without a full stop. Not written by
    /// `to_json`.
    std::vector<std::string> notes;
};

/// The part's motion; at rest in its pose when it has none.
Motion motion_of(const Part& part);
/// The part's shape with its margin, at its pose (of a moving part: at its first pose).
Placed placed(const Part& part);

/// The document's exclusions, matched with its parts.
PairRules pair_rules(const Document& document);

/// The parts as `placed` has them, with their names, groups and sources (as origins), and the exclusions:
/// what `check_assembly` takes. Shapes are shared.
Assembly assembly_of(const Document& document);

// Files to documents. What is read is checked: the first fault found ends the reading with an error that
// names its place and the remedy. Reading never throws on bad content, and never takes more than the limits
// allow, whatever a file claims.

/// Which meshes have an inside.
enum class SolidChoice : std::uint8_t {
    where_closed,  ///< Those that are closed and wound consistently are solids, the others surfaces.
    never,
    always,  ///< A mesh that cannot be a solid is an error.
};

struct ReadLimits {
    std::uintmax_t file_bytes = std::uintmax_t{4} << 30;  ///< Of each file.
    std::size_t parts = 1'000'000;                        ///< Of all files together; of exclusions too.
    std::size_t triangles = std::size_t{1} << 28;         ///< Of all files together.
    std::size_t nesting = 64;                             ///< Of nodes, shapes in shapes, scenes in scenes.
};

struct ReadOptions {
    std::optional<double> unit_scale;  ///< Metres (or the scene's unit) per unit of a mesh file; empty: the
                                       ///< unit stored in the file, else 1.
    std::optional<char> up;  ///< 'x', 'y' or 'z': the axis of mesh files that becomes z. Empty: the format's
                             ///< own (glTF: y), else z.
    SolidChoice solids = SolidChoice::where_closed;
    /// Seams of mesh files are closed within this share of the part's largest extent, see weld_seams; 0: only
    /// equal vertices are one. In [0, kLargestWeld]. Empty: kDefaultWeld for STL, which has no shared
    /// vertices, and 0 for formats that have.
    std::optional<double> weld;
    std::map<std::string, double> joints;  ///< Values of a robot's joints by name: radians or lengths. Others
                                           ///< are at 0, or the nearest limit.
    /// The robot's SRDF file, whose disabled pairs become exclusions.
    std::optional<std::filesystem::path> semantic;
    /// Where robots' packages lie: `package://arm/hand.stl` is arm/hand.stl in one of these folders, or
    /// hand.stl in one that is called arm. The first that has it counts, then the folder of the robot's file.
    std::vector<std::filesystem::path> packages;
    /// Scenes and robots may name files anywhere. Otherwise only files in their own folder or below, or in
    /// those of `packages`, are opened, and no link leads out of them.
    bool files_anywhere = false;
    /// Formats that only assimp reads (FBX, 3DS, X3D, ...) too. Its importers have crashed on damaged files:
    /// for files that can be trusted.
    bool any_format = false;
    unsigned threads = 1;  ///< Of building the trees of large meshes; 0: one per core.
    bool compact = false;  ///< Of meshes: see MeshOptions.
    ReadLimits limits{};
    /// Called now and then with the share that is done, in [0, 1]; false ends the reading with an error.
    std::function<bool(double)> progress;
    /// Called with the path of every file before it is read, at least once each: what the result depends on.
    std::function<void(const std::filesystem::path&)> opened;
};

/// Any file: scenes (.json), robots (.urdf and .xml), everything else as a mesh file.
expected<Document, FileError> read_document(const std::filesystem::path& file,
                                            const ReadOptions& options = {});

/// A scene from text; files that it names are looked up from `folder`, and never outside of it unless
/// `files_anywhere`.
expected<Document, FileError> read_scene(std::string_view json, const std::filesystem::path& folder,
                                         const ReadOptions& options = {});

/// The triangles of a mesh file as they are, not welded, without validation: for inspecting bad files.
struct NamedTriangles {
    std::string name;
    TriangleSoup triangles;            ///< World frame of the file, scaled and rotated by the options.
    std::vector<std::string> notes{};  ///< About the whole file, with its first mesh: see Document::notes.
    /// The tolerance with which `read_document` would weld them: of the options, or of the format.
    double weld = 0;
};
expected<std::vector<NamedTriangles>, FileError> read_triangles(const std::filesystem::path& file,
                                                                const ReadOptions& options = {});

/// Adds the parts, exclusions and notes of one document to another; names that are taken get a number behind,
/// and exclusions that name such a part follow it. Patterns and groups of an exclusion then select from all
/// parts.
void append(Document& to, Document from);
/// The same for one after the other, in time that grows with the number of parts; documents one by one take
/// that each time.
void append(Document& to, std::vector<Document> more);

// Documents to files, and shapes to triangles for display.

/// The scene format: what `read_scene` makes the same document of, to the last bit. Meshes are written in
/// full.
std::string to_json(const Document& document);

/// Binary glTF, one node for each part, meshes shared by parts that share a shape. Coordinates become floats;
/// shapes that are not meshes become triangles within `tolerance` of their size.
expected<void, FileError> write_glb(const Document& document, const std::filesystem::path& file,
                                    double tolerance = 1e-3);

/// Triangles for pictures: of meshes their own, of curved shapes inscribed ones within about `tolerance`
/// times the shape's size; of a half-space a square of its plane with half edge `reach`. Local frame, margin
/// included.
TriangleSoup display_triangles(const Shape& shape, double tolerance = 1e-2, double reach = 1);

}  // namespace graze::io
