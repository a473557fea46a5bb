// A scene of several objects: which pairs overlap, callbacks for them, what a ray hits, and the first impact
// of a motion.
#include <graze/graze.hpp>

#include <cstdio>

using namespace graze;

int main() {
    // [shown: add]
    Scene scene;
    const ObjectId floor = scene.add(HalfSpace{{0, 0, 1}, 0}, Pose::identity());
    const ObjectId crate = scene.add(Box{{0.5, 0.5, 0.5}}, Pose::translation({0, 0, 0.49}));
    const ObjectId ball = scene.add(Sphere{0.3}, Pose::translation({0.7, 0, 0.5}));
    const ObjectId drone = scene.add(Capsule{0.1, 0.2}, Pose::translation({0, 0, 5}));
    // [end]

    // [shown: respond]
    // Responses by class: all overlapping pairs are reported, except those with the floor.
    ResponseTable table;
    const ResponseClass ground = table.make_class();
    const ResponseId report = table.add_default(ResponseType::depth, [&](const Encounter& encounter) {
        std::printf("objects %u and %u overlap by %.3f\n", encounter.a.index, encounter.b.index,
                    -encounter.separation.distance.upper);
        return Continue::yes;
    });
    table.remove_class(ground, report);
    table.assign(floor, ground);
    const std::size_t calls = scene.respond(table);
    // [end]

    // [shown: queries]
    // The scene is always up to date.
    scene.move(ball, Pose::translation({3, 0, 0.5}));
    const auto closest = scene.closest_pair(drone);
    const auto hit = scene.raycast(Ray{{10, 0, 0.5}, {-1, 0, 0}});
    std::printf("%zu pairs overlap; nearest to the drone is object %u; the ray hits object %u at t = %.2f\n",
                scene.overlapping_pairs().size(),
                closest->objects.a == drone ? closest->objects.b.index : closest->objects.a.index,
                hit->object.index, hit->t);
    // [end]

    // [shown: cost]
    // What a question costs, stage by stage.
    CascadeCounters cost;
    const std::size_t overlapping = scene.overlapping_pairs(&cost).size();
    std::printf("%zu of %llu pairs overlap: %llu culled by boxes, %llu tested\n", overlapping,
                static_cast<unsigned long long>(cost.pairs), static_cast<unsigned long long>(cost.culled),
                static_cast<unsigned long long>(cost.tested));
    // [end]

    // [shown: step]
    // A fall in one step: the first impact, before which nothing touches.
    const ObjectMotion fall{drone, LinearMotion{Pose::translation({0, 0, 5}), {0, 0, -8}}};
    const auto impacts = scene.step(std::span(&fall, 1));
    const ObjectImpact& first = impacts->front();
    std::printf("the drone hits object %u at t = %.4f\n", first.objects.a.index, first.impact.time.lower);
    // [end]
    return calls == 1 && hit->object == ball && first.objects.a == crate ? 0 : 1;
}
