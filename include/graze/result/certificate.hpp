// The proof of a deep overlap, kept on request: see `certified_separation`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/result/separation.hpp"

namespace graze {

/// What holds the lower bound of a penetration depth: a polytope inside the difference of the two cores, around the origin.
/// Its vertices are differences of core support points along the stored directions.
struct DepthCertificate {
    struct Vertex {
        Vec3 direction_a{};  ///< In a's local frame.
        Vec3 direction_b{};  ///< In b's local frame.
    };
    struct Triangle {
        std::array<std::uint32_t, 3> vertices{};
        Vec3 normal{};  ///< World frame, outward: along which the lowest of the three vertices is as high as the depth.
    };
    std::vector<Vertex> vertices;
    std::vector<Triangle> triangles;  ///< A closed surface; empty when the cores only touch.
};

struct CertifiedSeparation {
    Separation separation;
    DepthCertificate certificate;  ///< Empty unless the cores overlap.
};

}  // namespace graze
