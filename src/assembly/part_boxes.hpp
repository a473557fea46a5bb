// The parts of an assembly with their boxes, for the searches of the check. World frame.
#pragma once

#include <span>
#include <vector>

#include "graze/assembly/assembly.hpp"
#include "graze/query/query.hpp"

namespace graze {

struct PartBoxes {
    std::span<const AssemblyPart> parts;
    std::vector<Aabb> boxes;  ///< One for each part, which it contains.

    explicit PartBoxes(const Assembly& assembly) : parts(assembly.parts) {
        boxes.reserve(parts.size());
        for (const AssemblyPart& part : parts) boxes.push_back(box_of(part.placed));
    }
    [[nodiscard]] const Placed& placed(PartIndex part) const noexcept { return parts[part].placed; }
};

}  // namespace graze
