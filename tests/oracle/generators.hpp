// Random and adversarial shapes and pairs of every type, the same on every machine for one seed.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "graze/shape/shape.hpp"
#include "oracle/random.hpp"

namespace graze::test {

/// All types but meshes, compounds and height fields.
inline constexpr std::size_t kConvexShapeTypeCount = kShapeTypeCount - 3;
/// The types that tests with fixed seeds and rare cases draw from: without the tapered capsule, the last one,
/// so that their cases stay those that they were chosen for. It is drawn for parts and documents, and it is
/// in all tests that try every type.
inline constexpr std::size_t kDrawnShapeTypeCount = 17;
/// Every convex type, in their order.
inline constexpr auto kAllShapeTypes = [] {
    std::array<ShapeType, kConvexShapeTypeCount> types{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < kShapeTypeCount; ++i) {
        if (is_convex(static_cast<ShapeType>(i))) types[count++] = static_cast<ShapeType>(i);
    }
    return types;
}();

/// Proportions of a shape.
enum class Build {
    plain,       ///< All sizes within a factor of 5.
    flat,        ///< One size 1e-3 to 1e-9 of the others.
    needle,      ///< Two sizes 1e-3 to 1e-9 of the third.
    degenerate,  ///< One or two sizes are zero.
    dyadic,  ///< Sizes are multiples of scale / 64: sums and differences on axes are exact when the scale is
             ///< a power of two.
};

/// A shape of the type, about `scale` in size. Combinators nest up to three deep.
Shape random_shape(Random& random, ShapeType type, Build build = Build::plain, double scale = 1);
/// The same from points, segments, triangles, tetrahedra, polygons, boxes and hulls only: combinators have
/// exact vertices.
Shape random_polytope(Random& random, ShapeType type, Build build = Build::plain, double scale = 1);
/// Types that `random_polytope` makes.
inline constexpr std::array<ShapeType, 10> kPolytopeTypes{
    ShapeType::point,          ShapeType::segment,      ShapeType::triangle, ShapeType::tetrahedron,
    ShapeType::polygon,        ShapeType::box,          ShapeType::hull,     ShapeType::minkowski_sum,
    ShapeType::convex_hull_of, ShapeType::affine_image,
};

/// `count` distinct points on (or, with `inner`, also inside) an ellipsoid of about the given size.
std::vector<Vec3> random_points(Random& random, std::size_t count, const Vec3& size, bool inner = false);

/// How two shapes lie. The first is plain chance; the others are where solvers trip.
enum class Arrangement {
    random,         ///< About half of the pairs overlap.
    mixed_sizes,    ///< Random, one shape 10 to 1e6 times the other.
    odd_builds,     ///< Random, with flat, needle and degenerate shapes.
    touching,       ///< Support points along an axis coincide: exact contact, axis-parallel rotations, dyadic
                    ///< numbers.
    near_touching,  ///< Support points along a random direction, moved apart by one of the gaps of the
                    ///< ladder.
    concentric,     ///< Same centre.
    coaxial,        ///< Same orientation, moved along one local axis.
    parallel,       ///< Same orientation up to quarter turns: parallel faces and edges.
    nearly_parallel,  ///< The same, turned by 1e-15 to 1e-3.
    deep,             ///< Centres within a tenth of the size.
    far,              ///< 1e3 to 1e9 sizes apart.
};
inline constexpr std::size_t kArrangementCount = 11;
std::string_view to_string(Arrangement arrangement);

struct PairCase {
    Placed a;
    Placed b;
    Arrangement arrangement = Arrangement::random;
};

/// Relative gaps: exact touch, rounding noise, and up.
inline constexpr std::array<double, 12> kGapLadder{0,     1e-15, -1e-15, 1e-12, -1e-12, 1e-9,
                                                   -1e-9, 1e-6,  -1e-6,  1e-3,  -1e-3,  1e-14};

/// `polytopes` takes the shapes from random_polytope. Scales 1e-6 to 1e6 occur in one case of four.
PairCase random_pair(Random& random, ShapeType a, ShapeType b, Arrangement arrangement,
                     bool polytopes = false);
/// The same two shapes in another placement of that arrangement; `touching` is exact only for shapes of
/// dyadic build.
PairCase placed_pair(Random& random, const Shape& a, const Shape& b, Arrangement arrangement);

/// One of the 24 rotations that map axes to axes; exact.
Mat3 quarter_turns(Random& random);

/// C++ text that rebuilds the input bit by bit (hexadecimal doubles): what a failure prints, ready to become
/// a test.
std::string literal(const Vec3& v);
std::string literal(const Shape& shape);
std::string literal(const Placed& placed);

}  // namespace graze::test
