// Parts are placed once, as shapes in the frame of the compound; the tree is over boxes around them, rounded
// outward.
#include "graze/mesh/compound.hpp"

#include <limits>
#include <optional>
#include <utility>

#include "graze/shape/shape.hpp"
#include "mesh/compound_parts.hpp"
#include "mesh/similarity.hpp"

namespace graze {
namespace {

using compound_parts::Fault;
using compound_parts::fault_of;
using compound_parts::measure;
using compound_parts::shape_of;

/// Completes a compound from its parts.
Fault finish(CompoundData& compound) {
    const auto boxes = measure(compound);
    if (!boxes) return boxes.error();
    auto tree =
        BoxTree::build(*boxes, {.split = compound.options.split, .threads = compound.options.threads});
    if (!tree) return std::move(tree.error());
    compound.tree = *std::move(tree);
    return std::nullopt;
}

}  // namespace

expected<Compound, BuildError> Compound::build(std::span<const CompoundPart> parts,
                                               const CompoundOptions& options) {
    if (parts.empty())
        return unexpected<BuildError>(
            {Rule::too_few, Element::whole, 0, "a compound needs at least one part"});
    auto compound = std::make_shared<CompoundData>();
    compound->options = options;
    compound->parts.reserve(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (Fault fault = fault_of(parts[i].shape, i)) return unexpected<BuildError>(*std::move(fault));
        compound->parts.push_back(parts[i].placement == Affine{}
                                      ? parts[i].shape
                                      : transformed(parts[i].shape, parts[i].placement));
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
    if (const Fault fault = finish(*compound))
        return Shape::invalid(ShapeType::compound, fault->rule, fault->kind, fault->element);
    return shape_of(compound, *margin);
}

Interval CompoundData::height(const IntervalVec3& direction) const noexcept {
    Interval best{-std::numeric_limits<double>::infinity()};
    for (const Shape& part : parts) best = max(best, support_value(part, direction));
    return best;
}

}  // namespace graze
