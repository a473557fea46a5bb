// Memory of meshes, plain and compact, and compact ones against plain ones: the same questions, in turn
// within each repetition. Vertices are rounded to floats for one row and left as doubles for the other.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "mesh_contender.hpp"
#include "models.hpp"
#include "oracle/obj_file.hpp"
#include "oracle/random.hpp"
#include "ratios.hpp"

namespace graze::bench {
namespace {

/// Bytes a triangle that the ratios of memory are taken to.
constexpr double kPlainAim = 40, kCompactAim = 24;

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Twins {
    Mesh plain;
    Mesh compact;
};

double bytes_a_triangle(const Mesh& mesh) {
    return static_cast<double>(mesh.memory_bytes()) / static_cast<double>(mesh.triangle_count());
}

/// A query, answered by a number that both must have in common.
using Question = std::function<double(const Mesh& mesh, const Pose& pose)>;

double ask_all(const Mesh& mesh, const std::vector<Pose>& poses, const Question& question) {
    double sum = 0;
    for (const Pose& pose : poses) sum += question(mesh, pose);
    return sum;
}

void compare(const std::string& row, const Twins& twins, const std::vector<Pose>& poses,
             const Question& question, int repetitions) {
    std::vector<double> ratios;
    std::size_t wrong = 0;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        const double start = thread_seconds();
        const double plain = ask_all(twins.plain, poses, question);
        const double middle = thread_seconds();
        const double compact = ask_all(twins.compact, poses, question);
        ratios.push_back((thread_seconds() - middle) / (middle - start));
        wrong += plain == compact ? 0 : 1;
    }
    std::nth_element(ratios.begin(), ratios.begin() + repetitions / 2, ratios.end());
    const double ratio = ratios[static_cast<std::size_t>(repetitions / 2)];
    std::printf(" %s %.2f%s", row.substr(row.rfind(' ') + 1).c_str(), ratio, wrong > 0 ? " (differs)" : "");
    std::fflush(stdout);
    record_ratio("mesh", {row, "plain mesh", ratio, wrong});
}

std::vector<Pose> poses_around(std::size_t count, double distance) {
    test::Random random(15);
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < count; ++i)
        poses.push_back(Pose::from(random.rotation(), random.direction() * distance));
    return poses;
}

Question rays_of() {
    return [](const Mesh& mesh, const Pose& pose) {
        double sum = 0;
        test::Random random(16);
        for (int i = 0; i < 200; ++i) {
            const Vec3 origin = 2.0 * random.direction();
            const auto hit =
                raycast({origin, unit(random.in_cube(0.5) - origin)}, {mesh, {pose.rotation, {}}});
            sum += hit ? hit->bounds.upper : 1;
        }
        return sum;
    };
}

void compact_row(const Model& model, const std::string& vertices, int repetitions) {
    const auto plain = Mesh::build(model.soup.vertices, model.soup.triangles, {});
    const auto compact = Mesh::build(model.soup.vertices, model.soup.triangles, {.compact = true});
    if (!plain || !compact) return;
    const Twins twins{*plain, *compact};
    const std::string name = model.name + " " + std::to_string(model.soup.triangles.size()) + " " + vertices;
    std::printf("%-32s bytes a triangle %.1f, compact %.1f; times of compact over plain:", name.c_str(),
                bytes_a_triangle(*plain), bytes_a_triangle(*compact));
    record_ratio("mesh", {"memory " + name, "40 bytes", bytes_a_triangle(*plain) / kPlainAim});
    record_ratio("mesh", {"memory compact " + name, "24 bytes", bytes_a_triangle(*compact) / kCompactAim});
    const Question hit = [](const Mesh& mesh, const Pose& pose) {
        return overlaps({mesh, Pose::identity()}, {mesh, pose}) ? 1.0 : 0.0;
    };
    const Question pairs = [](const Mesh& mesh, const Pose& pose) {
        return static_cast<double>(intersecting_triangles({mesh, Pose::identity()}, {mesh, pose}).size());
    };
    const Question distance = [](const Mesh& mesh, const Pose& pose) {
        return separation({mesh, Pose::identity()}, {mesh, pose}).distance.upper;
    };
    compare("compact " + name + " boolean", twins, poses_around(200, 1.7), hit, repetitions);
    compare("compact " + name + " pairs", twins, poses_around(30, 1.5), pairs, repetitions);
    compare("compact " + name + " distance", twins, poses_around(100, 2.05), distance, repetitions);
    compare("compact " + name + " rays", twins, poses_around(20, 0), rays_of(), repetitions);
    std::printf("\n");
}

/// GCC 12 at -O3 leaves the last ones of a loop over vertices as they are, unless the float is stored.
double in_float(double x) {
    const volatile float rounded = static_cast<float>(x);
    return rounded;
}

Model in_floats(Model model) {
    for (Vec3& v : model.soup.vertices) v = {in_float(v.x), in_float(v.y), in_float(v.z)};
    return model;
}

}  // namespace

void compact_rows(std::vector<Model> models, int repetitions) {
    models.push_back({"torus", test::scaled_to_radius_one(torus_mesh({.rings = 320, .sides = 160}))});
    for (const Model& model : models) {
        compact_row(model, "doubles", repetitions);
        compact_row(in_floats(model), "floats", repetitions);
    }
}

}  // namespace graze::bench
