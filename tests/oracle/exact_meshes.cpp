// Pairs are excluded only by their boxes, which contain the exact triangles.
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
        for (std::uint32_t j = 0; j < b.size(); ++j) list.push_back({box_gap_square(a.box(i), b.box(j)), i, j});
    std::sort(list.begin(), list.end(), [](const Candidate& p, const Candidate& q) { return p.gap_sq < q.gap_sq; });
    return list;
}

/// Around the box on its way, with room for the rounding of its ends.
Aabb swept(const Aabb& box, const Vec3& way) {
    const Vec3 error = 4 * 0x1p-53 * (abs(box.min) + abs(box.max) + abs(way));
    return {min(box.min, box.min + way) - error, max(box.max, box.max + way) + error};
}

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
    : local_(triangles_of(placed.shape)), pose_(placed.pose), origin_(origin), solid_(is_solid(placed.shape)) {
    const double reach = placed.shape.core_reach();
    const Pose pose{pose_.rotation, pose_.position - origin};
    for (const Triangle& t : local_) {
        const TriangleOf<double> world{pose * t.a, pose * t.b, pose * t.c};
        rounded_.push_back(world);
        for (const Vec3& v : world) extent_ = std::max({extent_, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
        // A coordinate is a sum of three products and an offset: its rounding is less than 8 units of the largest of them.
        const Vec3 error = Vec3{1, 1, 1} * (8 * 0x1p-53 * (2 * reach + max_component(abs(pose.position))));
        boxes_.push_back({min(min(world[0], world[1]), world[2]) - error, max(max(world[0], world[1]), world[2]) + error});
    }
}

ExactTriangle PlacedTriangles::exact(std::size_t i) const {
    auto pose = test::exact(pose_);
    pose.position = pose.position - test::exact(origin_);
    const Triangle& t = local_[i];
    return {pose * test::exact(t.a), pose * test::exact(t.b), pose * test::exact(t.c)};
}

double estimate_error(const PlacedTriangles& a, const PlacedTriangles& b) { return 1e-13 * (a.extent() + b.extent()); }

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
    std::optional<Exact> best;
    double bound = std::numeric_limits<double>::infinity();
    for (const Candidate& pair : candidates(a, b)) {
        if (pair.gap_sq * kShrink > bound) break;
        const Exact square = triangle_square(a.exact(pair.i), b.exact(pair.j));
        if (best && square >= *best) continue;
        best = square;
        bound = square.get_d() * (1 + 0x1p-50);
        if (square == 0) break;
    }
    return *best;
}

bool exactly_intersect(const PlacedTriangles& a, std::size_t i, const PlacedTriangles& b, std::size_t j) {
    return box_gap_square(a.box(i), b.box(j)) == 0 && triangle_square(a.exact(i), b.exact(j)) == 0;
}

bool exactly_inside(const PlacedTriangles& solid, const BasicVec3<mpq_class>& point) {
    Random random(1);
    const Exact away = 8 * (Exact(solid.extent()) + abs(point.x) + abs(point.y) + abs(point.z));
    for (;;) {
        // To a point far outside, in a direction that is drawn again whenever an edge or a corner is on the way.
        const ExactVec3 far = point + away * exact(random.direction());
        bool odd = false, clear = true;
        for (std::size_t i = 0; i < solid.size() && clear; ++i) {
            const ExactTriangle t = solid.exact(i);
            const ExactVec3 n = cross(ExactVec3(t[1] - t[0]), ExactVec3(t[2] - t[0]));
            if (dot(n, n) == 0) continue;
            if (const auto square = inner_face_square(point, t); square && *square == 0) return true;
            const Exact from = dot(n, ExactVec3(point - t[0])), to = dot(n, ExactVec3(far - t[0]));
            if (sgn(from) * sgn(to) > 0) continue;
            std::array<int, 3> sides{};
            for (std::size_t k = 0; k < 3; ++k)
                sides[k] = sgn(Exact(dot(ExactVec3(far - point), cross(ExactVec3(t[k] - point), ExactVec3(t[(k + 1) % 3] - point)))));
            const bool positive = std::ranges::count(sides, 1) > 0, negative = std::ranges::count(sides, -1) > 0;
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

std::optional<double> estimated_contact(const PlacedTriangles& a, const PlacedTriangles& b, const Vec3& way) {
    std::optional<double> first;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            if (box_gap_square(a.box(i), swept(b.box(j), way)) > 0) continue;
            const auto t = first_contact(a.rounded(i), b.rounded(j), way);
            if (t && (!first || *t < *first)) first = t;
        }
    return first;
}

std::optional<mpq_class> exact_contact(const PlacedTriangles& a, const PlacedTriangles& b, const Vec3& way) {
    std::optional<Exact> first;
    const ExactVec3 exact_way = exact(way);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            if (box_gap_square(a.box(i), swept(b.box(j), way)) > 0) continue;
            const auto t = first_contact(a.exact(i), b.exact(j), exact_way);
            if (t && (!first || *t < *first)) first = t;
        }
    return first;
}

bool encloses_root(const Interval& interval, const mpq_class& square) {
    if (!(interval.lower <= interval.upper)) return false;
    const bool above = interval.lower <= 0 || (std::isfinite(interval.lower) && Exact(interval.lower) * Exact(interval.lower) <= square);
    const bool below = interval.upper >= 0 && (std::isinf(interval.upper) || Exact(interval.upper) * Exact(interval.upper) >= square);
    return above && below;
}

}  // namespace graze::test
