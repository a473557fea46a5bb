#include "graze/io/document.hpp"

#include "graze/shape/shape.hpp"

namespace graze::io {

Motion motion_of(const Part& part) {
    return std::visit(
        [&part](const auto& form) -> Motion {
            if constexpr (std::is_same_v<std::decay_t<decltype(form)>, std::monostate>)
                return LinearMotion{part.pose, {}};
            else
                return form;
        },
        part.motion);
}

Placed placed(const Part& part) {
    Shape shape = part.margin > 0 ? rounded(part.shape, part.margin) : part.shape;
    const bool rests = std::holds_alternative<std::monostate>(part.motion);
    return {std::move(shape), rests ? part.pose : pose_at(motion_of(part), 0)};
}

PairRules pair_rules(const Document& document) {
    std::vector<PartLabel> labels;
    labels.reserve(document.parts.size());
    for (const Part& part : document.parts) labels.push_back({part.name, part.group});
    return {labels, document.exclusions};
}

Assembly assembly_of(const Document& document) {
    Assembly assembly;
    assembly.parts.reserve(document.parts.size());
    for (const Part& part : document.parts)
        assembly.parts.push_back({part.name, placed(part), part.group, part.source, part.deviation});
    assembly.exclusions = document.exclusions;
    return assembly;
}

}  // namespace graze::io
