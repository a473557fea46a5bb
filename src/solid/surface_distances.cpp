#include "solid/surface_distances.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/parallel.hpp"
#include "graze/bounds/aabb.hpp"
#include "solid/surface_distance.hpp"

namespace graze {
namespace {

/// Points of one task, neighbours on the curve: some hundred microseconds, against about one for its start.
constexpr std::size_t kBlock = 128;

/// The lowest 10 bits of x, with two zeros after each.
std::uint32_t spread_bits(std::uint32_t x) noexcept {
    x = (x | x << 16) & 0x030000ffU;
    x = (x | x << 8) & 0x0300f00fU;
    x = (x | x << 4) & 0x030c30c3U;
    return (x | x << 2) & 0x09249249U;
}

/// The numbers of the points along the curve, those that are not finite first.
std::vector<std::uint64_t> along_curve(std::span<const Vec3> points) {
    Aabb bounds;
    for (const Vec3& point : points) {
        if (is_finite(point)) bounds = merge(bounds, {point, point});
    }
    const Vec3 size = bounds.max - bounds.min;
    const auto place = [&](const Vec3& point, std::size_t axis) {
        const double along = (point[axis] - bounds.min[axis]) / size[axis];
        // 0 where the points have no extent, or one too large for a double.
        return spread_bits(along > 0 ? static_cast<std::uint32_t>(std::min(along, 1.0) * 1023) : 0);
    };
    std::vector<std::uint64_t> keys(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3& point = points[i];
        const std::uint32_t key =
            is_finite(point) ? place(point, 0) | place(point, 1) << 1 | place(point, 2) << 2 : 0;
        keys[i] = std::uint64_t{key} << 32 | static_cast<std::uint32_t>(i);
    }
    std::sort(keys.begin(), keys.end());
    return keys;
}

/// Balls without surface in them, and their sides: those of the last few points that needed one.
class KnownSides {
public:
    [[nodiscard]] std::optional<PointSide> at(const Vec3& point) const noexcept {
        for (const Ball& ball : balls_) {
            // Differences, squares and sums round by less than eight units together.
            if (length_sq(point - ball.centre) * (1 + 8 * kEps) + kTiny < ball.square) return ball.side;
        }
        return std::nullopt;
    }
    void add(const Vec3& centre, double clearance, PointSide side) noexcept {
        balls_[next_++ % kKept] = {centre, clearance * clearance * (1 - 4 * kEps), side};
    }

private:
    static constexpr std::size_t kKept = 8;
    /// More than what squares lose by underflow.
    static constexpr double kTiny = 1e-300;
    struct Ball {
        Vec3 centre{};
        double square = 0;  ///< Of its radius, rounded down. 0: no ball.
        PointSide side = PointSide::outside;
    };

    std::array<Ball, kKept> balls_{};
    std::size_t next_ = 0;
};

/// Neighbours on the curve, one after the other.
void block_of_distances(const PlacedSurface& surface, std::span<const Vec3> points,
                        std::span<const std::uint64_t> keys, std::span<Interval> distances) noexcept {
    KnownSides sides;
    KnownOfPoint known;
    for (const std::uint64_t key : keys) {
        const auto i = static_cast<std::uint32_t>(key);
        const Vec3& point = points[i];
        if (!is_finite(point)) {
            distances[i] = Interval::everything();
            continue;
        }
        known.side = sides.at(point);
        const PointDistance found = distance_from_point(surface, point, known);
        distances[i] = found.distance;
        known.near_part = found.part;
        if (!known.side) sides.add(point, found.clearance, found.side);
    }
}

}  // namespace

void distances_from_points(const Placed& placed, std::span<const Vec3> points, std::span<Interval> distances,
                           unsigned threads) {
    const PlacedSurface surface(placed);
    const std::vector<std::uint64_t> keys = along_curve(points);
    const std::size_t blocks = (keys.size() + kBlock - 1) / kBlock;
    const Workers workers(blocks > 1 ? threads : 1);
    workers.run([&] {
        workers.for_each(blocks, [&](std::size_t block) {
            const std::size_t first = block * kBlock, count = std::min(kBlock, keys.size() - first);
            block_of_distances(surface, points, std::span(keys).subspan(first, count), distances);
        });
    });
}

}  // namespace graze
