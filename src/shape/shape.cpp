// How each kind of shape becomes one value: its numbers are checked, and what the solvers need of it (core
// and margin, reach, error of its support points, a point inside) is worked out once. Local frame. The first
// fault found is the one kept.
#include "graze/shape/shape.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"
#include "graze/shape/hull.hpp"
#include "shape/children.hpp"
#include "shape/primitives/list.hpp"

namespace graze {
namespace {

// Every query visits every part; these keep it below a millisecond and the stack below a few kilobytes.
constexpr std::uint32_t kMaxParts = 4096;
constexpr std::uint32_t kMaxDepth = 64;

Vec3 mean(std::span<const Vec3> points) noexcept {
    Vec3 sum{};
    for (const Vec3& p : points) sum += p * (1.0 / static_cast<double>(points.size()));
    return sum;
}

}  // namespace

std::string_view to_string(ShapeType type) noexcept {
    if (const PrimitiveInfo* info = primitive_info(type)) return info->name;
    switch (type) {
        case ShapeType::polygon: return "polygon";
        case ShapeType::hull: return "hull";
        case ShapeType::minkowski_sum: return "minkowski_sum";
        case ShapeType::convex_hull_of: return "convex_hull_of";
        case ShapeType::affine_image: return "affine_image";
        case ShapeType::rounded: return "rounded";
        case ShapeType::mesh: return "mesh";
        case ShapeType::compound: return "compound";
        default: return "height_field";
    }
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
        if (sizes && x == 0)
            values_[i] = 0;  // of zeros the one that is not below zero by its sign: sizes are compared and
                             // copied with it
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
        case Rule::not_finite:
            error.text = name + " has a value that is NaN or infinite; give finite numbers";
            break;
        case Rule::out_of_range:
            if (fault_kind_ == Element::component)
                error.text =
                    name +
                    " has a value outside 0 and 1e-100 .. 1e100 in magnitude; choose another unit of length";
            else if (type_ == ShapeType::half_space)
                error.text = name +
                             " has its plane, offset / |normal|, farther than 1e100 from the origin; check "
                             "the normal's length";
            else
                error.text =
                    name + " reaches farther than 1e100 from its origin; choose another unit of length";
            break;
        case Rule::negative: error.text = name + " has a negative size; sizes are zero or positive"; break;
        case Rule::zero_direction:
            error.text =
                name + " has a normal of length zero; give the direction that points out of the solid";
            break;
        case Rule::unbounded_child:
            error.text = name + " contains a half-space; only bounded shapes can be combined";
            break;
        case Rule::too_complex:
            error.text = name +
                         " has more than 4096 parts or is nested more than 64 deep; combine the points of "
                         "the parts into one ConvexHull";
            break;
        case Rule::not_convex:
            error.text = name +
                         " needs convex parts, and a mesh, compound or height field is not; grow it with "
                         "rounded(), or take the ConvexHull of "
                         "its vertices";
            break;
        case Rule::uneven_margin:
            error.text = name +
                         " has a margin, which only a uniform scale with a rotation keeps round; map it "
                         "first, then round it";
            break;
        case Rule::too_few: error.text = name + " of no shapes is empty; give at least one"; break;
        default:
            error.text = name + " contains an invalid shape";
            if (fault_element_ < children().size()) {
                if (const auto inner = children()[fault_element_].fault())
                    error.text += " (" + inner->message() + ")";
            }
    }
    return error;
}

void Shape::measure_primitive() noexcept {
    const auto measure = [&]<class P>(std::type_identity<P>) {
        using Traits = PrimitiveTraits<P>;
        check_values(sizeof(P) / sizeof(double), Traits::kSizes);
        polytope_core_ = Traits::kPolytopeCore;
        if (!valid_) return;
        const P p = primitive<P>(values_);
        if constexpr (requires { Traits::fault(p); }) {
            if (const std::optional<Rule> rule = Traits::fault(p)) return refuse(*rule, Element::whole, 0);
        }
        const PrimitiveMeasure found = Traits::measure(p);
        centre_ = found.centre;
        margin_ = found.margin;
        core_reach_ = found.core_reach;
        support_error_ = found.support_error;
    };
    visit_primitive_type(type_, measure, [] {});
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
    : payload_(s.payload),
      centre_(s.centre),
      margin_(s.margin),
      core_reach_(s.core_reach),
      type_(s.type),
      polytope_core_(s.polytope_core) {
    check_reach();
}

Shape Shape::invalid(ShapeType type, Rule rule, Element kind, std::size_t element) noexcept {
    Shape shape(type);
    shape.refuse(rule, kind, element);
    return shape;
}

Shape ShapePayload::image(const Shape& self, const Affine& /*map*/) const { return self; }
Interval ShapePayload::height(const IntervalVec3& /*direction*/) const noexcept {
    return Interval::everything();
}

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
        // The children are let go: a tree this deep would end in a stack overflow, one this wide would never
        // end.
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
    // conv(∪ (C_i + ball r_i)) = conv(∪ (C_i + ball (r_i - m))) + ball m, so the smallest margin is
    // everyone's.
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
    return affine_image(shape, map);
}

Shape affine_image(const Shape& convex, const Affine& map) {
    Shape image(ShapeType::affine_image);
    image.adopt_children({convex});
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) image.values_[3 * i + j] = map.linear.columns[i][j];
        image.values_[9 + i] = map.offset[i];
    }
    image.check_values(12, false);
    // A margin stays a ball only under similarities; it is folded into the mapped set here, so the image has
    // none.
    image.polytope_core_ = image.polytope_core_ && convex.margin() == 0;
    const double norm = norm_bound(map.linear) * (1 + 4 * kEps);
    const double offset = farthest({{map.offset}});
    image.core_reach_ = norm * convex.reach() + offset;
    image.support_error_ = norm * (convex.support_error() + kSupportRoundings * convex.reach()) +
                           kSupportRoundings * image.core_reach_;
    image.centre_ = map * convex.centre();
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
