#include "query/batch/walk_cores.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "convex/epa/inner_ball.hpp"
#include "graze/shape/hull.hpp"
#include "shape/primitives/list.hpp"

namespace graze {
namespace {

/// All vertices are scanned: the kernel declines pairs that have more than pays on the machine.
constexpr std::size_t kMostVertices = 256;
/// Pairs for which a ball in a hull pays.
constexpr std::size_t kBallUses = 16;

const std::vector<Vec3>& vertices_of(const Shape& hull) noexcept {
    return static_cast<const HullData&>(*hull.payload()).vertices;
}

/// The corners of a core that is their hull.
std::vector<Vec3> corners_of(const Shape& shape) {
    const auto of_primitive = [&]<class P>(const P& p) -> std::vector<Vec3> {
        if constexpr (requires { PrimitiveTraits<P>::core_corners(p); }) {
            const auto corners = PrimitiveTraits<P>::core_corners(p);
            return {corners.begin(), corners.end()};
        } else {
            return {};
        }
    };
    return visit_primitive(shape, of_primitive, [&] { return vertices_of(shape); });
}

constexpr auto kKinds = [] {
    using enum ShapeType;
    std::array<WalkKind, kShapeTypeCount> kinds{};
    const auto set = [&](std::initializer_list<ShapeType> types, WalkKind kind) {
        for (const ShapeType type : types) kinds[static_cast<std::size_t>(type)] = kind;
    };
    set({point, segment, triangle, tetrahedron, polygon, hull}, WalkKind::rows);
    set({sphere, box, capsule, cylinder}, WalkKind::solid);
    return kinds;
}();

}  // namespace

constinit const std::array<SolidNumbers, kShapeTypeCount> kSolidNumbers = [] {
    std::array<SolidNumbers, kShapeTypeCount> numbers{};
    constexpr std::uint8_t zero = SolidNumbers::kZero;
    numbers[static_cast<std::size_t>(ShapeType::box)] = {{0, 1, 2, zero}, {0, 1, 2}};
    numbers[static_cast<std::size_t>(ShapeType::cylinder)] = {{zero, zero, 1, 0}, {0, 1, 1}};
    numbers[static_cast<std::size_t>(ShapeType::capsule)] = {{zero, zero, 1, zero}, {zero, zero, zero}};
    return numbers;
}();

WalkKind walk_kind(ShapeType type) noexcept { return kKinds[static_cast<std::size_t>(type)]; }

bool has_few_vertices(const Shape& hull) noexcept { return vertices_of(hull).size() <= kMostVertices; }

WalkSide::WalkSide(const Shape& shape, std::size_t uses) {
    if (walk_kind(shape) != WalkKind::rows) return;
    const std::vector<Vec3> corners = corners_of(shape);
    unit_ = shape.reach();
    rows_.resize(3 * corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k)
            rows_[k * corners.size() + i] = static_cast<float>(corners[i][k] / unit_);
    centre_ = shape.centre();
    if (uses < kBallUses) return;
    const InnerBall ball = inner_balls(shape).storage[0];
    centre_ = ball.centre;
    inner_ = ball.radius;
}

void WalkSide::set_shared(simd::WalkCore& core) const noexcept {
    core.rows = {rows_.data(), rows_.size() / 3, rows_.size() / 3};
    core.has_disk = false;
    for (std::size_t k = 0; k < 3; ++k) core.centre[k] = centre_[k];
}

}  // namespace graze
