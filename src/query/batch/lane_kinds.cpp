#include "query/batch/lane_kinds.hpp"

#include <array>

namespace graze {
namespace {

template <class Run> struct Kernel {
    ShapeType a;
    ShapeType b;
    Run run;
};

using enum ShapeType;
constexpr std::array<Kernel<simd::OverlapLanes>, kOverlapKinds - 1> kOverlaps{{
    {sphere, sphere, simd::overlaps_sphere_sphere},
    {sphere, box, simd::overlaps_sphere_box},
    {sphere, capsule, simd::overlaps_sphere_capsule},
    {sphere, cylinder, simd::overlaps_sphere_cylinder},
    {sphere, cone, simd::overlaps_sphere_cone},
    {capsule, capsule, simd::overlaps_capsule_capsule},
    {capsule, box, simd::overlaps_capsule_box},
    {box, box, simd::overlaps_box_box},
}};
constexpr std::array<Kernel<simd::SeparateLanes>, kSeparationKinds - 1> kSeparations{{
    {sphere, sphere, simd::separate_sphere_sphere},
    {sphere, box, simd::separate_sphere_box},
    {sphere, capsule, simd::separate_sphere_capsule},
    {capsule, capsule, simd::separate_capsule_capsule},
    {capsule, box, simd::separate_capsule_box},
}};

using KindTable = std::array<std::array<LaneKind, kShapeTypeCount>, kShapeTypeCount>;

template <class Kernels> constexpr KindTable make_table(const Kernels& kernels) {
    KindTable table{};
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const auto a = static_cast<std::size_t>(kernels[i].a), b = static_cast<std::size_t>(kernels[i].b);
        const auto number = static_cast<std::uint8_t>(i + 1);
        table[b][a] = {number, true};
        table[a][b] = {number, false};
    }
    return table;
}

constexpr KindTable kOverlapTable = make_table(kOverlaps);
constexpr KindTable kSeparationTable = make_table(kSeparations);

}  // namespace

LaneKind overlap_kind(ShapeType a, ShapeType b) noexcept {
    return kOverlapTable[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

simd::OverlapLanes overlap_kernel(std::uint8_t number) noexcept {
    return number == 0 ? nullptr : kOverlaps[number - 1U].run;
}

LaneKind separation_kind(ShapeType a, ShapeType b) noexcept {
    return kSeparationTable[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

simd::SeparateLanes separation_kernel(std::uint8_t number) noexcept {
    return number == 0 ? nullptr : kSeparations[number - 1U].run;
}

}  // namespace graze
