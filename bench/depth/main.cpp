// How tight and how quick the depths of solid meshes are: pairs of models turned at random and pushed into
// each other, and the shapes that assemblies are made of, pins in holes and plates. Reported for each kind of
// pair: the ratio of the depth's bounds, upper / lower (median, 90 %, most), and thread processor time.
// Usage: graze_bench_depth [--models FOLDER] [--files FILE...] [--pairs N] [--tight] [--coarse] [--each]
//        [--effort N] [--tolerance X]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <graze/graze.hpp>
#include <graze/io/document.hpp>

#include "oracle/obj_file.hpp"
#include "oracle/random.hpp"
#include "oracle/tube.hpp"

using namespace graze;
using test::tube;

namespace {

struct Settings {
    std::filesystem::path models;
    std::vector<std::filesystem::path> files;
    int pairs = 3;  ///< Placements of each pair of models.
    SeparationOptions separation;
    bool coarse = false;  ///< Only the coarse ones of the generated solids.
    bool each = false;    ///< A line for each pair.
};

struct NamedShape {
    std::string name;
    Shape shape;
};

double thread_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::optional<NamedShape> solid(std::string name, const TriangleSoup& soup) {
    const auto mesh = Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    if (!mesh) {
        std::printf("%s is no solid: %s\n", name.c_str(), mesh.error().message().c_str());
        return std::nullopt;
    }
    return NamedShape{std::move(name), *mesh};
}

std::vector<NamedShape> solids_in(const std::filesystem::path& folder) {
    std::vector<NamedShape> solids;
    std::vector<std::filesystem::path> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (entry.path().extension() == ".obj") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) {
        const auto soup = test::read_obj(path);
        if (!soup) continue;
        if (auto made = solid(path.stem().string(), test::scaled_to_radius_one(*soup)))
            solids.push_back(*std::move(made));
    }
    return solids;
}

struct Sample {
    double ratio = 0;
    double seconds = 0;
    double interference = 0;  ///< The ratio of its bounds.
    double interference_seconds = 0;
};

class Table {
public:
    explicit Table(const Settings& settings) : settings_(settings) {
        std::printf("%-34s %6s %8s %8s %8s %9s %9s %9s %6s\n", "pairs", "number", "median", "90 %", "most",
                    "ms", "90 %", "most", "<=1%");
    }

    void add(const std::string& name, const Placed& a, const Placed& b) {
        const double start = thread_seconds();
        const Separation s = separation(a, b, settings_.separation);
        const double seconds = thread_seconds() - start;
        if (!(s.distance.lower < 0)) return;
        const double middle = thread_seconds();
        const Interference deep = interference(a, b);
        const double measured = thread_seconds() - middle;
        const double ratio = s.distance.upper < 0 ? s.distance.lower / s.distance.upper : 1e9;
        samples_.push_back(
            {ratio, seconds, deep.depth.lower > 0 ? deep.depth.upper / deep.depth.lower : 1e9, measured});
        if (settings_.each)
            std::printf(
                "  %-32s %.6g .. %.6g  ratio %.4g  %.2f ms  %u steps; interference %.6g .. %.6g %.2f ms "
                "%u\n",
                name.c_str(), -s.distance.upper, -s.distance.lower, ratio, 1e3 * seconds, s.iterations,
                deep.depth.lower, deep.depth.upper, 1e3 * measured, deep.iterations);
    }

    void row(const std::string& name) {
        if (samples_.empty()) return;
        const auto at = [&](double share, double Sample::*field) {
            std::vector<double> values;
            for (const Sample& s : samples_) values.push_back(s.*field);
            std::sort(values.begin(), values.end());
            return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
        };
        const auto tight = std::count_if(samples_.begin(), samples_.end(),
                                         [](const Sample& s) { return s.ratio <= 1.0101; });
        std::printf("%-34s %6zu %8.4g %8.4g %8.4g %9.3g %9.3g %9.3g %5.0f%%\n", name.c_str(), samples_.size(),
                    at(0.5, &Sample::ratio), at(0.9, &Sample::ratio), at(1, &Sample::ratio),
                    1e3 * at(0.5, &Sample::seconds), 1e3 * at(0.9, &Sample::seconds),
                    1e3 * at(1, &Sample::seconds),
                    100.0 * static_cast<double>(tight) / static_cast<double>(samples_.size()));
        samples_.clear();
    }

private:
    const Settings& settings_;
    std::vector<Sample> samples_;
};

void pairs_of(Table& table, const std::vector<NamedShape>& shapes, int placements, const std::string& name) {
    test::Random random(11);
    for (std::size_t i = 0; i < shapes.size(); ++i)
        for (std::size_t j = i; j < shapes.size(); ++j)
            for (int k = 0; k < placements; ++k) {
                const Placed a{shapes[i].shape, Pose::from(random.rotation(), {})};
                const Vec3 at = random.uniform(0.2, 1.4) * random.direction();
                const Placed b{shapes[j].shape, Pose::from(random.rotation(), at)};
                table.add(shapes[i].name + " " + shapes[j].name, a, b);
            }
    table.row(name);
}

std::vector<NamedShape> generated(bool fine) {
    const std::uint32_t m = fine ? 2 : 1;
    std::vector<NamedShape> shapes;
    const auto keep = [&](const char* name, const TriangleSoup& soup) {
        if (auto made = solid(name, test::scaled_to_radius_one(soup))) shapes.push_back(*std::move(made));
    };
    keep("torus", torus_mesh({1, 0.3, 32 * m, 16 * m}));
    keep("knot", torus_knot_mesh({2, 3, 1, 0.4, 0.15, 100 * m, 8 * m}));
    keep("gear", gear_mesh({12 * m, 1, 0.8, 0.3, 0.2, 2 * m}));
    keep("bumps", noisy_sphere_mesh({1, 0.2, 2 + m, 3}));
    keep("tube", tube(0.5, 0.8, 0.4, static_cast<int>(48 * m)));
    return shapes;
}

void pins(Table& table) {
    test::Random random(5);
    for (const int sides : {32, 64, 128, 256})
        for (const double interference : {0.1, 0.01, 0.001}) {
            const auto ring = solid("ring", tube(5, 8, 2, sides));
            const auto pin = solid("pin", tube(0, 5 + interference, 2.5, sides - 1));
            if (!ring || !pin) return;
            const Pose turn = Pose::from(random.rotation(), {1, 2, 3});
            table.add("pin " + std::to_string(sides) + " " + std::to_string(interference),
                      {ring->shape, turn}, {pin->shape, turn});
        }
    table.row("press fits, 128 to 1024 triangles");
}

void plates(Table& table) {
    test::Random random(6);
    const Box box{{1.5, 1.5, 0.01}};
    const TriangleSoup torus = torus_mesh({1, 0.3, 64, 32});
    const auto skin = Mesh::build(torus.vertices, torus.triangles);
    for (int k = 0; k < 12; ++k) {
        const Placed a{box, Pose::from(random.rotation(), 0.5 * random.direction())};
        table.add("plate torus", a, {*skin, {}});
    }
    table.row("plates in surface tori");
}

void files(Table& table, const std::vector<std::filesystem::path>& paths) {
    io::Document all;
    for (const auto& path : paths) {
        auto document = io::read_document(path);
        if (document) io::append(all, *std::move(document));
    }
    for (std::size_t i = 0; i < all.parts.size(); ++i)
        for (std::size_t j = i + 1; j < all.parts.size(); ++j) {
            const Placed a = io::placed(all.parts[i]), b = io::placed(all.parts[j]);
            if (overlaps(a, b)) table.add(all.parts[i].name + " " + all.parts[j].name, a, b);
        }
    table.row("the files");
}

Settings parse(int argc, char** argv) {
    Settings settings;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool more = i + 1 < argc;
        if (word == "--models" && more) {
            settings.models = argv[++i];
        } else if (word == "--files") {
            while (i + 1 < argc && argv[i + 1][0] != '-') settings.files.emplace_back(argv[++i]);
        } else if (word == "--pairs" && more) {
            settings.pairs = std::atoi(argv[++i]);
        } else if (word == "--effort" && more) {
            settings.separation.max_iterations = static_cast<std::uint32_t>(std::atoi(argv[++i]));
        } else if (word == "--tolerance" && more) {
            settings.separation.tolerance = std::atof(argv[++i]);
        } else if (word == "--tight") {
            settings.separation.depth = DepthEffort::tight;
        } else if (word == "--coarse") {
            settings.coarse = true;
        } else if (word == "--each") {
            settings.each = true;
        } else {
            std::fprintf(stderr, "unknown argument %s\n", argv[i]);
            std::exit(2);
        }
    }
    return settings;
}

}  // namespace

int main(int argc, char** argv) {
    const Settings settings = parse(argc, argv);
    Table table(settings);
    pairs_of(table, generated(false), settings.pairs, "generated solids, coarse");
    if (!settings.coarse) pairs_of(table, generated(true), settings.pairs, "generated solids, fine");
    pins(table);
    plates(table);
    if (!settings.models.empty()) pairs_of(table, solids_in(settings.models), settings.pairs, "models");
    if (!settings.files.empty()) files(table, settings.files);
    return 0;
}
