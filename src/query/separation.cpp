// Distances through the table of routines; the certified distance of two convex shapes by the general
// search, which keeps its polytope. Where that search does not converge and the plain answer verifies without
// a certificate, the plain answer is returned.
#include "convex/epa/separate.hpp"
#include "core/audited.hpp"
#include "graze/core/assert.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "query/audit/audit.hpp"
#include "query/dispatch.hpp"

namespace graze {
namespace {

CertifiedSeparation certify(const Placed& a, const Placed& b, const SeparationOptions& options) {
    CertifiedSeparation certified;
    CorePair pair;
    const bool half_space =
        a.shape.type() == ShapeType::half_space || b.shape.type() == ShapeType::half_space;
    const bool convex = a.shape.convex() && b.shape.convex();
    if (half_space || !convex || !make_core_pair(a, b, pair)) {
        certified.separation = separation(a, b, options);
        return certified;
    }
    EpaPolytope polytope;
    certified.separation = separate(a, b, pair, options, {.polytope = &polytope});
    if (certified.separation.status == Status::budget_reached) {
        // Balls about one centre: no polytope of a bounded size comes near them, but they show their depth
        // themselves.
        const Separation plain = separation(a, b, options);
        if (plain.distance.width() < certified.separation.distance.width() && verify(plain, a, b))
            return {plain, {}};
    }
    for (const SimplexPoint& p : polytope.vertices) {
        certified.certificate.vertices.push_back(
            {p.direction, transpose_times(pair.b_in_a.rotation, -p.direction)});
    }
    for (const auto& t : polytope.triangles)
        certified.certificate.triangles.push_back({t.vertices, unit(a.pose.rotation * t.normal)});
    return certified;
}

}  // namespace

Separation separation(const Placed& a, const Placed& b, const SeparationOptions& options,
                      PairCache* cache) noexcept {
    const Separation s =
        GRAZE_AUDITED(separation_routine(a.shape.type(), b.shape.type())(a, b, options, cache),
                      audit::check_separation(answer, {a, b}, options));
    GRAZE_ASSERT(s.status != Status::invalid_input,
                 "separation of an invalid shape or pose: check() says why");
    return s;
}

CertifiedSeparation certified_separation(const Placed& a, const Placed& b, const SeparationOptions& options) {
    return GRAZE_AUDITED(certify(a, b, options), audit::check_certified(answer, {a, b}, options));
}

}  // namespace graze
