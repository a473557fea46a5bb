// Numbers of vertices packed into bits: one that ends in the middle of a byte shares it with the next.
#include <algorithm>
#include <bit>

#include "graze/mesh/mesh.hpp"
#include "simd/tree/triangle_source.hpp"

namespace graze {

void TriangleList::pack(std::size_t vertex_count) {
    if (packed() || plain_.empty()) return;
    count_ = plain_.size();
    width_ = std::max(static_cast<unsigned>(std::bit_width(vertex_count - 1)), 1U);
    bits_.assign((3 * count_ * width_ + 7) / 8 + 8, 0);
    std::uint64_t bit = 0;
    for (const value_type& triangle : plain_) {
        for (const std::uint32_t corner : triangle) {
            const std::uint64_t shifted = static_cast<std::uint64_t>(corner) << bit % 8;
            for (unsigned k = 0; k < 5; ++k)
                bits_[bit / 8 + k] |= static_cast<std::uint8_t>(shifted >> 8 * k & 255U);
            bit += width_;
        }
    }
    plain_ = std::vector<value_type>();
}

TriangleList::value_type TriangleList::unpacked(std::size_t i) const noexcept {
    const simd::PackedNumbers numbers{bits_.data(), width_};
    return {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
}

std::size_t TriangleList::memory_bytes() const noexcept {
    return plain_.capacity() * sizeof(value_type) + bits_.capacity();
}

bool operator==(const TriangleList& a, const TriangleList& b) noexcept {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}
bool operator==(const TriangleList& a, const std::vector<TriangleList::value_type>& b) noexcept {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace graze
