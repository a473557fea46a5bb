// Pairs of elements of two oriented trees, in the order of the first bucket of time in which an interval test
// cannot separate them. Triangles go to the interval test of fifteen pairs of features. A pair that starts no
// earlier than the best contact so far is dropped.
//
// Source: Redon, Kheddar, Coquillart, "Fast continuous collision detection between rigid bodies", 2002, as in
// J. Jørgensen's thesis, with sound bounds (docs/notes/motion.md).
#include "ccd/oriented/interval_obb_impact.hpp"

#include <algorithm>
#include <queue>
#include <tuple>
#include <vector>

#include "core/work_budget.hpp"
#include "graze/ccd/feature_impact.hpp"
#include "graze/ccd/time_of_impact.hpp"
#include "graze/obb/obb_tree.hpp"
#include "mesh/part_set.hpp"
#include "query/dispatch.hpp"

namespace graze {
namespace {

using obb_child::is_triangle;
using obb_child::slot_of;

/// 128 buckets of time, the document's default: finer ones take longer to make and to walk, coarser ones
/// separate less.
constexpr std::uint32_t kBucketLevels = 7;
/// Axes off by more than this are those of a needle, whose product of edges is mostly rounding.
constexpr double kRigidAxes = 1e-12;

ObbTree tree_of(const Shape& shape) {
    const PartSet parts(shape);
    std::vector<Vec3> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::size_t i = 0; i < parts.count(); ++i) {
        const Triangle t = parts.triangle(i);
        const auto first = static_cast<std::uint32_t>(vertices.size());
        vertices.insert(vertices.end(), {t.a, t.b, t.c});
        triangles.push_back({first, first + 1, first + 2});
    }
    auto tree = ObbTree::build(vertices, triangles);
    return tree ? std::move(*tree) : ObbTree();
}

/// One body: its tree, and its motion bounded over the buckets.
class Side {
public:
    explicit Side(const Moving& moving)
        : moving_(moving), tree_(tree_of(moving.shape)), buckets_(moving.motion, kBucketLevels) {}

    [[nodiscard]] const Motion& motion() const noexcept { return moving_.motion; }
    [[nodiscard]] const ObbTree& tree() const noexcept { return tree_; }
    [[nodiscard]] const MotionBuckets& buckets() const noexcept { return buckets_; }
    [[nodiscard]] std::uint32_t part(std::uint32_t triangle) const noexcept {
        return tree_.order()[slot_of(triangle)];
    }
    [[nodiscard]] Triangle triangle(std::uint32_t element) const noexcept {
        return tree_.triangle(slot_of(element));
    }
    /// Around an element; a triangle has a box without thickness.
    [[nodiscard]] Obb box(std::uint32_t element) const noexcept {
        if (!is_triangle(element)) return tree_.nodes()[element].box;
        const Triangle t = triangle(element);
        const Vec3 along = t.b - t.a, normal = cross(along, t.c - t.a);
        const std::array<Vec3, 3> corners{t.a, t.b, t.c};
        if (along == Vec3{} || normal == Vec3{}) return fit_obb(corners, Mat3::identity());
        const Vec3 x = unit(along), z = unit(normal);
        const Mat3 axes{{x, unit(cross(z, x)), z}};
        return fit_obb(corners, orthonormality_defect(axes) < kRigidAxes ? axes : Mat3::identity());
    }

private:
    const Moving& moving_;
    ObbTree tree_;
    MotionBuckets buckets_;
};

/// Two elements that are apart until the start of the bucket.
struct ElementPair {
    std::uint32_t bucket = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};
/// Ties in the order of the trees: the search is the same on every machine.
struct Later {
    bool operator()(const ElementPair& x, const ElementPair& y) const noexcept {
        return std::tie(x.bucket, x.a, x.b) > std::tie(y.bucket, y.a, y.b);
    }
};

class IntervalSearch {
public:
    IntervalSearch(const Moving& a, const Moving& b, const ImpactOptions& options, PairWork* counted)
        : a_(a),
          b_(b),
          options_(options),
          counted_(counted),
          work_(options.max_steps > 0 ? WorkBudget::unlimited() : WorkBudget(kDefaultWork)) {}

    Impact run() {
        if (a_.tree().empty() || b_.tree().empty()) return best_;
        push({0, a_.tree().root(), b_.tree().root()});
        while (!queue_.empty()) {
            const ElementPair pair = queue_.top();
            queue_.pop();
            if (best_.hit && start_of(pair) >= best_.time.lower) break;
            if (out_of_budget()) {
                give_up(pair);
                break;
            }
            if (is_triangle(pair.a) && is_triangle(pair.b)) {
                test_triangles(pair);
            } else {
                open(pair);
            }
        }
        return best_;
    }

private:
    [[nodiscard]] double start_of(const ElementPair& pair) const noexcept {
        return a_.buckets().time(pair.bucket).lower;
    }

    /// Opens the side that is not a triangle, or the larger box.
    void open(const ElementPair& pair) {
        const auto size = [](const Side& side, std::uint32_t node) {
            return length_sq(side.tree().nodes()[node].box.half_extents);
        };
        const bool open_a =
            is_triangle(pair.b) || (!is_triangle(pair.a) && size(a_, pair.a) >= size(b_, pair.b));
        const ObbNode& node = open_a ? a_.tree().nodes()[pair.a] : b_.tree().nodes()[pair.b];
        for (const std::uint32_t child : node.children) {
            push(open_a ? ElementPair{pair.bucket, child, pair.b} : ElementPair{pair.bucket, pair.a, child});
        }
    }

    /// Queues a pair at the first bucket, from its own on, in which it may touch.
    void push(ElementPair pair) {
        const Obb box_a = a_.box(pair.a), box_b = b_.box(pair.b);
        for (; pair.bucket < a_.buckets().count(); ++pair.bucket) {
            if (best_.hit && start_of(pair) >= best_.time.lower) return;
            ++best_.work.box_tests;
            work_.spend(work::kMovingBoxes);
            if (!stay_apart(box_a, a_.buckets().bounds(pair.bucket), box_b, b_.buckets().bounds(pair.bucket)))
                return queue_.push(pair);
        }
    }

    void test_triangles(const ElementPair& pair) {
        ++best_.work.primitive_tests;
        ImpactOptions options = options_;
        options.method = ImpactMethod::conservative_advancement;
        if (options.max_steps > 0)
            options.max_steps = std::max(1U, options_.max_steps - std::min(options_.max_steps, steps()));
        TimedScope timed(counted_ != nullptr ? &counted_->primitive_seconds : nullptr);
        const Impact impact = triangle_triangle_impact(a_.motion(), a_.triangle(pair.a), b_.motion(),
                                                       b_.triangle(pair.b), options);
        timed.stop();
        best_.work.bisections += impact.work.bisections;
        best_.work.cells += impact.work.cells;
        work_.spend(work::kMovingConvex + work::kMovingCell * (std::uint64_t{impact.work.bisections} +
                                                               impact.work.primitive_tests));
        if (!impact.hit || (best_.hit && impact.time.lower >= best_.time.lower)) return;
        const ImpactWork work = best_.work;
        best_ = impact;
        best_.work = work;
        best_.part_a = a_.part(pair.a);
        best_.part_b = b_.part(pair.b);
    }

    /// Nothing touches before the bucket of the pair; the rest is left open.
    void give_up(const ElementPair& pair) {
        const double t = start_of(pair);
        if (!best_.hit) {
            const std::uint32_t a = first_triangle(a_.tree(), pair.a), b = first_triangle(b_.tree(), pair.b);
            const Separation s = pair_separation({a_.triangle(a), pose_at(a_.motion(), t)},
                                                 {b_.triangle(b), pose_at(b_.motion(), t)});
            best_.point = s.point_a;
            best_.normal = s.normal;
            best_.part_a = a_.part(a);
            best_.part_b = b_.part(b);
            best_.answer = ImpactAnswer::within_tolerance;
        }
        best_.time = {t, best_.hit ? best_.time.upper : 1};
        best_.hit = true;
        best_.status = Status::budget_reached;
    }

    static std::uint32_t first_triangle(const ObbTree& tree, std::uint32_t element) noexcept {
        return is_triangle(element) ? element : obb_child::kTriangleBit | tree.nodes()[element].first;
    }

    [[nodiscard]] std::uint32_t steps() const noexcept {
        return best_.work.box_tests + best_.work.bisections + best_.work.cells;
    }
    [[nodiscard]] bool out_of_budget() const noexcept {
        return options_.max_steps > 0 ? steps() >= options_.max_steps : work_.spent();
    }

    Side a_;
    Side b_;
    const ImpactOptions& options_;
    PairWork* counted_;  ///< Null: not measured.
    WorkBudget work_;
    std::priority_queue<ElementPair, std::vector<ElementPair>, Later> queue_;
    Impact best_{};
};

}  // namespace

bool interval_obb_serves(const Shape& a, const Shape& b) noexcept {
    const auto served = [](const Shape& shape) {
        if (shape.convex()) return false;
        const PartSet parts(shape);
        return parts.made_of_triangles() && parts.margin() == 0;
    };
    return served(a) && served(b);
}

Impact interval_obb_impact(const Moving& a, const Moving& b, const ImpactOptions& options,
                           PairWork* counted) {
    return IntervalSearch(a, b, options, counted).run();
}

}  // namespace graze
