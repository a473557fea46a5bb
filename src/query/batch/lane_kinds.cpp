#include "query/batch/lane_kinds.hpp"

#include <array>

namespace graze {
namespace {

struct Kernel {
    ShapeType a;
    ShapeType b;
    simd::OverlapLanes run;
};

using enum ShapeType;
constexpr std::array<Kernel, kOverlapKinds - 1> kKernels{{
    {sphere, sphere, simd::overlaps_sphere_sphere},
    {sphere, box, simd::overlaps_sphere_box},
    {sphere, capsule, simd::overlaps_sphere_capsule},
    {sphere, cylinder, simd::overlaps_sphere_cylinder},
    {sphere, cone, simd::overlaps_sphere_cone},
    {capsule, capsule, simd::overlaps_capsule_capsule},
    {capsule, box, simd::overlaps_capsule_box},
    {box, box, simd::overlaps_box_box},
}};

using KindTable = std::array<std::array<OverlapKind, kShapeTypeCount>, kShapeTypeCount>;

constexpr KindTable make_table() {
    KindTable table{};
    for (std::size_t i = 0; i < kKernels.size(); ++i) {
        const auto a = static_cast<std::size_t>(kKernels[i].a), b = static_cast<std::size_t>(kKernels[i].b);
        const auto number = static_cast<std::uint8_t>(i + 1);
        table[b][a] = {number, true};
        table[a][b] = {number, false};
    }
    return table;
}

constexpr KindTable kTable = make_table();

}  // namespace

OverlapKind overlap_kind(ShapeType a, ShapeType b) noexcept {
    return kTable[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

simd::OverlapLanes overlap_kernel(std::uint8_t number) noexcept {
    return number == 0 ? nullptr : kKernels[number - 1U].run;
}

}  // namespace graze
