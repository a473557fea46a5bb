// Faces of shapes made of shapes, from the faces of the parts.
#include <algorithm>
#include <cmath>
#include <span>

#include "convex/manifold/support_face.hpp"
#include "graze/shape/shape.hpp"

namespace graze {
namespace {

constexpr std::size_t kMaxCloud = 512;

/// Spreads the bits of a pair of names over 28 bits; equal pairs keep equal names. Features leave four bits
/// for their kind.
std::uint32_t joined(std::uint32_t a, std::uint32_t b) noexcept {
    std::uint64_t mixed = (static_cast<std::uint64_t>(a) << 32 | b) * 0x9e3779b97f4a7c15ULL;
    mixed ^= mixed >> 32;
    return static_cast<std::uint32_t>(mixed & 0x0fffffffU);
}

struct Cloud {
    struct Corner {
        Vec2 flat{};  ///< Coordinates along u and v, which are perpendicular to the direction.
        Vec3 point{};
        std::uint32_t id = 0;
    };
    InPlace<Corner, kMaxCloud> corners;
    Vec3 u{};
    Vec3 v{};

    explicit Cloud(const Vec3& direction) noexcept : u(perpendicular(direction)), v(cross(direction, u)) {}
    void add(const Vec3& point, std::uint32_t id) noexcept {
        corners.push({{dot(u, point), dot(v, point)}, point, id});
    }
};

/// Corners of the outline of the points projected along the direction, counter-clockwise (Andrew's chain).
/// Corners within `tolerance` of the outline's sides are dropped.
void add_outline(Cloud& cloud, double tolerance, SupportFace& face) noexcept {
    std::sort(cloud.corners.begin(), cloud.corners.end(), [](const Cloud::Corner& p, const Cloud::Corner& q) {
        return p.flat.x != q.flat.x   ? p.flat.x < q.flat.x
               : p.flat.y != q.flat.y ? p.flat.y < q.flat.y
                                      : p.id < q.id;
    });
    std::array<std::size_t, 2 * kMaxCloud> chain{};
    std::size_t kept = 0;
    const auto extend = [&](std::size_t i, std::size_t fixed) {
        const auto right_turn = [&] {
            const Vec2 last = cloud.corners[chain[kept - 1]].flat - cloud.corners[chain[kept - 2]].flat;
            const Vec2 next = cloud.corners[i].flat - cloud.corners[chain[kept - 2]].flat;
            return cross(last, next) <= tolerance * length(next);
        };
        while (kept >= fixed && right_turn()) --kept;
        chain[kept++] = i;
    };
    for (std::size_t i = 0; i < cloud.corners.size(); ++i) extend(i, 2);
    const std::size_t lower = kept + 1;
    for (std::size_t i = cloud.corners.size() - 1; i-- > 0;) extend(i, lower);
    if (kept > 1) --kept;  // the start once more
    for (std::size_t i = 0; i < kept; ++i)
        face.add(cloud.corners[chain[i]].point, cloud.corners[chain[i]].id);
}

/// Whether all points lie in one level plane. The sum of parts that are level within different tolerances may
/// be a loop that is not planar, and the sum of two almost parallel edges may be an upright polygon.
bool is_level_face(const SupportFace& face, const Vec3& direction, const LevelAngle& level,
                   double tolerance) noexcept {
    const Vec3 n = face_normal(face, direction);
    if (face.size() >= 3 && !(dot(n, direction) >= level.cosine)) return false;
    return face.size() <= 3 || std::all_of(face.points.begin(), face.points.end(), [&](const Vec3& x) {
               return std::abs(dot(n, x - face.points[0])) <= tolerance;
           });
}

/// The larger part moved along by the highest point of the other.
void moved_face(const Shape& shape, const Vec3& direction, const SupportFace& a, const SupportFace& b,
                SupportFace& face) noexcept {
    const bool use_a = a.size() >= b.size();
    const SupportFace& part = use_a ? a : b;
    const Vec3 offset = support(shape.children()[use_a ? 1 : 0], direction);
    for (std::size_t i = 0; i < part.size(); ++i)
        face.add(part.points[i] + offset, joined(part.ids[i], use_a ? 1 : 0));
}

void sum_face(const Shape& shape, const Vec3& direction, const LevelAngle& level,
              SupportFace& face) noexcept {
    SupportFace a;
    SupportFace b;
    support_face(shape.children()[0], direction, level, a);
    support_face(shape.children()[1], direction, level, b);
    const std::uint32_t name = joined(a.id, b.id);
    face.id = name;
    if (a.size() == 1 || b.size() == 1 || a.size() * b.size() > kMaxCloud)
        return moved_face(shape, direction, a, b, face);
    Cloud cloud(direction);
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j)
            cloud.add(a.points[i] + b.points[j], joined(a.ids[i], b.ids[j]));
    }
    add_outline(cloud, kPlaneRoundings * shape.reach(), face);
    if (is_level_face(face, direction, level, kPlaneRoundings * shape.reach())) return;
    face.clear();
    face.id = name;
    moved_face(shape, direction, a, b, face);
}

/// The outline of what the highest child shows and of every other child that reaches the same height within
/// the angle.
void hull_of_face(const Shape& shape, const Vec3& direction, const LevelAngle& level,
                  SupportFace& face) noexcept {
    const std::span<const Shape> children = shape.children();
    std::size_t highest = 0;
    Vec3 top = support(children[0], direction);
    for (std::size_t c = 1; c < children.size(); ++c) {
        const Vec3 reached = support(children[c], direction);
        if (!(dot(direction, reached - top) > 0)) continue;
        highest = c;
        top = reached;
    }
    Cloud cloud(direction);
    for (std::size_t c = 0; c < children.size(); ++c) {
        const Vec3 below = top - support(children[c], direction);
        // The highest child takes part whatever the rounding: the cloud is never empty.
        if (c != highest && dot(direction, below) > level.sine * length(below)) continue;
        SupportFace part;
        support_face(children[c], direction, level, part);
        for (std::size_t i = 0; i < part.size(); ++i)
            cloud.add(part.points[i], joined(static_cast<std::uint32_t>(c), part.ids[i]));
        face.id = joined(face.id, joined(static_cast<std::uint32_t>(c), part.id));
    }
    add_outline(cloud, kPlaneRoundings * shape.reach(), face);
    if (is_level_face(face, direction, level, kPlaneRoundings * shape.reach())) return;
    support_face(children[highest], direction, level, face);
    face.id = joined(static_cast<std::uint32_t>(highest), face.id);
}

void image_face(const Shape& shape, const Vec3& direction, const LevelAngle& level,
                SupportFace& face) noexcept {
    const Mat3 m{{shape.vector(0), shape.vector(1), shape.vector(2)}};
    // A map distorts angles: the child is searched with a wide tolerance (30°), then the image is tested for
    // being level.
    constexpr LevelAngle kWide{0.866, 0.5};
    support_face(shape.children()[0], unit(transpose_times(m, direction)), kWide, face);
    for (std::size_t i = 0; i < face.size(); ++i) face.points[i] = m * face.points[i] + shape.vector(3);
    const bool level_face = face.size() > 2 && dot(face_normal(face, direction), direction) >= level.cosine;
    const Vec3 edge = face.size() == 2 ? face.points[1] - face.points[0] : Vec3{};
    const bool level_edge = face.size() == 2 && std::abs(dot(edge, direction)) <= level.sine * length(edge);
    if (level_face || level_edge) return;
    const std::uint32_t name = face.id;
    face.clear();
    face.add(support(shape, direction), name);
}

}  // namespace

void composite_support_face(const Shape& shape, const Vec3& direction, const LevelAngle& level,
                            SupportFace& face) noexcept {
    switch (shape.type()) {
        case ShapeType::minkowski_sum: return sum_face(shape, direction, level, face);
        case ShapeType::convex_hull_of: return hull_of_face(shape, direction, level, face);
        case ShapeType::affine_image: return image_face(shape, direction, level, face);
        case ShapeType::rounded:
            // Each corner's ball is lowest along the direction, whatever the face's own slope.
            support_face(shape.children()[0], direction, level, face);
            for (Vec3& point : face.points) point += direction * shape.values()[0];
            return;
        default: face.add(support(shape, direction), 0);
    }
}

}  // namespace graze
