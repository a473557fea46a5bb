#include <cstdio>

#include "graze/scene/dynamic_tree.hpp"
#include "moving_boxes.hpp"

namespace graze::bench {
namespace {

/// Nanoseconds for each of so many searches.
template <class Search> double time_of(int count, const Search& search) {
    const double start = cpu_seconds();
    for (int i = 0; i < count; ++i) search();
    return 1e9 * (cpu_seconds() - start) / count;
}

}  // namespace

void run_searches() {
    std::printf("\nsearches of the tree (ns each)\n%8s %12s %12s %12s %12s\n", "boxes", "first on ray",
                "all on ray", "region", "nearest");
    for (const std::size_t count : {10000U, 100000U, 1000000U}) {
        const MovingBoxes world(count);
        DynamicTree tree;
        for (std::size_t i = 0; i < count; ++i) tree.insert(static_cast<ProxyId>(i), world.boxes()[i]);
        tree.update(1);
        test::Random random(5);
        std::size_t found = 0;
        const auto first = time_of(2000, [&] {
            tree.visit_ray({random.in_cube(0.5 * world.side()), random.direction()},
                           [&](ProxyId, double lower, double& limit) {
                               limit = std::min(limit, lower);
                               ++found;
                               return Continue::yes;
                           });
        });
        const auto all = time_of(2000, [&] {
            tree.visit_ray({random.in_cube(0.5 * world.side()), random.direction(), 0, 10},
                           [&](ProxyId, double, double&) {
                               ++found;
                               return Continue::yes;
                           });
        });
        const auto region = time_of(2000, [&] {
            const Vec3 at = random.in_cube(0.5 * world.side());
            tree.visit_box({at, at + Vec3{2, 2, 2}}, [&](ProxyId) {
                ++found;
                return Continue::yes;
            });
        });
        const auto near = time_of(2000, [&] {
            const Vec3 at = random.in_cube(0.5 * world.side());
            tree.visit_near({at, at}, std::numeric_limits<double>::infinity(),
                            [&](ProxyId, double lower, double& limit) {
                                limit = std::min(limit, lower);
                                ++found;
                                return Continue::yes;
                            });
        });
        std::printf("%8zu %12.0f %12.0f %12.0f %12.0f   (%zu found)\n", count, first, all, region, near,
                    found);
    }
}

}  // namespace graze::bench
