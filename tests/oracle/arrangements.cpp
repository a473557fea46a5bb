// Where the two shapes of a pair lie: by chance, and where solvers trip.
#include <algorithm>
#include <array>
#include <cmath>

#include "graze/shape/shape.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

double size_of(const Shape& shape) { return std::isfinite(shape.reach()) ? shape.reach() : 0; }

Build odd_build(Random& random) {
    static constexpr std::array<Build, 4> builds{Build::flat, Build::needle, Build::degenerate, Build::plain};
    return builds[random.index(4)];
}

/// Support point in world frame; for a half-space the boundary point nearest its origin.
Vec3 placed_support(const Placed& p, const Vec3& d) {
    if (p.shape.type() == ShapeType::half_space) return p.pose * p.shape.centre();
    return p.pose * support(p.shape, transpose_times(p.pose.rotation, d));
}

/// Moves b so that its support point along -d is a's along d plus gap * d.
void bring_together(PairCase& pair, const Vec3& d, double gap) {
    const Vec3 direction =
        pair.a.shape.type() == ShapeType::half_space   ? unit(pair.a.pose.rotation * pair.a.shape.vector(0))
        : pair.b.shape.type() == ShapeType::half_space ? -unit(pair.b.pose.rotation * pair.b.shape.vector(0))
                                                       : d;
    const Vec3 to = placed_support(pair.a, direction) + direction * gap;
    pair.b.pose.position += to - placed_support(pair.b, -direction);
}

Mat3 small_turn(Random& random) {
    const double angle = random.log_uniform(1e-15, 1e-3);
    return Pose::from(Quat::from_axis_angle(random.direction(), angle), {}).rotation;
}

/// Orientation and position of b relative to a, both still at the origin of the world; `size` is the pair's
/// common length.
void arrange(Random& random, PairCase& pair, double size) {
    Pose& b = pair.b.pose;
    switch (pair.arrangement) {
        case Arrangement::random:
        case Arrangement::mixed_sizes:
        case Arrangement::odd_builds: b = random.pose(random.uniform(0.3, 1.7) * size); break;
        case Arrangement::touching: {
            pair.a.pose.rotation = quarter_turns(random);
            b.rotation = quarter_turns(random);
            Vec3 axis{};
            axis[random.index(3)] = random.chance(0.5) ? 1 : -1;
            bring_together(pair, axis, 0);
            break;
        }
        case Arrangement::near_touching:
            b = random.pose(0);
            bring_together(pair, random.direction(), kGapLadder[random.index(kGapLadder.size())] * size);
            break;
        case Arrangement::concentric:
            b = random.chance(0.5) ? random.pose(0) : Pose{quarter_turns(random), {}};
            break;
        case Arrangement::coaxial: {
            Vec3 axis{};
            axis[random.chance(0.7) ? 2 : random.index(3)] = random.uniform(-1.5, 1.5) * size;
            b = {Mat3::identity(), axis};
            break;
        }
        case Arrangement::parallel: b = {quarter_turns(random), random.in_cube(1.2 * size)}; break;
        case Arrangement::nearly_parallel:
            b = {small_turn(random) * quarter_turns(random), random.in_cube(1.2 * size)};
            break;
        case Arrangement::deep: b = random.pose(0.1 * size); break;
        case Arrangement::far:
            b = {random.pose(0).rotation, random.direction() * (random.log_uniform(1e3, 1e9) * size)};
            break;
    }
}

}  // namespace

std::string_view to_string(Arrangement arrangement) {
    static constexpr std::array<std::string_view, kArrangementCount> names{
        "random",   "mixed_sizes",     "odd_builds", "touching", "near_touching", "concentric", "coaxial",
        "parallel", "nearly_parallel", "deep",       "far"};
    return names[static_cast<std::size_t>(arrangement)];
}

Mat3 quarter_turns(Random& random) {
    const std::size_t first = random.index(3), second = (first + 1 + random.index(2)) % 3;
    Vec3 x{}, y{};
    x[first] = random.chance(0.5) ? 1 : -1;
    y[second] = random.chance(0.5) ? 1 : -1;
    return {{x, y, cross(x, y)}};
}

PairCase placed_pair(Random& random, const Shape& a, const Shape& b, Arrangement arrangement) {
    PairCase pair{{a, Pose::identity()}, {b, Pose::identity()}, arrangement};
    const double reach = std::max(size_of(a), size_of(b)), size = reach > 0 ? reach : 1;
    arrange(random, pair, size);
    if (arrangement == Arrangement::touching) return pair;  // moving it would round the contact away
    const Pose world =
        random.chance(0.2) ? Pose::identity() : random.pose(random.chance(0.1) ? 100 * size : size);
    pair.a.pose = world * pair.a.pose;
    pair.b.pose = world * pair.b.pose;
    return pair;
}

PairCase random_pair(Random& random, ShapeType a, ShapeType b, Arrangement arrangement, bool polytopes) {
    const auto make = polytopes ? random_polytope : random_shape;
    const bool exact = arrangement == Arrangement::touching;
    const double scale = !random.chance(0.25) ? 1.0
                         : exact              ? std::ldexp(1.0, static_cast<int>(random.index(41)) - 20)
                                              : random.log_uniform(1e-6, 1e6);
    const double ratio = arrangement == Arrangement::mixed_sizes ? random.log_uniform(1e-6, 0.1) : 1.0;
    const auto build = [&] {
        return exact                                    ? Build::dyadic
               : arrangement == Arrangement::odd_builds ? odd_build(random)
                                                        : Build::plain;
    };
    const bool swap = random.chance(0.5);
    const Shape shape_a = make(random, a, build(), swap ? scale * ratio : scale);
    const Shape shape_b = make(random, b, build(), swap ? scale : scale * ratio);
    return placed_pair(random, shape_a, shape_b, arrangement);
}

}  // namespace graze::test
