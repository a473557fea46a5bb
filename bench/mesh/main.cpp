// graze_bench_mesh: meshes against meshes, and rays against meshes, beside whichever peers are installed, in
// one interleaved run.
//
// Poses: the first model rests, the second has a random rotation and stands in a random direction; the
// distance at which the surfaces first touch, coming from outside, is found by bisection, then moved by up to
// 0.05 of the models' radius either way. About half of the poses collide. Times are processor time of the one
// thread; all contenders answer in turn within each repetition, and the median over the repetitions counts.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <limits>
#include <string>

#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "mesh_contender.hpp"
#include "models.hpp"
#include "oracle/random.hpp"
#include "ratios.hpp"

namespace graze::bench {
namespace {

struct Effort {
    std::size_t poses = 200;
    int repetitions = 5;
    std::size_t rays = 20000;
};

enum class Rows { all, moving, compact };

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

std::vector<Pose> near_contact(const Mesh& a, const Mesh& b, std::size_t count, test::Random& random) {
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < count; ++i) {
        const Quat turn = random.rotation();
        const Vec3 direction = random.direction();
        const auto pose_at = [&](double distance) { return Pose::from(turn, direction * distance); };
        double apart = 2.1;
        double overlapping = apart;
        // Outermost contact: steps smaller than the features of the models, then bisection.
        while (overlapping > 0 && !overlaps({a, Pose::identity()}, {b, pose_at(overlapping)})) {
            apart = overlapping;
            overlapping -= 0.02;
        }
        for (int k = 0; k < 20; ++k) {
            const double middle = 0.5 * (apart + overlapping);
            (overlaps({a, Pose::identity()}, {b, pose_at(middle)}) ? overlapping : apart) = middle;
        }
        poses.push_back(pose_at(overlapping + random.uniform(-0.05, 0.05)));
    }
    return poses;
}

const char* name_of(MeshAsk ask) {
    return ask == MeshAsk::boolean ? "boolean" : ask == MeshAsk::all_pairs ? "all pairs" : "distance";
}

struct Cell {
    double microseconds = 0;
    std::vector<MeshReply> replies;
};

/// Answers of everyone to one question, in turn.
std::vector<Cell> run(MeshAsk ask, MeshContenders& contenders, const std::vector<std::size_t>& poses,
                      int repetitions) {
    std::vector<Cell> cells(contenders.size());
    std::vector<std::vector<double>> times(contenders.size());
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        for (std::size_t c = 0; c < contenders.size(); ++c) {
            if (!contenders[c]->serves(ask)) continue;
            cells[c].replies.clear();
            const double start = thread_seconds();
            for (const std::size_t pose : poses) cells[c].replies.push_back(contenders[c]->answer(ask, pose));
            times[c].push_back((thread_seconds() - start) * 1e6 / static_cast<double>(poses.size()));
        }
    }
    for (std::size_t c = 0; c < contenders.size(); ++c) {
        if (!times[c].empty()) cells[c].microseconds = median(times[c]);
    }
    return cells;
}

std::size_t disagreements(MeshAsk ask, const Cell& ours, const Cell& theirs) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < ours.replies.size(); ++i) {
        const MeshReply& x = ours.replies[i];
        const MeshReply& y = theirs.replies[i];
        count += ask == MeshAsk::distance ? std::abs(x.distance - y.distance) > 1e-6 : x.hit != y.hit;
    }
    return count;
}

void print_row(const std::string& pair, MeshAsk ask, const MeshContenders& contenders,
               const std::vector<Cell>& cells) {
    std::printf("%-26s %-9s graze %8.2f us", pair.c_str(), name_of(ask), cells[0].microseconds);
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t c = 1; c < cells.size(); ++c) {
        if (cells[c].replies.empty()) continue;
        best = std::min(best, cells[c].microseconds);
        record_ratio("mesh", {pair + " " + name_of(ask), contenders[c]->name(),
                              cells[0].microseconds / cells[c].microseconds});
        std::printf(" | %s %.1f", contenders[c]->name().c_str(), cells[c].microseconds);
        if (const std::size_t other = disagreements(ask, cells[0], cells[c]))
            std::printf(" (%zu differ)", other);
        if (ask == MeshAsk::all_pairs && contenders[c]->counts_triangle_pairs()) {
            std::size_t ours = 0, theirs = 0;
            for (const MeshReply& reply : cells[0].replies) ours += reply.pairs;
            for (const MeshReply& reply : cells[c].replies) theirs += reply.pairs;
            if (ours != theirs) std::printf(" (%zu pairs, ours %zu)", theirs, ours);
        }
    }
    std::printf(" | ratio to the best %.3f\n", cells[0].microseconds / best);
    std::fflush(stdout);
}

void mesh_rows(const Model& a, const Model& b, MeshContenders& contenders, const Effort& effort) {
    const auto mesh_a = Mesh::build(a.soup.vertices, a.soup.triangles, {});
    const auto mesh_b = Mesh::build(b.soup.vertices, b.soup.triangles, {});
    if (!mesh_a || !mesh_b) {
        std::printf("%s - %s: %s\n", a.name.c_str(), b.name.c_str(),
                    (mesh_a ? mesh_b : mesh_a).error().message().c_str());
        return;
    }
    test::Random random(11);
    const std::vector<Pose> poses = near_contact(*mesh_a, *mesh_b, effort.poses, random);
    const std::string pair = a.name + " " + std::to_string(a.soup.triangles.size()) + " x " + b.name + " " +
                             std::to_string(b.soup.triangles.size());
    std::vector<double> build(contenders.size(), std::numeric_limits<double>::infinity());
    for (int repetition = 0; repetition < 3; ++repetition) {
        for (std::size_t c = 0; c < contenders.size(); ++c) {
            const double start = thread_seconds();
            contenders[c]->build(0, a.soup);
            contenders[c]->build(1, b.soup);
            build[c] = std::min(build[c], thread_seconds() - start);
        }
    }
    std::printf("%-26s %-9s", pair.c_str(), "build");
    for (std::size_t c = 0; c < contenders.size(); ++c) {
        contenders[c]->set_poses(poses);
        std::printf(" %s %.0f ns/triangle", contenders[c]->name().c_str(),
                    build[c] * 1e9 / static_cast<double>(a.soup.triangles.size() + b.soup.triangles.size()));
    }
    std::printf("\n");
    std::vector<std::size_t> all(poses.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    const std::vector<Cell> hits = run(MeshAsk::boolean, contenders, all, effort.repetitions);
    print_row(pair, MeshAsk::boolean, contenders, hits);
    print_row(pair, MeshAsk::all_pairs, contenders,
              run(MeshAsk::all_pairs, contenders, all, effort.repetitions));
    std::vector<std::size_t> apart;
    for (const std::size_t i : all) {
        if (!hits[0].replies[i].hit) apart.push_back(i);
    }
    std::printf("%-26s %zu of %zu poses collide\n", pair.c_str(), all.size() - apart.size(), all.size());
    print_row(pair, MeshAsk::distance, contenders,
              run(MeshAsk::distance, contenders, apart, effort.repetitions));
}

void ray_rows(const Model& model, RayContenders& contenders, const Effort& effort) {
    test::Random random(12);
    std::vector<std::pair<Vec3, Vec3>> rays;
    // From a sphere around the model to points inside of its ball: incoherent, most of them hit.
    for (std::size_t i = 0; i < effort.rays; ++i) {
        const Vec3 origin = 2.0 * random.direction();
        rays.emplace_back(origin, unit(random.in_cube(0.5) - origin));
    }
    std::vector<std::vector<double>> times(contenders.size());
    std::vector<std::vector<double>> found(contenders.size());
    for (const auto& contender : contenders) contender->build(model.soup);
    for (int repetition = 0; repetition < effort.repetitions; ++repetition) {
        for (std::size_t c = 0; c < contenders.size(); ++c) {
            found[c].clear();
            const double start = thread_seconds();
            for (const auto& [origin, direction] : rays)
                found[c].push_back(contenders[c]->cast(origin, direction));
            times[c].push_back((thread_seconds() - start) * 1e9 / static_cast<double>(rays.size()));
        }
    }
    std::printf("%-26s rays     ", (model.name + " " + std::to_string(model.soup.triangles.size())).c_str());
    for (std::size_t c = 0; c < contenders.size(); ++c) {
        std::size_t other = 0;
        for (std::size_t i = 0; i < rays.size(); ++i) {
            const double x = found[0][i], y = found[c][i];
            other += std::isfinite(x) != std::isfinite(y) || (std::isfinite(x) && std::abs(x - y) > 1e-4);
        }
        std::printf(" %s %.0f ns", contenders[c]->name().c_str(), median(times[c]));
        if (other > 0) std::printf(" (%zu differ)", other);
        if (c == 0) continue;
        std::printf(" [%.2f]", median(times[0]) / median(times[c]));
        record_ratio("mesh", {"rays " + model.name + " " + std::to_string(model.soup.triangles.size()),
                              contenders[c]->name(), median(times[0]) / median(times[c])});
    }
    std::printf("\n");
}

int run_all(const Effort& effort, const std::string& folder, Rows which) {
    MeshContenders meshes;
    add_graze_mesh(meshes);
    RayContenders rays;
    add_graze_rays(rays);
    SceneContenders scenes;
    add_graze_scene(scenes);
#ifdef GRAZE_BENCH_FCL
    add_fcl_mesh(meshes);
    add_fcl_scene(scenes);
#endif
#ifdef GRAZE_BENCH_BULLET
    add_bullet_mesh(meshes);
    add_bullet_rays(rays);
#endif
#ifdef GRAZE_BENCH_ODE
    add_ode_mesh(meshes);
#endif
#ifdef GRAZE_BENCH_CGAL
    add_cgal_mesh(meshes);
#endif
#ifdef GRAZE_BENCH_EMBREE
    add_embree_rays(rays);
#endif
    std::vector<Model> models = generated_models();
    if (!folder.empty()) {
        for (Model& model : models_in(folder)) models.push_back(std::move(model));
    }
    if (which == Rows::compact) {
        compact_rows(std::move(models), effort.repetitions);
        return 0;
    }
    moving_rows(scenes, 20 * effort.repetitions);
    if (which == Rows::moving) return 0;
    for (const Model& model : models) mesh_rows(model, model, meshes, effort);
    for (std::size_t i = 1; i < models.size(); i += 2) mesh_rows(models[i - 1], models[i], meshes, effort);
    for (const Model& model : models) ray_rows(model, rays, effort);
    batch_rows(models, rays, effort.repetitions);
    compact_rows(std::move(models), effort.repetitions);
    return 0;
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
    graze::bench::Effort effort;
    std::string folder;
    graze::bench::Rows which = graze::bench::Rows::all;
    for (int i = 1; i < argc; ++i) {
        const auto value = [&] { return i + 1 < argc ? argv[++i] : ""; };
        if (std::strcmp(argv[i], "--models") == 0) {
            folder = value();
        } else if (std::strcmp(argv[i], "--poses") == 0) {
            effort.poses = static_cast<std::size_t>(std::max(1L, std::strtol(value(), nullptr, 10)));
        } else if (std::strcmp(argv[i], "--repetitions") == 0) {
            effort.repetitions = static_cast<int>(std::max(1L, std::strtol(value(), nullptr, 10)));
        } else if (std::strcmp(argv[i], "--moving-only") == 0) {
            which = graze::bench::Rows::moving;
        } else if (std::strcmp(argv[i], "--compact-only") == 0) {
            which = graze::bench::Rows::compact;
        } else {
            std::fprintf(stderr,
                         "usage: graze_bench_mesh [--models FOLDER_OF_OBJ] [--poses 200] [--repetitions 5] "
                         "[--moving-only] [--compact-only]\n");
            return 2;
        }
    }
    return graze::bench::run_all(effort, folder, which);
}
