// From Qhull's proposal to a surface that is convex by exact signs. Qhull works within rounding: neighbouring
// triangles of one nearly flat face may share a slightly concave edge. Such an edge is flipped, which adds
// the tetrahedron between the old and the new pair of triangles to the solid; a corner that ends up below the
// triangle of its three neighbours is cut off; a triangle without area gives its middle corner to the edge it
// lies on. Where nothing of that is possible the surface stays as it is, and `is_convex` is false.
#include <algorithm>
#include <unordered_map>

#include "graze/math/predicates.hpp"
#include "math/degeneracy/triangle_rank.hpp"
#include "shape/hull/hull_build.hpp"

namespace graze::hulls {
namespace {

constexpr std::size_t next(std::size_t k) { return k == 2 ? 0 : k + 1; }

/// One edge with the two triangles beside it: (a, b, c) and (b, a, d), both counter-clockwise from outside.
struct Wing {
    std::uint32_t t = 0, u = 0;  ///< The two triangles.
    std::size_t k = 0, m = 0;    ///< The edge's place in each.
    std::uint32_t a = 0, b = 0, c = 0, d = 0;
};

std::size_t place_of_neighbour(const Surface& surface, std::uint32_t t, std::uint32_t neighbour,
                               std::uint32_t from) {
    for (std::size_t k = 0; k < 3; ++k)
        if (surface.across[t][k] == neighbour && surface.triangles[t][k] == from) return k;
    return 3;
}

Wing wing_at(const Surface& surface, std::uint32_t t, std::size_t k) {
    Wing wing;
    wing.t = t;
    wing.k = k;
    wing.a = surface.triangles[t][k];
    wing.b = surface.triangles[t][next(k)];
    wing.c = surface.triangles[t][next(next(k))];
    wing.u = surface.across[t][k];
    wing.m = place_of_neighbour(surface, wing.u, t, wing.b);
    wing.d = surface.triangles[wing.u][next(next(wing.m))];
    return wing;
}

Sign fold(const Wing& wing, std::span<const Vec3> points) {
    return orient3d(points[wing.a], points[wing.b], points[wing.c], points[wing.d]);
}

class Repair {
public:
    Repair(Surface& surface, std::span<const Vec3> points)
        : surface_(surface),
          points_(points),
          alive_(surface.triangles.size(), true),
          left_(surface.triangles.size()) {}

    void run() {
        for (std::uint32_t t = 0; t < surface_.triangles.size(); ++t) push_edges(t);
        // Each flip adds volume, so that none can come back; the budget only guards against a surface that is
        // no sphere.
        std::size_t budget = 64 * surface_.triangles.size() + 1024;
        while (!queue_.empty() && budget-- > 0) {
            const std::uint32_t t = queue_.back() / 3;
            const std::size_t k = queue_.back() % 3;
            queue_.pop_back();
            if (alive_[t]) fix(wing_at(surface_, t, k));
        }
        compact();
    }

private:
    void push_edges(std::uint32_t t) {
        for (std::uint32_t k = 0; k < 3; ++k) queue_.push_back(3 * t + k);
    }

    void fix(const Wing& wing) {
        const Sign sign = fold(wing, points_);
        if (left_ <= 4 || sign == Sign::negative) return;
        if (sign != Sign::positive) {
            if (splits_edge(wing)) flip(wing);
            return;
        }
        const Wing back{wing.u, wing.t, wing.m, wing.k, wing.b, wing.a, wing.d, wing.c};
        if (degree_is_three(wing)) {
            cut_off_b(wing);
        } else if (degree_is_three(back)) {
            cut_off_b(back);
        } else if (flips_properly(wing)) {
            flip(wing);
        }
    }

    /// Whether (a, b, c) has no area because c lies between a and b: then c belongs to the edge, and the flip
    /// puts it there.
    bool splits_edge(const Wing& wing) const {
        const Vec3 &a = points_[wing.a], &b = points_[wing.b], &c = points_[wing.c];
        if (!is_degenerate(a, b, c) || !(dot(a - c, b - c) < 0)) return false;
        return !is_degenerate(a, b, points_[wing.d]) && !joined(wing.t, next(next(wing.k)), wing.d);
    }

    /// Whether b has no other neighbours than a, c, d.
    bool degree_is_three(const Wing& wing) const {
        return surface_.across[wing.t][next(wing.k)] == surface_.across[wing.u][next(next(wing.m))];
    }

    bool joined(std::uint32_t t, std::size_t corner, std::uint32_t other) const {
        const std::uint32_t centre = surface_.triangles[t][corner];
        std::uint32_t at = t;
        do {
            const auto& tri = surface_.triangles[at];
            const std::size_t k = tri[0] == centre ? 0 : tri[1] == centre ? 1 : 2;
            if (tri[next(k)] == other) return true;
            at = surface_.across[at][next(next(k))];
        } while (at != t);
        return false;
    }

    /// Viewed from outside the four corners must form a convex quadrilateral, and its other diagonal must be
    /// free.
    bool flips_properly(const Wing& wing) const {
        const Vec3 &a = points_[wing.a], &b = points_[wing.b], &c = points_[wing.c], &d = points_[wing.d];
        const Vec3 up = unit(cross(b - a, c - a)) + unit(cross(a - b, d - b));
        if (!(dot(up, cross(d - a, c - a)) > 0 && dot(up, cross(b - d, c - d)) > 0)) return false;
        return !joined(wing.t, next(next(wing.k)), wing.d);
    }

    void link(std::uint32_t t, std::size_t k, std::uint32_t u) {
        surface_.across[t][k] = u;
        const std::uint32_t from = surface_.triangles[t][next(k)];
        for (std::size_t m = 0; m < 3; ++m)
            if (surface_.triangles[u][m] == from) surface_.across[u][m] = t;
    }

    void flip(const Wing& wing) {
        const std::uint32_t bc = surface_.across[wing.t][next(wing.k)];
        const std::uint32_t ca = surface_.across[wing.t][next(next(wing.k))];
        const std::uint32_t ad = surface_.across[wing.u][next(wing.m)];
        const std::uint32_t db = surface_.across[wing.u][next(next(wing.m))];
        surface_.triangles[wing.t] = {wing.a, wing.d, wing.c};
        surface_.triangles[wing.u] = {wing.d, wing.b, wing.c};
        surface_.across[wing.t][1] = wing.u;
        surface_.across[wing.u][2] = wing.t;
        link(wing.t, 0, ad);
        link(wing.t, 2, ca);
        link(wing.u, 0, db);
        link(wing.u, 1, bc);
        push_edges(wing.t);
        push_edges(wing.u);
    }

    void cut_off_b(const Wing& wing) {
        const std::uint32_t third = surface_.across[wing.t][next(wing.k)];
        const std::uint32_t ca = surface_.across[wing.t][next(next(wing.k))];
        const std::uint32_t ad = surface_.across[wing.u][next(wing.m)];
        const std::size_t cd = place_of_neighbour_from(third, wing.d);
        const std::uint32_t dc = surface_.across[third][cd];
        alive_[wing.u] = alive_[third] = false;
        left_ -= 2;
        surface_.triangles[wing.t] = {wing.a, wing.d, wing.c};
        link(wing.t, 0, ad);
        link(wing.t, 1, dc);
        link(wing.t, 2, ca);
        push_edges(wing.t);
    }

    std::size_t place_of_neighbour_from(std::uint32_t t, std::uint32_t from) const {
        const auto& tri = surface_.triangles[t];
        return tri[0] == from ? 0 : tri[1] == from ? 1 : 2;
    }

    void compact() {
        std::vector<std::uint32_t> place(surface_.triangles.size());
        std::uint32_t count = 0;
        for (std::uint32_t t = 0; t < place.size(); ++t)
            if (alive_[t]) place[t] = count++;
        Surface kept;
        for (std::uint32_t t = 0; t < place.size(); ++t) {
            if (!alive_[t]) continue;
            kept.triangles.push_back(surface_.triangles[t]);
            const TriangleIndices& beyond = surface_.across[t];
            kept.across.push_back({place[beyond[0]], place[beyond[1]], place[beyond[2]]});
        }
        surface_ = std::move(kept);
    }

    Surface& surface_;
    std::span<const Vec3> points_;
    std::vector<bool> alive_;
    std::size_t left_;                  ///< Triangles alive; a tetrahedron is left alone.
    std::vector<std::uint32_t> queue_;  ///< 3 · triangle + edge.
};

}  // namespace

std::optional<Surface> link_surface(std::vector<TriangleIndices> triangles) {
    Surface surface{std::move(triangles), {}};
    if (surface.triangles.size() < 4) return std::nullopt;
    std::unordered_map<std::uint64_t, std::uint32_t> owner;
    owner.reserve(3 * surface.triangles.size());
    const auto key = [](std::uint32_t from, std::uint32_t to) { return std::uint64_t{from} << 32 | to; };
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k)
            if (!owner.emplace(key(surface.triangles[t][k], surface.triangles[t][next(k)]), t).second)
                return std::nullopt;
    surface.across.resize(surface.triangles.size());
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
        for (std::size_t k = 0; k < 3; ++k) {
            const auto found = owner.find(key(surface.triangles[t][next(k)], surface.triangles[t][k]));
            if (found == owner.end()) return std::nullopt;
            surface.across[t][k] = found->second;
        }
    }
    return surface;
}

void make_convex(Surface& surface, std::span<const Vec3> points) { Repair(surface, points).run(); }

bool is_convex(const Surface& surface, std::span<const Vec3> points) {
    if (surface.triangles.size() < 4) return false;
    // One triangle at each corner, turned so that the corner comes first.
    std::unordered_map<std::uint32_t, TriangleIndices> first;
    for (const TriangleIndices& t : surface.triangles)
        for (std::size_t k = 0; k < 3; ++k)
            first.emplace(t[k], TriangleIndices{t[k], t[next(k)], t[next(next(k))]});
    const auto above = [&](const TriangleIndices& t, std::uint32_t p) {
        return orient3d(points[t[0]], points[t[1]], points[t[2]], points[p]) == Sign::positive;
    };
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
        const TriangleIndices& corners = surface.triangles[t];
        if (is_degenerate(points[corners[0]], points[corners[1]], points[corners[2]])) return false;
        for (std::size_t k = 0; k < 3; ++k) {
            if (surface.across[t][k] > t && above(corners, wing_at(surface, t, k).d)) return false;
            // Convex edges alone would also let the triangles wind several times around a corner. Around the
            // first neighbour the others must come in order (it lies below every triangle here) and within
            // half a turn (all lie below the first triangle).
            const TriangleIndices& start = first[corners[k]];
            if (above(corners, start[1]) || above(start, corners[next(k)])) return false;
        }
    }
    return true;
}

std::vector<std::uint32_t> redundant_corners(const Surface& surface, std::span<const Vec3> points) {
    // A vertex of the hull has at least three creases: edges that are not flat.
    std::unordered_map<std::uint32_t, std::uint32_t> creases;
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Wing wing = wing_at(surface, t, k);
            // Each edge is visited from both sides and counts for the corner it starts at.
            creases[wing.a] += fold(wing, points) == Sign::negative ? 1 : 0;
        }
    }
    std::vector<std::uint32_t> redundant;
    for (const auto& [corner, count] : creases)
        if (count < 3) redundant.push_back(corner);
    std::sort(redundant.begin(), redundant.end());
    return redundant;
}

}  // namespace graze::hulls
