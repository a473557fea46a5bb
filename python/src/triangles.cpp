#include "triangles.hpp"

#include <cstring>
#include <limits>
#include <utility>

#include "objects.hpp"

namespace graze::python {

namespace {

using Indices = py::array_t<long long, py::array::c_style | py::array::forcecast>;

Indices indices_of(py::handle value, const std::string& name) {
    const py::array given = array_or_none(value);
    const char kind = given ? given.dtype().kind() : 'O';
    if (kind != 'i' && kind != 'u' && (kind != 'f' || given.size() != 0))
        refuse_type(name + ": an array of whole numbers is needed, not " +
                    (given ? "of " + py::str(given.dtype()).cast<std::string>() : type_name(value)));
    if (given.ndim() != 2 || given.shape(1) != 3)
        refuse_value(name + ": shape " + extents_of(given) + "; triangles are (M, 3)");
    require_convertible(given, name);
    auto numbers = Indices::ensure(given);
    if (!numbers) refuse_value(name + ": shape " + extents_of(given) + " cannot be converted to int64");
    return numbers;
}

}  // namespace

std::span<const Vec3> as_points(const Doubles& array) {
    static_assert(sizeof(Vec3) == 3 * sizeof(double));
    return {reinterpret_cast<const Vec3*>(array.data()), static_cast<std::size_t>(array.size()) / 3};
}

TriangleIndices triangles_of(py::handle value, std::size_t vertices, const std::string& name) {
    const Indices numbers = indices_of(value, name);
    TriangleIndices triangles(static_cast<std::size_t>(numbers.shape(0)));
    const long long* in = numbers.data();
    for (std::size_t i = 0; i < triangles.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            const long long index = in[3 * i + k];
            if (index < 0 || static_cast<unsigned long long>(index) >= vertices || index >= 0xffffffffLL)
                refuse_value(named(name, i, true) + ": vertex " + std::to_string(index) + " of " +
                             std::to_string(vertices));
            triangles[i][k] = static_cast<std::uint32_t>(index);
        }
    return triangles;
}

TriangleIndices triangles_of_any(py::handle value, const std::string& name) {
    const Indices numbers = indices_of(value, name);
    TriangleIndices triangles(static_cast<std::size_t>(numbers.shape(0)));
    const long long* in = numbers.data();
    for (auto& corners : triangles)
        for (std::uint32_t& corner : corners) {
            const long long index = *in++;
            corner = index < 0 || index > 0xffffffffLL ? std::numeric_limits<std::uint32_t>::max()
                                                       : static_cast<std::uint32_t>(index);
        }
    return triangles;
}

const MeshData& mesh_of(py::handle value, const std::string& name) {
    const Shape& shape = shape_of(value, name);
    const MeshData* mesh = mesh_data(shape);
    if (mesh == nullptr) refuse_type(name + ": a Mesh is needed, not " + type_name(value));
    if (shape.margin() > 0) refuse_value(name + ": a mesh without a margin is needed");
    return *mesh;
}

Mesh mesh_again(const MeshData& data) {
    MeshOptions options = data.options;
    options.borrow = false;
    auto made = unlocked([&] { return Mesh::build(data.vertices, data.triangles.copied(), options); });
    if (!made) refuse_value("mesh: " + made.error().message());
    return *std::move(made);
}

py::array array_of(const TriangleIndices& triangles) {
    py::array_t<std::uint32_t> array({static_cast<py::ssize_t>(triangles.size()), py::ssize_t{3}});
    static_assert(sizeof(TriangleIndices::value_type) == 3 * sizeof(std::uint32_t));
    if (!triangles.empty()) std::memcpy(array.mutable_data(), triangles.data(), triangles.size() * 12);
    return array;
}

py::tuple arrays_of(const TriangleSoup& soup) {
    Doubles vertices({static_cast<py::ssize_t>(soup.vertices.size()), py::ssize_t{3}});
    double* v = vertices.mutable_data();
    for (const Vec3& x : soup.vertices) *v++ = x.x, *v++ = x.y, *v++ = x.z;
    return py::make_tuple(vertices, array_of(soup.triangles));
}

}  // namespace graze::python
