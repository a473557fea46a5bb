// Projections on all separating axes, as intervals that move; then the features that touch along the axis on
// which overlap begins last.
#include "graze/ccd/steady_contact.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "graze/obb/obb_search.hpp"
#include "math/degeneracy/sine_limits.hpp"
#include "math/degeneracy/triangle_normal.hpp"
#include "math/nearest.hpp"

namespace graze {
namespace {

/// In multiples of the rounding of a height. Heights of corners of one face or edge differ by this along an
/// axis perpendicular to two edges; the rounding of that axis grows with the inverse of the angle between the
/// edges (in radians). Edges at an angle below a thousandth may be reported as corners.
constexpr double kSameHeight = 1e3;

/// Corners, face normals and edge directions of a box or triangle; normals of a triangle's sides count where
/// it is coplanar with the other.
struct Body {
    std::array<Vec3, 8> corners{};
    std::size_t count = 0;
    std::array<Vec3, 3> faces{};
    std::size_t face_count = 0;
    std::array<Vec3, 3> edges{};
    bool flat = false;  ///< A triangle.

    explicit Body(const Obb& box) noexcept : count(8), face_count(3) {
        for (std::size_t i = 0; i < 8; ++i) {
            Vec3 local;
            for (std::size_t k = 0; k < 3; ++k)
                local[k] = (i >> k & 1U) != 0 ? box.half_extents[k] : -box.half_extents[k];
            corners[i] = box.centre + box.axes * local;
        }
        faces = edges = box.axes.columns;
    }
    explicit Body(const Triangle& t) noexcept : count(3), face_count(1), flat(true) {
        corners[0] = t.a;
        corners[1] = t.b;
        corners[2] = t.c;
        edges = {t.b - t.a, t.c - t.b, t.a - t.c};
        faces[0] = cross(edges[0], edges[1]);
    }
};

struct Span {
    double low = 0;
    double high = 0;
};

Span project(const Body& body, const Vec3& n) noexcept {
    Span span{kInfinity, -kInfinity};
    for (std::size_t i = 0; i < body.count; ++i) {
        const double h = dot(n, body.corners[i]);
        span = {std::min(span.low, h), std::max(span.high, h)};
    }
    return span;
}

/// Two bodies that move at constant velocities.
struct Crossing {
    const Body& a;
    const Body& b;
    Vec3 relative{};   ///< Velocity of b, seen from a.
    double error = 0;  ///< Of a gap along any unit axis, at any time in [0, 1].

    Crossing(const Body& first, const Body& second, const Vec3& velocity) noexcept
        : a(first), b(second), relative(velocity) {
        double size = 0;
        for (const Body* body : {&a, &b}) {
            for (std::size_t i = 0; i < body->count; ++i)
                size = std::max(size, max_component(abs(body->corners[i])));
        }
        // Along whatever n doubles hold: a corner rounds 4 times per component, its height 3 times, both
        // times the root of 3 for the components, twice for a difference, and that once: 25. The relative
        // velocity and its height round 4 times. Quotients of the two round once more, of times up to 1,
        // which the error over the speed exceeds.
        error = 32 * kEps * (size + length(relative));
    }
};

/// When two bodies touch, as far as some axes show: when the last axis was entered, when the first one is
/// left.
struct ContactTimes {
    double first = -kInfinity;  ///< Rounded; the next two bound it.
    double earliest = 0;
    double latest_first = 0;
    double latest = 1;  ///< They are apart after this; the next one is a lower bound of that time.
    double earliest_last = 1;
    double least_depth = kInfinity;  ///< At the start, along the shallowest axis; less than 0 when apart.
    Vec3 normal{1, 0, 0};            ///< Of the axis entered last.
    Vec3 shallow{1, 0, 0};           ///< Of the shallowest axis at the start.
};

/// Narrows the times to those when the bodies touch along that axis too. False when they never touch in
/// [0, 1]. `inline` asks for a copy in each of the three loops over axes: without it a query takes 1 % more
/// instructions.
inline bool narrow(ContactTimes& times, const Crossing& crossing, const Vec3& axis) noexcept {
    if (axis == Vec3{}) return true;
    const Vec3 n = unit(axis);
    const Span a = project(crossing.a, n), b = project(crossing.b, n);
    const double speed = dot(n, crossing.relative), error = crossing.error;
    // b is before a by `below` and after it by `above`, when positive.
    const double below = a.low - b.high, above = b.low - a.high;
    const double depth = std::min(-below, -above);
    if (depth < times.least_depth) {
        times.least_depth = depth;
        times.shallow = above > below ? n : -n;
    }
    if (speed == 0) return below <= error && above <= error;
    const double e = error / std::abs(speed);
    const double enter = (speed > 0 ? below : above) / std::abs(speed),
                 leave = -(speed > 0 ? above : below) / std::abs(speed);
    if (enter > times.first) {
        times.first = enter;
        times.normal = speed > 0 ? -n : n;
    }
    times.earliest = std::max(times.earliest, enter - e);
    times.latest_first = std::max(times.latest_first, enter + e);
    times.latest = std::min(times.latest, leave + e);
    times.earliest_last = std::min(times.earliest_last, leave - e);
    return times.earliest <= times.latest;
}

SteadyContact contact_of(const ContactTimes& times) noexcept {
    SteadyContact contact;
    contact.hit = true;
    const bool starts = times.earliest <= 0 && times.first <= 0;
    const double latest_first = times.latest_first;
    contact.first = starts
                        ? Interval{0, latest_first > 0 ? std::min(1.0, latest_first) : 0}
                        : Interval{std::clamp(times.earliest, 0.0, 1.0), std::clamp(latest_first, 0.0, 1.0)};
    contact.last = {std::clamp(times.earliest_last, contact.first.lower, 1.0),
                    std::clamp(times.latest, contact.first.upper, 1.0)};
    contact.normal = starts ? times.shallow : times.normal;
    return contact;
}

/// The corners that reach within `slack` of the farthest along n: a corner, an edge or a face, in order
/// around n.
struct Feature {
    std::array<Vec3, 4> corners{};
    std::size_t count = 0;
};

Feature feature_along(const Body& body, const Vec3& n, const Vec3& moved, double slack) noexcept {
    const double top = project(body, n).high;
    Feature feature;
    for (std::size_t i = 0; i < body.count && feature.count < 4; ++i) {
        if (dot(n, body.corners[i]) >= top - slack)
            feature.corners[feature.count++] = body.corners[i] + moved;
    }
    if (feature.count < 4) return feature;
    // Four corners of a face come row by row: the last two change places to go around.
    std::swap(feature.corners[2], feature.corners[3]);
    return feature;
}

/// Whether x, projected along n, is in the feature or within slack of it.
bool covers(const Feature& f, const Vec3& n, const Vec3& x, double slack) noexcept {
    const Vec3 height = dot(n, x - f.corners[0]) * n;
    const Vec3 level = x - height;
    double nearest = kInfinity;
    for (std::size_t i = 0; i + 2 < f.count || i == 0; ++i) {
        const std::array<Vec3, 3> part{f.corners[0], f.corners[std::min(i + 1, f.count - 1)],
                                       f.corners[std::min(i + 2, f.count - 1)]};
        nearest = std::min(nearest, nearest_on_triangle(part, level).distance_sq);
    }
    return nearest <= slack * slack;
}

/// What two features share, as a mean and whether it is a single point.
struct Shared {
    Vec3 sum{};
    double count = 0;
    Vec3 first{};
    bool single = true;

    void add(const Vec3& x, double slack) noexcept {
        if (count == 0) first = x;
        // Each is off by a slack from both features: two points that are one may be twice that apart, along
        // and across.
        single &= length(x - first) <= 4 * slack;
        sum += x;
        ++count;
    }
};

void add_edge_crossings(const Feature& a, const Feature& b, const Vec3& n, double slack,
                        Shared& shared) noexcept {
    const auto sides = [](const Feature& f) { return f.count > 2 ? f.count : f.count - 1; };
    for (std::size_t i = 0; i < sides(a); ++i) {
        const Vec3 p = a.corners[i], u = a.corners[(i + 1) % a.count] - p;
        for (std::size_t j = 0; j < sides(b); ++j) {
            const Vec3 q = b.corners[j], v = b.corners[(j + 1) % b.count] - q;
            const double determinant = dot(n, cross(u, v));
            // For parallel edges the corners decide.
            if (!(std::abs(determinant) > kRoundedSine * length(u) * length(v))) continue;
            const double s = dot(n, cross(q - p, v)) / determinant, t = dot(n, cross(q - p, u)) / determinant;
            if (s < 0 || s > 1 || t < 0 || t > 1) continue;
            // Just above that, rounding puts the crossing anywhere on the edges: it counts when it is at one
            // place on both.
            const Vec3 on_a = p + s * u, on_b = q + t * v, off = on_b - on_a;
            if (length(off - dot(n, off) * n) <= slack) shared.add(0.5 * (on_a + on_b), slack);
        }
    }
}

/// The point that the features of both bodies along the normal share.
void find_point(const Feature& on_a, const Feature& on_b, double slack, SteadyContact& contact) noexcept {
    const Vec3 n = contact.normal;
    Shared shared;
    for (std::size_t i = 0; i < on_a.count; ++i) {
        if (covers(on_b, n, on_a.corners[i], slack)) shared.add(on_a.corners[i], slack);
    }
    for (std::size_t i = 0; i < on_b.count; ++i) {
        if (covers(on_a, n, on_b.corners[i], slack)) shared.add(on_b.corners[i], slack);
    }
    add_edge_crossings(on_a, on_b, n, slack, shared);
    if (shared.count == 0) shared.add(0.5 * (on_a.corners[0] + on_b.corners[0]), slack);
    contact.point = shared.sum * (1 / shared.count);
    contact.unique = shared.single;
}

bool inputs_valid(const Body& body, const Vec3& velocity) noexcept {
    bool fine = is_finite(velocity) && !(body.flat && body.faces[0] == Vec3{});
    for (std::size_t i = 0; i < body.count; ++i) fine &= is_finite(body.corners[i]);
    return fine;
}

SteadyContact refused() noexcept {
    SteadyContact contact;
    contact.status = Status::invalid_input;
    return contact;
}

Body body_of(const Obb& box) noexcept { return Body(box); }
Body body_of(const Triangle& t) noexcept { return Body(t); }

Obb scaled(const Obb& box, double by) noexcept { return {by * box.centre, box.axes, by * box.half_extents}; }
Triangle scaled(const Triangle& t, double by) noexcept { return {by * t.a, by * t.b, by * t.c}; }

Obb moved(Obb box, const Vec3& by) noexcept {
    box.centre += by;
    return box;
}
Triangle moved(const Triangle& t, const Vec3& by) noexcept { return {t.a + by, t.b + by, t.c + by}; }

double largest(const Obb& box) noexcept {
    return std::max(max_component(abs(box.centre)), max_component(abs(box.half_extents)));
}
double largest(const Triangle& t) noexcept {
    return std::max({max_component(abs(t.a)), max_component(abs(t.b)), max_component(abs(t.c))});
}

/// Outward, at x; of a triangle the side of `towards`.
Vec3 normal_of(const Obb& box, const Vec3& x, const Vec3& /*towards*/) noexcept { return normal_at(box, x); }
Vec3 normal_of(const Triangle& t, const Vec3& /*x*/, const Vec3& towards) noexcept {
    const std::optional<Vec3> n = rounded_normal(t.a, t.b, t.c);
    if (!n) return towards;
    return dot(*n, towards) < 0 ? -*n : *n;
}

std::optional<Vec3> common_point(const Obb& a, const Obb& b) noexcept { return find_obb_obb(a, b); }
std::optional<Vec3> common_point(const Triangle& a, const Obb& b) noexcept { return find_triangle_obb(a, b); }
std::optional<Vec3> common_point(const Triangle& a, const Triangle& b) noexcept {
    return find_common_point(a, b);
}

/// The same along all axes that may separate the bodies.
bool narrow_along_all(ContactTimes& times, const Crossing& crossing) noexcept {
    for (const Body* body : {&crossing.a, &crossing.b}) {
        for (std::size_t i = 0; i < body->face_count; ++i) {
            if (!narrow(times, crossing, body->faces[i])) return false;
            // In the plane of a triangle its sides part it from what is coplanar with it.
            for (std::size_t k = 0; body->flat && k < 3; ++k) {
                if (!narrow(times, crossing, cross(body->faces[0], body->edges[k]))) return false;
            }
        }
    }
    for (const Vec3& u : crossing.a.edges) {
        for (const Vec3& v : crossing.b.edges) {
            const Vec3 axis = cross(u, v);
            // The face that two edges span when the bodies are subtracted is no wider than the sine of their
            // angle: below this, other axes give the same up to rounding. Any direction may be used to
            // separate them, whatever its rounding.
            if (length(axis) > kRoundedSine * length(u) * length(v) && !narrow(times, crossing, axis))
                return false;
        }
    }
    return true;
}

/// Of bodies whose sizes have products of four in range.
template <class A, class B>
SteadyContact first_contact(const A& a, const Vec3& velocity_a, const B& b, const Vec3& velocity_b) noexcept {
    const Body body_a = body_of(a), body_b = body_of(b);
    if (!inputs_valid(body_a, velocity_a) || !inputs_valid(body_b, velocity_b)) return refused();
    const Crossing crossing(body_a, body_b, velocity_b - velocity_a);
    ContactTimes times;
    if (!narrow_along_all(times, crossing)) return {};
    SteadyContact contact = contact_of(times);
    const bool at_start = contact.first.upper == 0;
    const double t = at_start ? 0 : std::clamp(times.first, 0.0, 1.0), slack = kSameHeight * crossing.error;
    const Vec3 n = contact.normal;
    find_point(feature_along(body_a, n, t * velocity_a, slack),
               feature_along(body_b, -n, t * velocity_b, slack), slack, contact);
    // What is farthest along the normal is inside of the other body by then, and may be beside it.
    if (at_start && times.least_depth > slack) {
        contact.point = common_point(a, b).value_or(contact.point);
        contact.unique = false;
    }
    const double middle = contact.first.middle();
    contact.normal_a = normal_of(moved(a, middle * velocity_a), contact.point, contact.normal);
    contact.normal_b = normal_of(moved(b, middle * velocity_b), contact.point, -contact.normal);
    return contact;
}

/// Brings the pair to a size of about 1 by a power of two, which rounds nothing: lengths of cross products of
/// cross products of edges keep to the range of doubles. A speed of 1e40 sizes, which leaves nothing but
/// rounding, makes them smaller.
template <class A, class B>
SteadyContact first_contact_in_range(const A& a, const Vec3& velocity_a, const B& b,
                                     const Vec3& velocity_b) noexcept {
    const double speed = std::max(max_component(abs(velocity_a)), max_component(abs(velocity_b)));
    const double size = std::max({largest(a), largest(b), 1e-40 * speed});
    if (!(size > 0 && std::isfinite(size))) return first_contact(a, velocity_a, b, velocity_b);
    const double by = std::ldexp(1.0, -std::ilogb(size));
    SteadyContact contact = first_contact(scaled(a, by), by * velocity_a, scaled(b, by), by * velocity_b);
    contact.point = contact.point * (1 / by);
    return contact;
}

}  // namespace

SteadyContact steady_contact(const Obb& a, const Vec3& velocity_a, const Obb& b,
                             const Vec3& velocity_b) noexcept {
    return is_empty(a) || is_empty(b) ? refused() : first_contact_in_range(a, velocity_a, b, velocity_b);
}

SteadyContact steady_contact(const Triangle& a, const Vec3& velocity_a, const Obb& b,
                             const Vec3& velocity_b) noexcept {
    return is_empty(b) ? refused() : first_contact_in_range(a, velocity_a, b, velocity_b);
}

SteadyContact steady_contact(const Triangle& a, const Vec3& velocity_a, const Triangle& b,
                             const Vec3& velocity_b) noexcept {
    return first_contact_in_range(a, velocity_a, b, velocity_b);
}

}  // namespace graze
