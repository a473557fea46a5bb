// A scene of all kinds of shapes beside a plain list of what is in it: the oracle asks the verbs of every two
// objects.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/scene/scene.hpp"
#include "oracle/generators.hpp"

namespace graze::test {

inline Mesh small_mesh(MeshKind kind = MeshKind::solid) {
    const TriangleSoup torus =
        torus_mesh({.major_radius = 0.8, .minor_radius = 0.3, .rings = 10, .sides = 6});
    return *Mesh::build(torus.vertices, torus.triangles, {.kind = kind});
}

/// Any shape of size about 1: the convex types, and a mesh or a compound now and then.
inline Shape any_shape(Random& random) {
    if (random.chance(0.1)) return small_mesh(random.chance(0.5) ? MeshKind::solid : MeshKind::surface);
    if (random.chance(0.1)) {
        const std::vector<CompoundPart> parts{{Sphere{0.3}, Affine::from(Pose::translation({0.6, 0, 0}))},
                                              {Box{{0.5, 0.1, 0.2}}, Affine::from(random.pose(0.2))}};
        return *Compound::build(parts);
    }
    if (random.chance(0.01)) return HalfSpace{random.direction(), -8};
    ShapeType type = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
    if (type == ShapeType::half_space) type = ShapeType::box;
    return random_shape(random, type);
}

/// Objects by id with the placed shapes that they should be.
struct PlainScene {
    struct Entry {
        ObjectId id{};
        Placed placed;
        std::uint32_t group = 1;
        std::uint32_t mask = ~std::uint32_t{0};
    };
    std::vector<Entry> entries;  ///< By growing id.

    void add(const ObjectId& id, const Placed& placed, std::uint32_t group = 1,
             std::uint32_t mask = ~std::uint32_t{0}) {
        entries.push_back({id, placed, group, mask});
        std::ranges::sort(entries, {}, &Entry::id);
    }
    void remove(const ObjectId& id) {
        std::erase_if(entries, [&](const Entry& entry) { return entry.id == id; });
    }
    Placed& placed(const ObjectId& id) { return std::ranges::find(entries, id, &Entry::id)->placed; }

    static bool may_collide(const Entry& x, const Entry& y) {
        return (x.group & y.mask) != 0 && (y.group & x.mask) != 0;
    }

    /// visit(x, y) for every two that may intersect, in order.
    template <class Visit> void for_each_pair(const Visit& visit) const {
        for (std::size_t i = 0; i < entries.size(); ++i) {
            for (std::size_t j = i + 1; j < entries.size(); ++j) {
                if (may_collide(entries[i], entries[j])) visit(entries[i], entries[j]);
            }
        }
    }
    [[nodiscard]] std::vector<ObjectPair> overlapping() const {
        std::vector<ObjectPair> pairs;
        for_each_pair([&](const Entry& x, const Entry& y) {
            if (overlaps(x.placed, y.placed)) pairs.push_back({x.id, y.id});
        });
        return pairs;
    }
    [[nodiscard]] std::optional<ObjectSeparation> closest() const {
        std::optional<ObjectSeparation> best;
        for_each_pair([&](const Entry& x, const Entry& y) {
            const Separation gap = separation(x.placed, y.placed);
            if (!best || gap.distance.upper < best->separation.distance.upper)
                best = ObjectSeparation{{x.id, y.id}, gap};
        });
        return best;
    }
};

}  // namespace graze::test
