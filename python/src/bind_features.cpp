// First contact of features whose vertices move on straight lines: single and many pairs, and whole deforming
// meshes.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <graze/ccd/feature_impact.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "triangles.hpp"

namespace graze::python {

namespace {

VertexImpactOptions vertex_options(const py::tuple& given) {
    VertexImpactOptions options;
    options.tolerance = number_of(given[0], "tolerance");
    if (options.tolerance <= 0) refuse_value("tolerance: not above 0");
    options.minimum_separation = number_of(given[1], "minimum_separation");
    if (options.minimum_separation < 0) refuse_value("minimum_separation: below 0");
    options.until = number_of(given[2], "until");
    if (!(options.until > 0 && options.until <= 1)) refuse_value("until: not above 0 and at most 1");
    options.max_steps = static_cast<std::uint32_t>(integer_of(given[3], "max_steps", 0, 0xffffffffLL));
    return options;
}

/// Four vertices (4, 3), or many times four, (N, 4, 3).
struct Quads {
    Doubles array;
    std::size_t count = 1;
    bool many = false;

    Quads(py::handle value, const std::string& name) : array(doubles_of(value, name)) {
        const auto n = array.ndim();
        if ((n != 2 && n != 3) || array.shape(n - 1) != 3 || array.shape(n - 2) != 4)
            refuse_value(name + ": shape " + extents_of(array) +
                         "; four vertices are (4, 3), many times four (N, 4, 3)");
        many = n == 3;
        if (many) count = static_cast<std::size_t>(array.shape(0));
        require_finite(array, 12, name, many);
    }
    [[nodiscard]] std::array<Vec3, 4> operator[](std::size_t i) const {
        const double* v = array.data() + 12 * i;
        return {Vec3{v[0], v[1], v[2]}, Vec3{v[3], v[4], v[5]}, Vec3{v[6], v[7], v[8]},
                Vec3{v[9], v[10], v[11]}};
    }
};

py::tuple impact_fields(const Impact& impact) {
    return py::make_tuple(impact.hit, static_cast<int>(impact.answer), impact.time.lower, impact.time.upper,
                          array_of(impact.point), array_of(impact.normal), static_cast<int>(impact.status));
}

py::tuple impact_columns(const std::vector<Impact>& impacts) {
    return py::make_tuple(
        column<bool>(impacts, [](const Impact& i) { return i.hit; }),
        column<std::uint8_t>(impacts, [](const Impact& i) { return static_cast<int>(i.answer); }),
        column<double>(impacts, [](const Impact& i) { return i.time.lower; }),
        column<double>(impacts, [](const Impact& i) { return i.time.upper; }),
        vector_column(impacts, [](const Impact& i) { return i.point; }),
        vector_column(impacts, [](const Impact& i) { return i.normal; }),
        column<std::uint8_t>(impacts, [](const Impact& i) { return static_cast<int>(i.status); }));
}

template <class Ask>
py::tuple feature_impacts(const py::object& start, const py::object& end, const py::object& threads,
                          const Ask& ask) {
    const Quads from(start, "start"), to(end, "end");
    const unsigned parallel = threads_of(threads);
    if (from.many != to.many || from.count != to.count)
        refuse_value("end: shape " + extents_of(to.array) + ", and start has " + extents_of(from.array));
    if (!from.many) return impact_fields(ask(from[0], to[0]));
    std::vector<Impact> impacts(from.count);
    run_batch({from.count, parallel}, [&]() -> Block {
        return item_by_item([&](std::size_t i) {
            impacts[i] = ask(from[i], to[i]);
            return true;
        });
    });
    return impact_columns(impacts);
}

/// A mesh whose vertices move; owns what the library borrows.
struct MovingVertices {
    Doubles start;
    Doubles end;
    TriangleIndices triangles;

    MovingVertices(const py::tuple& given, const std::string& name)
        : start(points_of(given[0], name + ".start")), end(points_of(given[1], name + ".end")) {
        const auto count = static_cast<std::size_t>(start.size()) / 3;
        if (start.size() != end.size())
            refuse_value(name + ".end: " + std::to_string(end.size() / 3) + " vertices, and start has " +
                         std::to_string(count));
        triangles = triangles_of(given[2], count, name + ".triangles");
    }
    [[nodiscard]] DeformingMesh mesh() const {
        return {VertexView(as_points(start)), VertexView(as_points(end)), triangles};
    }
};

const char* pair_kind(FeaturePair::Kind kind) {
    static constexpr std::array<const char*, 3> kKinds = {"vertex_face", "face_vertex", "edge_edge"};
    return kKinds[static_cast<std::size_t>(kind)];
}

py::tuple deforming_verb(const py::tuple& a, const py::object& b, const py::tuple& given) {
    VertexImpactOptions options = vertex_options(given);
    const MovingVertices first(a, "a");
    const bool itself = b.is_none();
    const MovingVertices second(itself ? a : b.cast<py::tuple>(), "b");
    const auto found = ask_watched([&](Watch& watch) {
        return ask_stoppable(watch, [&](const StopRequest* stop) {
            options.stop = stop;
            return itself ? self_impact(first.mesh(), options)
                          : deforming_impact(first.mesh(), second.mesh(), options);
        });
    });
    if (!found) refuse_value("a, b: " + found.error().message());
    const auto& v = found->pair.vertices;
    return py::make_tuple(impact_fields(found->impact), pair_kind(found->pair.kind),
                          py::make_tuple(v[0], v[1], v[2], v[3]));
}

py::tuple close_verb(const py::tuple& a, const py::object& b, const py::object& given_reach) {
    const MovingVertices first(a, "a");
    const bool itself = b.is_none();
    const MovingVertices second(itself ? a : b.cast<py::tuple>(), "b");
    const double reach = number_of(given_reach, "reach");
    if (reach < 0) refuse_value("reach: below 0");
    expected<std::vector<FeaturePair>, BuildError> found;
    {
        const py::gil_scoped_release unlocked;
        found =
            itself ? close_features(first.mesh(), reach) : close_features(first.mesh(), second.mesh(), reach);
    }
    if (!found) refuse_value("a, b: " + found.error().message());
    py::array_t<std::uint32_t> vertices({static_cast<py::ssize_t>(found->size()), py::ssize_t{4}});
    std::uint32_t* out = vertices.mutable_data();
    for (const FeaturePair& pair : *found)
        for (const std::uint32_t vertex : pair.vertices) *out++ = vertex;
    return py::make_tuple(
        column<std::uint8_t>(*found, [](const FeaturePair& pair) { return static_cast<int>(pair.kind); }),
        vertices);
}

}  // namespace

void bind_features(py::module_& module) {
    module.def("vertex_face_impact", [](const py::object& start, const py::object& end,
                                        const py::object& threads, const py::tuple& given) {
        const VertexImpactOptions options = vertex_options(given);
        return feature_impacts(start, end, threads, [&](const auto& from, const auto& to) {
            return vertex_face_impact(from, to, options);
        });
    });
    module.def("edge_edge_impact", [](const py::object& start, const py::object& end,
                                      const py::object& threads, const py::tuple& given) {
        const VertexImpactOptions options = vertex_options(given);
        return feature_impacts(start, end, threads, [&](const auto& from, const auto& to) {
            return edge_edge_impact(from, to, options);
        });
    });
    module.def("deforming_impact", &deforming_verb);
    module.def("close_features", &close_verb);
}

}  // namespace graze::python
