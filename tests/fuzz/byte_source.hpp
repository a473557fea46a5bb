// Bytes as numbers, shapes and placements. Every string of bytes decodes to something, invalid input
// included; past its end all bytes are zero. Most numbers fall on a coarse grid, so that touching, parallel
// and degenerate cases are common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/shape/shape.hpp"

namespace graze::test {

class ByteSource {
public:
    explicit ByteSource(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::uint8_t byte();
    /// 0 .. count - 1.
    std::size_t choice(std::size_t count) { return byte() % count; }
    /// A multiple of 1/16 below 4, a finer one, any double, a power of ten, or nearly the number before.
    double number();
    Vec3 vector();
    /// Not negative; invalid only as infinity or NaN.
    double size();
    std::vector<Vec3> points();
    /// Any type; combinators nest up to `depth` levels. May be invalid. Hulls and polygons that cannot be
    /// built become what can.
    Shape shape(int depth = 2);
    /// Identity, quarter turn, rotation, or nine numbers that hardly make one.
    Pose pose();

private:
    std::span<const std::uint8_t> bytes_;
    std::size_t next_ = 0;
    double last_ = 1;
};

}  // namespace graze::test
