#include "io/formats/mesh_source.hpp"

#include <bit>
#include <limits>

namespace graze::io {

namespace {

std::uint64_t hash_of(const Vec3& v) noexcept {
    std::uint64_t state = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const double x = v[i] == 0 ? 0 : v[i];  // 0 and -0 are one place
        state = (state ^ std::bit_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15ULL;
        state ^= state >> 29U;
    }
    return state;
}

}  // namespace

void VertexTable::grow(const std::vector<Vec3>& vertices) {
    slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
    const std::size_t mask = slots_.size() - 1;
    for (std::uint32_t i = 0; i < vertices.size(); ++i) {
        std::size_t slot = hash_of(vertices[i]) & mask;
        while (slots_[slot] != 0) slot = (slot + 1) & mask;
        slots_[slot] = i + 1;
    }
}

std::uint32_t VertexTable::add(std::vector<Vec3>& vertices, const Vec3& v) {
    if (3 * used_ >= 2 * slots_.size()) grow(vertices);
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash_of(v) & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
        if (vertices[slots_[slot] - 1] == v) return slots_[slot] - 1;
    }
    vertices.push_back(v);
    slots_[slot] = static_cast<std::uint32_t>(vertices.size());
    ++used_;
    return slots_[slot] - 1;
}

void weld(TriangleSoup& soup) {
    constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();
    std::vector<Vec3> vertices;
    std::vector<std::uint32_t> place(soup.vertices.size(), kUnseen);
    VertexTable table;
    // Over the vertices in their own order, so that a mesh without doubles stays as it is.
    for (const auto& t : soup.triangles) {
        for (const std::uint32_t corner : t) place[corner] = 0;
    }
    for (std::size_t i = 0; i < place.size(); ++i) {
        if (place[i] == 0) place[i] = table.add(vertices, soup.vertices[i]);
    }
    for (auto& t : soup.triangles) {
        for (std::uint32_t& corner : t) corner = place[corner];
    }
    vertices.shrink_to_fit();
    soup.vertices = std::move(vertices);
}

void note_left_out(const MeshInput& input, const FacesLeftOut& faces) {
    if (faces.count == 0) return;
    const bool one = faces.count == 1;
    input.context.notes.add(input.shown, faces.first,
                            std::to_string(faces.count) + (one ? " face has" : " faces have") +
                                " fewer than three corners and " + (one ? "is" : "are") + " left out");
}

namespace {

/// Corners in the plane across the polygon's largest normal component.
struct FlatPolygon {
    std::vector<Vec2> points;
    double turn = 0;  ///< Twice the area, with its sign.
};

FlatPolygon flattened(const TriangleSoup& soup, const std::vector<std::uint32_t>& corners) {
    const Vec3 origin = soup.vertices[corners[0]];
    Vec3 normal{};
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
        normal += cross(soup.vertices[corners[i]] - origin, soup.vertices[corners[i + 1]] - origin);
    const Vec3 size = abs(normal);
    const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    FlatPolygon flat{{}, normal[axis]};
    for (const std::uint32_t corner : corners) {
        const Vec3 p = soup.vertices[corner] - origin;
        flat.points.push_back({p[(axis + 1) % 3], p[(axis + 2) % 3]});
    }
    return flat;
}

double turn_at(const Vec2& a, const Vec2& b, const Vec2& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Whether corner i of the remaining loop can be cut off: it turns the right way and no other corner lies in
/// its triangle.
bool is_ear(const FlatPolygon& flat, const std::vector<std::size_t>& loop, std::size_t i) {
    const std::size_t n = loop.size();
    const Vec2 &a = flat.points[loop[(i + n - 1) % n]], &b = flat.points[loop[i]],
               &c = flat.points[loop[(i + 1) % n]];
    const double sign = flat.turn < 0 ? -1 : 1;
    if (!(sign * turn_at(a, b, c) > 0)) return false;
    for (const std::size_t k : loop) {
        const Vec2& p = flat.points[k];
        if (p == a || p == b || p == c) continue;
        if (sign * turn_at(a, b, p) >= 0 && sign * turn_at(b, c, p) >= 0 && sign * turn_at(c, a, p) >= 0)
            return false;
    }
    return true;
}

bool is_convex(const FlatPolygon& flat) {
    const std::size_t n = flat.points.size();
    for (std::size_t i = 0; i < n; ++i) {
        const double turn = turn_at(flat.points[i], flat.points[(i + 1) % n], flat.points[(i + 2) % n]);
        if (flat.turn < 0 ? turn > 0 : turn < 0) return false;
    }
    return true;
}

}  // namespace

void add_polygon(TriangleSoup& soup, const std::vector<std::uint32_t>& corners) {
    constexpr std::size_t kMostEars =
        1024;  // ears take quadratic time and more; larger polygons are fans, whatever their shape
    if (corners.size() < 3) return;
    const auto fan = [&](const std::vector<std::size_t>& loop) {
        for (std::size_t i = 1; i + 1 < loop.size(); ++i)
            soup.triangles.push_back({corners[loop[0]], corners[loop[i]], corners[loop[i + 1]]});
    };
    std::vector<std::size_t> loop(corners.size());
    for (std::size_t i = 0; i < loop.size(); ++i) loop[i] = i;
    if (corners.size() == 3 || corners.size() > kMostEars) return fan(loop);
    const FlatPolygon flat = flattened(soup, corners);
    if (is_convex(flat)) return fan(loop);
    for (std::size_t i = 0, tries = 0; loop.size() > 3 && tries < loop.size();) {
        if (!is_ear(flat, loop, i % loop.size())) {
            ++i, ++tries;
            continue;
        }
        i %= loop.size();
        const std::size_t n = loop.size();
        soup.triangles.push_back(
            {corners[loop[(i + n - 1) % n]], corners[loop[i]], corners[loop[(i + 1) % n]]});
        loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(i));
        tries = 0;
    }
    fan(loop);
}

}  // namespace graze::io
