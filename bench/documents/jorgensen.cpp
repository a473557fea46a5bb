// graze_bench_jorgensen: the recorded outputs of Jørgensen's thesis on continuous collision detection, and
// its method beside the library's own. Edges, a vertex and a face, two teapots of width 40; then time of
// impact of turning meshes by intervals over oriented trees against conservative advancement. Interval
// operations: graze_bench_intervals. Usage: graze_bench_jorgensen [--quick] [--models FOLDER] [--csv FILE]
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "documents/figures.hpp"
#include "graze/graze.hpp"
#include "motion/moving_trees.hpp"
#include "trees_book/models.hpp"

namespace graze::bench {
namespace {

Motion along(std::size_t axis, double from, double to) {
    Vec3 start{}, displacement{};
    start[axis] = from;
    displacement[axis] = to - from;
    return LinearMotion{Pose{Mat3::identity(), start}, displacement};
}

void add(Figures& figures, const std::string& table, const char* row, const Impact& impact, double recorded) {
    figures.add(table, row, "hit", impact.hit ? 1 : 0, recorded);
    figures.add(table, row, "from", impact.time.lower);
    figures.add(table, row, "to", impact.time.upper);
}

void recorded_features(Figures& figures) {
    const std::string table = "Recorded outputs: edges, a vertex and a face (1: found)";
    const Segment x{{-1, 0, 0}, {1, 0, 0}}, z{{0, 0, -1}, {0, 0, 1}}, unit{{0, 0, 0}, {1, 0, 0}};
    const Triangle face{{0, 0, -1}, {0, 0, 1}, {0, 1, 0}};
    add(figures, table, "AE00", edge_edge_impact(along(0, 0, -10), unit, along(0, 10, 20), unit), 0);
    add(figures, table, "AE01", edge_edge_impact(along(0, 0, 10), z, along(0, 10, 0), x), 1);
    add(figures, table, "AE02", edge_edge_impact(along(0, 0, 10), z, along(0, 0, 10), x), 1);
    add(figures, table, "AVF00", vertex_face_impact(along(0, 0, -10), {}, along(0, 10, 20), face), 0);
    add(figures, table, "AVF01", vertex_face_impact(along(0, 0, 10), {}, along(0, 10, 0), face), 1);
    add(figures, table, "AVF02", vertex_face_impact(along(0, 0, 10), {}, along(0, 0, 10), face), 1);
    figures.print();
}

/// The longest side becomes 40.
TriangleSoup of_width_40(TriangleSoup soup) {
    Vec3 low = soup.vertices.front(), high = low;
    for (const Vec3& v : soup.vertices) {
        low = min(low, v);
        high = max(high, v);
    }
    const double scale = 40 / max_component(high - low);
    for (Vec3& v : soup.vertices) v = (v - 0.5 * (low + high)) * scale;
    return soup;
}

struct TeapotCase {
    const char* name;
    double from_a, to_a, from_b, to_b;
    double recorded;  ///< The earliest time that the thesis printed; NaN: nothing was found.
};

/// The thesis does not say which way its teapot stands: along each of the axes.
void teapots(Figures& figures, const Model& model) {
    progress(model.name + "s of width 40");
    const TriangleSoup soup = of_width_40(model.soup);
    const Mesh mesh = Mesh::build(soup.vertices, soup.triangles).value();
    const bool real = model.name == "teapot";
    const double none = Figures::kNone;
    const std::array<TeapotCase, 3> cases{
        {{"AT00", 0, -10, 40, 50, none}, {"AT01", 0, -10, 40, 0, 0.729976}, {"AT02", 0, 10, 15, 40, 0}}};
    const std::string table = "Two " + model.name + "s of width 40: first time, and work of both methods";
    for (const TeapotCase& c : cases) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Moving a{mesh, along(axis, c.from_a, c.to_a)}, b{mesh, along(axis, c.from_b, c.to_b)};
            const Impact own = time_of_impact(a, b);
            const Impact intervals = time_of_impact(a, b, {.method = ImpactMethod::interval_obb});
            const std::string row = std::string(c.name) + " along " + "xyz"[axis];
            figures.add(table, row, "hit", own.hit ? 1 : 0, real ? (c.recorded >= 0 ? 1 : 0) : none);
            figures.add(table, row, "first", own.time.lower, real ? c.recorded : none);
            figures.add(table, row, "by intervals", intervals.time.lower);
            figures.add(table, row, "box tests", own.work.box_tests);
            figures.add(table, row, "parts", own.work.primitive_tests);
            figures.add(table, row, "box tests, intervals", intervals.work.box_tests);
            figures.add(table, row, "parts, intervals", intervals.work.primitive_tests);
        }
    }
    figures.print();
}

int run(bool quick, const std::string& folder, const std::string& csv) {
    Figures figures;
    recorded_features(figures);
    std::vector<Model> models = model_file(folder, "teapot");
    if (models.empty()) {
        std::printf("skipped: teapot.obj (MODELS=FOLDER names a folder with it); a knot instead\n");
        models.push_back({"knot", torus_knot_mesh({.rings = 156, .sides = 12})});
    }
    teapots(figures, models.front());
    progress("turning meshes");
    run_mesh_impacts(figures, quick ? 5 : 20, quick ? 1 : 3);
    figures.print();
    return figures.write(csv) ? 0 : 1;
}

}  // namespace
}  // namespace graze::bench

int main(int count, char** arguments) {
    bool quick = false;
    std::string models, csv;
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        if (name == "--quick") {
            quick = true;
        } else if (name == "--models" && i + 1 < count) {
            models = arguments[++i];
        } else if (name == "--csv" && i + 1 < count) {
            csv = arguments[++i];
        } else {
            std::fprintf(stderr, "usage: graze_bench_jorgensen [--quick] [--models FOLDER] [--csv FILE]\n");
            return 2;
        }
    }
    return graze::bench::run(quick, models, csv);
}
