/* Answers with their whole proof, the inside of meshes, shapes as bytes, warm starts, single features of
 * rigid bodies, and scenes with tolerances: against the plain queries, and refusals. */
#include <graze/graze.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

static const double kHere[7] = {0, 0, 0, 1, 0, 0, 0};
static const double kNowhere[7] = {NAN, 0, 0, 1, 0, 0, 0};
static const double kDeep[7] = {0.5, 0.25, 0.125, 1, 0.2, 0.1, 0};
static const double kAway[7] = {4, 0, 0, 1, 0, 0, 0};
static const double kBack[3] = {-4, 0, 0};
static const double kStill[3] = {0, 0, 0};

static graze_shape* cube(graze_mesh_kind kind) {
    const double corners[24] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1,
                                -1, -1, 1,  1, -1, 1,  -1, 1, 1,  1, 1, 1};
    const uint32_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    graze_shape* mesh = NULL;
    EXPECT(graze_shape_mesh(corners, 8, faces, 12, kind, &mesh) == GRAZE_OK);
    return mesh;
}

static void certificates(void) {
    graze_shape *cylinder = NULL, *ball = NULL;
    graze_certified_separation *deep = NULL, *no_separation = NULL;
    graze_certified_relation* inside = NULL;
    graze_certified_impact* impact = NULL;
    graze_motion *rest = NULL, *flight = NULL;
    graze_separation gap, plain;
    graze_relation relation = GRAZE_DISJOINT;
    graze_impact first, again;
    int shown = 7;
    EXPECT(graze_shape_cylinder(1, 1, &cylinder) == GRAZE_OK && graze_shape_sphere(0.25, &ball) == GRAZE_OK);
    EXPECT(graze_certify_separation(cylinder, kHere, cylinder, kDeep, NULL, &deep) == GRAZE_OK);
    EXPECT(graze_certified_separation_read(deep, &gap) == GRAZE_OK && gap.upper < 0);
    EXPECT(graze_separation_of(cylinder, kHere, cylinder, kDeep, &plain) == GRAZE_OK);
    EXPECT(plain.lower <= gap.upper && gap.lower <= plain.upper);
    EXPECT(graze_verify_certified_separation(deep, cylinder, kHere, cylinder, kDeep, &shown) == GRAZE_OK &&
           shown == 1);
    EXPECT(graze_verify_certified_separation(deep, cylinder, kHere, cylinder, kAway, &shown) == GRAZE_OK &&
           shown == 0);
    EXPECT(graze_certify_relation(cylinder, kHere, ball, kHere, &inside) == GRAZE_OK);
    EXPECT(graze_certified_relation_read(inside, &relation) == GRAZE_OK && relation == GRAZE_B_INSIDE_A);
    EXPECT(graze_verify_certified_relation(inside, cylinder, kHere, ball, kHere, &shown) == GRAZE_OK &&
           shown == 1);
    EXPECT(graze_verify_certified_relation(inside, cylinder, kHere, ball, kAway, &shown) == GRAZE_OK &&
           shown == 0);

    EXPECT(graze_motion_linear(kHere, kStill, &rest) == GRAZE_OK);
    EXPECT(graze_motion_linear(kAway, kBack, &flight) == GRAZE_OK);
    EXPECT(graze_certify_impact(cylinder, rest, ball, flight, 0, &impact) == GRAZE_OK);
    EXPECT(graze_certified_impact_read(impact, &first) == GRAZE_OK);
    EXPECT(graze_time_of_impact(cylinder, rest, ball, flight, 0, &again) == GRAZE_OK);
    EXPECT(first.lower <= again.upper && again.lower <= first.upper && first.answer == GRAZE_CONTACT);
    EXPECT(graze_verify_certified_impact(impact, cylinder, rest, ball, flight, &shown) == GRAZE_OK &&
           shown == 1);
    EXPECT(graze_verify_certified_impact(impact, cylinder, rest, cylinder, flight, &shown) == GRAZE_OK &&
           shown == 0);

    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT,
                   graze_certify_separation(cylinder, kNowhere, ball, kHere, NULL, &no_separation));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_certify_separation(cylinder, kHere, NULL, kHere, NULL, &no_separation));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_certify_impact(cylinder, rest, ball, NULL, 0, &impact));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_certify_impact(cylinder, rest, ball, flight, -1, &impact));
    EXPECT(no_separation == NULL);
    graze_certified_separation_release(deep);
    graze_certified_relation_release(inside);
    graze_certified_impact_release(impact);
    graze_certified_separation_release(NULL);
    graze_motion_release(rest);
    graze_motion_release(flight);
    graze_shape_release(cylinder);
    graze_shape_release(ball);
}

static void insides(void) {
    graze_shape *solid = cube(GRAZE_SOLID), *surface = cube(GRAZE_SURFACE), *ball = NULL;
    graze_bsp_tree *tree = NULL, *none = NULL;
    const double points[9] = {0, 0, 0, 0.9, 0.9, -0.9, 3, 0, 0}, bad[6] = {0, 0, 0, 0, NAN, 0};
    double lower[3], upper[3], t = -1, normal[3];
    int closed = 7, inside = 7, hit = 7;
    EXPECT(graze_shape_sphere(0.5, &ball) == GRAZE_OK);
    EXPECT(graze_mesh_is_closed(surface, &closed) == GRAZE_OK && closed == 1);
    EXPECT(graze_winding_numbers(surface, kHere, points, 3, 0, lower, upper) == GRAZE_OK);
    EXPECT(lower[0] <= 1 && 1 <= upper[0] && lower[0] > 0.9 && lower[1] > 0.9 && upper[2] < 0.1);
    EXPECT(graze_bsp_tree_build(solid, &tree) == GRAZE_OK);
    EXPECT(graze_bsp_tree_contains(tree, points, &inside) == GRAZE_OK && inside == 1);
    EXPECT(graze_bsp_tree_contains(tree, points + 6, &inside) == GRAZE_OK && inside == 0);
    EXPECT(graze_bsp_tree_may_overlap(tree, ball, kAway, &hit) == GRAZE_OK && hit == 0);
    EXPECT(graze_bsp_tree_first_impact(tree, ball, kAway, kBack, &hit, &t, normal) == GRAZE_OK && hit == 1);
    EXPECT(t <= 2.5 / 4 + 1e-6 && t > 0.6 && fabs(normal[0] - 1) < 1e-6);
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_bsp_tree_build(surface, &none));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_bsp_tree_build(ball, &none));
    EXPECT_REFUSED(GRAZE_UNSUPPORTED, graze_bsp_tree_may_overlap(tree, solid, kAway, &hit));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_bsp_tree_contains(tree, bad + 3, &inside));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_winding_numbers(surface, kHere, bad, 2, 0, lower, upper));
    EXPECT(strstr(graze_last_error(), "point 1") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_mesh_is_closed(ball, &closed));
    EXPECT(none == NULL);
    graze_bsp_tree_release(tree);
    graze_shape_release(solid);
    graze_shape_release(surface);
    graze_shape_release(ball);
}

static void shapes_again(void) {
    graze_shape *mesh = cube(GRAZE_SOLID), *loaded = NULL, *ball = NULL, *swept = NULL, *hull = NULL,
                *compound = NULL, *field = NULL;
    const graze_shape* parts[1];
    const double stretched[16] = {2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, corner[2] = {10, 20},
                 heights[4] = {0, 0, 1, 0};
    double min[3], max[3];
    graze_separation saved, gap;
    size_t size = 0, written = 0;
    unsigned char* bytes;
    EXPECT(graze_shape_sphere(1, &ball) == GRAZE_OK);
    EXPECT(graze_shape_save(mesh, NULL, 0, &size) == GRAZE_OK && size > 100);
    bytes = (unsigned char*)malloc(size);
    EXPECT(graze_shape_save(mesh, bytes, size, &written) == GRAZE_OK && written == size);
    EXPECT(graze_shape_load(bytes, size, &loaded) == GRAZE_OK);
    EXPECT(graze_separation_of(mesh, kHere, ball, kAway, &saved) == GRAZE_OK);
    EXPECT(graze_separation_of(loaded, kHere, ball, kAway, &gap) == GRAZE_OK);
    EXPECT(saved.lower == gap.lower && saved.upper == gap.upper);
    bytes[size / 2] ^= 1;
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_load(bytes, size, &compound));
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_load(bytes, 3, &compound));
    free(bytes);

    EXPECT(graze_shape_swept_along(ball, kBack, &swept) == GRAZE_OK);
    EXPECT(graze_shape_bounds(swept, kAway, min, max) == GRAZE_OK);
    EXPECT(fabs(min[0] + 1) < 1e-9 && fabs(max[0] - 5) < 1e-9 && min[0] <= -1 && max[0] >= 5);
    EXPECT(graze_shape_hull_of_placements(ball, kHere, kAway, &hull) == GRAZE_OK);
    EXPECT(graze_shape_bounds(hull, kHere, min, max) == GRAZE_OK && fabs(max[0] - 5) < 1e-9);
    parts[0] = ball;
    EXPECT(graze_shape_compound_matrices(parts, stretched, 1, &compound) == GRAZE_OK);
    EXPECT(graze_shape_bounds(compound, kHere, min, max) == GRAZE_OK && fabs(max[0] - 2) < 1e-9 &&
           fabs(max[1] - 1) < 1e-9);
    EXPECT(graze_shape_height_field_at(1, 1, 1, 1, corner, heights, &field) == GRAZE_OK);
    EXPECT(graze_shape_bounds(field, kHere, min, max) == GRAZE_OK && fabs(min[0] - 10) < 1e-9 &&
           fabs(max[1] - 21) < 1e-9);
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT, graze_shape_bounds(field, kNowhere, min, max));
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_swept_along(mesh, kBack, &swept));
    parts[0] = NULL;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_compound_matrices(parts, stretched, 1, &compound));
    EXPECT(strstr(graze_last_error(), "part 0") != NULL);
    graze_shape_release(mesh);
    graze_shape_release(loaded);
    graze_shape_release(ball);
    graze_shape_release(swept);
    graze_shape_release(hull);
    graze_shape_release(compound);
    graze_shape_release(field);
}

static void warm_starts_and_support(void) {
    graze_shape *ellipsoid = NULL, *mesh = cube(GRAZE_SURFACE), *space = NULL;
    graze_pair_cache* cache = NULL;
    graze_query no_query;
    const double up[3] = {0, 0, 1}, origin[3] = {-5, 0.1, 0.2}, along[3] = {1, 0, 0};
    double pose[7] = {3, 1, 0.5, 1, 0, 0, 0};
    int i, hit = 7, cold = 7, yes = 7;
    EXPECT(graze_shape_ellipsoid(1, 0.5, 0.25, &ellipsoid) == GRAZE_OK);
    EXPECT(graze_shape_half_space(up, 0, &space) == GRAZE_OK);
    EXPECT(graze_pair_cache_create(&cache) == GRAZE_OK);
    for (i = 0; i < 20; ++i) {
        graze_separation warm, plain;
        pose[0] = 3 - 0.1 * i;
        EXPECT(graze_separation_warm(ellipsoid, kHere, ellipsoid, pose, cache, &warm) == GRAZE_OK);
        EXPECT(graze_separation_of(ellipsoid, kHere, ellipsoid, pose, &plain) == GRAZE_OK);
        EXPECT(warm.lower <= plain.upper && plain.lower <= warm.upper);
        EXPECT(graze_overlaps_warm(ellipsoid, kHere, ellipsoid, pose, cache, &hit) == GRAZE_OK);
        EXPECT(graze_overlaps(ellipsoid, kHere, ellipsoid, pose, &cold) == GRAZE_OK && hit == cold);
    }
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_overlaps_warm(ellipsoid, kHere, ellipsoid, pose, NULL, &hit));
    EXPECT(graze_supports(GRAZE_QUERY_SEPARATION, ellipsoid, mesh, GRAZE_AUTOMATIC, &yes) == GRAZE_OK &&
           yes == 1);
    EXPECT(graze_supports(GRAZE_QUERY_DECIDE, ellipsoid, ellipsoid, GRAZE_SAT, &yes) == GRAZE_OK && yes == 0);
    EXPECT(graze_supports(GRAZE_QUERY_RAYCAST, space, NULL, GRAZE_AUTOMATIC, &yes) == GRAZE_OK && yes == 1);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_supports(GRAZE_QUERY_OVERLAPS, space, NULL, GRAZE_AUTOMATIC, &yes));
    memset(&no_query, 9, sizeof no_query);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_supports(no_query, space, space, GRAZE_AUTOMATIC, &yes));
    EXPECT(graze_raycast_any(origin, along, mesh, kHere, HUGE_VAL, &hit) == GRAZE_OK && hit == 1);
    EXPECT(graze_raycast_any(origin, along, mesh, kHere, 3, &hit) == GRAZE_OK && hit == 0);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_raycast_any(origin, along, mesh, kHere, NAN, &hit));
    graze_pair_cache_release(cache);
    graze_pair_cache_release(NULL);
    graze_shape_release(ellipsoid);
    graze_shape_release(mesh);
    graze_shape_release(space);
}

static void rigid_features(void) {
    const double top[7] = {0, 0, 2, 1, 0, 0, 0}, down[3] = {0, 0, -4}, vertex[3] = {0.2, 0.2, 0},
                 face[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, edge[6] = {-1, 0, 0, 1, 0, 0},
                 other_edge[6] = {0, -1, 0, 0, 1, 0}, bad[9] = {0, 0, 0, 1, 0, NAN, 0, 1, 0},
                 low[3] = {-1, -1, -1}, high[3] = {1, 1, 1};
    graze_motion *rest = NULL, *fall = NULL;
    graze_impact impact;
    graze_impact_options options = {1e-3, 0, GRAZE_CONSERVATIVE_ADVANCEMENT};
    double min[3], max[3];
    EXPECT(graze_motion_linear(kHere, kStill, &rest) == GRAZE_OK);
    EXPECT(graze_motion_linear(top, down, &fall) == GRAZE_OK);
    EXPECT(graze_rigid_vertex_face_impact(fall, vertex, rest, face, NULL, &impact) == GRAZE_OK);
    EXPECT(impact.answer != GRAZE_MISS && impact.lower <= 0.5 && impact.upper >= 0.5 - 1e-6);
    EXPECT(graze_rigid_edge_edge_impact(fall, edge, rest, other_edge, &options, &impact) == GRAZE_OK);
    EXPECT(impact.answer != GRAZE_MISS && impact.lower <= 0.5 && impact.upper - impact.lower < 2e-3);
    EXPECT(graze_rigid_triangle_triangle_impact(fall, face, rest, face, NULL, &impact) == GRAZE_OK);
    EXPECT(impact.answer != GRAZE_MISS && fabs(impact.lower - 0.5) < 1e-3);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_rigid_vertex_face_impact(fall, vertex, rest, bad, NULL, &impact));
    EXPECT(strstr(graze_last_error(), "vertex 1 of the face") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_rigid_edge_edge_impact(NULL, edge, rest, other_edge, NULL, &impact));
    EXPECT(graze_swept_box(fall, low, high, 0, 0.5, min, max) == GRAZE_OK);
    EXPECT(min[2] <= -1 && min[2] > -1.01 && max[2] >= 3 && max[2] < 3.01);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_swept_box(fall, low, high, 0.5, 0.25, min, max));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_swept_box(fall, high, low, 0, 1, min, max));
    graze_motion_release(rest);
    graze_motion_release(fall);
}

static void scenes_with_tolerances(void) {
    graze_scene* scene = graze_scene_create();
    graze_shape* ball = NULL;
    graze_motion* flight = NULL;
    const graze_motion* motions[1];
    graze_object a, b, c;
    graze_pair pairs[4];
    graze_impact rough[4], fine[4];
    graze_object_separation gaps[4];
    graze_object_contacts contacts[4];
    const double matrix[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 10, 0, 1};
    double min[3], max[3];
    graze_impact_options options = {1e-3, 0, GRAZE_CONSERVATIVE_ADVANCEMENT};
    graze_separation_options separation = {1e-3, 0};
    graze_contact_options contact = {-1, -1};
    size_t count = 0;
    int near = 7;
    EXPECT(graze_shape_sphere(1, &ball) == GRAZE_OK);
    EXPECT(graze_motion_linear(kAway, kBack, &flight) == GRAZE_OK);
    a = graze_scene_add(scene, ball, kHere);
    b = graze_scene_add(scene, ball, kAway);
    EXPECT(graze_scene_add_matrix(scene, ball, matrix, NULL, &c) == GRAZE_OK);
    EXPECT(graze_scene_bounds(scene, c, min, max) == GRAZE_OK && fabs(max[1] - 12) < 1e-9);
    EXPECT(graze_scene_near(scene, a, b, &near) == GRAZE_OK && near == 0);
    EXPECT(graze_scene_near_pairs(scene, pairs, 4, &count) == GRAZE_OK && count == 0);
    EXPECT(graze_scene_clearances(scene, 3, &separation, gaps, 4, &count) == GRAZE_OK && count == 1);
    EXPECT(gaps[0].separation.lower <= 2 && gaps[0].separation.upper >= 2);
    motions[0] = flight;
    EXPECT(graze_scene_impacts_within(scene, &b, motions, 1, &options, pairs, rough, 4, &count) == GRAZE_OK &&
           count == 1);
    options.tolerance = 1e-9;
    EXPECT(graze_scene_impacts_within(scene, &b, motions, 1, &options, pairs, fine, 4, &count) == GRAZE_OK);
    EXPECT(fine[0].upper - fine[0].lower <= 1e-9 && rough[0].upper - rough[0].lower <= 1e-3);
    EXPECT(fine[0].lower <= 0.5 && fine[0].upper >= 0.5 - 1e-9 && rough[0].lower <= fine[0].upper);
    EXPECT(graze_scene_step_within(scene, &b, motions, 1, &options, pairs, fine, 4, &count) == GRAZE_OK &&
           count == 1);
    EXPECT(graze_scene_near(scene, a, b, &near) == GRAZE_OK && near == 1);
    EXPECT(graze_scene_near_pairs(scene, pairs, 4, &count) == GRAZE_OK && count == 1);
    EXPECT(graze_scene_contacts_within(scene, &contact, contacts, 4, &count) == GRAZE_OK && count == 1);

    options.tolerance = NAN;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_scene_step_within(scene, &b, motions, 1, &options, pairs, fine, 4, &count));
    motions[0] = NULL;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_scene_impacts(scene, &b, motions, 1, pairs, fine, 4, &count));
    EXPECT(strstr(graze_last_error(), "motion 0") != NULL);
    separation.tolerance = NAN;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_clearances(scene, 3, &separation, gaps, 4, &count));
    contact.face_angle = NAN;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_contacts_within(scene, &contact, contacts, 4, &count));
    EXPECT(graze_scene_remove(scene, c) == GRAZE_OK);
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT, graze_scene_near(scene, a, c, &near));
    graze_motion_release(flight);
    graze_shape_release(ball);
    graze_scene_destroy(scene);
}

void certificates_and_solids(void) {
    certificates();
    insides();
    shapes_again();
    warm_starts_and_support();
    rigid_features();
    scenes_with_tolerances();
}
