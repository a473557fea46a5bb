// An assembly as files describe it: named parts with shapes and places, what moves how, and which pairs are
// not to be examined; and its writing to files. Everything in a document that a reader returned can be used:
// shapes are valid, poses are rotations, names are unique.
#pragma once

#include <filesystem>
#include <string>
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
    std::string file{};   ///< A path by which `source` can be opened: packages and folders of scenes are
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
