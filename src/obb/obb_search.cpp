// The search: a pair of elements is tested, then one of the two is opened. Leaves of several triangles are
// opened last, against each other, so the places still to visit fit into a fixed array.
#include "graze/obb/obb_search.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include "graze/core/assert.hpp"
#include "graze/math/vec.hpp"
#include "obb/obb_limits.hpp"
#include "obb/obb_pair.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace {

using obb_child::is_triangle;

/// A pair of elements to test, and how many more levels each tree may be opened; negative: all.
struct Place {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::int32_t depth_a = -1;
    std::int32_t depth_b = -1;
};

/// A range of elements: a triangle or box itself, or the triangles of a leaf.
struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 1;
};

class Search {
public:
    Search(const PlacedTree& a, const PlacedTree& b, const FindOptions& options) noexcept
        : a_(a), b_(b), pair_(a, b, options.test) {
        push({a.tree.root(), b.tree.root(), options.depth_a, options.depth_b});
    }

    /// Calls visit(a, b) for every pair of elements that overlaps, until it returns no.
    template <class Visit> ObbTreeStats run(const Visit& visit) {
        while (count_ > 0 && !stats_.stopped) {
            const Place place = stack_[--count_];
            if (!pair_.apart(place.a, place.b, stats_)) open(place, visit);
        }
        return stats_;
    }

private:
    /// The node behind an element that may be opened; null for triangles and at the limit.
    static const ObbNode* openable(const ObbTree& tree, std::uint32_t element, std::int32_t depth) noexcept {
        return is_triangle(element) || depth == 0 ? nullptr : &tree.nodes()[element];
    }

    template <class Visit> void open(const Place& place, const Visit& visit) {
        const ObbNode* a = openable(a_.tree, place.a, place.depth_a);
        const ObbNode* b = openable(b_.tree, place.b, place.depth_b);
        if (a == nullptr && b == nullptr) return report(place.a, place.b, visit);
        const bool inner_a = a != nullptr && !a->is_leaf(), inner_b = b != nullptr && !b->is_leaf();
        stats_.node_tests += 1;
        if (inner_a && (!inner_b || length_sq(a->box.half_extents) >= length_sq(b->box.half_extents))) {
            for (const std::uint32_t child : {a->children[1], a->children[0]})
                push({child, place.b, place.depth_a - 1, place.depth_b});
        } else if (inner_b) {
            for (const std::uint32_t child : {b->children[1], b->children[0]})
                push({place.a, child, place.depth_a, place.depth_b - 1});
        } else {
            open_leaves(a != nullptr ? Range{obb_child::kTriangleBit | a->first, a->count} : Range{place.a},
                        b != nullptr ? Range{obb_child::kTriangleBit | b->first, b->count} : Range{place.b},
                        visit);
        }
    }

    template <class Visit> void open_leaves(const Range& a, const Range& b, const Visit& visit) {
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

    void push(const Place& place) noexcept { stack_[count_++] = place; }

    const PlacedTree& a_;
    const PlacedTree& b_;
    ObbTreePair pair_;
    ObbTreeStats stats_{};
    /// Each step takes one place and puts back at most two, one level further down.
    std::array<Place, 2 * kMaxObbDepth + 2> stack_;
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
