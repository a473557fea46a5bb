// The nearest point is the foot on the intersection of the planes that hold it back, of which three at the
// most are needed. So it is among the feet on all intersections of one, two or three planes, and it is the
// nearest of those that satisfy everything.
#include "math/project_onto_half_spaces.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

namespace graze {
namespace {

/// Planes closer to parallel than this (a determinant of unit normals) are left to other sets.
constexpr double kParallel = 1e-6;

class Search {
public:
    Search(std::span<const HalfSpaceConstraint> sides, const Vec3& from) : sides_(sides), from_(from) {
        double largest = length(from);
        for (const HalfSpaceConstraint& side : sides) largest = std::max(largest, std::abs(side.height));
        tolerance_ = 1e-9 * largest;
    }

    void offer(const Vec3& step) {
        const double square = length_sq(step);
        if (!(square < best_)) return;
        for (const HalfSpaceConstraint& side : sides_) {
            if (dot(side.normal, from_ + step) < side.height - tolerance_) return;
        }
        best_ = square;
        found = from_ + step;
    }

    /// How far the point has to rise along a side's normal.
    [[nodiscard]] double lift(std::size_t i) const { return sides_[i].height - dot(sides_[i].normal, from_); }
    [[nodiscard]] const Vec3& normal(std::size_t i) const { return sides_[i].normal; }

    void pair(std::size_t i, std::size_t j) {
        const double c = dot(normal(i), normal(j));
        const double det = 1 - c * c;
        if (det < kParallel) return;
        offer(((lift(i) - c * lift(j)) / det) * normal(i) + ((lift(j) - c * lift(i)) / det) * normal(j));
    }

    void triple(std::size_t i, std::size_t j, std::size_t k) {
        const Vec3 jk = cross(normal(j), normal(k));
        const double det = dot(normal(i), jk);
        if (std::abs(det) < kParallel) return;
        offer((lift(i) * jk + lift(j) * cross(normal(k), normal(i)) + lift(k) * cross(normal(i), normal(j))) *
              (1 / det));
    }

    std::optional<Vec3> found;

private:
    std::span<const HalfSpaceConstraint> sides_;
    Vec3 from_;
    double tolerance_ = 0;
    double best_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::optional<Vec3> project_onto_half_spaces(std::span<const HalfSpaceConstraint> sides,
                                             const Vec3& from) noexcept {
    Search search(sides, from);
    search.offer({});
    if (search.found) return search.found;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        search.offer(search.lift(i) * search.normal(i));
        for (std::size_t j = 0; j < i; ++j) {
            search.pair(i, j);
            for (std::size_t k = 0; k < j; ++k) search.triple(i, j, k);
        }
    }
    return search.found;
}

}  // namespace graze
