// Checks of how an array of vertices is laid out.
#include <limits>
#include <string>

#include "graze/shape/hull.hpp"

namespace graze {
namespace {

unexpected<BuildError> refused(Element kind, std::size_t element, std::string text) {
    return unexpected<BuildError>({Rule::out_of_range, kind, element, std::move(text)});
}

}  // namespace

expected<void, BuildError> check(const VertexView& vertices) {
    if (vertices.scalar != VertexScalar::float32 && vertices.scalar != VertexScalar::float64)
        return refused(Element::whole, 0, "the vertices are of no known scalar; give float32 or float64");
    if (vertices.empty()) return {};
    const std::size_t scalar = vertices.scalar == VertexScalar::float32 ? sizeof(float) : sizeof(double);
    const std::string bytes = std::to_string(scalar) + " bytes";
    if (vertices.pointer == nullptr)
        return refused(Element::whole, 0,
                       "the array of " + std::to_string(vertices.count) +
                           " vertices is null; give the address of the first one");
    if (vertices.stride < 3 * scalar)
        return refused(Element::whole, 0,
                       "the stride is " + std::to_string(vertices.stride) + " bytes, and a vertex takes " +
                           std::to_string(3 * scalar) + "; give the bytes from one vertex to the next");
    if (vertices.stride > std::numeric_limits<std::ptrdiff_t>::max() / vertices.count)
        return refused(Element::whole, 0, "the array is larger than memory; give its stride in bytes");
    if (reinterpret_cast<std::uintptr_t>(vertices.pointer) % scalar != 0)
        return refused(Element::vertex, 0, "is misaligned; align the array to " + bytes);
    if (vertices.stride % scalar != 0 && vertices.count > 1)
        return refused(Element::vertex, 1, "is misaligned; choose a stride that is a multiple of " + bytes);
    return {};
}

}  // namespace graze
