// The tool's main job at size: an assembly of two thousand parts and five million triangles is written as one
// binary glTF file; `graze check` and a small FCL program read it and name the parts that clash, each in a
// process of its own, by turns. Reported: processor time, wall time and the most memory of each (medians),
// the ratio to the first, and memory beside that of the raw geometry (24 bytes a vertex, 12 a triangle).
// Usage: graze_bench_assembly [--parts N] [--rounds N] [--folder DIR] | --fcl FILE
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <graze/graze.hpp>
#include <graze/io/document.hpp>

#include "oracle/random.hpp"
#include "ratios.hpp"
#ifdef GRAZE_BENCH_FCL
#include "clashes_by_fcl.hpp"
#endif

using namespace graze;

namespace {

struct Settings {
    std::size_t parts = 2000;
    int rounds = 3;
    std::filesystem::path folder = std::filesystem::temp_directory_path() / "graze_bench_assembly";
};

/// About 2500 triangles, another mesh for every number: nothing can be shared.
TriangleSoup part_mesh(std::size_t number) {
    const double size = 1 + 0.01 * static_cast<double>(number % 10);
    switch (number % 3) {
        case 0:
            return torus_knot_mesh({.major_radius = 0.7 * size,
                                    .minor_radius = 0.28,
                                    .tube_radius = 0.12,
                                    .rings = 80,
                                    .sides = 16});
        case 1:
            return torus_mesh({.major_radius = 0.7 * size, .minor_radius = 0.25, .rings = 50, .sides = 25});
        default:
            return gear_mesh({.teeth = 40,
                              .tip_radius = size,
                              .root_radius = 0.85,
                              .bore_radius = 0.3,
                              .half_thickness = 0.2,
                              .layers = 3});
    }
}

/// Parts on a grid that is a little too narrow for them, turned at random: some neighbours clash.
io::Document make_assembly(std::size_t count) {
    test::Random random(7);
    const auto edge = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(count))));
    io::Document document;
    for (std::size_t i = 0; i < count; ++i) {
        const TriangleSoup soup = part_mesh(i);
        const auto mesh = Mesh::build(soup.vertices, soup.triangles);
        if (!mesh) std::abort();
        const Vec3 cell{static_cast<double>(i % edge), static_cast<double>(i / edge % edge),
                        static_cast<double>(i / edge / edge)};
        io::Part part{"part " + std::to_string(i), {}, *mesh, {}, {}, {}, 0};
        part.pose = Pose::from(random.rotation(), 1.9 * cell);
        document.parts.push_back(std::move(part));
    }
    return document;
}

struct Size {
    std::size_t triangles = 0;
    std::size_t bytes = 0;  ///< Of the raw geometry.
};

Size write_assembly(const Settings& settings, const std::filesystem::path& file) {
    const io::Document document = make_assembly(settings.parts);
    Size size;
    for (const io::Part& part : document.parts) {
        const MeshData& mesh = *mesh_data(part.shape);
        size.triangles += mesh.triangles.size();
        size.bytes += 24 * mesh.vertices.size() + 12 * mesh.triangles.size();
    }
    if (const auto written = io::write_glb(document, file); !written) {
        std::fprintf(stderr, "%s\n", written.error().message().c_str());
        std::exit(2);
    }
    return size;
}

struct Run {
    double processor = 0;  ///< Seconds.
    double wall = 0;       ///< Seconds.
    double memory = 0;     ///< Bytes at the most.
    std::size_t pairs = 0;
};

std::size_t count_lines(const std::filesystem::path& file) {
    std::ifstream in(file);
    return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(in), {}, '\n'));
}

/// Runs a program whose output has one line for each pair, after `header` others.
Run run(const std::vector<std::string>& command, const std::filesystem::path& output, std::size_t header) {
    std::fflush(stdout);  // what is not written yet would be written by the child too
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        std::vector<char*> arguments;
        for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
        arguments.push_back(nullptr);
        if (std::freopen(output.c_str(), "w", stdout) == nullptr) _exit(127);
        execv(arguments[0], arguments.data());
        _exit(127);
    }
    int status = 0;
    rusage use{};
    wait4(child, &status, 0, &use);
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
        std::fprintf(stderr, "%s failed\n", command[0].c_str());
        std::exit(2);
    }
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return {seconds(use.ru_utime) + seconds(use.ru_stime),
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
            1024.0 * static_cast<double>(use.ru_maxrss), count_lines(output) - header};
}

double median(std::vector<Run> runs, double Run::*what) {
    std::nth_element(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2), runs.end(),
                     [what](const Run& a, const Run& b) { return a.*what < b.*what; });
    return runs[runs.size() / 2].*what;
}

struct Contender {
    std::string name;
    std::vector<std::string> command;
    std::size_t header = 0;
    std::vector<Run> runs{};
};

void print(const Contender& contender, const Contender& rival, const Size& size) {
    const double processor = median(contender.runs, &Run::processor),
                 wall = median(contender.runs, &Run::wall);
    const double memory = median(contender.runs, &Run::memory);
    std::printf("%-34s %8.2f s %6.2f %8.2f s %6.2f %8.0f MB %6.2f %9zu\n", contender.name.c_str(), processor,
                processor / median(rival.runs, &Run::processor), wall, wall / median(rival.runs, &Run::wall),
                memory / 1e6, memory / static_cast<double>(size.bytes), contender.runs[0].pairs);
}

Settings read_settings(int argc, char** argv) {
    Settings settings;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view name = argv[i];
        if (name == "--parts") settings.parts = std::strtoull(argv[i + 1], nullptr, 10);
        if (name == "--rounds") settings.rounds = std::max(1, std::atoi(argv[i + 1]));
        if (name == "--folder") settings.folder = argv[i + 1];
    }
    return settings;
}

}  // namespace

int main(int argc, char** argv) {
#ifdef GRAZE_BENCH_FCL
    if (argc == 3 && std::string_view(argv[1]) == "--fcl")
        return bench::print_clashes_by_fcl(argv[2]) ? 0 : 2;
#endif
    const Settings settings = read_settings(argc, argv);
    std::filesystem::create_directories(settings.folder);
    const std::filesystem::path file = settings.folder / "assembly.glb",
                                output = settings.folder / "output.txt";
    const Size size = write_assembly(settings, file);
    malloc_trim(0);  // a child begins with its parent's memory, and the most it had counts as its own
    std::printf("%zu parts, %zu triangles, raw geometry %.0f MB\n", settings.parts, size.triangles,
                static_cast<double>(size.bytes) / 1e6);

    std::vector<Contender> contenders;
#ifdef GRAZE_BENCH_FCL
    contenders.push_back({"FCL, which parts clash", {argv[0], "--fcl", file.string()}});
#endif
    for (const char* threads : {"1", "2"}) {
        const std::string name = std::string("graze check, threads ") + threads;
        contenders.push_back(
            {name,
             {GRAZE_PROGRAM, "check", file.string(), "--solids", "never", "--csv", "--threads", threads},
             1});
    }
    for (int round = 0; round < settings.rounds; ++round) {
        for (Contender& contender : contenders)
            contender.runs.push_back(run(contender.command, output, contender.header));
    }
    std::printf("%-34s %10s %6s %10s %6s %11s %6s %9s\n", "", "processor", "x 1st", "wall", "x 1st", "memory",
                "x raw", "clashes");
    for (const Contender& contender : contenders) print(contender, contenders[0], size);
    for (std::size_t c = 1; c < contenders.size(); ++c)
        graze::bench::record_ratio(
            "assembly", {contenders[c].name + ", wall", contenders[0].name,
                         median(contenders[c].runs, &Run::wall) / median(contenders[0].runs, &Run::wall)});
    std::filesystem::remove(file);
    std::filesystem::remove(output);
    return 0;
}
