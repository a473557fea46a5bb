// Decisions with proofs: a "no" brings a plane, a "yes" something common. A proof is checked by code that
// knows no solver.
#include <graze/graze.hpp>

#include <cstdio>
#include <variant>

using namespace graze;

int main() {
    // [shown]
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
    std::printf("proofs verified: %s\n", sound && !confused ? "yes" : "no");
    return yes.answer == Answer::intersecting && sound && !confused ? 0 : 1;
}
