// The first contact of two moving bodies, as an interval of time, with a proof that nothing touches before
// it, and the parts that touch then.
#include <graze/graze.hpp>

#include <cstdio>
#include <numbers>
#include <vector>

using namespace graze;

int main() {
    // [shown: impact]
    // A bar turns by half a turn; a ball flies past.
    const Moving bar{Box{{2, 0.1, 0.1}}, TwistMotion{Pose::identity(), {}, {0, 0, std::numbers::pi}, {}}};
    const Moving ball{Sphere{0.2}, LinearMotion{Pose::translation({3, 1.2, 0}), {-8, 0, 0}}};
    const Impact impact = time_of_impact(bar, ball);
    if (impact.hit)
        std::printf("they touch in [%.9f, %.9f] at (%.3f, %.3f, %.3f)\n", impact.time.lower,
                    impact.time.upper, impact.point.x, impact.point.y, impact.point.z);
    // [end]

    // [shown: certified]
    const CertifiedImpact certified = certified_time_of_impact(bar, ball);
    std::printf("%zu stretches of time, each with a plane between the two: %s\n", certified.cells.size(),
                verify(certified, bar, ball) ? "verified" : "not verified");
    // [end]

    // [shown: parts]
    // Every two parts of meshes, compounds and height fields that touch then, with points and normals.
    const TriangleSoup soup = box_mesh({0.5, 0.5, 0.5});
    const Mesh cube = Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid}).value();
    const Moving still{cube, LinearMotion{Pose::identity(), {}}};
    const Moving thrown{cube, LinearMotion{Pose::translation({3, 0.2, 0.1}), {-4, 0, 0}}};
    const Impact hit = time_of_impact(still, thrown);
    const std::vector<ImpactContact> touching = impact_contacts(hit, still, thrown);
    std::printf("%zu pairs of triangles touch, one is %u of the first and %u of the second cube\n",
                touching.size(), touching.front().part_a, touching.front().part_b);

    // The second method, interval arithmetic over oriented trees, is slower and serves meshes only.
    const Impact again = time_of_impact(still, thrown, {.method = ImpactMethod::interval_obb});
    std::printf("at t in [%.7f, %.7f], by intervals [%.7f, %.7f]\n", hit.time.lower, hit.time.upper,
                again.time.lower, again.time.upper);
    // [end]

    // Higher up the ball passes out of reach: a miss is proven too.
    const Moving late{Sphere{0.2}, LinearMotion{Pose::translation({3, 3.2, 0}), {-8, 0, 0}}};
    const CertifiedImpact miss = certified_time_of_impact(bar, late);
    const bool agree = again.hit && again.time.lower <= hit.time.upper && hit.time.lower <= again.time.upper;
    return impact.answer == ImpactAnswer::contact && verify(certified, bar, ball) && !miss.impact.hit &&
                   verify(miss, bar, late) && agree
               ? 0
               : 1;
}
