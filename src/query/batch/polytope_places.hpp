// One pair of polytopes, rounded or not, made ready for the walk in float lanes. Made once for a batch,
// shared by its threads.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graze/shape/shape.hpp"
#include "simd/lanes/overlap_polytopes.hpp"

namespace graze {

class PolytopePlaces {
public:
    /// Empty for shapes that are not hulls of a few points, but for a radius; of very different or extreme
    /// sizes, for which floats are too coarse; and invalid ones. Allocates; takes as long as some single
    /// questions.
    static std::optional<PolytopePlaces> make(const Shape& a, const Shape& b);

    [[nodiscard]] simd::PolytopePair pair() const noexcept;

private:
    struct Core {
        std::vector<float> rows{};  ///< x, y, z of all points.
        Vec3 inside{};
    };
    Core a_;
    Core b_;
    double inner_ = 0;
    double margin_ = 0;
    double reach_ = 0;
    double scale_ = 1;
};

}  // namespace graze
