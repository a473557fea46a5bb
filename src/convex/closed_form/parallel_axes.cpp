// Largest gap along the normals of the edges of both sections; the witness points lie on the two edges, side
// by side.
#include "convex/closed_form/parallel_axes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "convex/core_pair.hpp"
#include "convex/epa/separate.hpp"

namespace graze {
namespace {

/// What EPA leaves of the depth of solids that are coaxial up to this offset, relative to the larger reach,
/// after all of its default steps: 1e-5 and more was measured for offsets of 0 to 1e-6.
constexpr double kSearchedWidth = 5e-6;
constexpr double kNearlyCoaxial = 1e-6;

/// The section of a solid through its axis: a convex polygon, x across the axis, y along it. `up` is 1 or -1:
/// where the solid's +z points.
struct Section {
    std::array<Vec2, 4> corners{};
    std::size_t count = 0;

    Section(const Shape& shape, double up) noexcept {
        const double radius = shape.values()[0], half = shape.values()[1];
        for (const double x : {radius, -radius}) corners[count++] = {x, -up * half};
        if (shape.type() == ShapeType::cone) {
            corners[count++] = {0, up * half};
        } else {
            for (const double x : {radius, -radius}) corners[count++] = {x, up * half};
        }
    }

    [[nodiscard]] double height(const Vec2& n) const noexcept {
        double highest = dot(n, corners[0]);
        for (std::size_t i = 1; i < count; ++i) highest = std::max(highest, dot(n, corners[i]));
        return highest;
    }
};

/// The part of a section that is highest along a normal: an edge or a corner, by its ends along the edge's
/// direction.
struct Face {
    Vec2 first{};
    Vec2 last{};
    double low = 0;   ///< Coordinate of `first` along the edge's direction.
    double high = 0;  ///< Coordinate of `last`.

    /// Corners that are lower by no more than `tie` belong to it.
    Face(const Section& section, const Vec2& normal, const Vec2& along, double tie) noexcept {
        const double top = section.height(normal);
        bool none = true;
        for (std::size_t i = 0; i < section.count; ++i) {
            const Vec2& p = section.corners[i];
            if (dot(normal, p) < top - tie) continue;
            const double t = dot(along, p);
            if (none || t < low) {
                first = p;
                low = t;
            }
            if (none || t > high) {
                last = p;
                high = t;
            }
            none = false;
        }
    }

    [[nodiscard]] Vec2 at(double t) const noexcept {
        const double share = high > low ? std::clamp((t - low) / (high - low), 0.0, 1.0) : 0.0;
        return first + share * (last - first);
    }
};

/// Unit normals, from a to b, of the edges of both sections on b's side of a's axis.
struct EdgeNormals {
    std::array<Vec2, 5> normals{};
    std::size_t count = 0;

    void add(double x, double y) noexcept {
        const double size = std::sqrt(x * x + y * y);
        if (size > 0) normals[count++] = {x / size, y / size};
    }
    EdgeNormals(const Shape& a, const Shape& b, double up) noexcept {
        add(0, 1);
        add(0, -1);
        if (a.type() == ShapeType::cylinder || b.type() == ShapeType::cylinder) add(1, 0);
        if (a.type() == ShapeType::cone) add(2 * a.values()[1], a.values()[0]);
        // b's own normal points to a.
        if (b.type() == ShapeType::cone) add(2 * b.values()[1], -up * b.values()[0]);
    }
};

/// Both in the plane of the axes, in a's frame: x from a's axis towards b's, y along a's axis.
struct Sections {
    Section a;
    Section b;
    Vec2 between{};  ///< From a's origin to b's.

    /// The gap of the sections along a unit normal; negative where they overlap.
    [[nodiscard]] double gap(const Vec2& n) const noexcept {
        return dot(n, between) - a.height(n) - b.height(-n);
    }
};

struct SectionGap {
    Vec2 normal{};
    double gap = 0;
    double upper = 0;  ///< No less than the distance: the gap where sections overlap, else how far the
                       ///< witnesses are apart.
    Vec2 on_a{};       ///< Witness; b's is on_a + gap * normal.
};

/// False where the edges along the best normal do not face each other although the sets are apart: corners
/// are the nearest.
bool largest_gap(const Sections& sections, const EdgeNormals& edges, double error,
                 SectionGap& best) noexcept {
    best.gap = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < edges.count; ++i) {
        const double gap = sections.gap(edges.normals[i]);
        if (gap > best.gap) best = {edges.normals[i], gap, gap, {}};
    }
    const Vec2 along{-best.normal.y, best.normal.x};
    const Face a(sections.a, best.normal, along, error);
    const Face b(sections.b, -best.normal, along, error);
    const double shift = dot(along, sections.between);
    const double low = std::max(a.low, b.low + shift), high = std::min(a.high, b.high + shift);
    if (low > high + 2 * error && best.gap > -error) return false;
    const double middle = 0.5 * (low + high);
    best.on_a = a.at(middle);
    // Faces that are beside each other by no more than rounding: the corners of flat cones may be farther
    // apart than their gap.
    const Vec2 difference = sections.between + b.at(middle - shift) - best.on_a;
    if (best.gap > -error) best.upper = std::max(best.gap, std::sqrt(dot(difference, difference)));
    return true;
}

double height(const Shape& shape, const Vec3& n) noexcept {
    const double radius = shape.values()[0], half = shape.values()[1];
    const double round = radius * std::sqrt(n.x * n.x + n.y * n.y);
    return shape.type() == ShapeType::cone ? std::max(half * n.z, round - half * n.z)
                                           : round + half * std::abs(n.z);
}

}  // namespace

ParallelAnswer separate_parallel_axes(const Placed& a, const Placed& b, const SeparationOptions& options,
                                      Separation& answer) noexcept {
    const double up = dot(a.pose.rotation.columns[2], b.pose.rotation.columns[2]) < 0 ? -1 : 1;
    const double tilt = axis_tilt(a, b);
    if (!(tilt <= kMostAxisTilt)) return ParallelAnswer::none;
    const PoseCheck poses(a, b);
    CorePair pair;
    if (!make_core_pair(a, b, poses, pair) || pair.scale != 1) return ParallelAnswer::none;
    const Vec3 p = pair.b_in_a.position;
    const double across = std::sqrt(p.x * p.x + p.y * p.y);
    // Closer to the axis than rounding resolves there is no direction.
    const Vec3 u = across > pair.error ? Vec3{p.x / across, p.y / across, 0} : Vec3{1, 0, 0};
    const Sections sections{Section(a.shape, 1), Section(b.shape, up), {across, p.z}};
    SectionGap found;
    if (!largest_gap(sections, EdgeNormals(a.shape, b.shape, up), pair.error, found))
        return ParallelAnswer::none;
    const Vec3 n = unit(found.normal.x * u + Vec3{0, 0, found.normal.y});
    // The witness points are those of parallel axes: their gap belongs to the interval, which is then as wide
    // as b's may be off.
    const double along =
        dot(n, p) - height(a.shape, n) - height(b.shape, transpose_times(pair.b_in_a.rotation, -n));
    const double lower = std::min(along, found.gap);
    // b turned about its origin until the axes are parallel moves by no more than this; the defects bound how
    // far both are from solids of revolution, once more than the pair's error does.
    const double upper = found.upper + tilt * b.shape.reach() * (1 + 8 * kEps) + poses.defect * pair.extent;
    const Vec3 on_a = found.on_a.x * u + Vec3{0, 0, found.on_a.y};
    answer = {};
    answer.distance = {lower - pair.error, upper + pair.error};
    answer.normal = unit(a.pose.rotation * n);
    answer.point_a = a.pose * on_a;
    answer.point_b = a.pose * (on_a + found.gap * n);
    const double width = upper - lower;
    if (width <= wanted_width(pair, options) + poses.defect * pair.extent) return ParallelAnswer::done;
    answer.status = Status::budget_reached;
    const double larger = std::max(a.shape.reach(), b.shape.reach());
    const bool coaxial = found.normal.x > 0 && across <= kNearlyCoaxial * larger;
    const bool by_default = options.tolerance < 0 && options.max_iterations == 0;
    return by_default && coaxial && width <= kSearchedWidth * larger ? ParallelAnswer::done
                                                                     : ParallelAnswer::bounds;
}

}  // namespace graze
