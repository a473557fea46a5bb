/* Tolerances, straight casts, lists of triangles and parts, batches: each against the single query, and
 * refusals. */
#include <graze/graze.h>

#include <math.h>
#include <string.h>

#include "expect.h"

static const double kHere[7] = {0, 0, 0, 1, 0, 0, 0};
static const double kNowhere[7] = {NAN, 0, 0, 1, 0, 0, 0};

static graze_shape* cube(double half) {
    double corners[24];
    const uint32_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    graze_shape* mesh = NULL;
    int i;
    for (i = 0; i < 8; ++i) {
        corners[3 * i] = i & 1 ? half : -half;
        corners[3 * i + 1] = i & 2 ? half : -half;
        corners[3 * i + 2] = i & 4 ? half : -half;
    }
    EXPECT(graze_shape_mesh(corners, 8, faces, 12, GRAZE_SOLID, &mesh) == GRAZE_OK);
    return mesh;
}

static void tolerances(const graze_shape* mesh) {
    graze_shape *ellipsoid = NULL, *ball = NULL;
    const double away[7] = {3, 1, 0.5, 1, 0, 0, 0}, along[3] = {-4, 0, 0};
    graze_separation_options options = {1e-2, 0};
    graze_separation wide, narrow;
    graze_motion *still = NULL, *flying = NULL;
    graze_impact_options impact_options = {1e-3, 0, GRAZE_CONSERVATIVE_ADVANCEMENT};
    graze_impact rough, fine, by_intervals;
    EXPECT(graze_shape_ellipsoid(1, 0.5, 0.25, &ellipsoid) == GRAZE_OK);
    EXPECT(graze_shape_sphere(0.5, &ball) == GRAZE_OK);
    EXPECT(graze_separation_within(ellipsoid, kHere, ellipsoid, away, &options, &wide) == GRAZE_OK);
    options.tolerance = 1e-9;
    EXPECT(graze_separation_within(ellipsoid, kHere, ellipsoid, away, &options, &narrow) == GRAZE_OK);
    EXPECT(narrow.upper - narrow.lower <= 1e-8 && wide.upper - wide.lower <= 2e-2);
    EXPECT(wide.lower <= narrow.upper && narrow.lower <= wide.upper && narrow.iterations > wide.iterations);
    options.max_iterations = 2;
    EXPECT(graze_separation_within(ellipsoid, kHere, ellipsoid, away, &options, &wide) == GRAZE_OK);
    EXPECT(wide.status == GRAZE_BUDGET_REACHED && wide.lower <= narrow.upper && narrow.lower <= wide.upper);
    options.tolerance = NAN;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_separation_within(ball, kHere, ball, away, &options, &wide));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_separation_within(ball, kHere, ball, away, NULL, &wide));

    EXPECT(graze_motion_linear(kHere, kHere, &still) == GRAZE_OK);
    EXPECT(graze_motion_linear(away, along, &flying) == GRAZE_OK);
    EXPECT(graze_time_of_impact_within(mesh, still, mesh, flying, &impact_options, &rough) == GRAZE_OK);
    impact_options.tolerance = 1e-8;
    EXPECT(graze_time_of_impact_within(mesh, still, mesh, flying, &impact_options, &fine) == GRAZE_OK);
    EXPECT(rough.upper - rough.lower <= 1e-3 && fine.upper - fine.lower <= 1e-8);
    EXPECT(rough.lower <= fine.upper && fine.lower <= rough.upper);
    impact_options.tolerance = 1e-5;
    impact_options.method = GRAZE_INTERVAL_OBB;
    EXPECT(graze_time_of_impact_within(mesh, still, mesh, flying, &impact_options, &by_intervals) ==
           GRAZE_OK);
    EXPECT(fabs(by_intervals.lower - fine.lower) < 1e-4);
    EXPECT_REFUSED(GRAZE_UNSUPPORTED,
                   graze_time_of_impact_within(ball, still, ball, flying, &impact_options, &fine));
    memset(&impact_options.method, 9, sizeof impact_options.method);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_time_of_impact_within(mesh, still, mesh, flying, &impact_options, &fine));
    graze_motion_release(still);
    graze_motion_release(flying);
    graze_shape_release(ellipsoid);
    graze_shape_release(ball);
}

static void casts(void) {
    graze_shape *ball = NULL, *box = NULL;
    const double away[7] = {5, 0, 0, 1, 0, 0, 0}, towards[3] = {-8, 0, 0}, up[3] = {0, 0, 8},
                 endless[3] = {0, HUGE_VAL, 0};
    graze_cast_hit answer;
    int hit = 7;
    EXPECT(graze_shape_sphere(1, &ball) == GRAZE_OK && graze_shape_box(1, 1, 1, &box) == GRAZE_OK);
    EXPECT(graze_translational_cast(box, kHere, ball, away, towards, &hit, &answer) == GRAZE_OK);
    EXPECT(hit == 1 && answer.lower <= 3.0 / 8 && 3.0 / 8 <= answer.upper + 1e-12 &&
           answer.upper - answer.lower < 1e-6);
    EXPECT(fabs(answer.point[0] - 1) < 1e-6 && fabs(answer.normal[0] - 1) < 1e-6);
    EXPECT(answer.status == GRAZE_CONVERGED);
    EXPECT(graze_translational_cast(box, kHere, ball, away, up, &hit, &answer) == GRAZE_OK && hit == 0);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_translational_cast(box, kHere, ball, away, endless, &hit, &answer));
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT,
                   graze_translational_cast(box, kNowhere, ball, away, up, &hit, &answer));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_translational_cast(NULL, kHere, ball, away, up, &hit, &answer));
    graze_shape_release(ball);
    graze_shape_release(box);
}

static void lists(const graze_shape* mesh) {
    const double shifted[7] = {0.5, 0.25, 0.125, 1, 0, 0, 0}, origin[3] = {-3, 0.1, 0.2},
                 along[3] = {1, 0, 0}, none[3] = {0, 0, 0}, low[3] = {0.9, -2, -2}, high[3] = {1.1, 2, 2};
    graze_triangle_pair pairs[4];
    graze_manifold manifolds[8], deepest, again;
    graze_contact_options contact_options = {-1, -1};
    graze_part_hit hits[4];
    graze_shape* ball = NULL;
    uint32_t parts[16];
    size_t count = 99, i;
    EXPECT(graze_intersecting_triangles(mesh, kHere, mesh, shifted, pairs, 4, &count) == GRAZE_OK);
    EXPECT(count >= 6);
    for (i = 0; i < 4; ++i) {
        EXPECT(pairs[i].triangle_a < 12 && pairs[i].triangle_b < 12 && pairs[i].error < 1e-9);
        EXPECT(fabs(pairs[i].start[0]) <= 1 + 1e-9 && fabs(pairs[i].end[1]) <= 1.25 + 1e-9);
        EXPECT(i == 0 || pairs[i].triangle_a >= pairs[i - 1].triangle_a);
    }
    EXPECT(graze_self_intersections(mesh, pairs, 4, &count) == GRAZE_OK && count == 0);
    EXPECT(graze_shape_sphere(0.5, &ball) == GRAZE_OK);
    EXPECT_REFUSED(GRAZE_UNSUPPORTED,
                   graze_intersecting_triangles(mesh, kHere, ball, shifted, pairs, 4, &count));
    EXPECT_REFUSED(GRAZE_UNSUPPORTED, graze_self_intersections(ball, pairs, 4, &count));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_intersecting_triangles(mesh, kHere, mesh, shifted, NULL, 4, &count));

    EXPECT(graze_contact_manifolds(mesh, kHere, mesh, shifted, NULL, manifolds, 8, &count) == GRAZE_OK);
    EXPECT(graze_contacts(mesh, kHere, mesh, shifted, &deepest) == GRAZE_OK);
    EXPECT(count >= 1 && manifolds[0].count > 0 && deepest.count > 0);
    EXPECT(manifolds[0].points[0].depth > 0);
    EXPECT(graze_contacts_within(mesh, kHere, mesh, shifted, &contact_options, &again) == GRAZE_OK);
    EXPECT(again.count == deepest.count && again.points[0].depth == deepest.points[0].depth);
    contact_options.patch_gap = NAN;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_contact_manifolds(mesh, kHere, mesh, shifted,
                                                                   &contact_options, manifolds, 8, &count));

    EXPECT(graze_parts_in_box(mesh, kHere, low, high, parts, 16, &count) == GRAZE_OK);
    EXPECT(count >= 2 && count < 12 && parts[0] < parts[1]);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_parts_in_box(mesh, kHere, high, low, parts, 16, &count));
    EXPECT(graze_raycast_parts(origin, along, mesh, kHere, HUGE_VAL, hits, 4, &count) == GRAZE_OK);
    EXPECT(count == 2 && fabs(hits[0].hit.t - 2) < 1e-9 && fabs(hits[1].hit.t - 4) < 1e-9);
    EXPECT(graze_raycast_parts(origin, along, mesh, kHere, 3, hits, 4, &count) == GRAZE_OK && count == 1);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_raycast_parts(origin, none, mesh, kHere, 3, hits, 4, &count));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_raycast_parts(origin, along, mesh, kHere, -1, hits, 4, &count));
    graze_shape_release(ball);
}

static void batches(const graze_shape* mesh) {
    enum { kCount = 20 };
    double poses[14 * kCount], rays[6 * kCount];
    graze_placed_pair pairs[kCount];
    unsigned char overlap[kCount], again[kCount], hit[kCount];
    graze_separation gaps[kCount], gaps_again[kCount], gap;
    graze_ray_hit answers[kCount], answer;
    graze_shape* capsule = NULL;
    size_t hits = 0, i;
    EXPECT(graze_shape_capsule(0.3, 0.5, &capsule) == GRAZE_OK);
    memset(poses, 0, sizeof poses);
    for (i = 0; i < kCount; ++i) {
        poses[14 * i + 3] = poses[14 * i + 10] = 1;
        poses[14 * i + 7] = 0.2 * (double)i;
        pairs[i].a = mesh;
        pairs[i].b = capsule;
        memcpy(pairs[i].pose_a, poses + 14 * i, sizeof pairs[i].pose_a);
        memcpy(pairs[i].pose_b, poses + 14 * i + 7, sizeof pairs[i].pose_b);
        rays[6 * i] = -5;
        rays[6 * i + 1] = -1.95 + 0.2 * (double)i;
        rays[6 * i + 2] = 0.1;
        rays[6 * i + 3] = 1;
        rays[6 * i + 4] = rays[6 * i + 5] = 0;
    }
    EXPECT(graze_overlaps_at(mesh, capsule, poses, kCount, 2, overlap) == GRAZE_OK);
    EXPECT(graze_overlaps_of_many(pairs, kCount, 1, again) == GRAZE_OK);
    EXPECT(graze_separations_at(mesh, capsule, poses, kCount, 1, gaps) == GRAZE_OK);
    EXPECT(graze_separations_of_many(pairs, kCount, 2, gaps_again) == GRAZE_OK);
    EXPECT(graze_raycasts(rays, kCount, mesh, kHere, 2, hit, answers) == GRAZE_OK);
    for (i = 0; i < kCount; ++i) {
        int one = 0;
        EXPECT(graze_overlaps(mesh, poses + 14 * i, capsule, poses + 14 * i + 7, &one) == GRAZE_OK);
        EXPECT(one == overlap[i] && one == again[i]);
        EXPECT(graze_separation_of(mesh, poses + 14 * i, capsule, poses + 14 * i + 7, &gap) == GRAZE_OK);
        EXPECT(gap.lower == gaps[i].lower && gap.upper == gaps_again[i].upper);
        EXPECT(graze_raycast(rays + 6 * i, rays + 6 * i + 3, mesh, kHere, &one, &answer) == GRAZE_OK);
        EXPECT(one == hit[i] && (one == 0 || answer.t == answers[i].t));
        hits += hit[i];
    }
    EXPECT(hits == 10 && overlap[0] == 1 && overlap[kCount - 1] == 0);
    EXPECT(graze_overlaps_at(mesh, capsule, NULL, 0, 1, NULL) == GRAZE_OK);
    poses[14 * 3 + 8] = NAN;
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT, graze_overlaps_at(mesh, capsule, poses, kCount, 1, overlap));
    EXPECT(strstr(graze_last_error(), "question 3") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT, graze_separations_at(mesh, capsule, poses, kCount, 1, gaps));
    pairs[7].b = NULL;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_overlaps_of_many(pairs, kCount, 1, again));
    EXPECT(strstr(graze_last_error(), "question 7") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_separations_of_many(NULL, 2, 1, gaps));
    rays[6 * 4 + 3] = 0;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_raycasts(rays, kCount, mesh, kHere, 1, hit, answers));
    EXPECT(strstr(graze_last_error(), "ray 4") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT, graze_raycasts(rays, 4, mesh, kNowhere, 1, hit, answers));
    graze_shape_release(capsule);
}

void lists_and_batches(void) {
    graze_shape* mesh = cube(1);
    tolerances(mesh);
    casts();
    lists(mesh);
    batches(mesh);
    graze_shape_release(mesh);
}
