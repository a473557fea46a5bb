// What loads as a scene is a scene: its objects are good, it can be asked, and keeping it gives bytes that
// come back as themselves.
#include <algorithm>
#include <cstring>
#include <vector>

#include "fuzz/byte_source.hpp"
#include "fuzz/checks.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/scene/scene.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/sealed_bytes.hpp"

namespace graze::test {
namespace {

constexpr std::size_t kHeadAndChecksum = 28;

std::string fault_of_loaded(const Bytes& bytes) {
    const auto scene = scene_from_bytes(bytes);
    if (!scene) return scene.error().message().size() > 10 ? "" : "refused without a reason";
    for (const ObjectId& id : scene->objects()) {
        if (!check(scene->placed(id))) return "an object that is not valid";
        if (is_empty(scene->bounds(id))) return "an object without a box";
    }
    const Bytes kept = to_bytes(*scene);
    const auto again = scene_from_bytes(kept);
    if (!again) return "what was loaded cannot be kept: " + again.error().message();
    if (to_bytes(*again) != kept) return "bytes that come back are not those that were kept";
    // Shapes of wild numbers take long to ask; a few are enough to reach every table.
    if (scene->size() > 6) return "";
    const auto pairs = scene->overlapping_pairs(), same = again->overlapping_pairs();
    const auto same_places = [](const ObjectPair& p, const ObjectPair& q) {
        return p.a.index == q.a.index && p.b.index == q.b.index;
    };
    if (!std::equal(pairs.begin(), pairs.end(), same.begin(), same.end(), same_places))
        return "other pairs overlap";
    const Ray ray{{-3, 0.1, 0.2}, {1, 0.25, 0}};
    const auto hit = scene->raycast(ray), same_hit = again->raycast(ray);
    if (hit.has_value() != same_hit.has_value() || (hit && hit->t != same_hit->t))
        return "a ray ends elsewhere";
    return "";
}

Shape heavy_shape(ByteSource& source) {
    const TriangleSoup box = box_mesh({1, 0.5, 0.25});
    switch (source.choice(5)) {
        case 0: return *Mesh::build(box.vertices, box.triangles);
        case 1: return *Mesh::build(box.vertices, box.triangles, {.kind = MeshKind::solid});
        case 2: {
            const Shape part = source.shape(1);
            const std::vector<CompoundPart> parts{
                {part, {}}, {Sphere{0.5}, Affine::from(Pose::translation({1, 0, 0}))}, {part, {}}};
            if (const auto compound = Compound::build(parts)) return *compound;
            return part;
        }
        case 3: {
            const std::vector<double> heights{0, 1, 0.5, 0, 0.25, 1};
            return transformed(*HeightField::build({.columns = 2, .rows = 1}, heights),
                               Affine::scale({1, 2, source.number()}));
        }
        default: {
            const std::vector<Vec3> points = source.points();
            if (const auto hull = ConvexHull::build(points, {.allow_degenerate = true})) return *hull;
            return Point{};
        }
    }
}

Bytes built(ByteSource& source) {
    Scene scene;
    std::vector<ObjectId> ids;
    for (std::size_t left = 1 + source.choice(5); left > 0; --left) {
        const Shape shape = source.choice(3) == 0 ? heavy_shape(source) : source.shape();
        const ObjectOptions options{.margin = source.choice(4) == 0 ? 0.125 : 0};
        const Pose pose = source.pose();
        const Affine map{Mat3::diagonal({1, 0.5, 2}), pose.position};
        ids.push_back(source.choice(4) == 0 ? scene.add(shape, map, options)
                                            : scene.add(shape, pose, options));
        if (source.choice(5) == 0) static_cast<void>(scene.exclude(ids.front(), ids.back()));
        if (source.choice(5) == 0) static_cast<void>(scene.remove(ids[source.choice(ids.size())]));
    }
    return to_bytes(scene);
}

}  // namespace

std::string fault_of_scene_bytes(std::span<const std::uint8_t> bytes) {
    if (bytes.empty()) return fault_of_loaded({});
    const std::uint8_t kind = bytes[0];
    const std::span<const std::uint8_t> rest = bytes.subspan(1);
    if (kind % 4 < 2) {
        Bytes raw(rest.size());
        if (!rest.empty()) std::memcpy(raw.data(), rest.data(), rest.size());
        if (kind % 4 == 1 && raw.size() >= kHeadAndChecksum) {
            raw.resize(raw.size() / 4 * 4);
            seal(raw);
        }
        return fault_of_loaded(raw);
    }
    ByteSource source(rest);
    Bytes kept = built(source);
    if (std::string fault = fault_of_loaded(kept); !fault.empty() || kept.size() <= kHeadAndChecksum)
        return fault;
    if (!scene_from_bytes(kept)) return "a scene that was kept does not load";
    // A few edits with right checksums reach far into the loader.
    for (std::size_t edits = source.choice(4); edits > 0; --edits) {
        const std::size_t at = 20 + (source.byte() + 256U * source.byte()) % (kept.size() - kHeadAndChecksum);
        kept[at] = static_cast<std::byte>(source.byte());
    }
    seal(kept);
    return fault_of_loaded(kept);
}

}  // namespace graze::test
