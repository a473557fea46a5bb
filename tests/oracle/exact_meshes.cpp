// Pairs are excluded only by what doubles show with their rounding: boxes that contain the exact triangles,
// and axes along which triangles are apart. Rationals on the rest are the answer.
#include "oracle/exact_meshes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "math/exact.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using Exact = mpq_class;

double box_gap_square(const Aabb& a, const Aabb& b) {
    double square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const double gap = std::max({0.0, b.min[k] - a.max[k], a.min[k] - b.max[k]});
        square += gap * gap;
    }
    return square;
}

struct Candidate {
    double gap_sq = 0;
    std::uint32_t i = 0;
    std::uint32_t j = 0;
};

/// All pairs, the nearest boxes first.
std::vector<Candidate> candidates(const PlacedTriangles& a, const PlacedTriangles& b) {
    std::vector<Candidate> list;
    list.reserve(a.size() * b.size());
    for (std::uint32_t i = 0; i < a.size(); ++i)
        for (std::uint32_t j = 0; j < b.size(); ++j)
            list.push_back({box_gap_square(a.box(i), b.box(j)), i, j});
    std::sort(list.begin(), list.end(),
              [](const Candidate& p, const Candidate& q) { return p.gap_sq < q.gap_sq; });
    return list;
}

/// Around the box on its way, with room for the rounding of its ends.
Aabb swept(const Aabb& box, const Vec3& displacement) {
    const Vec3 error = 4 * 0x1p-53 * (abs(box.min) + abs(box.max) + abs(displacement));
    return {min(box.min, box.min + displacement) - error, max(box.max, box.max + displacement) + error};
}

/// A lower bound of the distance of two triangles while b moves by any part of `way`: the widest gap along
/// the normals of both, the products of their edges and the lines between their corners; with a way, along
/// the products of the way with the edges and those lines, which motion along it leaves as they are.
double gap_along_axes(const PlacedTriangles& a, std::size_t i, const PlacedTriangles& b, std::size_t j,
                      const Vec3& displacement) {
    const TriangleOf<double>&p = a.rounded(i), &q = b.rounded(j);
    const double extent = a.extent() + b.extent() + max_component(abs(displacement));
    // Corners are off by their rounding along each axis of the world, and a product of three numbers with a
    // sum of three rounds a few times.
    const double slack = 4 * (a.rounding() + b.rounding()) + 64 * 0x1p-53 * extent;
    const bool moves = displacement != Vec3{};
    double widest = 0;
    const auto offer = [&](const Vec3& axis) {
        const Vec3 n = moves ? cross(displacement, axis) : axis;
        const double size = length(n);
        // Products that nearly vanish are not across the way up to rounding.
        if (!(size > 1e-6 * (moves ? length(displacement) : 1) * length(axis))) return;
        const double a_low = std::min({dot(n, p[0]), dot(n, p[1]), dot(n, p[2])}),
                     a_high = std::max({dot(n, p[0]), dot(n, p[1]), dot(n, p[2])});
        const double b_low = std::min({dot(n, q[0]), dot(n, q[1]), dot(n, q[2])}),
                     b_high = std::max({dot(n, q[0]), dot(n, q[1]), dot(n, q[2])});
        // The product with the way is across it up to 4 units of what it was made of: up to 4e6 of its own
        // size.
        const double drift = moves ? 8e6 * 0x1p-53 * length(displacement) : 0;
        widest =
            std::max(widest, std::max(b_low - a_high, a_low - b_high) / size * (1 - 0x1p-48) - slack - drift);
    };
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 d = p[(k + 1) % 3] - p[k], e = q[(k + 1) % 3] - q[k];
        for (std::size_t l = 0; l < 3; ++l) {
            if (!moves) offer(cross(d, q[(l + 1) % 3] - q[l]));
            offer(q[l] - p[k]);
        }
        if (!moves) continue;
        offer(d);
        offer(e);
    }
    if (moves) return widest;
    offer(cross(p[1] - p[0], p[2] - p[0]));
    offer(cross(q[1] - q[0], q[2] - q[0]));
    return widest;
}

Candidate closest_in_doubles(const PlacedTriangles& a, const PlacedTriangles& b,
                             const std::vector<Candidate>& sorted) {
    Candidate closest = sorted.front();
    double best = std::numeric_limits<double>::infinity();
    for (const Candidate& pair : sorted) {
        if (pair.gap_sq > best || best == 0) break;
        const double square = triangle_square(a.rounded(pair.i), b.rounded(pair.j));
        if (!(square < best)) continue;
        best = square;
        closest = pair;
    }
    return closest;
}

struct TimedPair {
    double t = 0;
    std::size_t i = 0;
    std::size_t j = 0;
};

std::optional<TimedPair> first_in_doubles(const PlacedTriangles& a, const PlacedTriangles& b,
                                          const Vec3& displacement) {
    std::optional<TimedPair> first;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            if (box_gap_square(a.box(i), swept(b.box(j), displacement)) > 0) continue;
            const auto t = first_contact(a.rounded(i), b.rounded(j), displacement);
            if (t && (!first || *t < first->t)) first = {*t, i, j};
        }
    return first;
}

/// Whether the segment misses the box, with room for the rounding of its ends.
bool misses(const Aabb& box, const Vec3& from, const Vec3& to) {
    const Vec3 d = to - from, m = 0.5 * (from + to) - 0.5 * (box.min + box.max),
               half = 0.5 * (box.max - box.min);
    const double scale = max_component(abs(from)) + max_component(abs(to)) + max_component(abs(box.min)) +
                         max_component(abs(box.max));
    const double slack = 1e-14 * scale;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t u = (k + 1) % 3, v = (k + 2) % 3;
        if (std::abs(m[k]) > half[k] + 0.5 * std::abs(d[k]) + slack) return true;
        if (std::abs(m[u] * d[v] - m[v] * d[u]) >
            half[u] * std::abs(d[v]) + half[v] * std::abs(d[u]) + slack * scale)
            return true;
    }
    return false;
}

Vec3 rounded(const ExactVec3& v) { return {v.x.get_d(), v.y.get_d(), v.z.get_d()}; }

constexpr double kShrink = 1 - 0x1p-48;  // the square of a gap of boxes is rounded a few times

}  // namespace

std::vector<Triangle> triangles_of(const Shape& shape) {
    std::vector<Triangle> result;
    if (const MeshData* mesh = mesh_data(shape))
        for (std::size_t i = 0; i < mesh->triangles.size(); ++i) result.push_back(mesh->triangle(i));
    if (const HeightFieldData* field = height_field_data(shape))
        for (std::size_t i = 0; i < field->triangle_count(); ++i) result.push_back(field->triangle(i));
    return result;
}

bool is_solid(const Shape& shape) {
    const MeshData* mesh = mesh_data(shape);
    return mesh && mesh->options.kind == MeshKind::solid;
}

PlacedTriangles::PlacedTriangles(const Placed& placed, const Vec3& origin)
    : local_(triangles_of(placed.shape)),
      pose_(placed.pose),
      origin_(origin),
      solid_(is_solid(placed.shape)) {
    const double reach = placed.shape.core_reach();
    const Pose pose{pose_.rotation, pose_.position - origin};
    // A coordinate is a sum of three products and an offset: its rounding is less than 8 units of the largest
    // of them.
    rounding_ = 8 * 0x1p-53 * (2 * reach + max_component(abs(pose.position)));
    const Vec3 error = Vec3{1, 1, 1} * rounding_;
    exact_.resize(local_.size());
    for (const Triangle& t : local_) {
        const TriangleOf<double> world{pose * t.a, pose * t.b, pose * t.c};
        rounded_.push_back(world);
        for (const Vec3& v : world)
            extent_ = std::max({extent_, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
        boxes_.push_back(
            {min(min(world[0], world[1]), world[2]) - error, max(max(world[0], world[1]), world[2]) + error});
    }
}

const ExactTriangle& PlacedTriangles::exact(std::size_t i) const {
    if (!exact_[i]) {
        auto pose = test::exact(pose_);
        pose.position = pose.position - test::exact(origin_);
        const Triangle& t = local_[i];
        exact_[i] = ExactTriangle{pose * test::exact(t.a), pose * test::exact(t.b), pose * test::exact(t.c)};
    }
    return *exact_[i];
}

double estimate_error(const PlacedTriangles& a, const PlacedTriangles& b) {
    return 1e-13 * (a.extent() + b.extent());
}

double estimated_skin_square(const PlacedTriangles& a, const PlacedTriangles& b) {
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            if (box_gap_square(a.box(i), b.box(j)) * kShrink > best) continue;
            best = std::min(best, triangle_square(a.rounded(i), b.rounded(j)));
            if (best == 0) return 0;
        }
    return best;
}

mpq_class exact_skin_square(const PlacedTriangles& a, const PlacedTriangles& b) {
    const std::vector<Candidate> all = candidates(a, b);
    // The pair that seems to be the closest comes first: its distance excludes most others.
    const Candidate first = closest_in_doubles(a, b, all);
    Exact best = triangle_square(a.exact(first.i), b.exact(first.j));
    double bound = std::sqrt(best.get_d()) * (1 + 0x1p-48);
    for (const Candidate& pair : all) {
        if (best == 0 || pair.gap_sq * kShrink > bound * bound) break;
        if (gap_along_axes(a, pair.i, b, pair.j, {}) > bound) continue;
        const Exact square = triangle_square(a.exact(pair.i), b.exact(pair.j));
        if (square >= best) continue;
        best = square;
        bound = std::sqrt(square.get_d()) * (1 + 0x1p-48);
    }
    return best;
}

bool exactly_intersect(const PlacedTriangles& a, std::size_t i, const PlacedTriangles& b, std::size_t j) {
    return box_gap_square(a.box(i), b.box(j)) == 0 && triangle_square(a.exact(i), b.exact(j)) == 0;
}

bool exactly_inside(const PlacedTriangles& solid, const BasicVec3<mpq_class>& point) {
    Random random(1);
    const Exact away = 8 * (Exact(solid.extent()) + abs(point.x) + abs(point.y) + abs(point.z));
    for (;;) {
        // To a point far outside, in a direction that is drawn again whenever an edge or a corner is on the
        // way.
        const ExactVec3 far = point + away * exact(random.direction());
        const Vec3 from_rounded = rounded(point), far_rounded = rounded(far);
        bool odd = false, clear = true;
        for (std::size_t i = 0; i < solid.size() && clear; ++i) {
            if (misses(solid.box(i), from_rounded, far_rounded)) continue;
            const ExactTriangle& t = solid.exact(i);
            const ExactVec3 n = cross(ExactVec3(t[1] - t[0]), ExactVec3(t[2] - t[0]));
            if (dot(n, n) == 0) continue;
            if (const auto square = inner_face_square(point, t); square && *square == 0) return true;
            const Exact from = dot(n, ExactVec3(point - t[0])), to = dot(n, ExactVec3(far - t[0]));
            if (sgn(from) * sgn(to) > 0) continue;
            std::array<int, 3> sides{};
            for (std::size_t k = 0; k < 3; ++k)
                sides[k] = sgn(Exact(dot(ExactVec3(far - point),
                                         cross(ExactVec3(t[k] - point), ExactVec3(t[(k + 1) % 3] - point)))));
            const bool positive = std::ranges::count(sides, 1) > 0,
                       negative = std::ranges::count(sides, -1) > 0;
            if (positive && negative) continue;
            if (from == 0 || to == 0 || std::ranges::count(sides, 0) > 0) clear = false;
            odd = !odd;
        }
        if (clear) return odd;
    }
}

bool exactly_overlap(const PlacedTriangles& a, const PlacedTriangles& b, const mpq_class& skin_square) {
    if (skin_square == 0) return true;
    // The skins are apart, so that every triangle is inside or outside as a whole.
    const auto any_inside = [](const PlacedTriangles& solid, const PlacedTriangles& of) {
        for (std::size_t i = 0; solid.solid() && i < of.size(); ++i)
            if (exactly_inside(solid, of.exact(i)[0])) return true;
        return false;
    };
    return any_inside(a, b) || any_inside(b, a);
}

std::optional<mpq_class> exact_ray_hit(const Ray& ray, const ExactTriangle& triangle) {
    return ray_hit(exact(ray.origin), exact(ray.direction), triangle);
}

std::optional<double> estimated_contact(const PlacedTriangles& a, const PlacedTriangles& b,
                                        const Vec3& displacement) {
    const std::optional<TimedPair> first = first_in_doubles(a, b, displacement);
    return first ? std::optional(first->t) : std::nullopt;
}

std::optional<mpq_class> exact_contact(const PlacedTriangles& a, const PlacedTriangles& b,
                                       const Vec3& displacement) {
    std::optional<Exact> first;
    const ExactVec3 exact_displacement = exact(displacement);
    Vec3 reached = displacement;  // contacts beyond this part of the way are later than the first one known
    const auto offer = [&](std::size_t i, std::size_t j) {
        const auto t = first_contact(a.exact(i), b.exact(j), exact_displacement);
        if (!t || (first && *t >= *first)) return;
        first = t;
        reached = std::min(1.0, t->get_d() * (1 + 0x1p-48)) * displacement;
    };
    // The pair that seems to be the first comes first: its time excludes most others.
    if (const std::optional<TimedPair> pair = first_in_doubles(a, b, displacement)) offer(pair->i, pair->j);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            if (box_gap_square(a.box(i), swept(b.box(j), reached)) > 0 ||
                gap_along_axes(a, i, b, j, displacement) > 0)
                continue;
            offer(i, j);
        }
    return first;
}

bool encloses_root(const Interval& interval, const mpq_class& square) {
    if (!(interval.lower <= interval.upper)) return false;
    const bool above = interval.lower <= 0 || (std::isfinite(interval.lower) &&
                                               Exact(interval.lower) * Exact(interval.lower) <= square);
    const bool below = interval.upper >= 0 && (std::isinf(interval.upper) ||
                                               Exact(interval.upper) * Exact(interval.upper) >= square);
    return above && below;
}

}  // namespace graze::test
