// Fingerprints of documents: equal for equal ones, other for any change of a number that answers depend on.
#include "answers/fingerprint.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "cli/all_kinds.hpp"

namespace graze::test {
namespace {

using namespace graze::cli;

TEST(Fingerprint, differs_for_every_change) {
    const io::Document document = all_kinds();
    const std::string mark = fingerprint(document);
    EXPECT_EQ(mark, fingerprint(all_kinds()));
    EXPECT_EQ(mark.size(), 16U);
    io::Document changed = document;
    changed.parts[3].pose.position.x = std::nextafter(changed.parts[3].pose.position.x, 100);
    EXPECT_NE(fingerprint(changed), mark);
    changed = document;
    changed.parts[8].shape = Cylinder{0.5, std::nextafter(1.0, 2)};
    EXPECT_NE(fingerprint(changed), mark);
    changed = document;
    changed.parts[8].margin = 1e-9;
    EXPECT_NE(fingerprint(changed), mark);
    changed = document;
    std::swap(changed.parts[0].name, changed.parts[1].name);
    EXPECT_NE(fingerprint(changed), mark);
    changed = document;
    changed.parts[16].motion = LinearMotion{changed.parts[16].pose, {1, 0, 0}};
    EXPECT_NE(fingerprint(changed), mark);
    const auto mark_of = [&](const io::MotionForm& motion) {
        changed = document;
        changed.parts[16].motion = motion;
        return fingerprint(changed);
    };
    // Between the times that some poses are examined, and how far the body may be from its path.
    SampledMotion path{{Pose{}, Pose::translation({1, 0, 0}), Pose::translation({2, 0, 0})}, {0, 0.5, 1}, 0};
    const std::string straight = mark_of(path);
    path.poses.insert(path.poses.begin() + 1,
                      {Pose::translation({0.5, 0, 0}), Pose::translation({0.75, 9, 0})});
    path.times = {0, 0.25, 0.375, 0.5, 1};
    const std::string detour = mark_of(path);
    EXPECT_NE(detour, straight);
    path.deviation = 0.1;
    EXPECT_NE(mark_of(path), detour);
    path.times[2] = 0.4;
    const std::string later = mark_of(path);
    path.times[2] = 0.41;
    EXPECT_NE(mark_of(path), later);
    EXPECT_NE(mark_of(SplineMotion{path.poses, path.times}),
              mark_of(SampledMotion{path.poses, path.times, 0}));
    EXPECT_NE(mark_of(TwistMotion{{}, {}, {0, 0, 1}, {}}),
              mark_of(TwistMotion{{}, {}, {0, 0, 1}, {1, 0, 0}}));
    EXPECT_NE(mark_of(ScrewMotion{{}, {}, {0, 0, 1}, 1, 0}), mark_of(ScrewMotion{{}, {}, {0, 0, 1}, 1, 0.5}));
    changed = document;
    changed.parts[0].shape = mesh_of(
        noisy_sphere_mesh({.radius = 1, .roughness = 0.2, .subdivisions = 2, .seed = 2}), MeshKind::solid);
    EXPECT_NE(fingerprint(changed), mark);
}

}  // namespace
}  // namespace graze::test
