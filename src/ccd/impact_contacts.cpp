// impact_contacts(): all pairs of parts that are as close, at the lower end of an impact's time, as both
// bodies can go until its upper end.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "ccd/impact_search.hpp"
#include "motion/motion_piece.hpp"
#include "query/composite/part_pairs.hpp"
#include "query/dispatch.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace {

/// How far a point with |x| <= reach can go in the time, with the rounding of its pose at the start and the
/// deviation of the motion.
double travel_over(const Motion& motion, double reach, const Interval& time) noexcept {
    double travel = motion.deviation();
    for (const MotionPiece& piece : motion.pieces()) {
        if (piece.time.upper < time.lower || piece.time.lower > time.upper) continue;
        const MotionRates rates = rates_over(piece, time);
        const double duration =
            std::min(piece.time.upper, time.upper) - std::max(piece.time.lower, time.lower);
        travel += pose_error(piece, time.lower, reach);
        if (duration > 0)
            travel += duration * (rates.path_speed + rates.turn_speed * (reach + length(piece.pivot)));
    }
    return travel * (1 + 1e-12);
}

/// What two parts may be apart at the lower end and still touch in the time, or be within the tolerance of
/// it.
double contact_reach(const Impact& impact, const Moving& a, const Moving& b, double tolerance) noexcept {
    const auto reach_of = [](const Shape& shape) {
        return shape.type() == ShapeType::half_space ? 0 : shape.reach();
    };
    const double reach_a = reach_of(a.shape), reach_b = reach_of(b.shape);
    const double travel_a = travel_over(a.motion, reach_a, impact.time),
                 travel_b = travel_over(b.motion, reach_b, impact.time);
    double travel = travel_a + travel_b;
    // Of a half-space those points count that the other body can reach.
    const double between =
        length(pose_at(b.motion, impact.time.lower).position - pose_at(a.motion, impact.time.lower).position);
    if (a.shape.type() == ShapeType::half_space)
        travel += travel_over(a.motion, between + reach_b + travel_b + travel_a, impact.time);
    if (b.shape.type() == ShapeType::half_space)
        travel += travel_over(b.motion, between + reach_a + travel_a + travel_b, impact.time);
    return travel + tolerance * impact_length(a.shape, b.shape);
}

/// A shape as its parts; a convex one is its only part.
class Parts {
public:
    explicit Parts(const Shape& shape) : shape_(shape) {
        if (!shape.convex()) set_.emplace(shape);
    }
    [[nodiscard]] std::uint32_t count() const noexcept {
        return set_ ? static_cast<std::uint32_t>(set_->count()) : 1;
    }
    [[nodiscard]] Shape part(std::uint32_t i) const { return set_ ? set_->part(i) : shape_; }

private:
    const Shape& shape_;
    std::optional<PartSet> set_;
};

}  // namespace

std::vector<ImpactContact> impact_contacts(const Impact& impact, const Moving& a, const Moving& b,
                                           const ImpactOptions& options) {
    std::vector<ImpactContact> contacts;
    const bool times =
        impact.time.lower >= 0 && impact.time.lower <= impact.time.upper && impact.time.upper <= 1;
    const bool answered = impact.status != Status::invalid_input && impact.status != Status::unsupported;
    if (!impact.hit || !answered || !times || !(options.tolerance > 0)) return contacts;
    if (!a.shape.valid() || !b.shape.valid() || !a.motion.valid() || !b.motion.valid()) return contacts;
    const Placed x{a.shape, pose_at(a.motion, impact.time.lower)},
        y{b.shape, pose_at(b.motion, impact.time.lower)};
    if (!usable(x) || !usable(y)) return contacts;
    const double reach = contact_reach(impact, a, b, options.tolerance);
    const Parts parts_a(a.shape), parts_b(b.shape);
    const auto add = [&](std::uint32_t i, std::uint32_t j) {
        const Separation separation = pair_separation({parts_a.part(i), x.pose}, {parts_b.part(j), y.pose});
        if (separation.distance.lower <= reach) contacts.push_back({i, j, separation});
        return Continue::yes;
    };
    const bool convex = a.shape.convex() && b.shape.convex();
    const PartPairs pairs(x, y);
    if (!convex && pairs.bounded && std::isfinite(reach)) {
        visit_close_parts(pairs, reach, add);
    } else {
        for (std::uint32_t i = 0; i < parts_a.count(); ++i) {
            for (std::uint32_t j = 0; j < parts_b.count(); ++j) add(i, j);
        }
    }
    std::ranges::sort(contacts, {}, [](const ImpactContact& contact) {
        return std::tuple(contact.part_a, contact.part_b);
    });
    return contacts;
}

}  // namespace graze
