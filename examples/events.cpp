// When contacts begin and end from step to step: exactly, as the difference of two lists; and of boxes, as
// events that the broad phase keeps for free, to load a sound or to wake an object in time.
#include <graze/graze.hpp>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <memory>
#include <vector>

using namespace graze;

namespace {

std::vector<ObjectPair> difference(const std::vector<ObjectPair>& of,
                                   const std::vector<ObjectPair>& without) {
    std::vector<ObjectPair> result;
    std::ranges::set_difference(of, without, std::back_inserter(result));
    return result;
}

}  // namespace

int main() {
    int begins = 0, ends = 0, near_begins = 0;
    // [shown]
    SceneOptions options;
    options.broad_phase = std::make_unique<SweepAndPrune>();
    Scene scene(std::move(options));
    const ObjectId train = scene.add(Box{{1, 0.3, 0.3}}, Pose::translation({-6, 0, 0}));
    for (int i = 0; i < 4; ++i)
        scene.add(Sphere{0.4},
                  Pose::translation({-3.0 + 2 * i, i % 2 == 0 ? 0.5 : 0.6, i % 2 == 0 ? 0.0 : 0.6}));
    std::vector<ObjectPair> touching;  // sorted, as scenes report pairs
    for (int step = 0; step <= 120; ++step) {
        if (!scene.move(train, Pose::translation({-6 + 0.1 * step, 0, 0}))) return 1;
        scene.update();
        const std::vector<ObjectPair> now = scene.overlapping_pairs();
        for (const ObjectPair& pair : difference(now, touching)) {
            std::printf("step %3d: %u and %u touch\n", step, pair.a.index, pair.b.index);
            ++begins;
        }
        for (const ObjectPair& pair : difference(touching, now)) {
            std::printf("step %3d: %u and %u part\n", step, pair.a.index, pair.b.index);
            ++ends;
        }
        touching = now;
        // Boxes that began or ceased to overlap since the last update: earlier, and more of them.
        for (const PairEvent& event : static_cast<const SweepAndPrune&>(scene.broad_phase()).events())
            near_begins += event.begins ? 1 : 0;
    }
    // [end]
    std::printf("%d contacts began, %d ended; %d pairs of boxes came near\n", begins, ends, near_begins);
    return begins == 2 && ends == 2 && near_begins == 4 ? 0 : 1;
}
