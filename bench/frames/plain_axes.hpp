// The document's separating axes test of two frames, for comparison with its elimination: no bounding boxes
// first, no order of the axes, no error bounds. Axes in the plane: normals of the components, and of their
// difference for triangles. In space: normals of the faces (three, or four of a tetrahedron), then products
// of the edges (three, or six). Closed: touching is overlapping.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "plain_elimination.hpp"

namespace graze::bench {

/// How a frame is projected on an axis. The document makes every vertex and projects it, for each axis again;
/// sums of the components' projections give the same interval with fewer operations.
enum class PlainProjection : std::uint8_t { vertices, components };

template <int D, PlainProjection Projection> class PlainAxes {
public:
    static bool overlap(const PlainFrame<D>& a, const PlainFrame<D>& b) {
        if constexpr (D == 2) {
            return !separated_by_sides(a, a, b) && !separated_by_sides(b, a, b);
        } else {
            return !separated_by_faces(a, a, b) && !separated_by_faces(b, a, b) && !separated_by_edges(a, b);
        }
    }

private:
    using Vector = std::array<double, D>;
    struct Range {
        double low = 0, high = 0;

        void include(double x) {
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
    };

    static double project(const Vector& axis, const Vector& v) {
        double sum = 0;
        for (std::size_t k = 0; k < D; ++k) sum += axis[k] * v[k];
        return sum;
    }
    static Vector difference(const Vector& a, const Vector& b) {
        Vector d{};
        for (std::size_t k = 0; k < D; ++k) d[k] = a[k] - b[k];
        return d;
    }
    static Vector cross(const Vector& a, const Vector& b) {
        return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    }

    static Range by_vertices(const PlainFrame<D>& frame, const Vector& axis) {
        const double origin = project(axis, frame.origin);
        Range range{origin, origin};
        for (std::size_t corner = 1; corner < (std::size_t{1} << D); ++corner) {
            if (!frame.cuboid && (corner & (corner - 1)) != 0) continue;
            Vector vertex = frame.origin;
            for (std::size_t i = 0; i < D; ++i) {
                if ((corner >> i & 1) == 0) continue;
                for (std::size_t k = 0; k < D; ++k) vertex[k] += frame.component[i][k];
            }
            range.include(project(axis, vertex));
        }
        return range;
    }
    static Range by_components(const PlainFrame<D>& frame, const Vector& axis) {
        const double origin = project(axis, frame.origin);
        Range range{origin, origin};
        for (std::size_t i = 0; i < D; ++i) {
            const double along = project(axis, frame.component[i]);
            if (!frame.cuboid)
                range.include(origin + along);
            else
                (along < 0 ? range.low : range.high) += along;
        }
        return range;
    }
    static bool separates(const Vector& axis, const PlainFrame<D>& a, const PlainFrame<D>& b) {
        constexpr bool kVertices = Projection == PlainProjection::vertices;
        const Range p = kVertices ? by_vertices(a, axis) : by_components(a, axis);
        const Range q = kVertices ? by_vertices(b, axis) : by_components(b, axis);
        return p.high < q.low || q.high < p.low;
    }

    static bool separated_by_sides(const PlainFrame<D>& of, const PlainFrame<D>& a, const PlainFrame<D>& b) {
        const auto side = [&](const Vector& edge) { return separates({edge[1], -edge[0]}, a, b); };
        return side(of.component[0]) || side(of.component[1]) ||
               (!of.cuboid && side(difference(of.component[1], of.component[0])));
    }
    static bool separated_by_faces(const PlainFrame<D>& of, const PlainFrame<D>& a, const PlainFrame<D>& b) {
        const auto& c = of.component;
        if (separates(cross(c[0], c[1]), a, b) || separates(cross(c[1], c[2]), a, b) ||
            separates(cross(c[2], c[0]), a, b))
            return true;
        return !of.cuboid && separates(cross(difference(c[1], c[0]), difference(c[2], c[0])), a, b);
    }

    /// The edges of a frame, up to translation.
    struct Edges {
        std::array<Vector, 6> vectors{};
        std::size_t count = 3;

        explicit Edges(const PlainFrame<D>& frame) {
            for (std::size_t i = 0; i < 3; ++i) vectors[i] = frame.component[i];
            if (frame.cuboid) return;
            for (std::size_t i = 0; i < 3; ++i)
                vectors[count++] = difference(frame.component[(i + 1) % 3], frame.component[i]);
        }
    };
    static bool separated_by_edges(const PlainFrame<D>& a, const PlainFrame<D>& b) {
        const Edges edges_a(a), edges_b(b);
        for (std::size_t i = 0; i < edges_a.count; ++i) {
            for (std::size_t j = 0; j < edges_b.count; ++j) {
                if (separates(cross(edges_a.vectors[i], edges_b.vectors[j]), a, b)) return true;
            }
        }
        return false;
    }
};

}  // namespace graze::bench
