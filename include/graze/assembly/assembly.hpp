// The check of an assembly: which of its parts overlap, how deep and where, and which of the others are
// closer than a clearance. World frame; lengths in the unit of the parts.
//
// A broad phase over the boxes of the parts selects the pairs. `overlaps` decides each of them, and
// everything else is computed only for the pairs that overlap. Findings and their order do not depend on the
// number of threads. Every claim of a finding can be checked by `verify` with the two placed parts, except
// where a field says otherwise. Findings name parts by their indices; the names of parts are unique, so that
// findings of two versions of an assembly can be matched by `names_of`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/core/error.hpp"
#include "graze/core/function_ref.hpp"
#include "graze/query/query.hpp"
#include "graze/scene/scene_types.hpp"
#include "graze/shape/primitives.hpp"
#include "graze/simd/box_node.hpp"

namespace graze {

// Pairs of parts that are not tested, by patterns of names and groups. In a pattern * matches any characters
// and ? matches one. A pattern with a leading '@' matches groups, any other matches names. A backslash before
// one of * ? \ @ takes that character literally.

/// The pairs of a part that matches `a` and a part that matches `b`, in either order.
struct Exclusion {
    std::string a;
    std::string b;
    std::string reason;  ///< For people: "adjacent links". May be empty.
};

/// What patterns are compared with.
struct PartLabel {
    std::string_view name;
    std::string_view group;  ///< Empty: in no group; no pattern of groups matches it.
};

/// Whether the pattern matches the part's name, or with a leading '@' its group.
bool matches(std::string_view pattern, const PartLabel& part) noexcept;

/// The exclusions of an assembly. Patterns are matched once, when this is built. Immutable.
class PairRules {
public:
    /// The texts of the labels are not needed after the call.
    PairRules(std::span<const PartLabel> parts, std::vector<Exclusion> exclusions);

    /// Parts by their indices, in either order.
    [[nodiscard]] bool excluded(std::size_t a, std::size_t b) const noexcept {
        return reason(a, b) != nullptr;
    }
    /// The exclusion that applies, the first of several; null when the pair is tested. Valid as long as this
    /// object.
    [[nodiscard]] const Exclusion* reason(std::size_t a, std::size_t b) const noexcept;
    [[nodiscard]] const std::vector<Exclusion>& exclusions() const noexcept { return exclusions_; }
    /// Indices of the exclusions with a pattern that matches no part: it is probably misspelt.
    [[nodiscard]] const std::vector<std::size_t>& idle() const noexcept { return idle_; }

private:
    static constexpr std::uint32_t kNoRule = std::numeric_limits<std::uint32_t>::max();
    /// The pattern b of an exclusion, for one pattern a.
    struct Partner {
        std::uint32_t pattern = 0;
        std::uint32_t rule = 0;  ///< Index of the exclusion.
    };
    /// The first exclusion whose `a` matches part a and whose `b` matches part b.
    [[nodiscard]] std::uint32_t first_rule(std::size_t a, std::size_t b) const noexcept;

    std::vector<Exclusion> exclusions_;
    /// For each part the patterns that match it, ascending.
    std::vector<std::vector<std::uint32_t>> patterns_of_;
    /// For each pattern as `a` its partners, by pattern and rule.
    std::vector<std::vector<Partner>> partners_;
    std::vector<std::size_t> idle_;
};

using PartIndex = std::uint32_t;  ///< Into Assembly::parts.

/// How far the part that is meant may be from the shape that stands for it, as the mesh of a cylinder does:
/// the surface of either reaches no farther than this from the other's, and what is inside of one and farther
/// from its surface is inside of the other (docs/notes/cad.md).
struct Deviation {
    double bound = 0;        ///< World length, >= 0, finite.
    bool estimated = false;  ///< The number is probable, not proven, and so is what is concluded from it.
};

/// A placed shape with its names. Copies share the shape's data.
struct AssemblyPart {
    std::string name;            ///< Not empty, unique in the assembly, the same in every version of it.
    Placed placed{Point{}, {}};  ///< World from local, margin included.
    std::string group;           ///< For exclusions and PairSelection; empty for none.
    std::string origin;  ///< A file or model that the part is from. Only compared with others. May be empty.
    /// Findings hold for all parts within it. Margins are beside it.
    Deviation deviation{};
};

struct Assembly {
    std::vector<AssemblyPart> parts;
    std::vector<Exclusion> exclusions;  ///< Pairs that are not tested.
};

/// What a shape has inside.
enum class PartKind : std::uint8_t {
    solid,    ///< Its interior belongs to it: convex shapes, compounds and solid meshes.
    surface,  ///< A closed mesh that was built as a surface: what is inside of it does not overlap it.
    open,     ///< A surface with a boundary: a height field, or a mesh with a hole, which may be meant as a
              ///< solid.
};
/// Walks over all edges of a mesh that is not solid.
PartKind kind_of(const Shape& shape);

/// Which pairs are tested, of those that no exclusion applies to.
enum class PairSelection : std::uint8_t {
    all,
    different_origins,  ///< Only parts of different origins.
    different_groups,   ///< Only parts of different groups; a part without a group is tested with all others.
};

struct AssemblyOptions {
    /// Disjoint pairs that are no farther apart are reported. Finite, >= 0.
    std::optional<double> clearance{};
    /// All disjoint pairs are reported, however far apart. Tests n (n - 1) / 2 pairs.
    bool all_distances = false;
    PairSelection pairs = PairSelection::all;
    bool allow_touching = false;  ///< Pairs that touch without a common interior point are `allowed`.
    double allow_depth =
        0;  ///< Pairs whose escape distance is certainly no larger are `allowed`. >= 0; 0: none.
    bool open_meshes = true;      ///< Parts inside of open meshes are reported as `possibly_inside`.
    bool details = true;          ///< Certificates, contacts, regions and curves of clashes are computed.
    std::size_t curve_limit = 0;  ///< Segments kept of the intersection curve of each clash, evenly selected.
    std::uint32_t max_iterations = 0;        ///< Of SeparationOptions, for every pair; 0: its default.
    DepthEffort depth = DepthEffort::quick;  ///< Of interferences and escape distances.
    /// Pairs to test at most; then budget_reached.
    std::size_t max_pairs = std::numeric_limits<std::size_t>::max();
    unsigned threads = 0;        ///< 0: one per core. Without oneTBB always 1.
    bool count_cascade = false;  ///< AssemblyStatistics::cascade is measured.
};

/// What the box of a clash contains.
enum class RegionKind : std::uint8_t {
    boxes,     ///< The whole intersection of the parts: it is the intersection of their boxes.
    crossing,  ///< The intersection curve of the surfaces of two meshes, within rounding.
};

struct ClashRegion {
    RegionKind kind = RegionKind::boxes;
    Aabb box{};  ///< World frame. Inside of the boxes of both parts. Empty without `details`.
};

/// A finding about two shapes, stated about the parts that are meant, when these deviate from the shapes.
struct Meant {
    /// Of both parts together; 0: the shapes are the parts, and the rest is not valid.
    double deviation = 0;
    bool estimated = false;  ///< One of the deviations is.
    /// Contains the signed distance: of a clash minus the depth, whose lower bound is that of two balls about
    /// one point in both parts, and whose upper bound is a translation along which they part.
    Interval distance{};
    /// Of a clash, world frame: inside of both parts, whatever they are within their deviations, or on the
    /// surface of one and inside of the other by more than both. Checked by `signed_distance`.
    Vec3 common{};
};

/// Two parts that overlap or touch, or are too close to decide.
struct Clash {
    PartIndex a = 0;  ///< a < b.
    PartIndex b = 0;
    Relation relation = Relation::overlapping;  ///< Not disjoint. `verify` does not check this field.
    Verdict verdict{};                          ///< Intersecting or undecided, with its proof.
    /// How far the surfaces pass through each other. `verify` does not check this field.
    Interference interference{};
    /// Signed distance: < 0 the escape distance; [0, 0] for surfaces that cross.
    Separation separation{};
    /// Of the separation of two convex parts where `verify` needs it; else empty.
    DepthCertificate certificate{};
    /// The deepest first. Empty for identical parts and without `details`.
    std::vector<ContactManifold> manifolds{};
    /// Pairs of triangles that intersect, of two meshes without margins; else 0.
    std::size_t triangle_pairs = 0;
    ClashRegion region{};
    /// Segments of the intersection curve of two meshes, world frame.
    std::vector<std::array<Vec3, 2>> curve{};
    /// With deviations. The relation is that of the shapes; the parts have a common interior point.
    Meant meant{};
};

/// Two disjoint parts that are no farther apart than the clearance.
struct NearMiss {
    PartIndex a = 0;  ///< a < b.
    PartIndex b = 0;
    Separation separation{};  ///< distance.lower <= clearance, unless all distances are reported.
    Meant meant{};            ///< With deviations; then meant.distance.lower is it, and > 0.
};

/// Two parts of which one deviates from its shape, and which may be disjoint, touch or overlap: their shapes
/// are no farther apart, and no common point is deep enough inside, than both deviations. Finer shapes decide
/// it, unless the parts touch.
struct Undecided {
    PartIndex a = 0;  ///< a < b.
    PartIndex b = 0;
    /// Of the shapes; [-inf, 0] when they overlap, for how deep says nothing about the parts.
    Interval shapes{};
    Vec3 point{};   ///< To show to people: between the shapes, or in both. World frame.
    Meant meant{};  ///< distance.lower <= 0.
};

/// Two disjoint parts, one of which is surrounded by the other, an open mesh, by more than a half. An open
/// mesh has no inside, so this is no clash; but a solid with a hole in its mesh looks like this.
struct PossiblyInside {
    PartIndex a = 0;  ///< a < b.
    PartIndex b = 0;
    /// Or a_inside_b: what it would be if the mesh around were closed.
    Relation relation = Relation::b_inside_a;
    Interval winding{};  ///< Contains the absolute winding number of the mesh around the point. winding.upper
                         ///< > 1/2.
    Vec3 point{};  ///< Of the part inside, world frame, within rounding. No proof: compute it again to check.
};

struct AssemblyStatistics {
    /// Pairs whose boxes are no farther apart than the clearance; all with all_distances.
    std::size_t in_range = 0;
    std::size_t excluded = 0;  ///< Of these, pairs that an exclusion or the PairSelection leaves out.
    std::size_t tested = 0;    ///< Pairs that were tested: the others, unless the check ended early.
    std::size_t reused = 0;    ///< Of these, pairs whose findings were taken from an earlier check.
    std::vector<std::size_t> excluded_by{};  ///< For each exclusion the pairs in range that it leaves out.
    /// With `count_cascade`. Pairs are n (n - 1) / 2 of n parts; those never tested are culled, whatever the
    /// reason; details are what is computed of clashes after the overlap test, and of parts in open meshes.
    CascadeCounters cascade{};
    double seconds = 0;  ///< Wall time. Only this and the seconds of the cascade differ from run to run.
};

struct AssemblyFindings {
    /// Identical parts, then by falling lower bound of the interference, then a, then b.
    std::vector<Clash> clashes;
    std::vector<Clash> allowed;                   ///< Clashes that the options allow, in the same order.
    std::vector<NearMiss> near_misses;            ///< By growing distance.lower, then a, then b.
    std::vector<Undecided> undecided;             ///< By a, then b. Empty without deviations.
    std::vector<PossiblyInside> possibly_inside;  ///< By a, then b. A pair may be a near miss too.
    AssemblyStatistics statistics{};
    /// budget_reached when not all pairs were tested: `max_pairs`, or the progress callback ended the check.
    /// The findings are then those of the first `tested` pairs in the order of a, then b.
    Status status = Status::converged;
};

/// Why an assembly was not checked.
struct AssemblyError {
    enum class Reason : std::uint8_t {
        no_name,         ///< A part without a name.
        duplicate_name,  ///< A part with the name of another one.
        invalid_part,    ///< A shape or pose that `check` refuses.
        invalid_option,  ///< A clearance or allowed depth that is negative or not finite.
    };
    Reason reason = Reason::invalid_part;
    std::optional<PartIndex> part{};  ///< The part at fault, the first of several; empty for options.
    std::string message;              ///< One sentence for people, which names the part.
};

/// Receives the share of the pairs that are done, in [0, 1]: never decreasing, the last call with 1. It may
/// be called from any thread, but never by two at the same time. Continue::no ends the check, and no call
/// follows.
using AssemblyProgress = FunctionRef<Continue(double share)>;

/// Checks all parts. The cost is that of the broad phase, n log n, plus that of the pairs in range.
expected<AssemblyFindings, AssemblyError> check_assembly(const Assembly& assembly,
                                                         const AssemblyOptions& options = {});
expected<AssemblyFindings, AssemblyError> check_assembly(const Assembly& assembly,
                                                         const AssemblyOptions& options,
                                                         AssemblyProgress progress);

inline constexpr PartIndex kNoEarlierPart = std::numeric_limits<PartIndex>::max();

/// An earlier check, with the same options but for threads. What it refers to must outlive the call.
struct EarlierCheck {
    const Assembly& assembly;          ///< What was checked, with its exclusions.
    const AssemblyFindings& findings;  ///< Unless it converged, all pairs are tested again.
    /// For each part of the new assembly the earlier part with the same shape, pose, margin and deviation,
    /// to the last bit; kNoEarlierPart for a part that is new or has changed. No earlier part twice.
    std::span<const PartIndex> earlier_part;
};

/// The check of an assembly of which many parts were checked before: only pairs with a part that is new or
/// has changed are tested, the findings of all others are taken from the earlier check. The findings are
/// those of `check_assembly`, to the last bit and in the same order; AssemblyStatistics::reused counts what
/// was taken.
expected<AssemblyFindings, AssemblyError> recheck_assembly(const Assembly& assembly,
                                                           const AssemblyOptions& options,
                                                           const EarlierCheck& earlier,
                                                           AssemblyProgress progress);

/// The exclusions of the assembly, matched with its parts.
PairRules pair_rules(const Assembly& assembly);

/// Contains the length of the least translation that frees the parts that are meant, >= 0. Empty for surfaces
/// that cross, which have no inside.
std::optional<Interval> escape_distance_of(const Clash& clash);
/// Contains the greatest depth of a point of one surface in the other part, >= 0. Empty where that is.
std::optional<Interval> interference_of(const Clash& clash);
/// Contains the distance of the parts that are meant.
Interval distance_of(const NearMiss& near);
/// How the parts that are meant are: those of a clash with deviations overlap, whatever their shapes do.
Relation relation_of(const Clash& clash);
/// A point to show to people: the deepest contact, otherwise halfway between the witness points; moved into
/// the region where that is bounded. World frame.
Vec3 location_of(const Clash& clash);
/// Of all manifolds.
std::size_t contact_count(const Clash& clash);

/// The names of two parts in ascending order: the key by which findings of two versions of an assembly match,
/// whatever the order of their parts. Valid as long as the assembly.
std::array<std::string_view, 2> names_of(const Assembly& assembly, PartIndex a, PartIndex b);

}  // namespace graze
