/* Decisions with proofs, and checks of answers. */
#include <graze/graze.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "expect.h"

static const double kHere[7] = {0, 0, 0, 1, 0, 0, 0};

static void common_points(const graze_shape* box, const graze_shape* ball, const graze_shape* solid,
                          const double apart[7]) {
    const double a[3] = {0, 0, 0}, b[3] = {1, 0, 0}, c[3] = {0, 1, 0}, low[3] = {0.3, 0.3, -1},
                 top[3] = {0.1, 0.2, 2}, on[3] = {0.3, 0.3, 0};
    graze_shape* triangle = NULL;
    graze_shape* needle = NULL;
    graze_common_point common;
    graze_verdict* verdict = NULL;
    graze_verdict_summary summary;
    int found = 7, shown = 0;
    EXPECT(graze_common_point_of(box, kHere, ball, apart, &found, &common) == GRAZE_OK && found == 0);
    EXPECT(graze_common_point_of(box, kHere, ball, kHere, &found, &common) == GRAZE_OK && found == 1);
    EXPECT(common.kind == GRAZE_COMMON_MEMBER && common.distance == 0 && common.status == GRAZE_CONVERGED);
    EXPECT(common.part_a == GRAZE_NO_PART && common.part_b == GRAZE_NO_PART);
    EXPECT(graze_verify_common_point(&common, box, kHere, ball, kHere, &shown) == GRAZE_OK && shown == 1);
    EXPECT(graze_verify_common_point(&common, box, kHere, ball, apart, &shown) == GRAZE_OK && shown == 0);
    EXPECT(graze_common_point_of(solid, kHere, ball, kHere, &found, &common) == GRAZE_OK && found == 1);
    EXPECT(common.kind == GRAZE_COMMON_MEMBER);
    EXPECT(graze_verify_common_point(&common, solid, kHere, ball, kHere, &shown) == GRAZE_OK && shown == 1);
    common.point[0] += 100;
    EXPECT(graze_verify_common_point(&common, solid, kHere, ball, kHere, &shown) == GRAZE_OK && shown == 0);

    EXPECT(graze_shape_triangle(a, b, c, &triangle) == GRAZE_OK);
    EXPECT(graze_shape_segment(low, top, &needle) == GRAZE_OK);
    EXPECT(graze_decide(triangle, kHere, needle, kHere, GRAZE_AUTOMATIC, &verdict) == GRAZE_OK);
    EXPECT(graze_verdict_read(verdict, &summary) == GRAZE_OK && summary.common == GRAZE_COMMON_NEARBY);
    EXPECT(summary.distance > 0 && summary.distance < 1e-15 && fabs(summary.point[2]) < 1e-15);
    EXPECT(summary.feature_b.kind == 0 && summary.feature_b.second == 0);
    EXPECT(graze_verify_verdict(verdict, triangle, kHere, needle, kHere, &shown) == GRAZE_OK && shown == 1);
    graze_verdict_release(verdict);
    graze_shape_release(needle);
    EXPECT(graze_shape_segment(on, top, &needle) == GRAZE_OK);
    EXPECT(graze_decide(triangle, kHere, needle, kHere, GRAZE_AUTOMATIC, &verdict) == GRAZE_OK);
    EXPECT(graze_verdict_read(verdict, &summary) == GRAZE_OK && summary.proof == GRAZE_CROSSING);
    EXPECT(summary.feature_a.kind == GRAZE_FLAT_FACE && summary.feature_b.kind == GRAZE_FLAT_EDGE &&
           summary.feature_b.first == 0 && summary.feature_b.second == 1);
    graze_verdict_release(verdict);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_common_point_of(box, kHere, NULL, kHere, &found, &common));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_common_point_of(box, kHere, ball, kHere, NULL, &common));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_common_point_of(box, kHere, ball, kHere, &found, NULL));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_verify_common_point(NULL, box, kHere, ball, kHere, &shown));
    graze_shape_release(triangle);
    graze_shape_release(needle);
}

static void each_kind_of_proof(void) {
    const double corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const double apart[7] = {3, 0, 0, 1, 0, 0, 0}, touching[7] = {1, 0, 0, 1, 0, 0, 0},
                 inside[7] = {0.2, 0.2, 0.2, 1, 0, 0, 0};
    graze_shape *box = NULL, *ball = NULL, *solid = NULL, *grain = NULL;
    graze_verdict* verdict = NULL;
    graze_verdict_summary summary;
    int shown = -1;
    EXPECT(graze_shape_box(0.5, 0.5, 0.5, &box) == GRAZE_OK && graze_shape_sphere(0.5, &ball) == GRAZE_OK);
    EXPECT(graze_shape_sphere(0.01, &grain) == GRAZE_OK);
    EXPECT(graze_shape_mesh(corners, 4, faces, 4, GRAZE_SOLID, &solid) == GRAZE_OK);

    EXPECT(graze_decide(box, kHere, ball, apart, GRAZE_AUTOMATIC, &verdict) == GRAZE_OK);
    EXPECT(graze_verdict_read(verdict, &summary) == GRAZE_OK && summary.answer == GRAZE_ANSWER_DISJOINT &&
           summary.status == GRAZE_CONVERGED);
    EXPECT(summary.proof == GRAZE_SEPARATING_PLANE && summary.normal[0] > 0.9 && summary.offset > 0.5 &&
           summary.offset < 2.5);
    EXPECT(graze_verify_verdict(verdict, box, kHere, ball, apart, &shown) == GRAZE_OK && shown == 1);
    EXPECT(graze_verify_verdict(verdict, box, kHere, ball, touching, &shown) == GRAZE_OK && shown == 0);
    graze_verdict_release(verdict);

    EXPECT(graze_decide(box, kHere, box, kHere, GRAZE_AUTOMATIC, &verdict) == GRAZE_OK);
    EXPECT(graze_verdict_read(verdict, &summary) == GRAZE_OK && summary.answer == GRAZE_ANSWER_INTERSECTING);
    EXPECT(summary.proof == GRAZE_COMMON_POINT || summary.proof == GRAZE_COMMON_TETRAHEDRON);
    EXPECT(graze_verify_verdict(verdict, box, kHere, box, kHere, &shown) == GRAZE_OK && shown == 1);
    EXPECT(graze_verify_verdict(verdict, box, kHere, box, apart, &shown) == GRAZE_OK && shown == 0);
    graze_verdict_release(verdict);

    EXPECT(graze_decide(box, kHere, box, apart, GRAZE_FOURIER_MOTZKIN, &verdict) == GRAZE_OK);
    EXPECT(graze_verdict_read(verdict, &summary) == GRAZE_OK && summary.proof == GRAZE_FARKAS &&
           summary.method == GRAZE_FOURIER_MOTZKIN);
    EXPECT(graze_verify_verdict(verdict, box, kHere, box, apart, &shown) == GRAZE_OK && shown == 1);
    graze_verdict_release(verdict);

    EXPECT(graze_decide(solid, kHere, ball, kHere, GRAZE_AUTOMATIC, &verdict) == GRAZE_OK);
    EXPECT(graze_verdict_read(verdict, &summary) == GRAZE_OK && summary.proof == GRAZE_INTERSECTING_PARTS &&
           summary.part_a < 4 && summary.part_b == 0);
    EXPECT(graze_verify_verdict(verdict, solid, kHere, ball, kHere, &shown) == GRAZE_OK && shown == 1);
    graze_verdict_release(verdict);
    EXPECT(graze_decide(solid, kHere, grain, inside, GRAZE_AUTOMATIC, &verdict) == GRAZE_OK);
    EXPECT(graze_verdict_read(verdict, &summary) == GRAZE_OK && summary.proof == GRAZE_ENCLOSED_PART);
    EXPECT(graze_verify_verdict(verdict, solid, kHere, grain, inside, &shown) == GRAZE_OK && shown == 1);
    graze_verdict_release(verdict);
    EXPECT(graze_decide(solid, kHere, ball, apart, GRAZE_AUTOMATIC, &verdict) == GRAZE_OK);
    EXPECT(graze_verdict_read(verdict, &summary) == GRAZE_OK && summary.proof == GRAZE_SEPARATING_COVER);
    EXPECT(graze_verify_verdict(verdict, solid, kHere, ball, apart, &shown) == GRAZE_OK && shown == 1);
    graze_verdict_release(verdict);

    EXPECT(graze_decide(box, kHere, ball, touching, GRAZE_AUTOMATIC, &verdict) == GRAZE_OK);
    EXPECT(graze_verdict_read(verdict, &summary) == GRAZE_OK && summary.common != GRAZE_COMMON_UNKNOWN);
    graze_verdict_release(verdict);
    common_points(box, ball, solid, apart);

    verdict = NULL;
    EXPECT_REFUSED(GRAZE_UNSUPPORTED, graze_decide(ball, kHere, ball, kHere, GRAZE_SAT, &verdict));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_decide(ball, kHere, ball, kHere, (graze_method)9, &verdict));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_decide(ball, kHere, ball, kHere, GRAZE_AUTOMATIC, NULL));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_verdict_read(NULL, &summary));
    EXPECT(verdict == NULL);
    graze_verdict_release(NULL);
    graze_shape_release(box);
    graze_shape_release(ball);
    graze_shape_release(solid);
    graze_shape_release(grain);
}

static void checks_of_answers(void) {
    const double apart[7] = {3, 0.2, 0, 1, 0, 0, 0}, beside[7] = {0.75, 0, 0, 1, 0, 0, 0},
                 still[3] = {0, 0, 0}, back[3] = {-4, 0, 0};
    const double from[3] = {-5, 0, 0}, along[3] = {2, 0, 0};
    graze_shape *box = NULL, *ball = NULL;
    graze_motion *rest = NULL, *straight = NULL;
    graze_separation s;
    graze_manifold m;
    graze_ray_hit hit;
    graze_impact impact;
    int shown = -1, found = -1;
    EXPECT(graze_shape_box(0.5, 0.5, 0.5, &box) == GRAZE_OK && graze_shape_sphere(0.5, &ball) == GRAZE_OK);
    EXPECT(graze_motion_linear(kHere, still, &rest) == GRAZE_OK &&
           graze_motion_linear(apart, back, &straight) == GRAZE_OK);

    EXPECT(graze_separation_of(box, kHere, ball, apart, &s) == GRAZE_OK);
    EXPECT(graze_verify_separation(&s, box, kHere, ball, apart, &shown) == GRAZE_OK && shown == 1);
    s.lower += 0.1;
    s.upper += 0.1;
    EXPECT(graze_verify_separation(&s, box, kHere, ball, apart, &shown) == GRAZE_OK && shown == 0);

    EXPECT(graze_contacts(box, kHere, box, beside, &m) == GRAZE_OK && m.count == 4);
    EXPECT(graze_verify_contacts(&m, box, kHere, box, beside, &shown) == GRAZE_OK && shown == 1);
    m.points[1].position[1] += 5;
    EXPECT(graze_verify_contacts(&m, box, kHere, box, beside, &shown) == GRAZE_OK && shown == 0);
    EXPECT(graze_contacts(box, kHere, box, beside, &m) == GRAZE_OK);
    m.count = 5;
    EXPECT(graze_verify_contacts(&m, box, kHere, box, beside, &shown) == GRAZE_OK && shown == 0);
    EXPECT(graze_contacts(box, kHere, ball, apart, &m) == GRAZE_OK && m.count == 0);
    EXPECT(graze_verify_contacts(&m, box, kHere, ball, apart, &shown) == GRAZE_OK && shown == 1);
    m.nearest_a[0] += 0.1;
    EXPECT(graze_verify_contacts(&m, box, kHere, ball, apart, &shown) == GRAZE_OK && shown == 0);

    EXPECT(graze_raycast(from, along, ball, kHere, &found, &hit) == GRAZE_OK && found == 1);
    EXPECT(graze_verify_ray_hit(&hit, from, along, ball, kHere, &shown) == GRAZE_OK && shown == 1);
    hit.lower += 0.1;
    EXPECT(graze_verify_ray_hit(&hit, from, along, ball, kHere, &shown) == GRAZE_OK && shown == 0);

    EXPECT(graze_time_of_impact(box, rest, ball, straight, 0, &impact) == GRAZE_OK &&
           impact.answer == GRAZE_CONTACT);
    EXPECT(impact.proof == GRAZE_OVERLAP);
    EXPECT(graze_verify_impact(&impact, box, rest, ball, straight, &shown) == GRAZE_OK && shown == 1);
    impact.lower = 0.6;
    impact.upper = 0.6;
    EXPECT(graze_verify_impact(&impact, box, rest, ball, straight, &shown) == GRAZE_OK && shown == 0);

    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_verify_separation(NULL, box, kHere, ball, apart, &shown));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_verify_impact(&impact, box, rest, NULL, straight, &shown));
    graze_motion_release(rest);
    graze_motion_release(straight);
    graze_shape_release(box);
    graze_shape_release(ball);
}

/* A face that an edge goes through: the answer names both triangles, and is not shown by others. */
static void parts_of_a_contact(void) {
    const double wing[18] = {5, 5, 5, 6, 5, 5, 5, 6, 5, -1, -1, 0, 1, -1, 0, 0, 1, 0};
    const double blade[9] = {0.1, 0.1, -1, 0.3, 0.2, 2, 0.1, 0.4, 2};
    const uint32_t two[6] = {0, 1, 2, 3, 4, 5}, one[3] = {0, 1, 2};
    graze_shape *a = NULL, *b = NULL;
    graze_separation s;
    int shown = -1;
    EXPECT(graze_shape_mesh(wing, 6, two, 2, GRAZE_SURFACE, &a) == GRAZE_OK);
    EXPECT(graze_shape_mesh(blade, 3, one, 1, GRAZE_SURFACE, &b) == GRAZE_OK);
    EXPECT(graze_separation_of(a, kHere, b, kHere, &s) == GRAZE_OK && s.upper == 0);
    EXPECT(s.part_a == 1 && s.part_b == 0);
    EXPECT(graze_verify_separation(&s, a, kHere, b, kHere, &shown) == GRAZE_OK && shown == 1);
    s.part_a = 0;
    EXPECT(graze_verify_separation(&s, a, kHere, b, kHere, &shown) == GRAZE_OK && shown == 0);
    s.part_a = GRAZE_NO_PART;
    EXPECT(graze_verify_separation(&s, a, kHere, b, kHere, &shown) == GRAZE_OK && shown == 0);
    graze_shape_release(a);
    graze_shape_release(b);
}

void verdicts_and_checks(void) {
    each_kind_of_proof();
    parts_of_a_contact();
    checks_of_answers();
}
