// Shape: one immutable value over every kind of shape, shapes made of shapes, and support mappings. Cheap to
// copy (heavy parts are shared), safe to use from many threads. Local frame.
//
// The solvers treat every convex shape as a core plus a ball: the Minkowski sum of its `core` and a ball of
// radius `margin()` around the origin. A sphere is a point with a margin, a capsule a segment with one, a box
// has margin 0.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/pose.hpp"
#include "graze/shape/primitives.hpp"

#include "graze/core/fp_contract_off_begin.inc"

namespace graze {

/// Files hold these numbers: a new type is added at the end.
enum class ShapeType : std::uint8_t {
    point,
    segment,
    triangle,
    tetrahedron,
    polygon,
    sphere,
    box,
    capsule,
    cylinder,
    cone,
    ellipsoid,
    half_space,
    hull,
    minkowski_sum,
    convex_hull_of,
    affine_image,
    rounded,
    // Three that are not convex: unions of convex parts, made by mesh/.
    mesh,
    compound,
    height_field,
    // Convex again.
    tapered_capsule,
};
inline constexpr std::size_t kShapeTypeCount = 21;

/// False for meshes, compounds and height fields: unions of convex parts.
constexpr bool is_convex(ShapeType type) noexcept {
    return type < ShapeType::mesh || type > ShapeType::height_field;
}

std::string_view to_string(ShapeType type) noexcept;

class ConvexHull;
class ConvexPolygon;
class Shape;

/// What a heavy shape shares between its copies. Immutable once made.
struct ShapePayload {
    ShapePayload() = default;
    ShapePayload(const ShapePayload&) = delete;
    ShapePayload& operator=(const ShapePayload&) = delete;
    virtual ~ShapePayload() = default;

    /// The affine image of a shape with this payload, for types that are not convex: they map themselves.
    [[nodiscard]] virtual Shape image(const Shape& self, const Affine& map) const;
    /// Contains the maximum of d · x over the set without its margin, for every d in `direction`. Everything
    /// unless overridden.
    [[nodiscard]] virtual Interval height(const IntervalVec3& direction) const noexcept;
};

/// How a type that is not convex describes itself to the shape made from it.
struct PayloadShape {
    ShapeType type = ShapeType::mesh;             ///< mesh, compound or height_field.
    std::shared_ptr<const ShapePayload> payload;  ///< Not null.
    Vec3 centre{};                                ///< A point of the shape.
    double core_reach = 0;      ///< |x| <= core_reach for every x of it, but for the margin. At most 1e100.
    double margin = 0;          ///< >= 0.
    bool polytope_core = true;  ///< Every part is the hull of finitely many points, but for the margin.
};

class Shape {
public:
    // Implicit on purpose: a Shape is made from any shape struct. Bad numbers make an invalid shape:
    // `fault()` reports why.
    // NOLINTBEGIN(google-explicit-constructor)
    Shape(const Point& shape) noexcept : Shape(ShapeType::point, numbers_of(shape)) {}
    Shape(const Segment& shape) noexcept : Shape(ShapeType::segment, numbers_of(shape)) {}
    Shape(const Triangle& shape) noexcept : Shape(ShapeType::triangle, numbers_of(shape)) {}
    Shape(const Tetrahedron& shape) noexcept : Shape(ShapeType::tetrahedron, numbers_of(shape)) {}
    Shape(const Sphere& shape) noexcept : Shape(ShapeType::sphere, numbers_of(shape)) {}
    Shape(const Box& shape) noexcept : Shape(ShapeType::box, numbers_of(shape)) {}
    Shape(const Capsule& shape) noexcept : Shape(ShapeType::capsule, numbers_of(shape)) {}
    Shape(const TaperedCapsule& shape) noexcept : Shape(ShapeType::tapered_capsule, numbers_of(shape)) {}
    Shape(const Cylinder& shape) noexcept : Shape(ShapeType::cylinder, numbers_of(shape)) {}
    Shape(const Cone& shape) noexcept : Shape(ShapeType::cone, numbers_of(shape)) {}
    Shape(const Ellipsoid& shape) noexcept : Shape(ShapeType::ellipsoid, numbers_of(shape)) {}
    Shape(const HalfSpace& shape) noexcept : Shape(ShapeType::half_space, numbers_of(shape)) {}
    Shape(const ConvexHull& shape) noexcept;
    Shape(const ConvexPolygon& shape) noexcept;
    // NOLINTEND(google-explicit-constructor)

    explicit Shape(const PayloadShape& shape) noexcept;
    /// An invalid shape of that type, for what cannot be made.
    static Shape invalid(ShapeType type, Rule rule, Element kind, std::size_t element) noexcept;

    [[nodiscard]] ShapeType type() const noexcept { return type_; }
    /// False for meshes, compounds and height fields, which have no support mapping.
    [[nodiscard]] bool convex() const noexcept { return is_convex(type_); }
    [[nodiscard]] bool valid() const noexcept { return valid_; }
    /// Why the shape is invalid; empty when it is valid.
    [[nodiscard]] std::optional<BuildError> fault() const;

    /// Radius of the ball summand, >= 0.
    [[nodiscard]] double margin() const noexcept { return margin_; }
    /// |x| <= core_reach() for every x of the core, up to `support_error()`. Infinite for a half-space.
    [[nodiscard]] double core_reach() const noexcept { return core_reach_; }
    /// |x| <= reach() for every x of the shape.
    [[nodiscard]] double reach() const noexcept { return core_reach_ + margin_; }
    /// Bound of the rounding error of a computed core support point: its distance to the core, and how far
    /// its height along the unit direction falls short of the maximum; and of the rounding of the margin,
    /// where it is a sum. A length.
    [[nodiscard]] double support_error() const noexcept { return support_error_; }
    /// A point of the shape (up to rounding), well inside it: where searches start. The origin for an invalid
    /// shape.
    [[nodiscard]] Vec3 centre() const noexcept { return valid_ ? centre_ : Vec3{}; }
    /// Whether the core is the hull of finitely many points: its pairs end after finitely many steps.
    [[nodiscard]] bool polytope_core() const noexcept { return polytope_core_; }

    /// The numbers of the struct the shape was made from, in declaration order. An affine image keeps the
    /// columns of its matrix, then its offset.
    [[nodiscard]] const std::array<double, 12>& values() const noexcept { return values_; }
    [[nodiscard]] Vec3 vector(std::size_t i) const noexcept {
        return {values_[3 * i], values_[3 * i + 1], values_[3 * i + 2]};
    }
    /// The parts of a combinator; empty for every other type.
    [[nodiscard]] std::span<const Shape> children() const noexcept;
    /// Shared data of hulls, polygons, meshes, compounds and height fields; null for the types that are a few
    /// numbers.
    [[nodiscard]] const ShapePayload* payload() const noexcept { return payload_.get(); }

private:
    friend Shape minkowski_sum(const Shape& a, const Shape& b);
    friend Shape convex_hull_of(std::span<const Shape> shapes);
    friend Shape affine_image(const Shape& convex, const Affine& map);
    friend Shape rounded(const Shape& shape, double radius);

    /// The numbers of a primitive's struct in declaration order.
    template <class P> static std::array<double, 12> numbers_of(const P& primitive) noexcept {
        const auto given = std::bit_cast<std::array<double, sizeof(P) / sizeof(double)>>(primitive);
        std::array<double, 12> numbers{};
        for (std::size_t i = 0; i < given.size(); ++i) numbers[i] = given[i];
        return numbers;
    }

    explicit Shape(ShapeType type) noexcept : type_(type) {}
    Shape(ShapeType primitive, const std::array<double, 12>& values) noexcept
        : values_(values), type_(primitive) {
        measure_primitive();
    }
    void measure_primitive() noexcept;
    void refuse(Rule rule, Element kind, std::size_t element) noexcept;
    void check_values(std::size_t count, bool sizes) noexcept;
    void check_reach() noexcept;
    void adopt_children(std::vector<Shape> shapes);

    std::array<double, 12> values_{};
    std::shared_ptr<const ShapePayload> payload_;
    Vec3 centre_{};
    double margin_ = 0;
    double core_reach_ = 0;
    double support_error_ = 0;
    std::size_t fault_element_ = 0;
    std::uint32_t parts_ = 1;  ///< Shapes in the tree below, counted as often as a query visits them.
    std::uint32_t depth_ = 1;
    ShapeType type_;
    bool valid_ = true;
    bool polytope_core_ = true;
    Rule fault_rule_ = Rule::not_finite;
    Element fault_kind_ = Element::whole;
};

/// A shape somewhere in the world: the set { pose * x : x in shape }.
struct Placed {
    Shape shape;
    Pose pose{};
};

// Shapes made of shapes, nested at will. The children must be bounded: a half-space makes the result invalid.
// Sums and hulls take convex children. Meshes, compounds and height fields can be mapped and rounded: their
// image has mapped parts, with vertices rounded to doubles (the image *is* what the rounded vertices make),
// and rounding grows their margin.

/// { x + y : x in a, y in b }.
Shape minkowski_sum(const Shape& a, const Shape& b);

/// The smallest convex set around all of them; at least one.
Shape convex_hull_of(std::span<const Shape> shapes);
Shape convex_hull_of(const Shape& a, const Shape& b);

/// The image under any affine map, singular ones included. A mesh, compound or height field with a margin
/// takes only maps that keep the margin round: a uniform scale, a rotation or mirror image, an offset.
Shape transformed(const Shape& shape, const Affine& map);

/// Scaled about the local origin by a factor per axis; negative factors mirror, zero flattens.
Shape scaled(const Shape& shape, const Vec3& factors);

/// All points within `radius` >= 0 of the shape.
Shape rounded(const Shape& shape, double radius);

// Frames as shapes, for every query that takes a Placed. The shape's local frame is the frame's world.

template <int D> class Frame;

/// A parallelepiped is the affine image of a box, a tetrahedron itself; corners other than the origin are
/// rounded. Invalid frames make invalid shapes.
Shape shape_of(const Frame<3>& frame);

/// In the plane z = 0: a triangle, or the parallelogram as the image of a flat box.
Shape shape_of(const Frame<2>& frame);

// Support mappings: the point of a shape farthest along a direction, for every bounded convex shape and every
// direction, zero included (any boundary point answers then). Shapes that are not convex have none: they
// answer as invalid ones do.

/// A boundary point of the shape, margin included, that maximises direction · x. For an invalid shape (the
/// origin) or a half-space: the centre.
Vec3 support(const Shape& shape, const Vec3& direction) noexcept;

/// The same for the core alone. `hint` is a vertex to start climbing from, updated; keep one per shape and
/// search.
Vec3 core_support(const Shape& shape, const Vec3& direction, std::uint32_t& hint) noexcept;

/// A box around one exact point of the shape, near `support(shape, direction)`: a few roundings wide, exact
/// for polytopes.
IntervalVec3 support_enclosure(const Shape& shape, const Vec3& direction) noexcept;

/// The same for the core alone: a box around one exact point of it, near `core_support(shape, direction)`.
IntervalVec3 core_support_enclosure(const Shape& shape, const Vec3& direction) noexcept;

/// The exact radius of the ball summand: `Shape::margin()` rounds where margins add up.
Interval exact_margin(const Shape& shape) noexcept;

/// Contains the exact maximum of d · x over the shape, for every d in `direction`. [-inf, inf] for invalid
/// shapes; a half-space is bounded only along its own normal and answers [-inf, inf] always.
Interval support_value(const Shape& shape, const IntervalVec3& direction) noexcept;

/// The same for a placed shape and one exact direction in world frame: maximum of direction · (R x + p).
Interval support_value(const Placed& placed, const Vec3& direction) noexcept;

}  // namespace graze

#include "graze/core/fp_contract_off_end.inc"
