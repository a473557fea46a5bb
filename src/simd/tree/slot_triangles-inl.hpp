// The triangles of a leaf in lanes of doubles, for the instruction set at hand: corners are brought from two
// vertices at a time into lanes, one triangle in each. Included once per instruction set.
#if defined(GRAZE_SIMD_SLOT_TRIANGLES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_SLOT_TRIANGLES_INL
#undef GRAZE_SIMD_SLOT_TRIANGLES_INL
#else
#define GRAZE_SIMD_SLOT_TRIANGLES_INL
#endif

#include <cstddef>
#include <cstdint>

#include "simd/tree/point_lanes-inl.hpp"
#include "simd/tree/triangle_source.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// The slots of four triangles as vertex numbers, and where the vertices are.
struct Corners {
    const void* vertices;
    std::size_t stride;
    const std::uint32_t* slot[kTogether];

    HWY_INLINE const double* point(std::size_t lane, std::size_t corner) const {
        return reinterpret_cast<const double*>(static_cast<const std::byte*>(vertices) +
                                               stride * slot[lane][corner]);
    }
};

/// Corners in floats as doubles.
struct ConvertedCorners {
    double vertices[3 * kTogether][3];
    std::uint32_t slot[kTogether][3];

    HWY_NOINLINE Corners convert(const Corners& from) {
        Corners to{vertices, sizeof vertices[0], {}};
        for (std::uint32_t lane = 0; lane < kTogether; ++lane) {
            for (std::uint32_t corner = 0; corner < 3; ++corner) {
                const std::uint32_t i = 3 * lane + corner;
                const auto* at = reinterpret_cast<const float*>(static_cast<const std::byte*>(from.vertices) +
                                                                from.stride * from.slot[lane][corner]);
#if HWY_TARGET == HWY_SCALAR
                for (std::size_t k = 0; k < 3; ++k) vertices[i][k] = static_cast<double>(at[k]);
#else
                const hn::CappedTag<double, 2> two;
                hn::StoreU(hn::PromoteTo(two, hn::LoadU(hn::CappedTag<float, 2>(), at)), two, vertices[i]);
                vertices[i][2] = static_cast<double>(at[2]);
#endif
                slot[lane][corner] = i;
            }
            to.slot[lane] = slot[lane];
        }
        return to;
    }
};

/// The corners of a slot's triangle, in `place` if they are packed.
HWY_INLINE const std::uint32_t* corners_of(const TriangleSource& from, std::uint32_t slot,
                                           std::uint32_t* place) {
    if (HWY_LIKELY(from.order == nullptr)) return from.corners + 3 * std::size_t{slot};
    const std::uint64_t first = std::uint64_t{3} * from.order[slot];
    if (from.packed.bytes == nullptr) return from.corners + first;
    for (std::size_t k = 0; k < 3; ++k) place[k] = from.packed[first + k];
    return place;
}

/// One triangle in each lane.
struct TriangleLanes {
    Points a, b, c;
};

/// The triangles of kTogether slots: lane i has that of `slot(i)`.
class SlotTriangles {
public:
    template <class Slot>
    HWY_INLINE SlotTriangles(const TriangleSource& from, const Slot& slot)
        : corners_{from.vertices, from.stride, {}} {
        for (std::uint32_t i = 0; i < kTogether; ++i)
            corners_.slot[i] = corners_of(from, slot(i), unpacked_[i]);
        if (from.floats) corners_ = converted_.convert(corners_);
    }
    SlotTriangles(const SlotTriangles&) = delete;
    SlotTriangles& operator=(const SlotTriangles&) = delete;

    /// Those in the lanes from `lane` on.
    [[nodiscard]] HWY_INLINE TriangleLanes load(std::size_t lane) const {
        return {points(lane, 0), points(lane, 1), points(lane, 2)};
    }

private:
    [[nodiscard]] HWY_INLINE Points points(std::size_t lane, std::size_t corner) const {
        return gather_points([&](std::size_t i) HWY_ATTR { return corners_.point(lane + i, corner); });
    }

    Corners corners_;
    ConvertedCorners converted_;
    std::uint32_t unpacked_[kTogether][3];
};

template <class M> HWY_INLINE std::uint32_t bits_of(const M& mask) {
    std::uint8_t part[8] = {};
    hn::StoreMaskBits(Doubles(), mask, part);
    return part[0];
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#endif
