// Rays take a step each, one after the other. What a ray needs for its next step is loaded meanwhile.
#include "simd/tree/tree_walk_rays.hpp"

#include <array>
#include <cstddef>
#include <optional>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree/tree_walk_rays.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree/triangle_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// What a ray does next, or that it is done.
enum class RayStep : std::uint8_t { node, corners, triangles, done };
constexpr std::size_t kRaySteps = 3;

/// One ray between two steps.
class RayFlight {
public:
    RayFlight(const TreeNodes& nodes, const RayTask& task)
        : nodes_(nodes),
          query_(task.walk.boxes),
          slabs_(query_),
          walk_(task.walk, task.unclear),
          limit_(query_.limit),
          last_(parameter_limit(query_, limit_)) {}

    /// Does it, and begins to load what the step after it needs.
    template <RayStep kStep> HWY_INLINE RayStep take() {
        const std::uint32_t c = PutOff::child_of(next_);
        if constexpr (kStep == RayStep::node) {
            HWY_ALIGN float enter[kNodeWidth];
            BoxNode place;
            const BoxNode& node = node_at(nodes_, c, place);
            const std::uint32_t bits = lanes_on_ray(node, slabs_, last_, enter);
            if (bits == 0) return take_put_off();
            next_ = put_off_.choose(node, bits, enter);
            return prepare();
        } else if constexpr (kStep == RayStep::corners) {
            walk_.fetch_vertices(child::leaf_first(c), child::leaf_count(c));
            return RayStep::triangles;
        } else {
            const double before = limit_;
            walk_.whole_leaf(c, limit_);
            if (limit_ < before) last_ = parameter_limit(query_, limit_);
            return take_put_off();
        }
    }
    [[nodiscard]] const NearestTriangle& nearest() const { return walk_.nearest(); }

private:
    HWY_INLINE RayStep take_put_off() { return put_off_.take(last_, next_) ? prepare() : RayStep::done; }
    HWY_INLINE RayStep prepare() const {
        const std::uint32_t c = PutOff::child_of(next_);
        if (child::is_leaf(c)) {
            walk_.fetch_corners(child::leaf_first(c), child::leaf_count(c));
            return RayStep::corners;
        }
        fetch_node(nodes_, c);
        return RayStep::node;
    }

    TreeNodes nodes_;
    const RayWalk& query_;
    RaySlabs slabs_;
    NearestHit walk_;
    double limit_;
    float last_;
    std::uint64_t next_ = 0;
    PutOff put_off_;
};

/// The rays under way by what they do next: steps of one kind in a row are predicted better than mixed ones.
class RayQueues {
public:
    RayQueues(const TreeNodes& nodes, const RaySource& source) : nodes_(nodes), source_(source) {
        for (std::uint32_t place = 0; place < kRaysTogether; ++place) start(place);
    }
    void run() {
        while (waiting_[0].count + waiting_[1].count + waiting_[2].count > 0) {
            all<RayStep::node>();
            all<RayStep::corners>();
            all<RayStep::triangles>();
        }
    }

private:
    struct Waiting {
        std::uint32_t count = 0;
        std::uint32_t places[kRaysTogether];
    };

    HWY_INLINE void put(std::uint32_t place, RayStep step) {
        Waiting& queue = waiting_[static_cast<std::size_t>(step)];
        queue.places[queue.count++] = place;
    }
    void start(std::uint32_t place) {
        const RayTask* task = source_.next(place);
        if (task == nullptr) return;
        flights_[place].emplace(nodes_, *task);
        put(place, RayStep::node);
    }
    template <RayStep kStep> HWY_INLINE void all() {
        const Waiting now = waiting_[static_cast<std::size_t>(kStep)];
        waiting_[static_cast<std::size_t>(kStep)].count = 0;
        for (std::uint32_t i = 0; i < now.count; ++i) {
            const std::uint32_t place = now.places[i];
            const RayStep next = flights_[place]->take<kStep>();
            if (next != RayStep::done)
                put(place, next);
            else
                replace(place);
        }
    }
    HWY_NOINLINE void replace(std::uint32_t place) {
        source_.finish(place, flights_[place]->nearest());
        start(place);
    }

    TreeNodes nodes_;
    const RaySource& source_;
    std::array<std::optional<RayFlight>, kRaysTogether> flights_;
    Waiting waiting_[kRaySteps];
};

void rays_walk(const TreeNodes& nodes, const RaySource& source) { RayQueues(nodes, source).run(); }

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(rays_walk);

void walk_rays(const TreeNodes& nodes, const RaySource& source) {
    HWY_DYNAMIC_DISPATCH(rays_walk)(nodes, source);
}

}  // namespace graze::simd
#endif
