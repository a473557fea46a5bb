// The promises of the public interface for convex shapes, as a user's program against an installed graze.
// Exit status 0 when all hold.
#include <graze/graze.hpp>

#include "promise.hpp"

#include <cstdio>
#include <limits>
#include <vector>

using namespace graze;

namespace {

const Box kCube{{0.5, 0.5, 0.5}};

Placed cube_at(const Vec3& position) { return {kCube, Pose::translation(position)}; }

void distance_has_bounds_witnesses_and_normal() {
    const Separation gap = separation(cube_at({0, 0, 0}), cube_at({3, 0, 0}));
    PROMISE(gap.status == Status::converged);
    PROMISE(gap.distance.contains(2.0) && gap.distance.width() <= 1e-9);
    PROMISE(near(gap.normal.x, 1));
    PROMISE(near(gap.point_a.x, 0.5) && near(gap.point_b.x, 2.5));
    PROMISE(!overlaps(cube_at({0, 0, 0}), cube_at({3, 0, 0})));
}

void depth_is_negative_distance() {
    const Separation deep = separation(cube_at({0, 0, 0}), cube_at({0, 0.75, 0}));
    PROMISE(deep.distance.contains(-0.25) && deep.distance.upper < 0);
    PROMISE(near(deep.normal.y, 1, 1e-6));
}

void touching_is_intersecting() { PROMISE(overlaps(cube_at({0, 0, 0}), cube_at({1, 0, 0}))); }

void verdicts_carry_proofs_that_fit_only_their_pair() {
    const Placed a = cube_at({0, 0, 0});
    const Placed far = cube_at({3, 0, 0});
    const Placed turned{kCube, Pose::from(Quat::from_axis_angle({0, 0, 1}, 0.3), {0.7, 0.1, 0})};
    for (const Method method : {Method::automatic, Method::gjk, Method::sat, Method::fourier_motzkin}) {
        const Verdict no = decide(a, far, method);
        PROMISE(no.answer == Answer::disjoint && verify(no.proof, a, far) && !verify(no.proof, a, a));
        const Verdict yes = decide(a, turned, method);
        PROMISE(yes.answer == Answer::intersecting && verify(yes.proof, a, turned) &&
                !verify(yes.proof, a, far));
        PROMISE(method == Method::automatic || (no.method == method && yes.method == method));
    }
}

void unsupported_methods_are_reported() {
    PROMISE(supports(Query::decide, ShapeType::box, ShapeType::box, Method::sat));
    PROMISE(!supports(Query::decide, ShapeType::sphere, ShapeType::box, Method::sat));
    const Verdict verdict = decide({Sphere{1}, Pose::identity()}, cube_at({3, 0, 0}), Method::sat);
    PROMISE(verdict.status == Status::unsupported && verdict.answer == Answer::undecided);
}

std::vector<Shape> one_of_each() {
    const auto hull = ConvexHull::build(
        std::vector<Vec3>{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});
    const auto polygon = ConvexPolygon::build(
        std::vector<Vec3>{{1, 0, 0}, {0.3, 0.9, 0}, {-0.8, 0.5, 0}, {-0.8, -0.5, 0}, {0.3, -0.9, 0}});
    PROMISE(hull.has_value() && polygon.has_value());
    if (!hull || !polygon) return {};
    return {Point{{0, 0, 0}},
            Segment{{-1, 0, 0}, {1, 0, 0}},
            Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
            Tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
            *polygon,
            Sphere{0.4},
            Box{{0.3, 0.4, 0.5}},
            Capsule{0.2, 0.5},
            Cylinder{0.3, 0.5},
            Cone{0.4, 0.5},
            Ellipsoid{{0.2, 0.4, 0.6}},
            *hull,
            minkowski_sum(Sphere{0.1}, Box{{0.2, 0.2, 0.2}}),
            convex_hull_of(Sphere{0.3}, Point{{1, 1, 1}}),
            scaled(Sphere{1}, {0.5, 0.25, 1}),
            rounded(Box{{0.2, 0.2, 0.2}}, 0.05)};
}

void every_pair_is_served_in_both_orders() {
    for (const Shape& p : one_of_each()) {
        for (const Shape& q : one_of_each()) {
            const Placed x{p, Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {0.1, 0.2, 0.3})};
            const Placed y{q, Pose::from(Quat::from_axis_angle({-1, 1, 0}, 1.9), {2.5, -1.5, 2.0})};
            const Separation xy = separation(x, y);
            const Separation yx = separation(y, x);
            PROMISE(supports(Query::separation, p.type(), q.type()));
            PROMISE(0 < xy.distance.lower && xy.distance.lower <= xy.distance.upper);
            PROMISE(xy.distance.lower <= yx.distance.upper && yx.distance.lower <= xy.distance.upper);
            PROMISE(near(dot(xy.normal, yx.normal), -1, 1e-4));
            PROMISE(verify(decide(x, y).proof, x, y));
            PROMISE(verify(xy, x, y));
            const Placed on_x{q, x.pose};
            PROMISE(verify(decide(x, on_x), x, on_x));
        }
    }
}

void a_margin_is_exact() {
    const Placed rod{rounded(Segment{{0, 0, -0.5}, {0, 0, 0.5}}, 0.2), Pose::identity()};
    const Placed capsule{Capsule{0.2, 0.5}, Pose::identity()};
    const Placed probe{Sphere{0.1}, Pose::translation({1, 0.3, 0.9})};
    PROMISE(near(separation(rod, probe).distance.upper, separation(capsule, probe).distance.upper));
}

void rays_hit_and_miss() {
    const Placed cylinder{Cylinder{0.5, 1}, Pose::identity()};
    const Ray ray{{-5, 0, 0}, {1, 0, 0}};
    const auto hit = raycast(ray, cylinder);
    PROMISE(hit && near(hit->t, 4.5) && hit->bounds.contains(4.5) && near(hit->normal.x, -1) &&
            verify(*hit, ray, cylinder));
    PROMISE(!raycast({{-5, 3, 0}, {1, 0, 0}}, cylinder));
    const auto inside = raycast({{0, 0, 0}, {1, 0, 0}}, cylinder);
    PROMISE(inside && inside->t == 0);
}

void a_cast_hits_at_the_right_time() {
    const auto hit = translational_cast(cube_at({0, 0, 0}), cube_at({5, 0, 0}), {-8, 0, 0});
    PROMISE(hit && hit->time.lower <= 0.5 && near(hit->time.middle(), 0.5, 1e-6) &&
            near(hit->normal.x, 1, 1e-6));
    PROMISE(!translational_cast(cube_at({0, 0, 0}), cube_at({5, 0, 0}), {8, 0, 0}));
}

void a_resting_box_has_four_contacts() {
    const ContactManifold rest =
        contacts(cube_at({0, 0, 0}), {Box{{0.3, 0.3, 0.3}}, Pose::translation({0, 0, 0.795})});
    PROMISE(rest.points.size() == 4 && near(rest.normal.z, 1, 1e-6));
    for (const ContactPoint& point : rest.points)
        PROMISE(near(point.depth, 0.005, 1e-9) && near(point.position.z, 0.4975, 1e-9));
    PROMISE(contacts(cube_at({0, 0, 0}), cube_at({3, 0, 0})).points.empty());
}

void bad_input_gets_a_reason() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto hull = ConvexHull::build(std::vector<Vec3>{{0, 0, 0}, {nan, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    PROMISE(!hull && hull.error().rule == Rule::not_finite && hull.error().element == 1 &&
            !hull.error().message().empty());
    const Placed ball{Sphere{-1}, Pose::identity()};
    PROMISE(!check(ball) && check(ball).error().rule == Rule::negative);
    PROMISE(separation(ball, cube_at({0, 0, 0})).status == Status::invalid_input);
    PROMISE(separation(cube_at({nan, 0, 0}), cube_at({0, 0, 0})).status == Status::invalid_input);
}

}  // namespace

int main() {
    distance_has_bounds_witnesses_and_normal();
    depth_is_negative_distance();
    touching_is_intersecting();
    verdicts_carry_proofs_that_fit_only_their_pair();
    unsupported_methods_are_reported();
    every_pair_is_served_in_both_orders();
    a_margin_is_exact();
    rays_hit_and_miss();
    a_cast_hits_at_the_right_time();
    a_resting_box_has_four_contacts();
    bad_input_gets_a_reason();
    std::puts(broken == 0 ? "all promises hold" : "promises broken");
    return broken == 0 ? 0 : 1;
}
