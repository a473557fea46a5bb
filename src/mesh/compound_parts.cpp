// Checks and extents of parts.
#include "mesh/compound_parts.hpp"

#include <algorithm>

#include "graze/shape/shape.hpp"

namespace graze::compound_parts {

Fault fault_of(const Shape& part, std::size_t i) {
    if (const auto inner = part.fault())
        return BuildError{Rule::invalid_child, Element::part, i, "is invalid: " + inner->message()};
    if (part.type() == ShapeType::half_space)
        return BuildError{Rule::unbounded_child, Element::part, i,
                          "is a half-space; only bounded shapes can be parts of a compound"};
    if (!part.convex())
        return BuildError{
            Rule::not_convex, Element::part, i,
            "is neither convex nor a compound; keep a mesh or a height field as a shape of its own"};
    return std::nullopt;
}

expected<std::vector<Aabb>, BuildError> measure(CompoundData& compound) {
    std::vector<Aabb> boxes;
    boxes.reserve(compound.parts.size());
    for (std::size_t i = 0; i < compound.parts.size(); ++i) {
        const Shape& part = compound.parts[i];
        if (Fault fault = fault_of(part, i)) return unexpected<BuildError>(*std::move(fault));
        compound.reach = std::max(compound.reach, part.reach());
        compound.polytope_core = compound.polytope_core && part.polytope_core() && part.margin() == 0;
        boxes.push_back(fit_aabb(part));
    }
    return boxes;
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

}  // namespace graze::compound_parts
