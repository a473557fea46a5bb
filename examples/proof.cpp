// Decisions with proofs: a "no" brings a plane, a "yes" something common, on request a point of both. A proof
// is checked by code that knows no solver.
#include <graze/graze.hpp>

#include <cstdio>
#include <variant>

using namespace graze;

int main() {
    // [shown: proof]
    const Placed cone{Cone{0.5, 1.0}, Pose::identity()};
    const Placed ball{Sphere{0.4}, Pose::translation({0.9, 0, 0.6})};
    const Placed near_ball{Sphere{0.4}, Pose::translation({0.5, 0, 0.2})};

    const Verdict no = decide(cone, ball);
    const auto* plane = std::get_if<SeparatingPlane>(&no.proof);
    if (no.answer != Answer::disjoint || plane == nullptr) return 1;
    // The offset counts from a's position, here the origin.
    std::printf("apart: all of the cone has (%.4f, %.4f, %.4f) . x < %.4f, all of the ball has more\n",
                plane->normal.x, plane->normal.y, plane->normal.z, plane->offset);

    const Verdict yes = decide(cone, near_ball);
    std::printf("the nearer ball %s\n",
                yes.answer == Answer::intersecting ? "overlaps the cone" : "does not overlap the cone");

    // Each proof holds for its own pair and for no pair of the other kind.
    const bool sound = verify(no.proof, cone, ball) && verify(yes.proof, cone, near_ball);
    const bool confused = verify(no.proof, cone, near_ball) || verify(yes.proof, cone, ball);
    // [end]

    // [shown: common]
    // A point of both: for solids a double that is in both, for flat sets the nearest double and how near.
    const auto common = common_point(cone, near_ball);
    if (!common) return 1;
    std::printf("both have (%.3f, %.3f, %.3f): %s\n", common->point.x, common->point.y, common->point.z,
                verify(*common, cone, near_ball) ? "verified" : "not verified");
    // [end]

    std::printf("proofs verified: %s\n", sound && !confused ? "yes" : "no");
    const bool shared = verify(*common, cone, near_ball) && !common_point(cone, ball);
    return yes.answer == Answer::intersecting && sound && !confused && shared ? 0 : 1;
}
