// How each kind of shape becomes one value: its numbers are checked, and what the solvers need of it (core and margin, reach, error of
// its support points, a point inside) is worked out once. Local frame. The first fault found is the one kept.
#include "graze/shape/shape.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/math/interval.hpp"
#include "graze/math/served_range.hpp"
#include "graze/shape/combinators.hpp"
#include "graze/shape/hull.hpp"
#include "shape/children.hpp"

namespace graze {
namespace {

// A support point is picked or computed in at most 8 rounded operations on numbers no larger than the reach.
constexpr double kSupportRoundings = 8 * kEps;

// Every query visits every part; these keep it below a millisecond and the stack below a few kilobytes.
constexpr std::uint32_t kMaxParts = 4096;
constexpr std::uint32_t kMaxDepth = 64;

double farthest(std::span<const Vec3> points) noexcept {
    double largest = 0;
    for (const Vec3& p : points) largest = std::max(largest, length_sq(p));
    return std::sqrt(largest) * (1 + 4 * kEps);
}

Vec3 mean(std::span<const Vec3> points) noexcept {
    Vec3 sum{};
    for (const Vec3& p : points) sum += p * (1.0 / static_cast<double>(points.size()));
    return sum;
}

}  // namespace

std::string_view to_string(ShapeType type) noexcept {
    constexpr std::array<std::string_view, kShapeTypeCount> names{
        "point",          "segment",      "triangle", "tetrahedron", "polygon",    "sphere",       "box",
        "capsule",        "cylinder",     "cone",     "ellipsoid",   "half_space", "hull",         "minkowski_sum",
        "convex_hull_of", "affine_image", "rounded",  "mesh",        "compound",   "height_field",
    };
    return names[static_cast<std::size_t>(type)];
}

void Shape::refuse(Rule rule, Element kind, std::size_t element) noexcept {
    if (!valid_) return;
    valid_ = false;
    fault_rule_ = rule;
    fault_kind_ = kind;
    fault_element_ = element;
}

void Shape::check_values(std::size_t count, bool sizes) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        const double x = values_[i];
        if (sizes && x == 0) values_[i] = 0;  // of zeros the one that is not below zero by its sign: sizes are compared and copied with it
        if (!std::isfinite(x))
            refuse(Rule::not_finite, Element::component, i);
        else if (!in_served_range(x))
            refuse(Rule::out_of_range, Element::component, i);
        else if (sizes && x < 0)
            refuse(Rule::negative, Element::component, i);
    }
}

std::optional<BuildError> Shape::fault() const {
    if (valid_) return std::nullopt;
    BuildError error{fault_rule_, fault_kind_, fault_element_, {}};
    const std::string name(to_string(type_));
    switch (fault_rule_) {
        case Rule::not_finite: error.text = name + " has a value that is NaN or infinite; give finite numbers"; break;
        case Rule::out_of_range:
            if (fault_kind_ == Element::component)
                error.text = name + " has a value outside 0 and 1e-100 .. 1e100 in magnitude; choose another unit of length";
            else if (type_ == ShapeType::half_space)
                error.text = name + " has its plane, offset / |normal|, farther than 1e100 from the origin; check the normal's length";
            else
                error.text = name + " reaches farther than 1e100 from its origin; choose another unit of length";
            break;
        case Rule::negative: error.text = name + " has a negative size; sizes are zero or positive"; break;
        case Rule::zero_direction:
            error.text = name + " has a normal of length zero; give the direction that points out of the solid";
            break;
        case Rule::unbounded_child: error.text = name + " contains a half-space; only bounded shapes can be combined"; break;
        case Rule::too_complex:
            error.text =
                name + " has more than 4096 parts or is nested more than 64 deep; combine the points of the parts into one ConvexHull";
            break;
        case Rule::not_convex:
            error.text =
                name +
                " needs convex parts, and a mesh, compound or height field is not; grow it with rounded(), or take the ConvexHull of "
                "its vertices";
            break;
        case Rule::uneven_margin:
            error.text = name + " has a margin, which only a uniform scale with a rotation keeps round; map it first, then round it";
            break;
        case Rule::too_few: error.text = name + " of no shapes is empty; give at least one"; break;
        default:
            error.text = name + " contains an invalid shape";
            if (fault_element_ < children().size()) {
                if (const auto inner = children()[fault_element_].fault()) error.text += " (" + inner->message() + ")";
            }
    }
    return error;
}

Shape::Shape(const Point& s) noexcept : type_(ShapeType::point) {
    values_ = {s.position.x, s.position.y, s.position.z};
    check_values(3, false);
    centre_ = s.position;
    core_reach_ = farthest({{s.position}});
}

Shape::Shape(const Segment& s) noexcept : type_(ShapeType::segment) {
    values_ = {s.a.x, s.a.y, s.a.z, s.b.x, s.b.y, s.b.z};
    check_values(6, false);
    centre_ = 0.5 * s.a + 0.5 * s.b;
    core_reach_ = farthest({{s.a, s.b}});
}

Shape::Shape(const Triangle& s) noexcept : type_(ShapeType::triangle) {
    values_ = {s.a.x, s.a.y, s.a.z, s.b.x, s.b.y, s.b.z, s.c.x, s.c.y, s.c.z};
    check_values(9, false);
    centre_ = (s.a + s.b + s.c) * (1.0 / 3);
    core_reach_ = farthest({{s.a, s.b, s.c}});
}

Shape::Shape(const Tetrahedron& s) noexcept : type_(ShapeType::tetrahedron) {
    values_ = {s.a.x, s.a.y, s.a.z, s.b.x, s.b.y, s.b.z, s.c.x, s.c.y, s.c.z, s.d.x, s.d.y, s.d.z};
    check_values(12, false);
    centre_ = (s.a + s.b + s.c + s.d) * 0.25;
    core_reach_ = farthest({{s.a, s.b, s.c, s.d}});
}

Shape::Shape(const Sphere& s) noexcept : margin_(s.radius), type_(ShapeType::sphere) {
    values_[0] = s.radius;
    check_values(1, true);
}

Shape::Shape(const Box& s) noexcept : type_(ShapeType::box) {
    values_ = {s.half_extents.x, s.half_extents.y, s.half_extents.z};
    check_values(3, true);
    core_reach_ = farthest({{s.half_extents}});
}

Shape::Shape(const Capsule& s) noexcept : margin_(s.radius), core_reach_(s.half_height), type_(ShapeType::capsule) {
    values_ = {s.radius, s.half_height};
    check_values(2, true);
}

Shape::Shape(const Cylinder& s) noexcept : type_(ShapeType::cylinder), polytope_core_(false) {
    values_ = {s.radius, s.half_height};
    check_values(2, true);
    core_reach_ = farthest({{{s.radius, 0, s.half_height}}});
    support_error_ = kSupportRoundings * core_reach_;
}

Shape::Shape(const Cone& s) noexcept : type_(ShapeType::cone), polytope_core_(false) {
    values_ = {s.radius, s.half_height};
    check_values(2, true);
    centre_ = {0, 0, -0.5 * s.half_height};
    core_reach_ = farthest({{{s.radius, 0, s.half_height}}});
    support_error_ = kSupportRoundings * core_reach_;
}

Shape::Shape(const Ellipsoid& s) noexcept : core_reach_(max_component(s.radii)), type_(ShapeType::ellipsoid), polytope_core_(false) {
    values_ = {s.radii.x, s.radii.y, s.radii.z};
    check_values(3, true);
    support_error_ = kSupportRoundings * core_reach_;
    // A ball no larger than the smallest radius of curvature, min² / max, rolls freely inside, so the ellipsoid is the sum of
    // that ball and a smaller convex core. Searches on near-spheres then work on a near-point.
    const double smallest = std::min({s.radii.x, s.radii.y, s.radii.z});
    if (valid_ && core_reach_ > 0) margin_ = smallest * (smallest / core_reach_) * (1 - 4 * kEps);
    core_reach_ -= margin_ * (1 - 4 * kEps);
}

Shape::Shape(const HalfSpace& s) noexcept : type_(ShapeType::half_space) {
    values_ = {s.normal.x, s.normal.y, s.normal.z, s.offset};
    check_values(4, false);
    if (valid_ && s.normal == Vec3{}) refuse(Rule::zero_direction, Element::whole, 0);
    core_reach_ = std::numeric_limits<double>::infinity();
    // Each number may be served and the plane still lie far outside of the range.
    if (valid_ && std::abs(s.offset) / length(s.normal) > kLargestServed) refuse(Rule::out_of_range, Element::whole, 0);
    if (valid_) centre_ = (s.offset / length_sq(s.normal)) * s.normal;
}

Shape::Shape(const ConvexHull& s) noexcept : payload_(s.shared()), type_(ShapeType::hull) {
    centre_ = mean(s.vertices());
    core_reach_ = farthest(s.vertices());
    support_error_ = s.data().climb_error;
}

Shape::Shape(const ConvexPolygon& s) noexcept : payload_(s.shared()), type_(ShapeType::polygon) {
    centre_ = mean(s.vertices());
    core_reach_ = farthest(s.vertices());
    support_error_ = s.data().climb_error;
}

Shape::Shape(const PayloadShape& s) noexcept
    : payload_(s.payload), centre_(s.centre), margin_(s.margin), core_reach_(s.core_reach), type_(s.type), polytope_core_(s.polytope_core) {
    check_reach();
}

Shape Shape::invalid(ShapeType type, Rule rule, Element kind, std::size_t element) noexcept {
    Shape shape(type);
    shape.refuse(rule, kind, element);
    return shape;
}

Shape ShapePayload::image(const Shape& self, const Affine& /*map*/) const { return self; }
Interval ShapePayload::height(const BasicVec3<Interval>& /*direction*/) const noexcept { return Interval::everything(); }

std::span<const Shape> Shape::children() const noexcept {
    switch (type_) {
        case ShapeType::minkowski_sum:
        case ShapeType::convex_hull_of:
        case ShapeType::affine_image:
        case ShapeType::rounded: return static_cast<const Children*>(payload_.get())->shapes;
        default: return {};
    }
}

void Shape::check_reach() noexcept {
    if (!(reach() <= kLargestServed)) refuse(Rule::out_of_range, Element::whole, 0);
}

void Shape::adopt_children(std::vector<Shape> shapes) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (!shapes[i].valid())
            refuse(Rule::invalid_child, Element::child, i);
        else if (shapes[i].type() == ShapeType::half_space)
            refuse(Rule::unbounded_child, Element::child, i);
        else if (!shapes[i].convex())
            refuse(Rule::not_convex, Element::child, i);
        polytope_core_ = polytope_core_ && shapes[i].polytope_core();
        parts_ = std::min(parts_ + shapes[i].parts_, kMaxParts + 1);
        depth_ = std::max(depth_, shapes[i].depth_ + 1);
    }
    if (parts_ > kMaxParts || depth_ > kMaxDepth) {
        // The children are let go: a tree this deep would end in a stack overflow, one this wide would never end.
        refuse(Rule::too_complex, Element::whole, 0);
        shapes.clear();
    }
    auto children = std::make_shared<Children>();
    children->shapes = std::move(shapes);
    payload_ = std::move(children);
}

Shape minkowski_sum(const Shape& a, const Shape& b) {
    Shape sum(ShapeType::minkowski_sum);
    sum.adopt_children({a, b});
    sum.margin_ = a.margin() + b.margin();
    sum.core_reach_ = (a.core_reach() + b.core_reach()) * (1 + 2 * kEps);
    sum.support_error_ = a.support_error() + b.support_error() + 2 * kEps * sum.reach();
    sum.centre_ = a.centre() + b.centre();
    sum.check_reach();
    return sum;
}

Shape convex_hull_of(std::span<const Shape> shapes) {
    Shape hull(ShapeType::convex_hull_of);
    hull.adopt_children({shapes.begin(), shapes.end()});
    if (shapes.empty()) {
        hull.refuse(Rule::too_few, Element::whole, 0);
        return hull;
    }
    // conv(∪ (C_i + ball r_i)) = conv(∪ (C_i + ball (r_i - m))) + ball m, so the smallest margin is everyone's.
    hull.margin_ = shapes[0].margin();
    for (const Shape& s : shapes) hull.margin_ = std::min(hull.margin_, s.margin());
    for (const Shape& s : shapes) {
        const double extra = s.margin() - hull.margin_;
        if (extra > 0) hull.polytope_core_ = false;
        const double reach = (s.core_reach() + extra) * (1 + 2 * kEps);
        hull.core_reach_ = std::max(hull.core_reach_, reach);
        hull.support_error_ = std::max(hull.support_error_, s.support_error() + kSupportRoundings * reach);
        hull.centre_ += s.centre() * (1.0 / static_cast<double>(shapes.size()));
    }
    hull.check_reach();
    return hull;
}

Shape convex_hull_of(const Shape& a, const Shape& b) { return convex_hull_of(std::array<Shape, 2>{a, b}); }

Shape transformed(const Shape& shape, const Affine& map) {
    if (!shape.convex() && shape.valid()) return shape.payload()->image(shape, map);
    Shape image(ShapeType::affine_image);
    image.adopt_children({shape});
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) image.values_[3 * i + j] = map.linear.columns[i][j];
        image.values_[9 + i] = map.offset[i];
    }
    image.check_values(12, false);
    // A margin stays a ball only under similarities; it is folded into the mapped set here, so the image has none.
    image.polytope_core_ = image.polytope_core_ && shape.margin() == 0;
    const double norm = norm_bound(map.linear) * (1 + 4 * kEps);
    const double offset = farthest({{map.offset}});
    image.core_reach_ = norm * shape.reach() + offset;
    image.support_error_ = norm * (shape.support_error() + kSupportRoundings * shape.reach()) + kSupportRoundings * image.core_reach_;
    image.centre_ = map * shape.centre();
    image.check_reach();
    return image;
}

Shape scaled(const Shape& shape, const Vec3& factors) { return transformed(shape, Affine::scale(factors)); }

Shape rounded(const Shape& shape, double radius) {
    if (!shape.convex() && shape.valid()) {
        // The parts stay and the margin grows: it *is* the rounded sum.
        Shape thicker(shape);
        thicker.values_[0] = radius;
        thicker.check_values(1, true);
        thicker.values_[0] = 0;
        thicker.margin_ = shape.margin() + radius;
        thicker.check_reach();
        return thicker;
    }
    Shape grown(ShapeType::rounded);
    grown.adopt_children({shape});
    grown.values_[0] = radius;
    grown.check_values(1, true);
    grown.margin_ = shape.margin() + radius;
    grown.core_reach_ = shape.core_reach();
    grown.support_error_ = shape.support_error() + kEps * grown.margin_;  // of the margins' rounded sum
    grown.centre_ = shape.centre();
    grown.check_reach();
    return grown;
}

}  // namespace graze
