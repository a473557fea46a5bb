// Proofs made by hand and by chance, true and false ones: what `verify` accepts is held against exact
// rational arithmetic.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/polytope_oracle.hpp"

namespace graze::test {
namespace {

using RationalVec = BasicVec3<mpq_class>;

RationalVec rational(const Vec3& v) { return {mpq_class(v.x), mpq_class(v.y), mpq_class(v.z)}; }

std::vector<RationalVec> rational_points(const Placed& placed) {
    const ExactPoints exact = *exact_points(placed);
    mpq_class unit(1);
    if (exact.exponent >= 0)
        mpq_mul_2exp(unit.get_mpq_t(), unit.get_mpq_t(), static_cast<mp_bitcnt_t>(exact.exponent));
    else
        mpq_div_2exp(unit.get_mpq_t(), unit.get_mpq_t(), static_cast<mp_bitcnt_t>(-exact.exponent));
    std::vector<RationalVec> points;
    for (const IntVec& p : exact.points)
        points.push_back({mpq_class(p.x) * unit, mpq_class(p.y) * unit, mpq_class(p.z) * unit});
    return points;
}

/// Least room on either side of the plane, exact: positive when it separates.
mpq_class plane_clearance(const SeparatingPlane& plane, const Placed& a, const Placed& b) {
    const RationalVec n = rational(plane.normal);
    const RationalVec origin = rational(a.pose.position);
    std::optional<mpq_class> least;
    const auto note = [&](const mpq_class& clearance) {
        least = least ? std::min(*least, clearance) : clearance;
    };
    for (const RationalVec& p : rational_points(a)) note(mpq_class(plane.offset) - dot(n, p - origin));
    for (const RationalVec& p : rational_points(b)) note(dot(n, p - origin) - mpq_class(plane.offset));
    return *least;
}

double extent_of(const Placed& a, const Placed& b) {
    return a.shape.reach() + b.shape.reach() + length(a.pose.position - b.pose.position);
}

/// The plane halfway between the shapes' extremes along n.
SeparatingPlane halfway(const Placed& a, const Placed& b, const Vec3& n) {
    const double top = dot(n, a.pose.rotation * support(a.shape, transpose_times(a.pose.rotation, n)));
    const double bottom = dot(n, b.pose.position - a.pose.position) +
                          dot(n, b.pose.rotation * support(b.shape, transpose_times(b.pose.rotation, -n)));
    return {n, 0.5 * (top + bottom)};
}

/// Moves b along n until the gap between the extremes is `gap`.
Placed moved_to_gap(const Placed& a, Placed b, const Vec3& n, double gap) {
    const double top = dot(n, a.pose.rotation * support(a.shape, transpose_times(a.pose.rotation, n)));
    const double bottom = dot(n, b.pose.position - a.pose.position) +
                          dot(n, b.pose.rotation * support(b.shape, transpose_times(b.pose.rotation, -n)));
    b.pose.position += (gap + top - bottom) * n;
    return b;
}

const Placed kBox{Box{{0.5, 0.5, 0.5}}, Pose::identity()};
Placed box_at(const Vec3& position) { return {Box{{0.5, 0.5, 0.5}}, Pose::translation(position)}; }

TEST(VerifyPlane, SeparatesEveryPairOfTypesAtEveryScale) {
    Random random(1);
    for (const ShapeType ta : kAllShapeTypes) {
        for (const ShapeType tb : kAllShapeTypes) {
            if (ta == ShapeType::half_space || tb == ShapeType::half_space) continue;
            for (const double scale : {1e-6, 1.0, 1e6}) {
                const Placed a{random_shape(random, ta, Build::plain, scale), random.pose(10 * scale)};
                const Vec3 n = random.direction();
                const Placed b =
                    moved_to_gap(a, {random_shape(random, tb, Build::plain, scale), random.pose(10 * scale)},
                                 n, 1e-9 * scale);
                const SeparatingPlane plane = halfway(a, b, n);
                const std::string what = std::string(to_string(ta)) + " " + std::string(to_string(tb));
                EXPECT_TRUE(verify(Proof(plane), a, b)) << what;
                EXPECT_TRUE(verify(Verdict{Answer::disjoint, plane}, a, b)) << what;
                EXPECT_FALSE(verify(Verdict{Answer::intersecting, plane}, a, b)) << what;
                EXPECT_FALSE(verify(Verdict{Answer::undecided, plane}, a, b)) << what;
                EXPECT_FALSE(verify(Proof(SeparatingPlane{n, plane.offset + 1e-9 * scale}), a, b)) << what;
                EXPECT_FALSE(verify(Proof(SeparatingPlane{n, plane.offset - 1e-9 * scale}), a, b)) << what;
                EXPECT_FALSE(verify(Proof(SeparatingPlane{-n, -plane.offset}), a, b)) << what;
                const Placed closer = moved_to_gap(a, b, n, -1e-9 * scale);
                EXPECT_FALSE(verify(Proof(halfway(a, closer, n)), a, closer)) << what;
            }
        }
    }
}

TEST(VerifyPlane, AcceptsOnlyWhatRationalArithmeticConfirms) {
    Random random(2);
    int accepted = 0, refused = 0;
    for (int i = 0; i < 3000; ++i) {
        const ShapeType ta = kPolytopeTypes[random.index(kPolytopeTypes.size())];
        const ShapeType tb = kPolytopeTypes[random.index(kPolytopeTypes.size())];
        PairCase pair =
            random_pair(random, ta, tb, static_cast<Arrangement>(random.index(kArrangementCount)), true);
        const double extent = extent_of(pair.a, pair.b);
        const Vec3 n =
            random.chance(0.5) ? random.direction() : unit(pair.b.pose.position - pair.a.pose.position);
        if (random.chance(0.7))
            pair.b = moved_to_gap(pair.a, pair.b, n, random.uniform(-4, 8) * 1e-15 * extent);
        const SeparatingPlane plane = halfway(pair.a, pair.b, n);
        const mpq_class clearance = plane_clearance(plane, pair.a, pair.b);
        const bool shown = verify(Proof(plane), pair.a, pair.b);
        EXPECT_TRUE(!shown || clearance > 0) << literal(pair.a) << literal(pair.b);
        EXPECT_TRUE(shown || clearance <= mpq_class(1e-14 * extent)) << literal(pair.a) << literal(pair.b);
        ++(shown ? accepted : refused);
    }
    EXPECT_GT(accepted, 250);
    EXPECT_GT(refused, 250);
}

TEST(VerifyPlane, TakesTheSetsAsTheDoublesGiveThem) {
    // A rotation that is off by 1e-7 (single precision): the placed box is larger by that, and the gap is
    // not.
    Pose stretched;
    stretched.rotation.columns[0] = {1 + 1e-7, 0, 0};
    const Placed a{Box{{1, 1, 1}}, stretched};
    const SeparatingPlane plane{{1, 0, 0}, 1 + 0.75e-7};
    const Placed b{Box{{1, 1, 1}}, Pose::translation({2 + 1.5e-7, 0, 0})};
    EXPECT_FALSE(verify(Proof(plane), a, b));
    EXPECT_TRUE(verify(Proof(SeparatingPlane{{1, 0, 0}, 1 + 1.25e-7}), a, b));
    EXPECT_TRUE(verify(Proof(plane), Placed{Box{{1, 1, 1}}, Pose::identity()}, b));
    // Far out the gap is below the spacing of coordinates' products, not of the coordinates.
    const Vec3 far{1e9, -1e9, 1e9};
    const Placed c{Box{{1, 1, 1}}, Pose::translation(far)};
    const Placed d{Box{{1, 1, 1}}, Pose::translation(far + Vec3{2 + 0x1p-22, 0, 0})};
    EXPECT_TRUE(verify(Proof(SeparatingPlane{{1, 0, 0}, 1 + 0x1p-23}), c, d));
    EXPECT_FALSE(verify(Proof(SeparatingPlane{{1, 0, 0}, 1 + 0x1p-21}), c, d));
}

TEST(VerifyPlane, RefusesTouchingAndShowsOneStepApart) {
    EXPECT_FALSE(verify(Proof(SeparatingPlane{{1, 0, 0}, 0.5}), kBox, box_at({1, 0, 0})));
    const double apart = 1 + 4 * std::numeric_limits<double>::epsilon();
    EXPECT_TRUE(verify(Proof(SeparatingPlane{{1, 0, 0}, 0.5 + 2 * std::numeric_limits<double>::epsilon()}),
                       kBox, box_at({apart, 0, 0})));
}

TEST(VerifyPlane, ShowsShapesOutsideOfHalfSpaces) {
    Random random(3);
    for (const ShapeType type : kAllShapeTypes) {
        if (type == ShapeType::half_space) continue;
        for (const double scale : {1e-6, 1.0, 1e6}) {
            const Placed half_space{
                HalfSpace{random.direction() * random.log_uniform(1e-3, 1e3), scale * random.uniform(-1, 1)},
                random.pose(5 * scale)};
            const Vec3 out = unit(half_space.pose.rotation * half_space.shape.vector(0));
            Placed other{random_shape(random, type, Build::plain, scale), random.pose(5 * scale)};
            const Vec3 on_plane = half_space.pose * half_space.shape.centre();
            const Vec3 lowest = other.pose * support(other.shape, transpose_times(other.pose.rotation, -out));
            other.pose.position += (1e-9 * scale - dot(out, lowest - on_plane)) * out;
            const Proof plane = SeparatingPlane{out, 0};
            EXPECT_TRUE(verify(plane, half_space, other)) << to_string(type);
            EXPECT_TRUE(verify(Proof(SeparatingPlane{-out, 0}), other, half_space)) << to_string(type);
            EXPECT_FALSE(verify(Proof(CommonPoint{lowest}), half_space, other)) << to_string(type);
            other.pose.position -= 2e-9 * scale * out;
            EXPECT_FALSE(verify(plane, half_space, other)) << to_string(type);
            EXPECT_FALSE(verify(plane, other, half_space)) << to_string(type);
            EXPECT_TRUE(verify(Proof(CommonPoint{lowest}), half_space, other)) << to_string(type);
            EXPECT_TRUE(verify(Proof(CommonPoint{lowest}), other, half_space)) << to_string(type);
        }
    }
}

TEST(VerifyPlane, TellsFacingHalfSpacesFromCrossingOnes) {
    const Placed floor{HalfSpace{{0, 0, 1}, 0}, Pose::identity()};
    const Placed ceiling{HalfSpace{{0, 0, -1}, -1}, Pose::identity()};
    EXPECT_TRUE(verify(Proof(SeparatingPlane{{0, 0, 1}, 0.5}), floor, ceiling));
    EXPECT_FALSE(verify(Proof(CommonPoint{}), floor, ceiling));
    const Placed touching{HalfSpace{{0, 0, -1}, 0}, Pose::identity()};
    EXPECT_FALSE(verify(Proof(SeparatingPlane{{0, 0, 1}, 0}), floor, touching));
    EXPECT_TRUE(verify(Proof(CommonPoint{}), floor, touching));
    const Placed wall{HalfSpace{{0, 1e-9, -1}, -1}, Pose::identity()};
    EXPECT_FALSE(verify(Proof(SeparatingPlane{{0, 0, 1}, 0.5}), floor, wall));
    EXPECT_TRUE(verify(Proof(CommonPoint{}), floor, wall));
    EXPECT_FALSE(verify(Proof(SeparatingPlane{{0, 0, 1}, 0.5}), floor, floor));
}

TEST(VerifyTetrahedron, AcceptsOnlyOverlappingPairs) {
    Random random(4);
    int accepted = 0, refused = 0;
    for (int i = 0; i < 3000; ++i) {
        const ShapeType ta = kPolytopeTypes[random.index(kPolytopeTypes.size())];
        const ShapeType tb = kPolytopeTypes[random.index(kPolytopeTypes.size())];
        const PairCase pair =
            random_pair(random, ta, tb, static_cast<Arrangement>(random.index(kArrangementCount)), true);
        CommonTetrahedron proof;
        const Quat turn = random.rotation();
        const Mat3 spread = Pose::from(turn, {}).rotation;
        const std::array<Vec3, 4> corners{Vec3{1, 1, 1}, Vec3{1, -1, -1}, Vec3{-1, 1, -1}, Vec3{-1, -1, 1}};
        for (std::size_t k = 0; k < 4; ++k) {
            const Vec3 d = spread * corners[k] + random.in_cube(0.2);
            proof.directions_a[k] = transpose_times(pair.a.pose.rotation, d);
            proof.directions_b[k] = transpose_times(pair.b.pose.rotation, -d);
        }
        const bool shown = verify(Proof(proof), pair.a, pair.b);
        ++(shown ? accepted : refused);
        EXPECT_TRUE(!shown || exact_distance(pair.a, pair.b).relation != ExactRelation::disjoint)
            << literal(pair.a) << literal(pair.b);
    }
    EXPECT_GT(accepted, 150);
    EXPECT_GT(refused, 500);
}

TEST(VerifyTetrahedron, ShowsDeepPairsOfEveryType) {
    Random random(5);
    CommonTetrahedron proof;
    proof.directions_a = {Vec3{1, 1, 1}, Vec3{1, -1, -1}, Vec3{-1, 1, -1}, Vec3{-1, -1, 1}};
    for (std::size_t k = 0; k < 4; ++k) proof.directions_b[k] = -proof.directions_a[k];
    for (const double scale : {1e-6, 1.0, 1e6}) {
        const Placed ball{Sphere{scale}, Pose::translation({1e3 * scale, 0, 0})};
        for (const ShapeType type : kAllShapeTypes) {
            if (type == ShapeType::half_space) continue;
            const Shape shape = random_shape(random, type, Build::plain, scale);
            const Placed other{shape, Pose::translation(ball.pose.position - shape.centre())};
            EXPECT_TRUE(verify(Proof(proof), ball, other)) << to_string(type);
            EXPECT_TRUE(verify(Verdict{Answer::intersecting, proof}, other, ball)) << to_string(type);
            EXPECT_FALSE(verify(Verdict{Answer::disjoint, proof}, other, ball)) << to_string(type);
            const Placed gone{shape, Pose::translation({1e3 * scale, 20 * scale, 0})};
            EXPECT_FALSE(verify(Proof(proof), ball, gone)) << to_string(type);
        }
        CommonTetrahedron flat = proof;
        flat.directions_a[3] = flat.directions_a[0];
        flat.directions_b[3] = flat.directions_b[0];
        EXPECT_FALSE(verify(Proof(flat), ball, ball));
        const Placed half_space{HalfSpace{{0, 0, 1}, 1e4 * scale}, Pose::identity()};
        EXPECT_FALSE(verify(Proof(proof), ball, half_space));
    }
}

TEST(VerifyCloseness, BoundsTouchingPairsAndNoOthers) {
    const Placed touching = box_at({1, 0.25, 0});
    const double eps = std::numeric_limits<double>::epsilon();
    const auto claim = [](double delta, double gap) {
        return Proof(Closeness{delta, {1, 0, 0}, {0.5, 0.25, 0}, {0.5 + gap, 0.25, 0}});
    };
    EXPECT_TRUE(verify(claim(0, 0), kBox, touching));
    EXPECT_TRUE(verify(Verdict{Answer::undecided, claim(0, 0)}, kBox, touching));
    EXPECT_FALSE(verify(Verdict{Answer::intersecting, claim(0, 0)}, kBox, touching));
    EXPECT_TRUE(verify(claim(8 * eps, 8 * eps), kBox, box_at({1 + 8 * eps, 0.25, 0})));
    EXPECT_FALSE(
        verify(claim(7 * eps, 8 * eps), kBox, box_at({1 + 8 * eps, 0.25, 0})));  // farther apart than claimed
    EXPECT_TRUE(verify(claim(8 * eps, -8 * eps), kBox, box_at({1 - 8 * eps, 0.25, 0})));
    EXPECT_FALSE(
        verify(claim(7 * eps, -7 * eps), kBox, box_at({1 - 8 * eps, 0.25, 0})));  // deeper than claimed
    EXPECT_FALSE(verify(claim(1e-9, 1e-9), kBox,
                        box_at({1 + 1e-9, 0.25, 0})));  // true, but a gap that has to be decided
    EXPECT_FALSE(verify(claim(-1, 0), kBox, touching));
    EXPECT_FALSE(
        verify(Proof(Closeness{0, {1, 0, 0}, {0.5, 0.6, 0}, {0.5, 0.6, 0}}), kBox, touching));  // not in a
    EXPECT_FALSE(verify(Proof(Closeness{0, {1, 0, 0}, {0.5, 0.25, 0}, {0.5, 0.25 + 0x1p-50, 0}}), kBox,
                        touching));  // not close
    EXPECT_FALSE(verify(Proof(Closeness{0, {0, 0, 0}, {0.5, 0.25, 0}, {0.5, 0.25, 0}}), kBox, touching));
    EXPECT_TRUE(verify(Proof(Closeness{4 * eps, {1, 0, 0}, {0.5, 0, 0}, {0.5, 0, 0}}), kBox,
                       Placed{Sphere{1}, Pose::translation({1.5, 0, 0})}));
}

TEST(VerifyProof, NeverAcceptsGarbage) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const Placed triangle{Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Pose::identity()};
    const Placed far = box_at({5, 0, 0});
    Pose zero;
    zero.rotation = Mat3{};
    Pose broken;
    broken.position.x = nan;
    const std::vector<Placed> bodies{kBox,
                                     far,
                                     triangle,
                                     Placed{Sphere{-1}, {}},
                                     Placed{Sphere{1}, broken},
                                     Placed{Sphere{1}, zero},
                                     Placed{Box{{1, nan, 1}}, {}}};
    CommonTetrahedron tetrahedron;
    tetrahedron.directions_a[2].y = nan;
    Crossing out_of_range;
    out_of_range.feature_a = {Feature::Kind::edge, 0, 4000000000u};
    std::vector<Proof> proofs{Proof{},    tetrahedron, CommonTetrahedron{}, out_of_range,
                              Crossing{}, Closeness{}, SeparatingPlane{}};
    for (const double bad : {nan, infinity, -infinity}) {
        proofs.push_back(SeparatingPlane{{bad, 0, 0}, 1});
        proofs.push_back(SeparatingPlane{{1, 0, 0}, bad});
        proofs.push_back(CommonPoint{{0, bad, 0}});
        proofs.push_back(Closeness{bad, {1, 0, 0}, {}, {}});
        proofs.push_back(Closeness{0, {1, bad, 0}, {}, {}});
        proofs.push_back(Closeness{0, {1, 0, 0}, {bad, 0, 0}, {}});
    }
    for (const Proof& proof : proofs) {
        for (const Placed& a : bodies) {
            for (const Placed& b : bodies) {
                // A triangle's face does intersect itself.
                const auto* crossing = std::get_if<Crossing>(&proof);
                const bool good = crossing && crossing->feature_a.kind == Feature::Kind::face && &a == &b &&
                                  &a == &bodies[2];
                EXPECT_EQ(verify(proof, a, b), good) << proof.index();
            }
        }
    }
    EXPECT_FALSE(verify(Proof(SeparatingPlane{{1e308, 0, 0}, 1e307}), kBox, far));
    EXPECT_FALSE(verify(Proof(SeparatingPlane{{1e-320, 0, 0}, 0}), kBox, far));
}

/// Two rows add up to 0 <= -2; they count wherever they are in the list, and so does each of their numbers.
TEST(VerifyFarkas, RowsCountWhereverTheyAre) {
    const Placed other = box_at({3, 0, 0});
    for (const std::size_t first : {0U, 3U}) {
        for (const std::size_t second : {4U, 9U}) {
            FarkasCertificate farkas;
            farkas.rows[first] = {{1, 0, 0}, 0.5, 1, false};
            farkas.rows[second] = {{-1, 0, 0}, -2.5, 1, true};
            EXPECT_TRUE(verify(Proof(farkas), kBox, other)) << first << second;
            EXPECT_FALSE(verify(Proof(farkas), kBox, box_at({2.5, 0, 0}))) << "beyond a row of b";
            FarkasCertificate wrong = farkas;
            wrong.rows[first].height = 0.4;
            EXPECT_FALSE(verify(Proof(wrong), kBox, other)) << "beyond a row of a";
            wrong = farkas;
            wrong.rows[second].multiplier = 0.5;
            EXPECT_FALSE(verify(Proof(wrong), kBox, other)) << "the normals do not add up to zero";
            wrong = farkas;
            wrong.rows[second].multiplier = -1;
            EXPECT_FALSE(verify(Proof(wrong), kBox, other));
            wrong = farkas;
            wrong.rows[first].multiplier = 0;
            wrong.rows[second].multiplier = 0;
            EXPECT_FALSE(verify(Proof(wrong), kBox, other));
        }
    }
}

}  // namespace
}  // namespace graze::test
