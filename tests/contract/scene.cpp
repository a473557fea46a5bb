// The promises of the public interface for scenes and responses, as a user's program against an installed
// graze. Exit status 0 when all hold.
#include <graze/graze.hpp>

#include "promise.hpp"

#include <vector>

using namespace graze;

namespace {

// Every object is damaged in a crash; mines explode instead, but not beside each other; sweepers take mines
// away.
void the_space_game() {
    Scene scene;
    ResponseTable table;
    const ResponseClass ship = table.make_class(), mine = table.make_class(), sweeper = table.make_class();
    int damaged = 0, exploded = 0, swept = 0;
    const ResponseId damage = table.add_default(ResponseType::simple, [&](const Encounter&) {
        ++damaged;
        return Continue::yes;
    });
    const ResponseId explode = table.add_class(mine, ResponseType::depth, [&](const Encounter& encounter) {
        ++exploded;
        PROMISE(encounter.separation.distance.upper <= 0);
        return Continue::yes;
    });
    table.remove_class(mine, damage);
    table.add_pair(mine, sweeper, ResponseType::witnessed, [&](const Encounter& encounter) {
        ++swept;
        PROMISE(verify(encounter.proof, scene.placed(encounter.a), scene.placed(encounter.b)));
        return Continue::yes;
    });
    table.remove_pair(mine, sweeper, explode);
    table.remove_pair(mine, mine, explode);

    const Box charge{{0.2, 0.2, 0.2}};
    const std::vector<ObjectId> ships{scene.add(Sphere{1}, Pose::identity()),
                                      scene.add(Sphere{1}, Pose::translation({1.5, 0, 0}))};
    const std::vector<ObjectId> mines{scene.add(charge, Pose::translation({0, 1, 0})),
                                      scene.add(charge, Pose::translation({0, 1.1, 0}))};
    const ObjectId broom = scene.add(Capsule{0.2, 1}, Pose::translation({0.3, 1.1, 0}));
    for (const ObjectId& id : ships) table.assign(id, ship);
    for (const ObjectId& id : mines) table.assign(id, mine);
    table.assign(broom, sweeper);
    PROMISE(scene.respond(table) == 6);
    PROMISE(damaged == 2 && exploded == 2 && swept == 2);
}

void scenes_never_go_stale() {
    Scene scene;
    const ObjectId a = scene.add(Sphere{1}, Pose::identity());
    const ObjectId b = scene.add(Sphere{1}, Pose::translation({1, 0, 0}));
    PROMISE(scene.near(a, b) && scene.overlapping_pairs() == std::vector<ObjectPair>{ObjectPair::of(b, a)});
    scene.move(b, Pose::translation({50, 0, 0}));
    PROMISE(!scene.near(a, b) && scene.overlapping_pairs().empty());
    const auto hit = scene.raycast(Ray{{40, 0, 0}, {1, 0, 0}});
    PROMISE(hit && hit->object == b && near(hit->t, 9));
    PROMISE(scene.closest_pair(b).has_value());
    PROMISE(scene.objects_in(Aabb{{49, -1, -1}, {51, 1, 1}}) == std::vector<ObjectId>{b});
    scene.remove(b);
    PROMISE(!scene.raycast(Ray{{40, 0, 0}, {1, 0, 0}}) && !scene.remove(b) &&
            !scene.move(b, Pose::identity()));
}

void callbacks_may_change_the_scene() {
    Scene scene;
    for (int i = 0; i < 5; ++i) scene.add(Sphere{1}, Pose::translation({0.5 * i, 0, 0}));
    ResponseTable destroy;
    destroy.add_default(ResponseType::simple, [&](const Encounter& encounter) {
        scene.remove(encounter.b);
        return Continue::yes;
    });
    scene.respond(destroy);
    PROMISE(scene.overlapping_pairs().empty());
}

}  // namespace

int main() {
    the_space_game();
    scenes_never_go_stale();
    callbacks_may_change_the_scene();
    if (broken == 0) std::puts("scene: all promises hold");
    return broken == 0 ? 0 : 1;
}
