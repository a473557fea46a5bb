// An assembly as files describe it: named parts with shapes and places, what moves how, and which pairs are not to be examined.
// Everything in a document that a reader returned can be used: shapes are valid, poses are rotations, names are unique.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "graze/math/pose.hpp"
#include "graze/motion/motion.hpp"
#include "graze/shape/shape.hpp"

namespace graze::io {

/// A motion as it was written, so that it can be written again. The first does not move.
using MotionForm = std::variant<std::monostate, LinearMotion, InBetweenMotion, TwistMotion, ScrewMotion, SampledMotion, SplineMotion>;

struct Part {
    std::string name;      ///< Unique in its document; of files with nodes the path of names, joined by '/'.
    std::string source;    ///< The file the shape came from, as it was named; empty for shapes written in the scene itself.
    Shape shape{Point{}};  ///< Scale, shear and unit of the file are in it. Parts that repeat one shape share it.
    Pose pose{};           ///< World from local, unless the part has a motion.
    MotionForm motion{};   ///< World poses; a part that moves starts where its motion starts.
    std::string group;     ///< Its class; empty for none.
    double margin = 0;     ///< All points within this distance belong to the part. >= 0.
    std::string file{};  ///< A path by which `source` can be opened: packages and folders of scenes are resolved. Not written by `to_json`.
};

/// Two sets of parts whose pairs are not tested. A pattern names parts by * and ?, or with a leading '@'
/// groups; a backslash before one of * ? \ @ takes that character as it is.
struct Exclusion {
    std::string a;
    std::string b;
    std::string reason;  ///< For a person: "adjacent links"; may be empty.
};

struct Document {
    std::string title;
    std::string unit = "m";  ///< Of lengths, for people: nothing is computed from it.
    Vec3 up{0, 0, 1};        ///< For pictures.
    std::vector<Part> parts;
    std::vector<Exclusion> exclusions;
    /// Warnings that are not errors: bytes after the end of a file, faces of two corners, pairs of unknown
    /// links, scenes inside that count in another unit. One clause each, without a full stop. Not written by
    /// `to_json`.
    std::vector<std::string> notes;
};

/// The part's motion; at rest in its pose when it has none.
Motion motion_of(const Part& part);
/// The part's shape with its margin, at its pose (of a moving part: at its first pose).
Placed placed(const Part& part);

/// Which pairs are not tested. Patterns are matched once, when this is built.
class PairRules {
public:
    explicit PairRules(const Document& document);
    [[nodiscard]] bool excluded(std::size_t a, std::size_t b) const noexcept;
    /// The exclusion that applies; null when the pair is tested.
    [[nodiscard]] const Exclusion* reason(std::size_t a, std::size_t b) const noexcept;
    /// Exclusions whose patterns match no part: likely misspelt.
    [[nodiscard]] const std::vector<std::size_t>& idle() const noexcept { return idle_; }

private:
    static constexpr std::uint32_t kNoRule = std::numeric_limits<std::uint32_t>::max();
    /// What a pattern is excluded from, by which rule.
    struct Partner {
        std::uint32_t pattern = 0;
        std::uint32_t rule = 0;
    };
    /// The first exclusion whose `a` matches part a and whose `b` part b.
    [[nodiscard]] std::uint32_t first_rule(std::size_t a, std::size_t b) const noexcept;

    std::vector<Exclusion> exclusions_;
    std::vector<std::vector<std::uint32_t>> patterns_of_;  ///< For each part the numbers of the patterns that it matches, growing.
    std::vector<std::vector<Partner>> partners_;           ///< For each pattern as `a` its `b`, by pattern and rule.
    std::vector<std::size_t> idle_;
};

}  // namespace graze::io
