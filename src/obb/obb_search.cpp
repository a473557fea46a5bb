// The search: a pair of elements is tested, then one of the two is opened. Leaves of several triangles are
// opened last, against each other, so the pairs still to visit fit into a fixed array.
#include "graze/obb/obb_search.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include "graze/core/assert.hpp"
#include "graze/math/vec.hpp"
#include "obb/obb_elements.hpp"
#include "obb/obb_limits.hpp"
#include "obb/obb_pair.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace {

class Search {
public:
    Search(const PlacedTree& a, const PlacedTree& b, const FindOptions& options) noexcept
        : a_(a), b_(b), stop_(options.stop), pair_(a, b, options.test) {
        push({a.tree.root(), b.tree.root(), options.depth_a, options.depth_b});
    }

    /// Calls visit(a, b) for every pair of elements that overlaps, until it returns no.
    template <class Visit> ObbTreeStats run(const Visit& visit) {
        while (count_ > 0 && !stats_.stopped) {
            const ObbElementPair pair = stack_[--count_];
            if (!pair_.apart(pair.a, pair.b, stats_)) open(pair, visit);
        }
        return stats_;
    }

private:
    template <class Visit> void open(const ObbElementPair& pair, const Visit& visit) {
        const ObbNode* a = openable(a_.tree, pair.a, pair.depth_a);
        const ObbNode* b = openable(b_.tree, pair.b, pair.depth_b);
        if (a == nullptr && b == nullptr) return report(pair.a, pair.b, visit);
        stats_.node_tests += 1;
        if (stop_requested(stop_)) {
            stats_.stopped = true;
            return;
        }
        open_pair(
            pair, a, b,
            [&](const ObbElementPair& x, const ObbElementPair& y) {
                push(y);
                push(x);
            },
            [&](const ObbElementRange& x, const ObbElementRange& y) { test_elements(x, y, visit); });
    }

    template <class Visit>
    void test_elements(const ObbElementRange& a, const ObbElementRange& b, const Visit& visit) {
        for (std::uint32_t i = 0; i < a.count; ++i) {
            for (std::uint32_t j = 0; j < b.count && !stats_.stopped; ++j) {
                if (!pair_.apart(a.first + i, b.first + j, stats_)) report(a.first + i, b.first + j, visit);
            }
        }
    }

    template <class Visit> void report(std::uint32_t a, std::uint32_t b, const Visit& visit) {
        ++stats_.leaf_tests;
        stats_.stopped = visit(pair_, a, b) == Continue::no;
    }

    void push(const ObbElementPair& pair) noexcept { stack_[count_++] = pair; }

    const PlacedTree& a_;
    const PlacedTree& b_;
    const StopRequest* stop_;
    ObbTreePair pair_;
    ObbTreeStats stats_{};
    /// Each step takes one pair and puts back at most two, one level further down.
    std::array<ObbElementPair, 2 * kMaxObbDepth + 2> stack_;
    std::size_t count_ = 0;
};

bool pose_served(const Pose& pose) noexcept {
    return below_largest_served(pose.position) && orthonormality_defect(pose.rotation) <= kRigidTolerance;
}

}  // namespace

ObbTreeStats find_collisions(const PlacedTree& a, const PlacedTree& b, const FindOptions& options,
                             TreeContactVisitor visit) {
    if (!pose_served(a.pose) || !pose_served(b.pose)) {
        GRAZE_ASSERT(false, "find_collisions: a pose is not rigid or not finite");
        ObbTreeStats stats;
        stats.status = Status::invalid_input;
        return stats;
    }
    if (a.tree.empty() || b.tree.empty()) return {};
    return Search(a, b, options).run([&](const ObbTreePair& pair, std::uint32_t x, std::uint32_t y) {
        return visit(pair.contact(x, y));
    });
}

CollisionTest test_collision(const PlacedTree& a, const PlacedTree& b, const FindOptions& options) noexcept {
    CollisionTest test;
    if (!pose_served(a.pose) || !pose_served(b.pose)) {
        GRAZE_ASSERT(false, "test_collision: a pose is not rigid or not finite");
        test.hit = true;
        test.stats.status = Status::invalid_input;
        return test;
    }
    if (a.tree.empty() || b.tree.empty()) return test;
    test.stats = Search(a, b, options).run([](const ObbTreePair&, std::uint32_t, std::uint32_t) {
        return Continue::no;
    });
    test.hit = test.stats.stopped;
    return test;
}

double cascade_cost(const ObbTreeStats& stats, const CascadeCosts& costs) noexcept {
    const auto paid = [](const StageStats& stage, double cost) {
        return static_cast<double>(stage.tests) * cost;
    };
    return paid(stats.spheres, costs.spheres) + paid(stats.faces, costs.faces) +
           paid(stats.edges, costs.edges) + paid(stats.triangle_boxes, costs.triangle_boxes) +
           paid(stats.triangles, costs.triangles);
}

}  // namespace graze
