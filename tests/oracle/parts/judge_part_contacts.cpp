// Contacts of two shapes made of parts: points of overlaps, none of gaps, distances that brute force allows,
// and `verify`.
#include <algorithm>
#include <cmath>

#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/fault_text.hpp"
#include "oracle/parts/judge_part_hits.hpp"
#include "oracle/parts/part_timing.hpp"
#include "oracle/parts/part_truth.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

class ContactJudge {
public:
    ContactJudge(const PartCase& parts, const PartJudgeOptions& options, PartJudgement& result)
        : parts_(parts),
          options_(options),
          result_(result),
          timed_(result),
          truth_(parts.a, parts.b, parts.on_grid),
          slack_(256 * 0x1p-52 * pair_extent(parts.a, parts.b)) {}

    void run() {
        const ContactManifold m = timed_(Verb::contacts, [&] { return contacts(parts_.a, parts_.b); });
        check(m, parts_.a, parts_.b, "");
        result_.overlapping = m.points.size() > 0;
        result_.converged = m.status == Status::converged;
        if (options_.changed_input) {
            const ContactManifold swapped =
                timed_(Verb::contacts, [&] { return contacts(parts_.b, parts_.a); });
            check(swapped, parts_.b, parts_.a, "swapped: ");
            if (!(m.distance.lower <= swapped.distance.upper && swapped.distance.lower <= m.distance.upper))
                fault("the swapped distance disagrees", m.distance.lower, swapped.distance.lower);
        }
        if (!options_.brute) return;
        const auto all = timed_(Verb::contacts, [&] { return contact_manifolds(parts_.a, parts_.b); });
        if (all.empty() != m.points.empty())
            fault("contact_manifolds and contacts differ", static_cast<double>(all.size()),
                  static_cast<double>(m.points.size()));
        for (const ContactManifold& one : all) {
            check_points(one, "one of all: ");
            if (one.points.empty()) fault("one of all: no points");
            if (!timed_(Verb::verify, [&] { return verify(one, parts_.a, parts_.b); }))
                result_.not_shown.push_back("one_manifold");
        }
    }

private:
    void fault(const std::string& what, double x = 0, double y = 0) {
        result_.faults.push_back(text(what, x, y));
    }

    void check_points(const ContactManifold& m, const std::string& order) {
        if (!is_finite(m.normal) || !(std::abs(length(m.normal) - 1) <= 1e-14))
            fault(order + "the normal is not unit", length(m.normal), 1);
        for (const ContactPoint& p : m.points)
            if (!is_finite(p.position) || !(p.depth > 0) || !std::isfinite(p.depth))
                fault(order + "a point is bad", p.depth);
        if (m.status == Status::invalid_input) fault(order + "valid input is refused");
    }

    void check(const ContactManifold& m, const Placed& a, const Placed& b, const std::string& order) {
        check_points(m, order);
        if (!(m.distance.lower <= m.distance.upper))
            return fault(order + "bounds out of order", m.distance.lower, m.distance.upper);
        if (!m.points.empty() && m.distance.lower > 0)
            fault(order + "a gap has points", m.distance.lower, m.distance.upper);
        if (m.points.empty() && m.distance.upper < -slack_ && std::isfinite(m.distance.lower))
            fault(order + "an overlap has no point", m.distance.lower, m.distance.upper);
        std::string wrong;
        if (truth_.both_triangles())
            wrong = truth_.triangle_fault(m.distance, options_.exact);
        else if (options_.brute)
            wrong = truth_.convex_fault(m.distance);
        if (!wrong.empty()) result_.faults.push_back(order + wrong);
        const bool touch = overlaps(a, b);
        if (touch ? m.distance.lower > slack_ : m.distance.upper <= -slack_)
            fault(order + "overlaps disagrees", m.distance.lower, m.distance.upper);
        if (timed_(Verb::verify, [&] { return verify(m, a, b); })) return;
        result_.not_shown.push_back(
            m.points.empty() ? m.distance.lower > 0 ? "manifold_gap" : "manifold_touch" : "manifold");
    }

    const PartCase& parts_;
    const PartJudgeOptions& options_;
    PartJudgement& result_;
    CallClock timed_;
    PartTruth truth_;
    double slack_;
};

}  // namespace

void judge_contacts(const PartCase& parts, const PartJudgeOptions& options, PartJudgement& result) {
    // Contacts of solids that overlap take the depth first, up to a second.
    const bool skins = PartTruth(parts.a, parts.b, parts.on_grid).both_skins();
    if (!options.depths && !skins && overlaps(parts.a, parts.b)) {
        result.overlapping = true;
        return;
    }
    ContactJudge(parts, options, result).run();
}

}  // namespace graze::test
