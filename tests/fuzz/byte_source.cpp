// How bytes become numbers, shapes and placements.
#include "fuzz/byte_source.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "shape/primitives/list.hpp"

namespace graze::test {

std::uint8_t ByteSource::byte() { return next_ < bytes_.size() ? bytes_[next_++] : std::uint8_t{0}; }

double ByteSource::number() {
    const int kind = byte();
    if (kind < 160) return last_ = (kind - 80) / 16.0;
    if (kind < 200) return last_ = static_cast<std::int16_t>(byte() | byte() << 8) / 4096.0;
    if (kind < 216) {
        std::uint64_t bits = 0;
        for (int i = 0; i < 8; ++i) bits = bits << 8 | byte();
        return last_ = std::bit_cast<double>(bits);
    }
    if (kind < 232)
        return last_ = (kind % 2 == 0 ? 1 : -1) * std::pow(10.0, static_cast<std::int8_t>(byte()));
    return last_ * (1 + std::ldexp(kind % 2 == 0 ? 1.0 : -1.0, -(byte() % 64)));
}

Vec3 ByteSource::vector() {
    const double x = number(), y = number();
    return {x, y, number()};
}

double ByteSource::size() { return std::abs(number()); }

std::vector<Vec3> ByteSource::points() {
    std::vector<Vec3> points(choice(24));
    for (Vec3& p : points) p = vector();
    return points;
}

namespace {

/// Bytes from here on choose types that came after the height field; the bytes below mean what they meant
/// before, for kept strings.
constexpr std::size_t kNewerTypes = 247;
constexpr std::size_t kFirstNewer = static_cast<std::size_t>(ShapeType::height_field) + 1;

ShapeType type_of(std::size_t byte, int depth) {
    if (byte >= kNewerTypes && kFirstNewer < kShapeTypeCount)
        return static_cast<ShapeType>(kFirstNewer + (byte - kNewerTypes) % (kShapeTypeCount - kFirstNewer));
    return static_cast<ShapeType>(
        byte % static_cast<std::size_t>(depth > 0 ? ShapeType::mesh : ShapeType::minkowski_sum));
}

}  // namespace

Shape ByteSource::shape(int depth) {
    const ShapeType type = type_of(byte(), depth);
    if (const PrimitiveInfo* info = primitive_info(type)) {
        std::array<double, 12> numbers{};
        for (std::size_t i = 0; i < info->numbers; ++i) numbers[i] = info->sizes ? size() : number();
        return make_primitive(type, numbers);
    }
    switch (type) {
        case ShapeType::polygon: {
            const std::vector<Vec3> corners = points();
            const auto polygon = ConvexPolygon::build(corners);
            return polygon ? Shape(*polygon) : Shape(Point{corners.empty() ? Vec3{} : corners[0]});
        }
        case ShapeType::hull: {
            const std::vector<Vec3> cloud = points();
            const auto hull = ConvexHull::build(cloud, {.allow_degenerate = true});
            return hull ? Shape(*hull) : Shape(Point{cloud.empty() ? Vec3{} : cloud[0]});
        }
        case ShapeType::minkowski_sum: {
            const Shape a = shape(depth - 1);
            return minkowski_sum(a, shape(depth - 1));
        }
        case ShapeType::convex_hull_of: {
            std::vector<Shape> parts;
            for (std::size_t i = choice(4); i > 0; --i) parts.push_back(shape(depth - 1));
            return convex_hull_of(parts);
        }
        case ShapeType::affine_image: {
            const Shape inner = shape(depth - 1);
            const Vec3 x = vector(), y = vector(), z = vector();
            return transformed(inner, {{{x, y, z}}, vector()});
        }
        case ShapeType::rounded: {
            const Shape inner = shape(depth - 1);
            return rounded(inner, size());
        }
        default: return Point{};
    }
}

Pose ByteSource::pose() {
    static constexpr std::array<Vec3, 6> kAxes{Vec3{1, 0, 0},  Vec3{0, 1, 0},  Vec3{0, 0, 1},
                                               Vec3{-1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, -1}};
    Pose pose;
    const std::size_t kind = choice(8);
    if (kind == 7) {
        const Vec3 x = vector(), y = vector();
        pose.rotation = {{x, y, vector()}};
    } else if (kind >= 4) {
        const double w = number(), x = number(), y = number();
        pose.rotation = Pose::from({w, x, y, number()}, {}).rotation;
    } else if (kind >= 2) {
        const std::size_t first = choice(6), second = (first + 1 + choice(2) + 3 * choice(2)) % 6;
        pose.rotation = {{kAxes[first], kAxes[second], cross(kAxes[first], kAxes[second])}};
    }
    pose.position = vector();
    return pose;
}

}  // namespace graze::test
