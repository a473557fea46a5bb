// A scene, sealed: the table of shapes, the places with their objects, the free places in the order of their
// use, the pairs left out. Objects are described again by the function that described them first, so whatever
// loads could have been added.
#include "graze/scene/scene.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "mesh/bytes/shape_bytes_table.hpp"
#include "scene/scene_state.hpp"

namespace graze {
namespace {

using shape_bytes::refused;
using shape_bytes::TableReader;
using shape_bytes::TableWriter;

constexpr shape_bytes::Seal kSeal{{0x7a617267, 0x6e656353}, kSceneBytesVersion, "scene"};  // "grazScen"
constexpr std::size_t kLeastPlaceBytes = 8;

void write_object(WordWriter& writer, const SceneObject& object, std::uint32_t record) {
    writer.word(record);
    writer.word(object.map ? 1 : 0);
    writer.map(Affine::from(object.placed.pose));
    if (object.map) writer.map({object.map->linear, {}});
    writer.number(object.options.margin);
    writer.word(object.options.group);
    writer.word(object.options.mask);
    writer.wide(object.options.user_data);
}

std::string named(ProxyId place) { return "object at place " + std::to_string(place) + " "; }

expected<SceneObject, BuildError> read_object(WordReader& reader, const TableReader& shapes, ProxyId place) {
    const std::uint32_t record = reader.word(), mapped = reader.word();
    const Affine pose = reader.map();
    Placement placement{{pose.linear, pose.offset}, {}};
    if (mapped == 1) placement.map = reader.map().linear;
    ObjectOptions options;
    options.margin = reader.number();
    options.group = reader.word();
    options.mask = reader.word();
    options.user_data = reader.wide();
    if (reader.ran_out()) return refused(named(place) + "is cut off; save the scene again");
    const Shape* shape = shapes.shape(record);
    if (!shape)
        return refused(named(place) + "names a shape that is not there; save the scene again",
                       Rule::out_of_range);
    if (mapped > 1)
        return refused(named(place) + "is placed neither by a pose nor by a map; save the scene again");
    auto object = describe(*shape, placement, options);
    if (!object) return refused(named(place) + "cannot be placed: " + object.error().message);
    return *std::move(object);
}

/// What a scene is made of, as it was kept.
struct KeptScene {
    std::vector<SceneObject> objects;  ///< By place.
    std::vector<std::uint32_t> free_places;
    ExcludedPairs excluded;

    /// Neither taken nor worn out.
    [[nodiscard]] bool is_free(std::size_t place) const noexcept {
        return !objects[place].there && !objects[place].is_worn_out();
    }
};

expected<void, BuildError> read_places(KeptScene& kept, WordReader& reader, const TableReader& shapes,
                                       const Placed& nothing) {
    const std::uint64_t count = reader.wide();
    if (!reader.can_hold(count, kLeastPlaceBytes) || count > ~ProxyId{0})
        return refused("the scene claims " + std::to_string(count) +
                       " places, more than its bytes can hold; save it again");
    kept.objects.reserve(static_cast<std::size_t>(count));
    for (ProxyId place = 0; place < count; ++place) {
        const std::uint32_t generation = reader.word(), there = reader.word();
        if (reader.ran_out() || there > 1 || generation == 0 || generation > SceneObject::kMostGenerations)
            return refused(named(place) + "has an age that no object has; save the scene again",
                           Rule::out_of_range);
        if (there == 1) {
            auto object = read_object(reader, shapes, place);
            if (!object) return unexpected<BuildError>(std::move(object.error()));
            kept.objects.push_back(*std::move(object));
        } else {
            kept.objects.push_back({nothing, nothing.shape});
        }
        kept.objects.back().there = there == 1;
        kept.objects.back().generation = generation;
    }
    return {};
}

expected<void, BuildError> read_free_places(KeptScene& kept, WordReader& reader) {
    std::vector<bool> free(kept.objects.size());
    for (std::size_t i = 0; i < free.size(); ++i) free[i] = kept.is_free(i);
    for (auto left = std::ranges::count(free, true); left > 0; --left) {
        const std::uint32_t place = reader.word();
        if (reader.ran_out() || place >= free.size() || !free[place])
            return refused("place " + std::to_string(place) +
                               " is marked as free, and is not, or is not there; save the scene again",
                           Rule::out_of_range);
        free[place] = false;
        kept.free_places.push_back(place);
    }
    return {};
}

expected<void, BuildError> read_exclusions(KeptScene& kept, WordReader& reader) {
    const std::uint64_t count = reader.wide();
    if (!reader.can_hold(count, 8))
        return refused("the scene claims " + std::to_string(count) +
                       " excluded pairs, more than its bytes can hold; save it again");
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t key = reader.wide(), first = key >> 32, second = key & 0xffffffffU;
        const bool there = first <= second && second < kept.objects.size() && kept.objects[first].there &&
                           kept.objects[second].there;
        if (!there || (i > 0 && key <= last))
            return refused("excluded pair " + std::to_string(i) +
                               " is out of order or of objects that are not there; save the scene again",
                           Rule::out_of_range);
        kept.excluded.insert(static_cast<ProxyId>(first), static_cast<ProxyId>(second));
        last = key;
    }
    return {};
}

expected<KeptScene, BuildError> read_scene(WordReader& reader, const Placed& nothing) {
    const auto shapes = TableReader::read(reader);
    if (!shapes) return unexpected<BuildError>(shapes.error());
    KeptScene kept;
    if (auto read = read_places(kept, reader, *shapes, nothing); !read)
        return unexpected<BuildError>(std::move(read.error()));
    if (auto read = read_free_places(kept, reader); !read)
        return unexpected<BuildError>(std::move(read.error()));
    if (auto read = read_exclusions(kept, reader); !read)
        return unexpected<BuildError>(std::move(read.error()));
    if (reader.ran_out() || reader.left() > 0)
        return refused("there is something after the end of the scene; save it again");
    return kept;
}

}  // namespace

std::vector<std::byte> to_bytes(const Scene& scene) {
    const Scene::State& state = *scene.state_;
    TableWriter shapes;
    WordWriter places;
    places.wide(state.objects.size());
    for (const SceneObject& object : state.objects) {
        places.word(object.generation);
        places.word(object.there ? 1 : 0);
        if (object.there) write_object(places, object, shapes.add(object.given));
    }
    for (const std::uint32_t place : state.free_places) places.word(place);
    const std::vector<ProxyPair> excluded = state.excluded.pairs();
    places.wide(excluded.size());
    for (const auto& [first, second] : excluded) places.wide((std::uint64_t{first} << 32) | second);
    WordWriter writer;
    shapes.write(writer);
    writer.append(places.bytes());
    return sealed(kSeal, writer.bytes());
}

expected<Scene, BuildError> scene_from_bytes(std::span<const std::byte> bytes, SceneOptions options) {
    const auto content = unsealed(kSeal, bytes);
    if (!content) return unexpected<BuildError>(content.error());
    Scene scene(std::move(options));
    Scene::State& state = *scene.state_;
    WordReader reader(*content);
    auto kept = read_scene(reader, state.nothing);
    if (!kept) return unexpected<BuildError>(std::move(kept.error()));
    state.objects = std::move(kept->objects);
    state.free_places = std::move(kept->free_places);
    state.excluded = std::move(kept->excluded);
    std::vector<ProxyId> places;
    std::vector<Aabb> boxes;
    for (ProxyId place = 0; place < state.objects.size(); ++place) {
        if (!state.objects[place].there) continue;
        state.follow(state.objects[place]);
        places.push_back(place);
        boxes.push_back(unchecked_box_of(state.objects[place].placed));
    }
    state.count = places.size();
    state.boxes.place(places, boxes);
    return scene;
}

}  // namespace graze
