// A gear flies past a knot: which triangles touch on the way, and when. Oriented trees answer for all of the
// time at once; the same trees tested at a few moments miss most of it. Then the gear turns as well, in
// steps.
#include <graze/graze.hpp>

#include <algorithm>
#include <cstdio>

using namespace graze;

namespace {

ObbTree tree_of(const TriangleSoup& soup) { return ObbTree::build(soup.vertices, soup.triangles).value(); }

/// Pairs of triangles that overlap at one of so many moments.
std::size_t hits_at_moments(const MovingTree& a, const MovingTree& b, int moments) {
    std::size_t hits = 0;
    for (int i = 0; i <= moments; ++i) {
        const double t = static_cast<double>(i) / moments;
        const auto at = [t](const MovingTree& tree) {
            return Pose{tree.pose.rotation, tree.pose.position + t * tree.velocity};
        };
        hits += test_collision({a.tree, at(a)}, {b.tree, at(b)}).hit ? 1 : 0;
    }
    return hits;
}

}  // namespace

int main() {
    const ObbTree knot = tree_of(torus_knot_mesh({2, 3, 1, 0.4, 0.05, 200, 12})),
                  gear = tree_of(gear_mesh({24, 0.1, 0.08, 0.03, 0.02, 2}));
    // [shown]
    const MovingTree still{knot, Pose::identity(), {}};
    const MovingTree flying{gear, Pose::translation({-7, 0.4, 0.3}), {13, 0.3, 0}};

    // The first contact of all: the search ends its time at the best so far.
    MovingTreeContact first;
    find_moving_collisions(still, flying, 1, {.first_only = true}, [&](const MovingTreeContact& contact) {
        first = contact;
        return Continue::yes;
    });
    std::printf("first: triangles %u and %u at t in [%.9f, %.9f], at (%.3f, %.3f, %.3f)\n", first.a.index,
                first.b.index, first.time.lower, first.time.upper, first.point.x, first.point.y,
                first.point.z);

    // Every pair with a time of its own. A visitor that has enough answers Continue::no.
    std::size_t pairs = 0;
    double earliest = 1;
    const MovingTreeStats stats =
        find_moving_collisions(still, flying, 1, {}, [&](const MovingTreeContact& contact) {
            ++pairs;
            earliest = std::min(earliest, contact.time.lower);
            return Continue::yes;
        });
    // [end]
    std::printf("all: %zu pairs of triangles, by %llu tests of boxes\n", pairs,
                static_cast<unsigned long long>(stats.box_tests));
    std::printf("at 10 moments: %zu of them with a hit; at 1000: %zu\n", hits_at_moments(still, flying, 10),
                hits_at_moments(still, flying, 1000));

    // Two levels down, boxes stand for what they hold: a quick answer that is never too late.
    double coarse = 1;
    find_moving_collisions(still, flying, 1, {.depth_a = 2, .depth_b = 2, .first_only = true},
                           [&](const MovingTreeContact& contact) {
                               coarse = contact.time.lower;
                               return Continue::yes;
                           });
    std::printf("boxes two levels down touch at %.6f\n", coarse);

    // Turning, in steps: the orientation is frozen in each, and the bound of what that leaves out comes with
    // the answer.
    const Motion turning = TwistMotion{flying.pose, flying.velocity, {0, 0, 3}, {}};
    double turned = 1;
    const MovingTreeStats steps =
        find_moving_collisions(SampledTree{knot, LinearMotion{still.pose, {}}}, SampledTree{gear, turning},
                               64, {.first_only = true}, [&](const MovingTreeContact& contact) {
                                   turned = contact.time.lower;
                                   return Continue::yes;
                               });
    std::printf("turning, in 64 steps: first contact at %.6f, off by no more than %.4f of length\n", turned,
                steps.deviation);
    return pairs > 0 && first.time.lower == earliest && coarse <= earliest && turned < 1 ? 0 : 1;
}
