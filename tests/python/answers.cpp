// The answers of a C++ program to the pairs that python/tests/test_bytes.py asks batches about. Reads groups
// until the file ends: a shape and another as bytes with their sizes, a count, and as many poses of the
// second one (nine entries of the rotation by rows, then the position). Writes the answers of each group,
// array after array.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <graze/mesh/shape_bytes.hpp>
#include <graze/query/query.hpp>

namespace {

using namespace graze;

template <class T> bool read(std::ifstream& file, T* to, std::size_t count) {
    file.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(count * sizeof(T)));
    return static_cast<bool>(file);
}

template <class T> void write(std::ofstream& file, const std::vector<T>& items) {
    file.write(reinterpret_cast<const char*>(items.data()),
               static_cast<std::streamsize>(items.size() * sizeof(T)));
}

/// Empty at the end of the file; the program ends at bytes that are no shape.
std::vector<Shape> read_shape(std::ifstream& file) {
    std::uint64_t size = 0;
    if (!read(file, &size, 1)) return {};
    std::vector<std::byte> bytes(size);
    read(file, bytes.data(), size);
    const auto shape = shape_from_bytes(bytes);
    if (!shape) {
        std::fprintf(stderr, "%s\n", shape.error().message().c_str());
        std::exit(2);
    }
    return {*shape};
}

struct Answers {
    std::vector<unsigned char> hits, states, verdicts, counts;
    std::vector<double> lower, upper, numbers, manifolds;
    std::vector<std::uint32_t> iterations;

    void add(const Placed& a, const Placed& b) {
        hits.push_back(overlaps(a, b) ? 1 : 0);
        const Separation gap = separation(a, b);
        lower.push_back(gap.distance.lower);
        upper.push_back(gap.distance.upper);
        for (const Vec3& v : {gap.point_a, gap.point_b, gap.normal})
            numbers.insert(numbers.end(), {v.x, v.y, v.z});
        states.push_back(static_cast<unsigned char>(gap.status));
        iterations.push_back(gap.iterations);
        verdicts.push_back(static_cast<unsigned char>(decide(a, b).answer));
        const ContactManifold manifold = contacts(a, b);
        counts.push_back(static_cast<unsigned char>(manifold.points.size()));
        manifolds.insert(manifolds.end(), {manifold.normal.x, manifold.normal.y, manifold.normal.z});
    }
    void write_to(std::ofstream& file) const {
        write(file, hits);
        write(file, lower);
        write(file, upper);
        write(file, numbers);
        write(file, states);
        write(file, iterations);
        write(file, verdicts);
        write(file, counts);
        write(file, manifolds);
    }
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: graze_python_answers PAIRS ANSWERS\n", stderr);
        return 1;
    }
    std::ifstream pairs(argv[1], std::ios::binary);
    std::ofstream answers(argv[2], std::ios::binary);
    for (auto a = read_shape(pairs); !a.empty(); a = read_shape(pairs)) {
        const auto b = read_shape(pairs);
        std::uint64_t count = 0;
        read(pairs, &count, 1);
        Answers group;
        for (std::uint64_t i = 0; i < count; ++i) {
            double m[12] = {};
            if (!read(pairs, m, 12)) return 2;
            const Pose pose{Mat3::from_rows({m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}),
                            {m[9], m[10], m[11]}};
            group.add({a[0], {}}, {b[0], pose});
        }
        group.write_to(answers);
    }
    return answers.flush() ? 0 : 2;
}
