// Witness points span a distance within the bounds along the normal, also where the bounds are tighter than
// the search that found the points.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

/// Rounding of the points: a few units of the coordinates and the shapes.
double rounding(const Placed& a, const Placed& b) {
    return 64 * 0x1p-53 *
           (a.shape.reach() + b.shape.reach() + length(a.pose.position) + length(b.pose.position));
}

void expect_span_within_bounds(const Separation& s, const Placed& a, const Placed& b) {
    const double span = dot(s.point_b - s.point_a, s.normal);
    EXPECT_GE(span, s.distance.lower - rounding(a, b));
    EXPECT_LE(span, s.distance.upper + rounding(a, b));
}

TEST(WitnessSpan, OfADeepCornerInAConeIsWithinTheTightestBounds) {
    // The facet that EPA ends with is a sliver, whose weights were off by three times the width.
    const Placed cone{Cone{174.45422554435956, 222.29041170899362},
                      {Mat3{{Vec3{0.90873400704965768, 0.0051355448250219038, 0.41734413930331266},
                             Vec3{-0.35875972087869068, -0.50138412156683909, 0.78734073012622241},
                             Vec3{0.21329314828778861, -0.86520956352781908, -0.45378237523452158}}},
                       {-254.47644117009719, 112.46726868668787, 184.75599708510327}}};
    const Placed corner{
        Tetrahedron{{-0.004441684995463711, 0.0025128332523661917, -0.010623265572378551},
                    {0.0076041956541647625, -0.0032694616064636436, 0.0040932351721479571},
                    {0.0036447163660314852, 0.0099817824188525792, 0.0044213506684384358},
                    {-0.00099306569382680613, -0.00017538835940995713, 0.0032022639155152893}},
        {Mat3{{Vec3{-0.21939716908437126, 0.050506196403449388, 0.97432746359867128},
               Vec3{-0.93083899872842124, -0.30997156311245472, -0.19353653016392461},
               Vec3{0.29223901287137222, -0.94940336748216636, 0.11502002073329792}}},
         {-246.21132588206262, 6.3241497169401555, 155.30453949787491}}};
    for (const auto& [a, b] : {std::pair{cone, corner}, std::pair{corner, cone}}) {
        const Separation s = separation(a, b, {.tolerance = 0});
        EXPECT_LT(s.distance.upper, -16.45748);
        expect_span_within_bounds(s, a, b);
        EXPECT_TRUE(verify(s, a, b));
    }
}

TEST(WitnessSpan, OfConvexMeshesThatJustOverlapIsNoGap) {
    // Known to overlap by their triangles, while the hulls seem apart by less than the tolerance.
    Random random(311);
    const TriangleSoup soup = noisy_sphere_mesh({0.9, 0, 1, 0});
    const Shape ball = Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid}).value();
    const std::array<Shape, 3> others{Cylinder{0.85, 0.38}, Cone{0.6, 0.8}, Capsule{0.3, 0.5}};
    int touching = 0;
    for (int i = 0; i < 300; ++i) {
        const Placed a{others[static_cast<std::size_t>(i) % 3], Pose::from(random.rotation(), {})};
        Placed b{ball, Pose::from(random.rotation(), 3.0 * random.direction())};
        // Towards a, to an overlap or a gap of some 1e-8.
        for (int step = 0; step < 40; ++step) {
            const Separation s = separation(a, b);
            b.pose.position -= (s.distance.upper - 1e-8 * random.uniform(-4, 4)) * s.normal;
        }
        const Separation s = separation(a, b);
        touching += s.distance.lower <= 0 && s.distance.upper == 0 ? 1 : 0;
        expect_span_within_bounds(s, a, b);
        expect_span_within_bounds(separation(b, a), b, a);
    }
    EXPECT_GT(touching, 20);
}

}  // namespace
}  // namespace graze::test
