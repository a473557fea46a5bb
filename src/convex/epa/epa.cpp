// The search over the polytope's facets: nearest first, or, with a local minimum known, those from which
// lower directions leave it.
#include "convex/epa/epa.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "convex/epa/ball_bounds.hpp"
#include "convex/epa/difference_heights.hpp"
#include "convex/epa/epa_polar_coverage.hpp"
#include "convex/epa/epa_polytope.hpp"
#include "convex/epa/epa_start.hpp"
#include "convex/epa/epa_witness.hpp"

namespace graze {
namespace {

void keep_polytope(const GrowingPolytope& polytope, EpaPolytope& out) {
    out.vertices.clear();
    out.triangles.clear();
    for (std::uint32_t i = 0; i < polytope.vertex_count(); ++i) out.vertices.push_back(polytope.vertex(i));
    for (std::uint32_t i = 0; i < polytope.facet_count(); ++i) {
        const auto& f = polytope.facet(i);
        if (!f.obsolete) out.triangles.push_back({{f.vertex[0], f.vertex[1], f.vertex[2]}, f.normal});
    }
}

/// The face of the difference in the local minimum, as a simplex.
void find_face(const CorePair& pair, const LocalMinimum& minimum, Simplex& simplex) noexcept {
    simplex.size = minimum.terms;
    for (std::uint32_t i = 0; i < minimum.terms; ++i) {
        find_support(pair, minimum.normal + minimum.tilts[i], simplex.points[i]);
        simplex.weights[i] = minimum.weights[i];
    }
}

/// Searches for one deepest direction have ended by then.
constexpr std::uint32_t kManyIterations = 32;

/// The search: expands the nearest facet until the bounds are within the tolerance.
class Expansion {
public:
    Expansion(const CorePair& pair, const EpaGoal& goal, EpaPolytope* keep) noexcept
        : pair_(pair),
          goal_(goal),
          keep_(keep),
          heights_(pair),
          rounding_(8 * kEps * pair.extent),
          balls_allowed_(!keep && goal.max_iterations >= kManyIterations) {
        result_.upper = std::numeric_limits<double>::infinity();
        // A certificate needs the whole polytope.
        if (!heights_.known() || keep || goal.max_iterations < kManyIterations) descents_left_ = 0;
    }

    EpaResult run(const std::array<SimplexPoint, 4>& points) noexcept {
        polytope_.start(points);
        if (descents_left_ > 0) adopt_local_minimum(heights_.descend());
        Next next = Next::step;
        while (next == Next::step) next = local_minimum_.found ? step_to_local_minimum() : step_to_nearest();
        result_.normal = best_.normal;
        if (local_minimum_.found && next == Next::ended)
            raise_lower(std::sqrt(polytope_.least_distance_sq()) - rounding_);
        result_.budget_reached = result_.upper - result_.lower > goal_.tolerance;
        if (next == Next::ended && !(best_is_local_minimum_ && takes_its_face())) {
            const WitnessRay ray{best_.normal, result_.upper, result_.upper - result_.lower + rounding_};
            result_.simplex = witness_simplex(polytope_, best_.facet, ray);
        }
        if (keep_) keep_polytope(polytope_, *keep_);
        return result_;
    }

private:
    enum class Next : std::uint8_t {
        step,
        ended,  ///< The local minimum's face or the polytope carries the witness.
        shown,  ///< The witness is in the result.
    };

    /// What gave the least height so far.
    struct Best {
        std::uint32_t facet = 0;  ///< A facet from which the search for the witness starts. Its slot may hold
                                  ///< another one by now.
        Vec3 normal{1, 0, 0};
    };

    Next step_to_nearest() noexcept {
        const std::uint32_t nearest = polytope_.nearest();
        if (nearest == GrowingPolytope::kNone) {
            // Nothing is nearer than the least height found: that is the depth.
            raise_lower(result_.upper - rounding_);
            return Next::ended;
        }
        const double distance = std::sqrt(polytope_.facet(nearest).distance_sq);
        raise_lower(distance - rounding_);
        if (out_of_budget()) return end_of_budget();
        const auto [height, better] = probe_beyond(nearest);
        if (height - result_.lower <= goal_.tolerance) {
            // This facet shows both bounds by itself.
            improve(height, nearest);
            return Next::ended;
        }
        // Rounding keeps this facet from moving outward, or it is already on the boundary: the bounds stay as
        // they are.
        if (height - distance <= pair_.error) return Next::ended;
        if (out_of_budget()) return end_of_budget();
        if (balls_allowed_ && !balls_tried_ && result_.iterations >= kManyIterations) {
            balls_tried_ = true;
            if (ends_between_balls(goal_.tolerance)) return Next::shown;
        }
        if (better) try_local_minimum();
        return polytope_.expand(nearest) ? Next::step : Next::ended;
    }

    /// With a local minimum known only facets from which lower directions leave its cone matter. Their order
    /// does not.
    Next step_to_local_minimum() noexcept {
        const double depth = result_.upper - 0.5 * goal_.tolerance;
        const PolarCoverage coverage(polytope_, local_minimum_, depth);
        std::uint32_t next = GrowingPolytope::kNone;
        for (std::uint32_t f = polytope_.newest(); f != GrowingPolytope::kNone; f = polytope_.newest()) {
            next = coverage.uncovered_facet_at(f);
            if (next != GrowingPolytope::kNone) break;
            polytope_.drop_newest();
        }
        if (next == GrowingPolytope::kNone) {
            if (!best_is_local_minimum_) {
                raise_lower(depth - rounding_);
                return Next::ended;
            }
            if (ends_at_local_minimum(depth)) return Next::shown;
            leave_local_minimum();
            return Next::step;
        }
        if (out_of_budget()) return Next::ended;
        if (result_.iterations >= kManyIterations) {
            // One of many: only the nearest facets in turn bring the bounds together.
            leave_local_minimum();
            return Next::step;
        }
        const double distance = std::sqrt(polytope_.facet(next).distance_sq);
        const auto [height, better] = probe_beyond(next);
        if (out_of_budget()) return Next::ended;
        if (better) try_local_minimum();
        if (height - distance <= pair_.error)
            return Next::step;  // it has become the least height, and is no longer of interest
        return polytope_.expand(next) ? Next::step : Next::ended;
    }

    struct Probe {
        double height = 0;
        bool better = false;  ///< The least height so far.
    };
    /// The support height along a facet's normal; its point is the polytope's next vertex.
    Probe probe_beyond(std::uint32_t f) noexcept {
        const GrowingPolytope::Facet& facet = polytope_.facet(f);
        SimplexPoint& p = polytope_.next_vertex();
        find_support(pair_, facet.normal * (1 / length(facet.normal)), p);
        ++result_.iterations;
        const double height = dot(p.direction, p.w);
        // The local minimum keeps its place against heights that are lower by rounding only: its face is the
        // better witness.
        const bool better =
            height < (best_is_local_minimum_ ? result_.upper - 0.25 * goal_.tolerance : result_.upper);
        if (better) improve(height, f);
        if (goal_.trace) record_expansion(f, p.w);
        return {height, better};
    }

    void record(TraceStage stage, const Vec3& axis, const Vec3& support, const Interval& bounds) noexcept {
        goal_.trace->steps.push_back({stage, axis, support, {}, 0, bounds});
    }
    void record_expansion(std::uint32_t f, const Vec3& support) noexcept {
        const auto& facet = polytope_.facet(f);
        record(TraceStage::epa, facet.normal, support, {std::sqrt(facet.distance_sq), result_.upper});
        TraceStep& step = goal_.trace->steps.back();
        step.simplex_size = 3;
        for (std::size_t i = 0; i < 3; ++i) step.simplex[i] = polytope_.vertex(facet.vertex[i]).w;
        // The corner that the first facet lacks, so that the growth can be followed from its start.
        if (polytope_.vertex_count() == 4)
            step.simplex[3] = polytope_.vertex(6u - facet.vertex[0] - facet.vertex[1] - facet.vertex[2]).w;
    }

    /// As far off the normal as a width of half the tolerance explains.
    [[nodiscard]] double explained_miss(double height) const noexcept {
        return 0.5 * std::sqrt(goal_.tolerance * height);
    }
    /// May move the polytope.
    [[nodiscard]] bool out_of_budget() noexcept {
        return result_.iterations >= goal_.max_iterations || !polytope_.ensure_capacity();
    }
    /// The bounds as they are, or those of balls where they are narrower.
    Next end_of_budget() noexcept {
        const bool ends =
            balls_allowed_ && result_.iterations > 0 && ends_between_balls(result_.upper - result_.lower);
        return ends ? Next::shown : Next::ended;
    }
    void raise_lower(double bound) noexcept { result_.lower = std::max(result_.lower, bound); }

    /// Takes the height along the normal of a facet, that of the next vertex, for the upper bound.
    void improve(double height, std::uint32_t facet) noexcept {
        best_ = {facet, polytope_.next_vertex().direction};
        best_is_local_minimum_ = false;
        lower_upper(height);
    }
    void lower_upper(double height) noexcept {
        result_.upper = height;
        // A facet at that distance must still be listed, whatever the rounding of its distance. After a local
        // minimum was found none has to be.
        const double cutoff =
            local_minimum_.found ? height - 0.5 * goal_.tolerance : height + goal_.tolerance + rounding_;
        polytope_.limit(cutoff * cutoff);
    }

    /// Searches for a local minimum from the direction of the next vertex, the least height so far.
    void try_local_minimum() noexcept {
        if (descents_left_ == 0) return;
        adopt_local_minimum(heights_.descend(polytope_.next_vertex().direction));
        polytope_.list_all();
    }

    /// Takes a local minimum for the bound and the place to end in. Refused unless both its deficit and the
    /// rounding of its height are at most a quarter of the tolerance: then its height less the deficit is no
    /// lower than the bound less half of the tolerance, the depth that the polytope covers.
    void adopt_local_minimum(const LocalMinimum& minimum) noexcept {
        --descents_left_;
        if (!minimum.found || minimum.deficit > 0.25 * goal_.tolerance) return;
        SimplexPoint p;
        find_support(pair_, minimum.normal, p);
        ++result_.iterations;
        const double height = dot(minimum.normal, p.w);
        if (goal_.trace)
            record(TraceStage::local_minimum, minimum.normal, p.w,
                   {result_.lower, std::min(height, result_.upper)});
        if (!(height < result_.upper && height > goal_.tolerance &&
              height - minimum.height <= 0.25 * goal_.tolerance))
            return;
        local_minimum_ = minimum;
        best_.normal = minimum.normal;
        best_is_local_minimum_ = true;
        lower_upper(height);
    }

    /// Whether balls inside of the cores give bounds of this width.
    bool ends_between_balls(double width) noexcept {
        const bool hulls = pair_.a->type() == ShapeType::hull && pair_.b->type() == ShapeType::hull;
        const double slack = 4 * rounding_ + 2 * pair_.error;
        if (hulls && limit_of_balls(pair_, polytope_) < result_.lower - width - slack) return false;
        const auto bounds = bounds_by_balls(pair_, {best_.normal, rounding_, width});
        if (!bounds) return false;
        const SimplexPoint& point = bounds->point;
        result_.lower = bounds->lower;
        result_.upper = bounds->upper;
        if (goal_.trace)
            record(TraceStage::inner_balls, point.direction, point.w, {bounds->lower, bounds->upper});
        best_.normal = point.direction;
        result_.simplex.points[0] = point;
        result_.simplex.weights[0] = 1;
        result_.simplex.size = 1;
        return true;
    }

    /// Goes on without.
    void leave_local_minimum() noexcept {
        local_minimum_.found = false;
        descents_left_ = 0;
        lower_upper(result_.upper);
        polytope_.list_all();
    }

    /// Takes the local minimum's face for the witness, when it shows the least height: it may have more edges
    /// than are known.
    bool takes_its_face() noexcept {
        find_face(pair_, local_minimum_, result_.simplex);
        return length(weighted_point(result_.simplex) - result_.upper * local_minimum_.normal) <=
               explained_miss(result_.upper);
    }

    /// Takes the answer from the local minimum, when its face shows it: nothing elsewhere is nearer than
    /// `depth`.
    bool ends_at_local_minimum(double depth) noexcept {
        if (!takes_its_face()) return false;
        raise_lower(depth - rounding_);
        return true;
    }

    const CorePair& pair_;
    const EpaGoal& goal_;
    EpaPolytope* const keep_;
    const DifferenceHeights heights_;
    const double rounding_;  ///< Of a facet's distance from its rounded corners and normal.
    const bool balls_allowed_;
    std::uint32_t descents_left_ = 4;
    bool balls_tried_ = false;
    LocalMinimum local_minimum_;
    Best best_;
    /// The least height is the local minimum's, not that of the best facet.
    bool best_is_local_minimum_ = false;
    EpaResult result_;
    GrowingPolytope polytope_;
};

}  // namespace

EpaResult epa(const CorePair& pair, const Simplex& start, const EpaGoal& goal, EpaPolytope* keep) noexcept {
    if (is_solid(pair, start)) return Expansion(pair, goal, keep).run(start.points);
    const EpaStart grown = grow_to_solid(pair, start);
    return grown.flat ? *grown.flat : Expansion(pair, goal, keep).run(grown.points);
}

}  // namespace graze
