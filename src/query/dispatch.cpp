#include "query/dispatch.hpp"

#include <array>

#include "convex/closed_form.hpp"
#include "convex/separate.hpp"
#include "convex/separation_box_box.hpp"

namespace graze {
namespace {

Separation general(const Placed& a, const Placed& b, const SeparationOptions& options, PairCache* cache) noexcept {
    CorePair pair;
    if (!make_core_pair(a, b, pair)) return invalid_separation();
    return separate(a, b, pair, options, cache);
}

using ClosedForm = Separation (*)(const Placed&, const Placed&) noexcept;

/// A closed form as a routine; a caller who wants a trace gets the search, which has steps to show.
template <ClosedForm form>
Separation direct(const Placed& a, const Placed& b, const SeparationOptions& options, PairCache* cache) noexcept {
    if (options.trace && a.shape.type() != ShapeType::half_space && b.shape.type() != ShapeType::half_space) return general(a, b, options, cache);
    return form(a, b);
}

template <SeparationRoutine routine>
Separation reversed(const Placed& a, const Placed& b, const SeparationOptions& options, PairCache* cache) noexcept {
    return flipped(routine(b, a, options, cache));
}

struct Table {
    std::array<std::array<SeparationRoutine, kShapeTypeCount>, kShapeTypeCount> routine{};

    template <SeparationRoutine chosen>
    constexpr void set(ShapeType a, ShapeType b) {
        if (a != b) routine[static_cast<std::size_t>(b)][static_cast<std::size_t>(a)] = reversed<chosen>;
        routine[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = chosen;
    }
};

constexpr Table make_table() {
    Table table;
    for (auto& row : table.routine) row.fill(general);
    table.set<direct<separation_sphere_sphere>>(ShapeType::sphere, ShapeType::sphere);
    table.set<direct<separation_sphere_box>>(ShapeType::sphere, ShapeType::box);
    table.set<direct<separation_sphere_capsule>>(ShapeType::sphere, ShapeType::capsule);
    table.set<direct<separation_sphere_cylinder>>(ShapeType::sphere, ShapeType::cylinder);
    table.set<direct<separation_sphere_cone>>(ShapeType::sphere, ShapeType::cone);
    table.set<direct<separation_capsule_capsule>>(ShapeType::capsule, ShapeType::capsule);
    table.set<separation_box_box>(ShapeType::box, ShapeType::box);
    for (std::size_t i = 0; i < kShapeTypeCount; ++i) {
        table.set<direct<separation_any_half_space>>(static_cast<ShapeType>(i), ShapeType::half_space);
    }
    return table;
}

constexpr Table kTable = make_table();

}  // namespace

SeparationRoutine separation_routine(ShapeType a, ShapeType b) noexcept {
    return kTable.routine[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

}  // namespace graze
