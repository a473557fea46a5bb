// Impacts: planes over cells of time, and contact at one moment or by a passage. Directions that are not
// given are guessed in doubles.
#include "graze/verify/verify.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <variant>

#include "graze/shape/shape.hpp"
#include "math/nearest.hpp"
#include "mesh/placed_parts.hpp"
#include "motion/motion_piece.hpp"
#include "shape/half_space_around.hpp"
#include "verify/moving/verify_deep.hpp"
#include "verify/moving/verify_moving.hpp"
#include "verify/moving/verify_moving_cover.hpp"
#include "verify/moving/verify_offset.hpp"
#include "verify/moving/verify_passage.hpp"
#include "verify/moving/verify_touch.hpp"
#include "verify/verify_bounds.hpp"
#include "verify/verify_crossing.hpp"

namespace graze {
namespace {

using namespace verifying;

constexpr int kMostCells = 4096;     // guessed, beside one for each piece of the motions
constexpr int kPlainCells = 64;      // guessed before planes that turn with a body are tried
constexpr int kDescentSteps = 64;    // of a guess
constexpr int kMostTests = 100'000;  // at parts of all guessed cells: about a second

MovingSet set_of(const Moving& moving) noexcept { return {&moving.motion, &moving.shape, {}, 0}; }

bool on_their_paths(const Moving& a, const Moving& b) noexcept {
    return a.motion.deviation() + b.motion.deviation() == 0;
}

/// All of a flat shape, as a feature of it.
Feature whole(const Shape& shape) noexcept {
    if (shape.type() == ShapeType::point) return {Feature::Kind::vertex, 0, 0};
    if (shape.type() == ShapeType::segment) return {Feature::Kind::edge, 0, 1};
    return {Feature::Kind::face, 0, 0};
}

/// A common point, or flat bodies that cross although no double may be on both. Bodies that may be off their
/// paths must be as deep in each other.
bool overlap_at_end(const Impact& impact, const Moving& a, const Moving& b) noexcept {
    const Placed x{a.shape, pose_at(a.motion, impact.time.upper)},
        y{b.shape, pose_at(b.motion, impact.time.upper)};
    const double slack = a.motion.deviation() + b.motion.deviation();
    if (slack > 0) return overlap_deeper(x, y, impact.normal, slack);
    return come_within(x, y, enclose(y.pose.position) - enclose(x.pose.position), 0) ||
           features_intersect({whole(x.shape), whole(y.shape)}, x, y);
}

/// Whether convex bodies touch by the upper end, given that they do not before the lower one.
bool shows_contact(const Impact& impact, const Moving& a, const Moving& b) noexcept {
    switch (impact.proof) {
        case ContactProof::none: return false;
        case ContactProof::overlap: return overlap_at_end(impact, a, b);
        case ContactProof::passage:
            return on_their_paths(a, b) && pass_through_by(a.shape, a.motion, b.shape, b.motion, impact.time);
    }
    return false;
}

/// The parts that an impact names, as bodies of their own; nothing when there are none of these numbers.
struct NamedParts {
    Moving a;
    Moving b;
};
std::optional<NamedParts> named_parts(const Impact& impact, const Moving& a, const Moving& b) noexcept {
    const Placed at_a{a.shape, {}}, at_b{b.shape, {}};
    const PlacedParts parts_a(at_a), parts_b(at_b);
    if (impact.part_a >= parts_a.count() || impact.part_b >= parts_b.count()) return std::nullopt;
    return NamedParts{{parts_a.part(impact.part_a), a.motion}, {parts_b.part(impact.part_b), b.motion}};
}

bool both_convex(const Moving& a, const Moving& b) noexcept { return a.shape.convex() && b.shape.convex(); }

/// Contact by a proof about the bodies as placed at time t.
bool proof_shows_contact(const Proof& proof, const Moving& a, const Moving& b, double t) noexcept {
    Verdict verdict;
    verdict.answer = Answer::intersecting;
    verdict.proof = proof;
    return verify(verdict, {a.shape, pose_at(a.motion, t)}, {b.shape, pose_at(b.motion, t)});
}

bool given(const Proof& proof) noexcept { return !std::holds_alternative<std::monostate>(proof); }

/// Whether a proof of contact belongs to the answer.
bool may_touch(const Impact& impact, const Moving& a, const Moving& b) noexcept {
    return impact.answer == ImpactAnswer::contact && (both_convex(a, b) || impact.time.upper == 0);
}

/// Contact of two convex bodies by the upper end: by the proof of their contact where one is given, which
/// must hold, or by a search.
bool shows_contact(const CertifiedImpact& certified, const Moving& a, const Moving& b) noexcept {
    const Impact& impact = certified.impact;
    if (!given(certified.contact)) return shows_contact(impact, a, b);
    return impact.proof == ContactProof::overlap && on_their_paths(a, b) &&
           proof_shows_contact(certified.contact, a, b, impact.time.upper);
}

/// What all impacts must satisfy, but for contact and the time before it.
bool consistent(const Impact& impact, const Moving& a, const Moving& b) noexcept {
    const bool valid = a.shape.valid() && b.shape.valid() && a.motion.valid() && b.motion.valid();
    const bool answered = impact.status == Status::converged || impact.status == Status::budget_reached;
    if (!valid || !answered || impact.hit != (impact.answer != ImpactAnswer::miss)) return false;
    if ((impact.proof != ContactProof::none) != (impact.answer == ImpactAnswer::contact)) return false;
    if (impact.hit && !(is_finite(impact.point) && nearly_unit(impact.normal))) return false;
    return impact.time.lower >= 0 && impact.time.lower <= impact.time.upper && impact.time.upper <= 1;
}

/// What tolerances are relative to.
double length_of(const Moving& a, const Moving& b) noexcept {
    const auto reach = [](const Moving& m) {
        return m.shape.type() == ShapeType::half_space ? 0 : m.shape.reach();
    };
    return std::max(reach(a), reach(b));
}

/// Whether the point of a hit of convex bodies is on them. A search that ran out of budget reports no point.
bool placed_well(const Impact& impact, const Moving& a, const Moving& b) noexcept {
    if (impact.part_a != 0 || impact.part_b != 0) return false;
    return !impact.hit || impact.status == Status::budget_reached ||
           touch_there(impact, a, b, length_of(a, b));
}

/// The same for others: of the parts that it names. Where they touch at the start, the normal is that of the
/// wholes, and a body inside of a solid touches none of its parts.
bool placed_well(const CertifiedImpact& certified, const Moving& a, const Moving& b,
                 const NamedParts& parts) noexcept {
    const Impact& impact = certified.impact;
    if (!impact.hit || impact.status == Status::budget_reached) return true;
    const double length = length_of(a, b);
    if (impact.time.upper > 0) return touch_there(impact, parts.a, parts.b, length);
    const bool apart =
        given(certified.contact) && !std::holds_alternative<IntersectingParts>(certified.contact);
    return apart ? point_is_in_reach(impact, set_of(a).half_space() ? b : a)
                 : point_is_between(impact, parts.a, parts.b, length);
}

double free_until(const Impact& impact) noexcept { return impact.hit ? impact.time.lower : 1; }

/// The direction of the shortest difference of the bodies at time t, from a to b: a guess. The search
/// keeps three differences: of the last three and the next one, the triangle that is nearest to the origin.
Vec3 guessed_direction(const Moving& a, const Moving& b, double t, const Vec3& hint) noexcept {
    const MotionPiece& piece_a = a.motion.piece_at(t);
    const MotionPiece& piece_b = b.motion.piece_at(t);
    const Mat3 rotation_a = rotation_at(piece_a, t), rotation_b = rotation_at(piece_b, t);
    const Vec3 apart = middle(origin_offset(piece_a, piece_b, Interval(t)));
    const auto difference = [&](const Vec3& n) {
        return apart + rotation_b * support(b.shape, -transpose_times(rotation_b, n)) -
               rotation_a * support(a.shape, transpose_times(rotation_a, n));
    };
    if (set_of(a).half_space() || set_of(b).half_space()) return hint;
    const Vec3 first = difference(hint);
    std::array<Vec3, 3> best{first, first, first};
    Vec3 nearest = first;
    double distance_sq = length_sq(first);
    for (int step = 0; step < kDescentSteps; ++step) {
        const Vec3 next = difference(unit(nearest));
        const auto& [x, y, z] = best;
        const std::array<std::array<Vec3, 3>, 3> triangles{{{next, y, z}, {x, next, z}, {x, y, next}}};
        bool nearer = false;
        for (const std::array<Vec3, 3>& triangle : triangles) {
            const TrianglePoint p = nearest_on_triangle(triangle, Vec3{});
            if (!(p.distance_sq < distance_sq * (1 - 4 * kEps))) continue;
            nearer = true;
            distance_sq = p.distance_sq;
            best = triangle;
            nearest = triangle[0] + p.u * (triangle[1] - triangle[0]) + p.v * (triangle[2] - triangle[0]);
        }
        if (!nearer) break;
    }
    return unit(nearest);
}

/// From where a's motion turns about to where b's does, at the start of a time.
Vec3 between_pivots(const Moving& a, const Moving& b, double t) noexcept {
    return unit(middle(pivot_offset(a.motion.piece_at(t), b.motion.piece_at(t), Interval(t))));
}

/// The half-spaces behind the planes of both bodies along a direction: what turns with a face.
struct Faces {
    std::optional<Shape> a;
    std::optional<Shape> b;
};
Faces faces_along(const Vec3& n, const Moving& a, const Moving& b, double t) noexcept {
    if (set_of(a).half_space() || set_of(b).half_space()) return {};
    const Mat3 rotation_a = rotation_at(a.motion.piece_at(t), t),
               rotation_b = rotation_at(b.motion.piece_at(t), t);
    return {half_space_around(a.shape, transpose_times(rotation_a, n)),
            half_space_around(b.shape, -transpose_times(rotation_b, n))};
}

/// Covers [0, end) by cells of its own. Balls around the pivots come first: they hold however fast bodies
/// spin.
bool free_before(const Moving& a, const Moving& b, double end, const Vec3& last_normal) noexcept {
    const MovingSet set_a = set_of(a), set_b = set_of(b);
    const std::size_t pieces = a.motion.pieces().size() + b.motion.pieces().size();
    int tests = kMostTests;
    double t = 0;
    for (std::size_t cells = 0; t < end; ++cells) {
        if (cells == kMostCells + pieces) return false;
        const double border = border_after(a.motion, b.motion, t, end);
        const Vec3 guess = guessed_direction(a, b, t, last_normal), centres = between_pivots(a, b, t);
        const auto [face_a, face_b] = cells < kPlainCells ? Faces{} : faces_along(guess, a, b, t);
        double next = border;
        bool moved = false;
        for (int halving = 0; halving < 40 && next > t && !moved && tests > 0; ++halving, --tests) {
            const Interval part{t, next};
            moved = holds({part, centres, true}, set_a, set_b) ||
                    stays_open(set_a, set_b, part, guess, tests) ||
                    stays_open(set_a, set_b, part, last_normal, tests) ||
                    (face_a && stays_open({&a.motion, &*face_a, {}, 0}, set_b, part, guess, tests)) ||
                    (face_b && stays_open(set_a, {&b.motion, &*face_b, {}, 0}, part, guess, tests));
            if (!moved) next = t + 0.5 * (next - t);
        }
        if (!moved) return false;
        t = next;
    }
    return true;
}

}  // namespace

bool verify(const CertifiedImpact& certified, const Moving& a, const Moving& b) noexcept {
    const Impact& impact = certified.impact;
    if (!consistent(impact, a, b) || (given(certified.contact) && !may_touch(impact, a, b))) return false;
    if (!both_convex(a, b)) {
        const std::optional<NamedParts> parts = named_parts(impact, a, b);
        if (!parts || !placed_well(certified, a, b, *parts)) return false;
        const bool at_start =
            on_their_paths(a, b) && impact.time.upper == 0 && proof_shows_contact(certified.contact, a, b, 0);
        if (impact.answer == ImpactAnswer::contact && !at_start && !shows_contact(impact, parts->a, parts->b))
            return false;
        return certified.cells.empty() && covers_until(certified.covers, a, b, free_until(impact));
    }
    if (!placed_well(impact, a, b)) return false;
    if (impact.answer == ImpactAnswer::contact && !shows_contact(certified, a, b)) return false;
    double t = 0;
    for (const TimeCell& cell : certified.cells) {
        if (cell.time.lower != t || !holds(cell, set_of(a), set_of(b))) return false;
        t = cell.time.upper;
    }
    return certified.covers.empty() && t >= free_until(impact);
}

bool verify(const Impact& impact, const Moving& a, const Moving& b) noexcept {
    if (!consistent(impact, a, b) || !both_convex(a, b) || !nearly_unit(impact.normal) ||
        !placed_well(impact, a, b))
        return false;
    if (impact.answer == ImpactAnswer::contact && !shows_contact(impact, a, b)) return false;
    return free_before(a, b, free_until(impact), impact.normal);
}

}  // namespace graze
