// The first contact of two moving bodies, as an interval of time, with a proof that nothing touches before
// it.
#include <graze/graze.hpp>

#include <cstdio>
#include <numbers>

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

    // Higher up the ball passes out of reach: a miss is proven too.
    const Moving late{Sphere{0.2}, LinearMotion{Pose::translation({3, 3.2, 0}), {-8, 0, 0}}};
    const CertifiedImpact miss = certified_time_of_impact(bar, late);
    return impact.answer == ImpactAnswer::contact && verify(certified, bar, ball) && !miss.impact.hit &&
                   verify(miss, bar, late)
               ? 0
               : 1;
}
