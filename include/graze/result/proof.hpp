// Verdicts and relations of two placed shapes, with their proofs. Each proof is complete: `verify` reads the
// proof and the two placed shapes only. World frame unless a field is documented otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/math/vec.hpp"
#include "graze/result/separation.hpp"

namespace graze {

enum class Answer : std::uint8_t { disjoint, intersecting, undecided };

/// All of a has normal·(x - position of a) < offset, all of b has more than offset. A half-space is bounded
/// only along its own placed normal, which doubles hardly hold: with one in the pair the plane is
/// information, and `verify` shows instead that the other shape lies strictly outside of the half-space.
struct SeparatingPlane {
    Vec3 normal{1, 0, 0};  ///< From a to b, unit up to rounding.
    double offset = 0;     ///< Measured from a's position.
};

/// A point of both sets, shown by membership: for shapes whose members can be decided from the point alone.
struct CommonPoint {
    Vec3 point{};
};

/// Four pairs of points (a_i in a, b_i in b) whose differences a_i - b_i have the origin strictly inside
/// their tetrahedron: then 0 = Σ w_i (a_i - b_i), so Σ w_i a_i = Σ w_i b_i is common. The points are support
/// points along the stored directions, which decompose them for sums, hulls and affine images.
struct CommonTetrahedron {
    std::array<Vec3, 4> directions_a{};  ///< In a's local frame.
    std::array<Vec3, 4> directions_b{};  ///< In b's local frame.
};

/// Kind of a feature of a flat set: a vertex, an edge (vertex `first` to `second`), or the whole face.
struct Feature {
    enum class Kind : std::uint8_t { vertex, edge, face };
    Kind kind = Kind::face;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
};

/// Two flat features that cross although no double may lie on both: an edge through a face, or two coplanar
/// edges. Shown by exact orientation signs.
struct Crossing {
    Feature feature_a{};
    Feature feature_b{};
};

/// |signed distance| <= delta: too close to call. delta is at most 64 eps times the pair's extent (for poses
/// orthonormal to rounding), where the extent is the sum of both reaches and the distance of the origins.
struct Closeness {
    double delta = 0;
    /// Along which the gap is at least -delta: b moved by delta along it is apart or touching.
    Vec3 normal{1, 0, 0};
    Vec3 point_a{};  ///< Points of a and b, up to rounding, at most delta apart. World axes, measured from
                     ///< a's position.
    Vec3 point_b{};
    /// How to make such points of members of the sets, where weights are set: the support points of a along
    /// directions[i] and of b along -directions[i], averaged with weights[i]. World axes. Without weights the
    /// points are checked by membership.
    std::array<Vec3, 4> directions{};
    std::array<double, 4> weights{};
};

/// Half-spaces around a and around b that have no point in common: multipliers >= 0 combine their rows,
/// normal · x <= height for all of the shape, into 0 <= negative.
struct FarkasCertificate {
    struct Row {
        Vec3 normal{};          ///< World axes; unit up to rounding.
        double height = 0;      ///< x is measured from a's position.
        double multiplier = 0;  ///< >= 0; 0 for rows that take no part.
        bool of_b = false;
    };
    std::array<Row, 10> rows{};
};

/// A proof about two convex shapes, or two parts of other shapes.
using ConvexProof = std::variant<std::monostate, SeparatingPlane, CommonPoint, CommonTetrahedron, Crossing,
                                 Closeness, FarkasCertificate>;

/// Two parts that intersect: triangles of a mesh or a height field, members of a compound; a convex shape is
/// its own part 0.
struct IntersectingParts {
    std::uint32_t part_a = 0;
    std::uint32_t part_b = 0;
    ConvexProof proof{};  ///< About the two parts, placed as their wholes are.
};

/// Where a part of one side lies with respect to the other side, a solid: the segment from the part's support
/// point along the x axis of its own frame to `target`, a point outside of the solid's box, crosses the
/// solid's surface so many times, never at an edge.
struct SolidProbe {
    bool of_b = false;  ///< The part belongs to b, and a is the solid.
    std::uint32_t part = 0;
    Vec3 target{};  ///< World frame.
};

/// A part inside of the other side: its probe crosses the surface an odd number of times.
struct EnclosedPart {
    SolidProbe probe{};
};

/// Nothing of a overlaps anything of b, because both trees are walked from their roots down to pairs with a
/// plane between them. Steps are in the order of the walk: a pair is split on one side, and the pairs of its
/// pieces follow, or it has a plane. The pieces of a node are its lanes in order, those of a leaf its parts;
/// a convex shape is a single part. When a side is a solid, every connected piece of the other side has a
/// probe that crosses the surface an even number of times, unless one plane separates the wholes.
struct SeparatingCover {
    enum class Step : std::uint8_t { split_a, split_b, plane };
    std::vector<Step> steps;
    std::vector<Vec3> normals;  ///< One for each plane: from a to b, world axes, any length.
    std::vector<SolidProbe> outside;
};

/// Too close to call: two parts are, and b moved along their normal by as much as that allows is apart by the
/// cover. Two surfaces have no depth: there the planes of the cover leave gaps of -delta at the least, where
/// both are.
struct CloseParts {
    std::uint32_t part_a = 0;
    std::uint32_t part_b = 0;
    Closeness closeness{};  ///< Of the two parts. b moves by 64 eps times the extent of the wholes, which its
                            ///< delta does not exceed.
    SeparatingCover cover;  ///< Of a and b there.
    /// Where parts touch along several normals: b moves along this direction, of any length, instead of the
    /// closeness's normal. Zero where one normal serves all.
    Vec3 direction{};
};

using Proof =
    std::variant<std::monostate, SeparatingPlane, CommonPoint, CommonTetrahedron, Crossing, Closeness,
                 FarkasCertificate, IntersectingParts, EnclosedPart, SeparatingCover, CloseParts>;

enum class Method : std::uint8_t { automatic, gjk, sat, fourier_motzkin };

/// A decision with its proof.
struct Verdict {
    Answer answer = Answer::undecided;
    Proof proof{};  ///< Empty with budget_reached: `disjoint` is then as certain as `overlaps` == false, and
                    ///< not shown by verify.
    Method method = Method::automatic;  ///< The method that ran; automatic when none did: invalid input, or
                                        ///< boxes and probes sufficed.
    Status status = Status::converged;
    std::uint32_t iterations = 0;  ///< Support evaluations of the pair (gjk).
    std::uint32_t axes = 0;        ///< Axes tested (sat).
    std::uint32_t rows = 0;        ///< Most rows that a stage of the elimination held (fourier_motzkin).
};

/// What is known of a point that two placed shapes have in common.
enum class CommonPointKind : std::uint8_t {
    member,   ///< The point, these very doubles, belongs to both.
    nearby,   ///< A point of both is within `distance`. No double may lie on both where one of them is flat
              ///< (a crossing), or where they overlap by no more than rounding.
    close,    ///< Too close to call: each has a point within `distance`; whether they have one in common is
              ///< open.
    unknown,  ///< Nothing is shown: invalid input, or the work ran out.
};

constexpr std::string_view to_string(CommonPointKind kind) noexcept {
    switch (kind) {
        case CommonPointKind::member: return "member";
        case CommonPointKind::nearby: return "nearby";
        case CommonPointKind::close: return "close";
        case CommonPointKind::unknown: return "unknown";
    }
    return "?";
}

/// A point of two placed shapes that overlap, or next to one. World frame.
struct PointOfBoth {
    Vec3 point{};         ///< Finite. Not unique; of swapped pairs it may be another one.
    double distance = 0;  ///< As `kind` has it: 0 for a member, infinite where nothing is known.
    CommonPointKind kind = CommonPointKind::unknown;
};

/// The same with what shows it, for `verify`.
struct CertifiedCommonPoint : PointOfBoth {
    Proof proof{};  ///< member: a CommonPoint of the two shapes or of two of their parts. nearby: that they
                    ///< overlap; the point is the one that the proof defines. close: how close they are.
                    ///< unknown: empty.
    Status status = Status::converged;
};

/// How two placed shapes lie to each other, as sets.
enum class Relation : std::uint8_t {
    disjoint,  ///< No common point.
    touching,  ///< They touch, but do not reach into each other by more than rounding: 64 eps of the pair's
               ///< extent.
    overlapping,  ///< They intersect by more than rounding, none proven inside the other; or the work ran out
                  ///< before that was known.
    a_inside_b,   ///< All of a belongs to b.
    b_inside_a,   ///< All of b belongs to a.
    identical,    ///< The same shape in the same place.
};

constexpr std::string_view to_string(Relation relation) noexcept {
    switch (relation) {
        case Relation::disjoint: return "disjoint";
        case Relation::touching: return "touching";
        case Relation::overlapping: return "overlapping";
        case Relation::a_inside_b: return "a_inside_b";
        case Relation::b_inside_a: return "b_inside_a";
        case Relation::identical: return "identical";
    }
    return "?";
}

/// A relation with what shows it, for `verify`.
struct CertifiedRelation {
    Relation relation = Relation::overlapping;
    Verdict verdict;                 ///< That they are apart, or that they overlap.
    CertifiedSeparation separation;  ///< How deep they are in each other; of pairs that touch or overlap.
};

}  // namespace graze
