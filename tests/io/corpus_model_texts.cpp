#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "graze/mesh/generate.hpp"
#include "io/corpus_texts.hpp"

namespace graze::test {
namespace {

double on_grid(double x) { return std::round(x * 64) / 64; }

/// The convex hull of random points of the grid, counterclockwise, no three corners on a line.
std::vector<Vec2> convex_polygon(Random& random) {
    std::vector<Vec2> points, hull;
    for (int i = 0; i < 12; ++i)
        points.push_back({on_grid(random.uniform(-4, 4)), on_grid(random.uniform(-4, 4))});
    const auto before = [](const Vec2& a, const Vec2& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; };
    std::sort(points.begin(), points.end(), before);
    const auto turn = [](const Vec2& a, const Vec2& b, const Vec2& c) {
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    };
    for (int side = 0; side < 2; ++side) {
        const std::size_t floor = hull.size();
        for (const Vec2& p : points) {
            while (hull.size() >= floor + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0)
                hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return hull;
}

/// A polygon moved along a line: its walls are parallelograms, flat on the grid too.
CorpusModel prism(const std::vector<Vec2>& polygon, const Vec3& rise) {
    CorpusModel model;
    const auto n = static_cast<std::uint32_t>(polygon.size());
    std::vector<std::uint32_t> bottom, top;
    for (std::uint32_t i = 0; i < n; ++i) {
        model.vertices.push_back({polygon[i].x, polygon[i].y, -1});
        bottom.insert(bottom.begin(), i);
        top.push_back(n + i);
    }
    for (std::uint32_t i = 0; i < n; ++i) model.vertices.push_back(model.vertices[i] + rise);
    model.faces = {bottom, top};
    for (std::uint32_t i = 0; i < n; ++i) model.faces.push_back({i, (i + 1) % n, n + (i + 1) % n, n + i});
    return model;
}

CorpusModel sphere(double radius) {
    const TriangleSoup soup = icosphere_mesh(radius, 1);
    CorpusModel model;
    for (const Vec3& v : soup.vertices) model.vertices.push_back({on_grid(v.x), on_grid(v.y), on_grid(v.z)});
    for (const auto& t : soup.triangles) model.faces.push_back({t[0], t[1], t[2]});
    return model;
}

void add(CorpusModel& model, const CorpusModel& other, const Vec3& offset) {
    const auto base = static_cast<std::uint32_t>(model.vertices.size());
    for (const Vec3& v : other.vertices) model.vertices.push_back(v + offset);
    for (std::vector<std::uint32_t> face : other.faces) {
        for (std::uint32_t& corner : face) corner += base;
        model.faces.push_back(face);
    }
    model.concave = model.concave || other.concave;
}

CorpusModel single(Random& random) {
    const Vec3 rise{on_grid(random.uniform(-1, 1)), on_grid(random.uniform(-1, 1)),
                    on_grid(random.uniform(1, 4))};
    const std::size_t kind = random.index(4);
    if (kind == 0) return sphere(random.uniform(2, 5));
    if (kind == 1) return prism({{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}, {0, 0, 2});
    if (kind == 2) return prism(convex_polygon(random), rise);
    CorpusModel angle = prism({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2}, {0, 2}}, rise);
    angle.concave = true;
    return angle;
}

}  // namespace

CorpusModel CorpusModel::triangulated() const {
    CorpusModel model{vertices, {}, false};
    for (const auto& face : faces) {
        for (std::size_t i = 1; i + 1 < face.size(); ++i)
            model.faces.push_back({face[0], face[i], face[i + 1]});
    }
    return model;
}

std::size_t CorpusModel::triangle_count() const {
    std::size_t count = 0;
    for (const auto& face : faces) count += face.size() - 2;
    return count;
}

double CorpusModel::volume() const {
    double sixfold = 0;
    for (const auto& face : faces) {
        for (std::size_t i = 1; i + 1 < face.size(); ++i)
            sixfold += dot(vertices[face[0]], cross(vertices[face[i]], vertices[face[i + 1]]));
    }
    return sixfold / 6;
}

bool CorpusModel::closed() const {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
    for (const auto& face : faces) {
        for (std::size_t i = 0; i < face.size(); ++i) {
            const std::uint32_t from = face[i], to = face[(i + 1) % face.size()];
            sides[std::minmax(from, to)] += from < to ? 1 : -1;
        }
    }
    return std::all_of(sides.begin(), sides.end(), [](const auto& side) { return side.second == 0; });
}

CorpusModel corpus_model(Random& random) {
    CorpusModel model = single(random);
    if (random.chance(0.2)) add(model, single(random), {11, 0, 0});
    if (random.chance(0.15))
        model.faces.erase(model.faces.begin() +
                          static_cast<std::ptrdiff_t>(random.index(model.faces.size())));
    if (random.chance(0.1)) model.faces.push_back(model.faces[random.index(model.faces.size())]);
    return model;
}

}  // namespace graze::test
