// Answers with their whole proof, for the C interface.
#include <graze/graze_certificates.h>

#include "handles.hpp"

using namespace graze;
using namespace graze::c;

// NOLINTBEGIN(readability-identifier-naming): these are the handles that graze_certificates.h names
struct graze_certified_separation {
    CertifiedSeparation certified;
};

struct graze_certified_relation {
    CertifiedRelation certified;
};

struct graze_certified_impact {
    CertifiedImpact certified;
};
// NOLINTEND(readability-identifier-naming)

graze_result graze_certify_separation(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                      const double pose_b[7], const graze_separation_options* options,
                                      graze_certified_separation** certified) {
    if (!given(certified)) return GRAZE_INVALID_ARGUMENT;
    const auto wanted = separation_options(options);
    if (!wanted) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b, [&](const Placed& x, const Placed& y) {
        *certified = new graze_certified_separation{certified_separation(x, y, *wanted)};
    });
}

graze_result graze_certified_separation_read(const graze_certified_separation* certified,
                                             graze_separation* separation) {
    if (!given(certified) || !given(separation)) return GRAZE_INVALID_ARGUMENT;
    *separation = c::separation(certified->certified.separation);
    return succeed();
}

graze_result graze_verify_certified_separation(const graze_certified_separation* certified,
                                               const graze_shape* a, const double pose_a[7],
                                               const graze_shape* b, const double pose_b[7], int* shown) {
    if (!given(certified) || !given(shown)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b, [&](const Placed& x, const Placed& y) {
        *shown = verify(certified->certified, x, y) ? 1 : 0;
    });
}

void graze_certified_separation_release(graze_certified_separation* certified) { delete certified; }

graze_result graze_certify_relation(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                    const double pose_b[7], graze_certified_relation** certified) {
    if (!given(certified)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b, [&](const Placed& x, const Placed& y) {
        *certified = new graze_certified_relation{certified_relation(x, y)};
    });
}

graze_result graze_certified_relation_read(const graze_certified_relation* certified,
                                           graze_relation* answer) {
    if (!given(certified) || !given(answer)) return GRAZE_INVALID_ARGUMENT;
    *answer = relation_of(certified->certified.relation);
    return succeed();
}

graze_result graze_verify_certified_relation(const graze_certified_relation* certified, const graze_shape* a,
                                             const double pose_a[7], const graze_shape* b,
                                             const double pose_b[7], int* shown) {
    if (!given(certified) || !given(shown)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b, [&](const Placed& x, const Placed& y) {
        *shown = verify(certified->certified, x, y) ? 1 : 0;
    });
}

void graze_certified_relation_release(graze_certified_relation* certified) { delete certified; }

graze_result graze_certify_impact(const graze_shape* a, const graze_motion* motion_a, const graze_shape* b,
                                  const graze_motion* motion_b, double tolerance,
                                  graze_certified_impact** certified) {
    if (!given(a, b) || !given(motion_a, motion_b) || !given(certified)) return GRAZE_INVALID_ARGUMENT;
    const auto options = impact_options(tolerance);
    if (!options) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        *certified = new graze_certified_impact{
            certified_time_of_impact({a->shape, motion_a->motion}, {b->shape, motion_b->motion}, *options)};
        return succeed();
    });
}

graze_result graze_certified_impact_read(const graze_certified_impact* certified, graze_impact* impact) {
    if (!given(certified) || !given(impact)) return GRAZE_INVALID_ARGUMENT;
    *impact = c::impact(certified->certified.impact);
    return succeed();
}

graze_result graze_verify_certified_impact(const graze_certified_impact* certified, const graze_shape* a,
                                           const graze_motion* motion_a, const graze_shape* b,
                                           const graze_motion* motion_b, int* shown) {
    if (!given(certified) || !given(a, b) || !given(motion_a, motion_b) || !given(shown))
        return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        *shown = verify(certified->certified, Moving{a->shape, motion_a->motion},
                        Moving{b->shape, motion_b->motion})
                     ? 1
                     : 0;
        return succeed();
    });
}

void graze_certified_impact_release(graze_certified_impact* certified) { delete certified; }
