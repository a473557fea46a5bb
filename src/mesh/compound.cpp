// Parts are placed once, as shapes in the frame of the compound; the tree is over boxes around them, rounded
// outward. The parts of an inner compound are placed as its image would have them: maps are not multiplied
// but nested, so nothing is rounded, and the answers are those of the same parts given one by one.
#include "graze/mesh/compound.hpp"

#include <limits>
#include <optional>
#include <string>
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

/// Adds the parts that entry i of the list stands for, each with its path.
Fault append(const CompoundPart& given, std::uint32_t i, CompoundData& to) {
    const auto placed = [&given](const Shape& shape) {
        return given.placement == Affine{} ? shape : transformed(shape, given.placement);
    };
    const CompoundData* inner = compound_data(given.shape);
    if (inner == nullptr) {
        if (Fault fault = fault_of(given.shape, i)) return fault;
        to.parts.push_back(placed(given.shape));
        to.paths.push_back(i);
        to.path_ends.push_back(static_cast<std::uint32_t>(to.paths.size()));
        return std::nullopt;
    }
    const std::optional<double> margin = mapped_margin(given.shape.margin(), given.placement);
    if (!margin)
        return BuildError{Rule::uneven_margin, Element::part, i,
                          "is a rounded compound under a map that is no similarity; round its parts instead"};
    for (std::size_t j = 0; j < inner->parts.size(); ++j) {
        const Shape core = placed(inner->parts[j]);
        to.parts.push_back(*margin > 0 ? rounded(core, *margin) : core);
        to.paths.push_back(i);
        for (const std::uint32_t step : part_path(*inner, j)) to.paths.push_back(step);
        to.path_ends.push_back(static_cast<std::uint32_t>(to.paths.size()));
    }
    return std::nullopt;
}

/// The parts that a list stands for, in the compound's frame.
Fault place_parts(std::span<const CompoundPart> list, CompoundData& compound) {
    compound.parts.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (Fault fault = append(list[i], static_cast<std::uint32_t>(i), compound)) return fault;
    }
    if (compound.paths.size() == list.size()) {  // no compound among them: numbers are paths
        compound.paths = {};
        compound.path_ends = {};
    }
    return std::nullopt;
}

/// The fault of a part that came from a list: the entry there.
BuildError in_list(BuildError fault, const CompoundData& compound) {
    if (fault.kind == Element::part && fault.element < compound.parts.size())
        fault.element = part_path(compound, fault.element).front();
    return fault;
}

}  // namespace

expected<Compound, BuildError> Compound::build(std::span<const CompoundPart> parts,
                                               const CompoundOptions& options) {
    if (parts.empty())
        return unexpected<BuildError>(
            {Rule::too_few, Element::whole, 0, "a compound needs at least one part"});
    auto compound = std::make_shared<CompoundData>();
    compound->options = options;
    if (Fault fault = place_parts(parts, *compound)) return unexpected<BuildError>(*std::move(fault));
    if (Fault fault = finish(*compound)) return unexpected<BuildError>(in_list(*std::move(fault), *compound));
    return Compound(std::move(compound));
}

expected<Compound, BuildError> Compound::with_parts(std::span<const CompoundPart> parts) const {
    auto compound = std::make_shared<CompoundData>();
    compound->options = data_->options;
    if (Fault fault = place_parts(parts, *compound)) return unexpected<BuildError>(*std::move(fault));
    if (compound->parts.size() != part_count() || compound->paths != data_->paths)
        return unexpected<BuildError>({Rule::too_few, Element::whole, 0,
                                       "there are " + std::to_string(compound->parts.size()) + " parts for " +
                                           std::to_string(part_count()) +
                                           "; give one for each part of the compound, nested as they were"});
    const auto boxes = measure(*compound);
    if (!boxes) return unexpected<BuildError>(in_list(boxes.error(), *compound));
    compound->tree = data_->tree;
    if (auto fitted = compound->tree.refit(*boxes); !fitted)
        return unexpected<BuildError>(std::move(fitted.error()));
    return Compound(std::move(compound));
}

std::vector<std::uint32_t> part_path(const CompoundData& compound, std::size_t i) {
    if (compound.path_ends.empty()) return {static_cast<std::uint32_t>(i)};
    const auto start = compound.paths.begin();
    return {start + (i == 0 ? 0 : compound.path_ends[i - 1]), start + compound.path_ends[i]};
}

std::vector<std::uint32_t> Compound::path(std::size_t i) const { return part_path(*data_, i); }

Compound::operator Shape() const noexcept { return shape_of(data_, 0); }

Shape CompoundData::image(const Shape& self, const Affine& map) const {
    const std::optional<double> margin = mapped_margin(self.margin(), map);
    if (!margin) return Shape::invalid(ShapeType::compound, Rule::uneven_margin, Element::whole, 0);
    auto compound = std::make_shared<CompoundData>();
    compound->options = options;
    compound->paths = paths;
    compound->path_ends = path_ends;
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
