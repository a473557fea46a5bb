// Proofs of every kind, with numbers that are hard to write: for tests of files.
#pragma once

#include <limits>
#include <vector>

#include "graze/result/proof.hpp"
#include "oracle/random.hpp"

namespace graze::test {

inline constexpr double kTiny = std::numeric_limits<double>::denorm_min();

inline Vec3 any_vector(Random& random) {
    return {random.uniform(-1, 1), 1e-300 * random.uniform(-1, 1), 1e290 * random.uniform(-1, 1)};
}

inline Closeness any_closeness(Random& random) {
    Closeness c;
    c.delta = kTiny;
    c.normal = any_vector(random), c.point_a = any_vector(random), c.point_b = {-0.0, 0, 1};
    for (Vec3& d : c.directions) d = any_vector(random);
    c.directions[1] = {0, -0.0, 1};
    c.weights = {0.25, 0, -0.0, random.uniform(0, 1)};
    return c;
}

inline SeparatingCover any_cover(Random& random) {
    using Step = SeparatingCover::Step;
    SeparatingCover cover;
    cover.steps = {Step::split_a, Step::plane, Step::split_b, Step::plane};
    cover.normals = {any_vector(random), any_vector(random)};
    cover.outside = {{true, 7, any_vector(random)}, {false, 0xffffffffU, {}}};
    return cover;
}

/// One of each kind, with fields that differ from each other and from their defaults.
inline std::vector<Proof> all_proofs(Random& random) {
    CommonTetrahedron tetrahedron;
    for (Vec3& d : tetrahedron.directions_a) d = any_vector(random);
    for (Vec3& d : tetrahedron.directions_b) d = any_vector(random);
    tetrahedron.directions_b[2] = {-0.0, 1, 0};
    FarkasCertificate farkas;
    for (auto& row : farkas.rows)
        row = {any_vector(random), random.uniform(-1, 1), random.uniform(0, 1), random.chance(0.5)};
    const Crossing crossing{{Feature::Kind::edge, 3, 4}, {Feature::Kind::vertex, 5, 6}};
    CloseParts close{8, 9, any_closeness(random), any_cover(random), any_vector(random)};
    return {std::monostate{},
            SeparatingPlane{any_vector(random), random.uniform(-1, 1)},
            CommonPoint{any_vector(random)},
            tetrahedron,
            crossing,
            any_closeness(random),
            farkas,
            IntersectingParts{1, 2, crossing},
            IntersectingParts{3, 4, farkas},
            IntersectingParts{5, 6, any_closeness(random)},
            EnclosedPart{{true, 2, any_vector(random)}},
            any_cover(random),
            SeparatingCover{},
            close};
}

}  // namespace graze::test
