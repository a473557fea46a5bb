// Parts are placed once, as shapes in the frame of the compound; the tree is over boxes around them, rounded outward.
#include "graze/mesh/compound.hpp"

#include <algorithm>
#include <optional>

#include "graze/shape/combinators.hpp"
#include "graze/shape/support.hpp"
#include "mesh/similarity.hpp"

namespace graze {
namespace {

using Fault = std::optional<BuildError>;

Fault fault_of(const Shape& part, std::size_t i) {
    if (const auto inner = part.fault()) return BuildError{Rule::invalid_child, Element::child, i, "is invalid: " + inner->message()};
    if (part.type() == ShapeType::half_space)
        return BuildError{Rule::unbounded_child, Element::child, i, "is a half-space; only bounded shapes can be parts of a compound"};
    if (!part.convex())
        return BuildError{Rule::not_convex, Element::child, i,
                          "is not convex; give the parts of a compound one by one, and keep a mesh as a shape of its own"};
    return std::nullopt;
}

/// Completes a compound from its parts.
Fault finish(CompoundData& compound) {
    std::vector<Aabb> boxes;
    boxes.reserve(compound.parts.size());
    for (std::size_t i = 0; i < compound.parts.size(); ++i) {
        const Shape& part = compound.parts[i];
        if (Fault fault = fault_of(part, i)) return fault;
        compound.reach = std::max(compound.reach, part.reach());
        compound.polytope_core = compound.polytope_core && part.polytope_core() && part.margin() == 0;
        boxes.push_back(fit_aabb(part));
    }
    auto tree = BoxTree::build(boxes, {.split = compound.options.split, .threads = compound.options.threads});
    if (!tree) return std::move(tree.error());
    compound.tree = *std::move(tree);
    return std::nullopt;
}

Shape shape_of(const std::shared_ptr<const CompoundData>& data, double margin) noexcept {
    PayloadShape shape;
    shape.type = ShapeType::compound;
    shape.payload = data;
    shape.centre = data->parts[0].centre();
    shape.core_reach = data->reach;
    shape.margin = margin;
    shape.polytope_core = data->polytope_core;
    return Shape(shape);
}

}  // namespace

expected<Compound, BuildError> Compound::build(std::span<const CompoundPart> parts, const CompoundOptions& options) {
    if (parts.empty()) return unexpected<BuildError>({Rule::too_few, Element::whole, 0, "a compound needs at least one part"});
    auto compound = std::make_shared<CompoundData>();
    compound->options = options;
    compound->parts.reserve(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (Fault fault = fault_of(parts[i].shape, i)) return unexpected<BuildError>(*std::move(fault));
        compound->parts.push_back(parts[i].placement == Affine{} ? parts[i].shape : transformed(parts[i].shape, parts[i].placement));
    }
    if (Fault fault = finish(*compound)) return unexpected<BuildError>(*std::move(fault));
    return Compound(std::move(compound));
}

Compound::operator Shape() const noexcept { return shape_of(data_, 0); }

Shape CompoundData::image(const Shape& self, const Affine& map) const {
    const std::optional<double> margin = mapped_margin(self.margin(), map);
    if (!margin) return Shape::invalid(ShapeType::compound, Rule::uneven_margin, Element::whole, 0);
    auto compound = std::make_shared<CompoundData>();
    compound->options = options;
    compound->parts.reserve(parts.size());
    for (const Shape& part : parts) compound->parts.push_back(transformed(part, map));
    if (const Fault fault = finish(*compound)) return Shape::invalid(ShapeType::compound, fault->rule, fault->kind, fault->element);
    return shape_of(compound, *margin);
}

}  // namespace graze
