// A level as a BSP tree: where a figure may stand, and how it walks until it touches a wall and slides along
// it. The planes are shifted by the figure's support mapping, so that one tree serves every convex shape in
// every orientation. Usage: example_bsp_level [file], which receives a picture of the walk.
#include <graze/graze.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace graze;

namespace {

/// Shells in one solid: space is inside where an odd number of boxes contain it.
void add_box(TriangleSoup& level, const Vec3& centre, const Vec3& half) {
    const TriangleSoup box = box_mesh(half);
    const auto first = static_cast<std::uint32_t>(level.vertices.size());
    for (const Vec3& v : box.vertices) level.vertices.push_back(centre + v);
    for (const auto& [a, b, c] : box.triangles) level.triangles.push_back({first + a, first + b, first + c});
}

struct Pillar {
    Vec3 centre;
    Vec3 half;
};
constexpr Pillar kPillars[] = {{{-2, 1, 0}, {0.6, 0.9, 1.2}}, {{1.5, -1.5, 0}, {0.8, 0.5, 1.2}}};
constexpr Vec3 kHall{5, 3, 1.5};

/// Walls around a hall, and two pillars in it.
Mesh make_level() {
    TriangleSoup level;
    add_box(level, {}, kHall + Vec3{0.5, 0.5, 0.5});
    add_box(level, {}, kHall);
    for (const Pillar& pillar : kPillars) add_box(level, pillar.centre, pillar.half);
    return Mesh::build(level.vertices, level.triangles, {.kind = MeshKind::solid}).value();
}

bool draw(const char* file, const std::vector<Vec3>& path, double radius) {
    std::FILE* out = std::fopen(file, "w");
    if (out == nullptr) return false;
    const auto x = [](double v) { return 60 * (v + 5.6); };
    const auto y = [](double v) { return 60 * (3.6 - v); };
    const auto rectangle = [&](const Vec3& centre, const Vec3& half, const char* style) {
        std::fprintf(out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' %s/>\n", x(centre.x - half.x),
                     y(centre.y + half.y), 120 * half.x, 120 * half.y, style);
    };
    std::fprintf(out, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 672 432'>\n");
    rectangle({}, kHall + Vec3{0.5, 0.5, 0}, "fill='#5f6b76'");
    rectangle({}, kHall, "fill='#f5f2ea'");
    for (const Pillar& pillar : kPillars) rectangle(pillar.centre, pillar.half, "fill='#5f6b76'");
    for (const Vec3& at : path)
        std::fprintf(
            out,
            "<circle cx='%.1f' cy='%.1f' r='%.1f' fill='#3b82c4' fill-opacity='.25' stroke='#1f5a91'/>\n",
            x(at.x), y(at.y), 60 * radius);
    std::fprintf(out, "</svg>\n");
    return std::fclose(out) == 0;
}

}  // namespace

int main(int count, char** arguments) {
    // [shown: build]
    const Mesh level = make_level();
    const BspTree tree = BspTree::build(level).value();
    std::printf("%zu nodes, %zu deep; the middle is %s, a pillar is %s\n", tree.nodes().size(), tree.depth(),
                tree.contains({0, 0, 0}) ? "solid" : "free", tree.contains({-2, 1, 0}) ? "solid" : "free");
    // [end]

    std::vector<Vec3> path;
    bool early = false, overlapping = false;
    // [shown: walk]
    const Shape figure = Capsule{0.3, 0.5};
    Vec3 at{-4.5, 1.2, 0};
    for (int frame = 0; frame < 48; ++frame) {
        path.push_back(at);
        Vec3 step{0.25, -0.12, 0};
        for (int slide = 0; slide < 3; ++slide) {  // at most three planes: a corner holds the figure
            const auto impact = tree.first_impact({figure, Pose::translation(at)}, step);
            if (!impact) {
                at += step;
                break;
            }
            // Up to a hair before the wall, then along it.
            at += std::max(0.0, impact->t - 1e-6) * step;
            step = (1 - impact->t) * step;
            step -= std::min(0.0, dot(step, impact->normal)) * impact->normal;
        }
        // [end]
        // The tree is never late: false alarms near edges are possible, overlaps are not.
        const Placed here{figure, Pose::translation(at)}, walls{level, Pose::identity()};
        overlapping |= separation(here, walls).distance.upper < -1e-6;
        early |= tree.may_overlap(here) && !overlaps(here, walls);
    }
    std::printf(
        "from x = %.1f to x = %.3f, around two pillars; overlaps: %s; touches nothing where the tree says "
        "so: "
        "%s\n",
        path.front().x, at.x, overlapping ? "yes" : "none", early ? "not always" : "always");
    if (count > 1 && !draw(arguments[1], path, 0.3)) return 1;
    return !overlapping && at.x > 1 && tree.contains({-2, 1, 0}) && !tree.contains({0, 0, 0}) ? 0 : 1;
}
