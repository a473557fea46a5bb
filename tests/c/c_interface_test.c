/* The C interface from C99, with the files beside it: what every function answers, and what it reports about
 * bad input. Exit status 0 when all is as promised. */
#include <graze/graze.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "expect.h"

static const double kHere[7] = {0, 0, 0, 1, 0, 0, 0};
static const double kOrigin[3] = {0, 0, 0};

static int is_near(double x, double y, double tolerance) { return fabs(x - y) <= tolerance; }

static graze_shape* box_of(double half) {
    graze_shape* box = NULL;
    EXPECT(graze_shape_box(half, half, half, &box) == GRAZE_OK);
    return box;
}

static void shapes_and_pairs(void) {
    const double a[3] = {1, 0, 0}, b[3] = {0, 1, 0}, c[3] = {0, 0, 1};
    const double square[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    const double tetrahedron[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const double heights[4] = {0, 0, 0, 1};
    const double stretch[16] = {2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const double up[3] = {0, 0, 1};
    graze_shape* all[20] = {0};
    const graze_shape* two[2];
    double poses[14];
    const double far_away[7] = {100, 0, 0, 1, 0, 0, 0};
    int overlap = -1;
    size_t i;
    EXPECT(graze_shape_point(kOrigin, &all[0]) == GRAZE_OK);
    EXPECT(graze_shape_segment(kOrigin, a, &all[1]) == GRAZE_OK);
    EXPECT(graze_shape_triangle(a, b, c, &all[2]) == GRAZE_OK);
    EXPECT(graze_shape_tetrahedron(kOrigin, a, b, c, &all[3]) == GRAZE_OK);
    EXPECT(graze_shape_polygon(square, 4, &all[4]) == GRAZE_OK);
    EXPECT(graze_shape_sphere(1, &all[5]) == GRAZE_OK);
    EXPECT(graze_shape_box(1, 2, 3, &all[6]) == GRAZE_OK);
    EXPECT(graze_shape_capsule(0.5, 1, &all[7]) == GRAZE_OK);
    EXPECT(graze_shape_cylinder(0.5, 1, &all[8]) == GRAZE_OK);
    EXPECT(graze_shape_cone(0.5, 1, &all[9]) == GRAZE_OK);
    EXPECT(graze_shape_ellipsoid(1, 2, 3, &all[10]) == GRAZE_OK);
    EXPECT(graze_shape_half_space(up, 0, &all[11]) == GRAZE_OK);
    EXPECT(graze_shape_hull(tetrahedron, 4, &all[12]) == GRAZE_OK);
    EXPECT(graze_shape_minkowski_sum(all[5], all[6], &all[13]) == GRAZE_OK);
    two[0] = all[5];
    two[1] = all[9];
    EXPECT(graze_shape_convex_hull_of(two, 2, &all[14]) == GRAZE_OK);
    EXPECT(graze_shape_transformed(all[5], stretch, &all[15]) == GRAZE_OK);
    EXPECT(graze_shape_rounded(all[6], 0.25, &all[16]) == GRAZE_OK);
    EXPECT(graze_shape_mesh(tetrahedron, 4, faces, 4, GRAZE_SOLID, &all[17]) == GRAZE_OK);
    memcpy(poses, kHere, sizeof kHere);
    memcpy(poses + 7, far_away, sizeof far_away);
    EXPECT(graze_shape_compound(two, poses, 2, &all[18]) == GRAZE_OK);
    EXPECT(graze_shape_tapered_capsule(0.25, 0.5, 1, &all[19]) == GRAZE_OK);
    {
        const graze_shape* inner[2];
        graze_shape* nested = NULL;
        uint32_t path[3] = {9, 9, 9};
        size_t steps = 0;
        inner[0] = all[5];
        inner[1] = all[18];
        EXPECT(graze_shape_compound(inner, poses, 2, &nested) == GRAZE_OK);
        EXPECT(graze_compound_path(nested, 2, path, 3, &steps) == GRAZE_OK && steps == 2);
        EXPECT(path[0] == 1 && path[1] == 1 && path[2] == 9);
        EXPECT(graze_compound_path(nested, 0, path, 0, &steps) == GRAZE_OK && steps == 1);
        EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_compound_path(nested, 3, path, 3, &steps));
        EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_compound_path(all[5], 0, path, 3, &steps));
        EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_compound_path(NULL, 0, path, 3, &steps));
        graze_shape_release(nested);
    }
    for (i = 0; i < 20; ++i) {
        EXPECT(graze_overlaps(all[i], kHere, all[5], kHere, &overlap) == GRAZE_OK);
        EXPECT(overlap == 1);
        if (i == 11 || i == 18) continue; /* endless, and with a part over there */
        EXPECT(graze_overlaps(all[i], kHere, all[5], far_away, &overlap) == GRAZE_OK);
        EXPECT(overlap == 0);
    }
    {
        graze_shape* field = NULL;
        EXPECT(graze_shape_height_field(1, 1, 1, 1, heights, &field) == GRAZE_OK);
        EXPECT(graze_overlaps(field, kHere, all[5], kHere, &overlap) == GRAZE_OK && overlap == 1);
        graze_shape_release(field);
    }
    for (i = 0; i < 20; ++i) graze_shape_release(all[i]);
}

static void answers_about_pairs(void) {
    graze_shape* box = box_of(0.5);
    graze_shape* ball = NULL;
    const double beside[7] = {0.75, 0, 0, 1, 0, 0, 0}, apart[7] = {3, 0, 0, 2, 0, 0, 0};
    const double from[3] = {-5, 0, 0}, along[3] = {2, 0, 0}, away[3] = {-1, 0, 0};
    const double centre[3] = {0, 0, 0.1};
    graze_separation s;
    graze_manifold m;
    graze_ray_hit hit;
    graze_relation relation;
    int found = -1;
    double lower, upper;
    EXPECT(graze_shape_sphere(0.1, &ball) == GRAZE_OK);
    EXPECT(graze_separation_of(box, kHere, box, beside, &s) == GRAZE_OK);
    EXPECT(s.lower <= -0.25 && -0.25 <= s.upper && is_near(s.normal[0], 1, 1e-6) &&
           s.status == GRAZE_CONVERGED);
    EXPECT(graze_separation_of(box, kHere, box, apart, &s) == GRAZE_OK);
    EXPECT(s.lower <= 2 && 2 <= s.upper && is_near(s.point_a[0], 0.5, 1e-9) &&
           is_near(s.point_b[0], 2.5, 1e-9));
    EXPECT(graze_contacts(box, kHere, box, beside, &m) == GRAZE_OK);
    EXPECT(m.count == 4 && is_near(m.points[0].depth, 0.25, 1e-9) &&
           is_near(m.points[0].position[0], 0.375, 1e-9));
    EXPECT(graze_contacts(box, kHere, box, apart, &m) == GRAZE_OK && m.count == 0);
    EXPECT(is_near(m.nearest_a[0], 0.5, 1e-9) && is_near(m.nearest_b[0], 2.5, 1e-9));
    EXPECT(graze_relation_of(ball, kHere, box, kHere, &relation) == GRAZE_OK && relation == GRAZE_A_INSIDE_B);
    EXPECT(graze_relation_of(box, kHere, box, apart, &relation) == GRAZE_OK && relation == GRAZE_DISJOINT);
    EXPECT(graze_raycast(from, along, box, kHere, &found, &hit) == GRAZE_OK && found == 1);
    EXPECT(is_near(hit.t, 2.25, 1e-9) && hit.lower <= hit.t && hit.t <= hit.upper &&
           is_near(hit.normal[0], -1, 1e-9));
    EXPECT(graze_raycast(from, away, box, kHere, &found, &hit) == GRAZE_OK && found == 0);
    EXPECT(graze_signed_distance(box, kHere, centre, &lower, &upper) == GRAZE_OK && lower <= -0.4 &&
           -0.4 <= upper);
    EXPECT(strlen(graze_last_error()) == 0);
    graze_shape_release(ball);
    graze_shape_release(box);
}

static void bad_input_is_refused(void) {
    graze_shape* box = box_of(0.5);
    graze_shape* bad = NULL;
    graze_motion* motion = NULL;
    graze_separation s;
    graze_impact impact;
    const double nowhere[7] = {NAN, 0, 0, 1, 0, 0, 0}, unturned[7] = {0, 0, 0, 0, 0, 0, 0},
                 still[3] = {0, 0, 0};
    const double flat[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t beyond[3] = {0, 1, 9};
    int hit;
    graze_ray_hit answer;
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_sphere(-1, &bad));
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_tapered_capsule(1, -1, 1, &bad));
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_box(1, NAN, 1, &bad));
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_mesh(flat, 3, beyond, 1, GRAZE_SURFACE, &bad));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_mesh(flat, 3, beyond, 1, (graze_mesh_kind)7, &bad));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_sphere(1, NULL));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_point(NULL, &bad));
    EXPECT(bad == NULL);
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT, graze_separation_of(box, nowhere, box, kHere, &s));
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT, graze_separation_of(box, kHere, box, unturned, &s));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_separation_of(NULL, kHere, box, kHere, &s));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_raycast(kOrigin, still, box, kHere, &hit, &answer));
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT, graze_motion_linear(nowhere, still, &motion));
    EXPECT(motion == NULL);
    EXPECT(graze_motion_linear(kHere, still, &motion) == GRAZE_OK);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_time_of_impact(box, motion, box, motion, -1, &impact));
    graze_motion_release(motion);
    graze_shape_release(box);
    graze_shape_release(NULL);
    graze_motion_release(NULL);
}

static void motions(void) {
    graze_shape* box = box_of(0.5);
    const double start[7] = {3, 0, 0, 1, 0, 0, 0}, end[7] = {-1, 0, 0, 0, 0, 0, 1}, still[3] = {0, 0, 0},
                 back[3] = {-4, 0, 0};
    const double up[3] = {0, 0, 1}, turn[3] = {0, 0, 3};
    double poses[14], pose[7];
    graze_motion *rest = NULL, *straight = NULL, *between = NULL, *twist = NULL, *screw = NULL,
                 *sampled = NULL, *spline = NULL;
    graze_impact impact;
    graze_impact_contact touching[2];
    size_t touching_count = 0;
    memcpy(poses, start, sizeof start);
    memcpy(poses + 7, kHere, sizeof kHere);
    EXPECT(graze_motion_linear(kHere, still, &rest) == GRAZE_OK);
    EXPECT(graze_motion_linear(start, back, &straight) == GRAZE_OK);
    EXPECT(graze_motion_in_between(start, end, &between) == GRAZE_OK);
    EXPECT(graze_motion_twist(start, back, turn, NULL, &twist) == GRAZE_OK);
    EXPECT(graze_motion_screw(start, kOrigin, up, 3.14159265358979, 0, &screw) == GRAZE_OK);
    EXPECT(graze_motion_sampled(poses, NULL, 2, 0, &sampled) == GRAZE_OK);
    EXPECT(graze_motion_spline(poses, NULL, 2, &spline) == GRAZE_OK);
    EXPECT(graze_time_of_impact(box, rest, box, straight, 0, &impact) == GRAZE_OK);
    EXPECT(impact.answer == GRAZE_CONTACT && impact.lower <= 0.5 && 0.5 <= impact.upper &&
           is_near(impact.normal[0], 1, 1e-6));
    EXPECT(graze_impact_contacts(&impact, box, rest, box, straight, 0, touching, 2, &touching_count) ==
           GRAZE_OK);
    EXPECT(touching_count == 1 && touching[0].part_a == 0 && touching[0].separation.upper < 1e-5 &&
           touching[0].separation.normal[0] > 0.99);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_impact_contacts(NULL, box, rest, box, straight, 0, touching, 2, &touching_count));
    EXPECT(graze_time_of_impact(box, rest, box, twist, 1e-3, &impact) == GRAZE_OK &&
           impact.answer == GRAZE_CONTACT);
    EXPECT(graze_time_of_impact(box, rest, box, screw, 0, &impact) == GRAZE_OK &&
           impact.answer == GRAZE_MISS);
    EXPECT(graze_motion_pose_at(between, 1, pose) == GRAZE_OK && is_near(pose[0], -1, 1e-12) &&
           is_near(fabs(pose[6]), 1, 1e-12));
    EXPECT(graze_motion_pose_at(sampled, 0.5, pose) == GRAZE_OK && is_near(pose[0], 1.5, 1e-12));
    EXPECT(graze_motion_pose_at(spline, 0, pose) == GRAZE_OK && is_near(pose[0], 3, 1e-12) &&
           is_near(pose[3], 1, 1e-12));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_motion_pose_at(spline, NAN, pose));
    graze_motion_release(rest);
    graze_motion_release(straight);
    graze_motion_release(between);
    graze_motion_release(twist);
    graze_motion_release(screw);
    graze_motion_release(sampled);
    graze_motion_release(spline);
    graze_shape_release(box);
}

static void scenes(void) {
    graze_scene* scene = graze_scene_create();
    graze_scene* other = graze_scene_create_with_threads(2);
    graze_shape* box = box_of(0.5);
    graze_shape* ball = NULL;
    const double there[7] = {0.75, 0, 0, 1, 0, 0, 0}, far_away[7] = {9, 0, 0, 1, 0, 0, 0},
                 nowhere[7] = {0, NAN, 0, 1, 0, 0, 0};
    const double wide[16] = {4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9, 0, 0, 1};
    const float flipped[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 9, 0, 0, 1};
    const double from[3] = {5, 0, 0}, along[3] = {1, 0, 0}, low[3] = {8, -1, -1}, high[3] = {10, 1, 1};
    const graze_object_options options = {0.25, 2, 1, 42};
    graze_object_options read;
    graze_object a = graze_scene_add(scene, box, kHere), b = graze_scene_add(scene, box, there), c,
                 found_object, listed[4];
    graze_pair pairs[4], pair;
    graze_separation s;
    graze_ray_hit hit;
    double min[3], max[3], poses[14];
    int found = -1;
    size_t count = 99;
    EXPECT(graze_shape_sphere(1, &ball) == GRAZE_OK);
    EXPECT(a.generation != 0 && graze_scene_size(scene) == 2 && graze_scene_contains(scene, a) &&
           !graze_scene_contains(other, a));
    EXPECT(graze_scene_pair_count(scene) == 1);
    EXPECT(graze_scene_pairs(scene, pairs, 4, &count) == GRAZE_OK && count == 1 &&
           pairs[0].a.index == a.index && pairs[0].b.index == b.index);
    EXPECT(graze_scene_separation(scene, a, b, &s) == GRAZE_OK && s.lower <= -0.25 && -0.25 <= s.upper);
    EXPECT(graze_scene_move(scene, b, far_away) == GRAZE_OK && graze_scene_pair_count(scene) == 0);
    EXPECT(graze_scene_closest_pair(scene, NULL, &found, &pair, &s) == GRAZE_OK && found == 1 &&
           is_near(s.lower, 8, 1e-6));
    EXPECT(graze_scene_closest_pair(scene, &b, &found, &pair, &s) == GRAZE_OK && found == 1 &&
           pair.a.index == a.index);
    EXPECT(graze_scene_raycast(scene, from, along, ~0U, &found, &found_object, &hit) == GRAZE_OK &&
           found == 1);
    EXPECT(found_object.index == b.index && is_near(hit.t, 3.5, 1e-9));
    EXPECT(graze_scene_objects_in_box(scene, low, high, ~0U, listed, 4, &count) == GRAZE_OK && count == 1 &&
           listed[0].index == b.index);
    EXPECT(graze_scene_move_matrix(scene, b, wide) == GRAZE_OK);
    EXPECT(graze_scene_bounds(scene, b, min, max) == GRAZE_OK && is_near(min[0], 7, 1e-9) &&
           is_near(max[0], 11, 1e-9));
    EXPECT(graze_scene_move_matrix_f(scene, b, flipped) == GRAZE_OK);
    EXPECT(graze_scene_bounds(scene, b, min, max) == GRAZE_OK && is_near(min[0], 8.5, 1e-9));
    EXPECT(graze_scene_set_margin(scene, b, 1) == GRAZE_OK);
    EXPECT(graze_scene_bounds(scene, b, min, max) == GRAZE_OK && is_near(min[0], 7.5, 1e-9));
    EXPECT(graze_scene_add_with(scene, box, kHere, &options, &c) == GRAZE_OK);
    EXPECT(graze_scene_options(scene, c, &read) == GRAZE_OK && read.margin == 0.25 && read.group == 2 &&
           read.mask == 1 && read.user_data == 42);
    EXPECT(graze_scene_pair_count(scene) == 1);
    EXPECT(graze_scene_exclude(scene, a, c) == GRAZE_OK && graze_scene_pair_count(scene) == 0);
    EXPECT(graze_scene_include(scene, a, c) == GRAZE_OK && graze_scene_pair_count(scene) == 1);
    EXPECT(graze_scene_set_filter(scene, c, 2, 0) == GRAZE_OK && graze_scene_pair_count(scene) == 0);
    EXPECT(graze_scene_set_shape(scene, c, ball) == GRAZE_OK);
    memcpy(poses, far_away, sizeof far_away);
    memcpy(poses + 7, there, sizeof there);
    listed[0] = a;
    listed[1] = b;
    EXPECT(graze_scene_move_many(scene, listed, poses, 2) == GRAZE_OK);
    EXPECT(graze_scene_bounds(scene, a, min, max) == GRAZE_OK && is_near(min[0], 8.5, 1e-9));

    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT, graze_scene_move(scene, a, nowhere));
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT, graze_scene_move(other, a, kHere));
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT, graze_scene_separation(other, a, b, &s));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_set_margin(scene, a, -1));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_deform(scene, ball, kHere, 1, 0));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_remove(NULL, a));
    EXPECT(graze_scene_remove(scene, a) == GRAZE_OK);
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT, graze_scene_remove(scene, a));
    EXPECT(graze_scene_add(scene, box, nowhere).generation == 0 && strlen(graze_last_error()) > 0);
    EXPECT(graze_scene_size(NULL) == 0);
    graze_scene_destroy(scene);
    graze_scene_destroy(other);
    graze_scene_destroy(NULL);
    graze_shape_release(ball);
    graze_shape_release(box);
}

static void steps_and_deformation(void) {
    graze_scene* scene = graze_scene_create();
    graze_shape *paper = NULL, *bullet = NULL, *mesh = NULL;
    const double from[7] = {-50, 0, 0, 1, 0, 0, 0}, flight[3] = {100, 0, 0};
    const double corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    double moved[3][5] = {{0, 0, 2, 9, 9}, {1, 0, 2, 9, 9}, {0, 1, 2, 9, 9}};
    const uint32_t face[3] = {0, 1, 2};
    double min[3], max[3];
    graze_motion* motion = NULL;
    const graze_motion* motions[1];
    graze_object wall, shot, sheet;
    graze_pair pair;
    graze_impact impact;
    size_t count = 0;
    EXPECT(graze_shape_box(0.0001, 1, 1, &paper) == GRAZE_OK &&
           graze_shape_sphere(0.01, &bullet) == GRAZE_OK);
    EXPECT(graze_shape_mesh(corners, 3, face, 1, GRAZE_SURFACE, &mesh) == GRAZE_OK);
    EXPECT(graze_motion_linear(from, flight, &motion) == GRAZE_OK);
    wall = graze_scene_add(scene, paper, kHere);
    shot = graze_scene_add(scene, bullet, from);
    motions[0] = motion;
    EXPECT(graze_scene_step(scene, &shot, motions, 1, &pair, &impact, 1, &count) == GRAZE_OK);
    EXPECT(count == 1 && pair.a.index == wall.index && pair.b.index == shot.index &&
           is_near(impact.lower, 0.499899, 1e-5));
    EXPECT(graze_scene_bounds(scene, shot, min, max) == GRAZE_OK && is_near(min[0], 49.99, 1e-9));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_scene_step(scene, &shot, NULL, 1, &pair, &impact, 1, &count));

    sheet = graze_scene_add(scene, mesh, kHere);
    EXPECT(graze_scene_deform(scene, mesh, &moved[0][0], 3, sizeof moved[0]) == GRAZE_OK);
    EXPECT(graze_scene_bounds(scene, sheet, min, max) == GRAZE_OK && is_near(min[2], 2, 1e-12));
    moved[1][2] = 3;
    EXPECT(graze_scene_deform(scene, mesh, &moved[0][0], 3, sizeof moved[0]) == GRAZE_OK);
    EXPECT(graze_scene_bounds(scene, sheet, min, max) == GRAZE_OK && is_near(max[2], 3, 1e-12));
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_scene_deform(scene, mesh, &moved[0][0], 2, sizeof moved[0]));
    graze_motion_release(motion);
    graze_shape_release(paper);
    graze_shape_release(bullet);
    graze_shape_release(mesh);
    graze_scene_destroy(scene);
}

static void scenes_are_kept(void) {
    graze_scene *scene = graze_scene_create(), *loaded = NULL;
    graze_shape* ball = NULL;
    const double beside[7] = {1.5, 0, 0, 1, 0, 0, 0};
    unsigned char bytes[4096];
    graze_object objects[4];
    size_t size = 0, again = 0, count = 0;
    EXPECT(graze_shape_sphere(1, &ball) == GRAZE_OK);
    graze_scene_add(scene, ball, kHere);
    graze_scene_add(scene, ball, beside);
    EXPECT(graze_scene_save(scene, NULL, 0, &size) == GRAZE_OK && size > 0 && size <= sizeof bytes);
    EXPECT(graze_scene_save(scene, bytes, sizeof bytes, &again) == GRAZE_OK && again == size);
    EXPECT(graze_scene_load(bytes, size, &loaded) == GRAZE_OK && graze_scene_pair_count(loaded) == 1);
    EXPECT(graze_scene_objects(loaded, objects, 4, &count) == GRAZE_OK && count == 2 &&
           graze_scene_contains(loaded, objects[1]));
    graze_scene_destroy(loaded);
    bytes[size / 2] ^= 1;
    loaded = NULL;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_load(bytes, size, &loaded));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_load(bytes, 3, &loaded));
    EXPECT(loaded == NULL);
    graze_scene_destroy(scene);
    graze_shape_release(ball);
}

struct tally {
    graze_scene* scene;
    int calls;
    int with_depth;
};

static graze_continue count_calls(void* data, const graze_encounter* encounter) {
    struct tally* tally = (struct tally*)data;
    ++tally->calls;
    if (encounter->separation != NULL && encounter->separation->upper <= 0) ++tally->with_depth;
    return GRAZE_GO_ON;
}

static graze_continue remove_second(void* data, const graze_encounter* encounter) {
    struct tally* tally = (struct tally*)data;
    ++tally->calls;
    EXPECT(graze_scene_remove(tally->scene, encounter->b) == GRAZE_OK);
    return tally->calls == 2 ? GRAZE_STOP : GRAZE_GO_ON;
}

static void responses(void) {
    graze_scene* scene = graze_scene_create();
    graze_table* table = graze_table_create();
    graze_table* destroy = graze_table_create();
    graze_shape* ball = NULL;
    graze_class ship = 0, mine = 0;
    graze_response damage = 0, explode = 0, special = 0;
    struct tally damaged = {0}, exploded = {0}, removed = {0};
    graze_object objects[4];
    size_t calls = 0;
    int i;
    EXPECT(graze_shape_sphere(1, &ball) == GRAZE_OK);
    EXPECT(graze_table_make_class(table, &ship) == GRAZE_OK &&
           graze_table_make_class(table, &mine) == GRAZE_OK);
    EXPECT(graze_table_add_default(table, GRAZE_SIMPLE, count_calls, &damaged, &damage) == GRAZE_OK);
    EXPECT(graze_table_add_class(table, mine, GRAZE_DEPTH, count_calls, &exploded, &explode) == GRAZE_OK);
    EXPECT(graze_table_remove_class(table, mine, damage) == GRAZE_OK);
    EXPECT(graze_table_remove_pair(table, mine, mine, explode) == GRAZE_OK);
    for (i = 0; i < 4; ++i) {
        double pose[7] = {0, 0, 0, 1, 0, 0, 0};
        pose[0] = 0.1 * i;
        objects[i] = graze_scene_add(scene, ball, pose);
        EXPECT(graze_table_assign(table, objects[i], i < 2 ? ship : mine) == GRAZE_OK);
    }
    EXPECT(graze_scene_respond(scene, table, &calls) == GRAZE_OK && calls == 5);
    EXPECT(damaged.calls == 1 && damaged.with_depth == 0 && exploded.calls == 4 && exploded.with_depth == 4);
    EXPECT(graze_table_unassign(table, objects[3]) == GRAZE_OK);
    EXPECT(graze_table_add_pair(table, ship, ship, GRAZE_WITNESSED, count_calls, &damaged, &special) ==
               GRAZE_OK &&
           special != 0);
    EXPECT(graze_scene_respond(scene, table, &calls) == GRAZE_OK && calls == 2 + 2 + 2 + 1);
    EXPECT(graze_table_clear_pair(table, ship, ship) == GRAZE_OK &&
           graze_table_clear_class(table, mine) == GRAZE_OK);
    EXPECT(graze_table_remove_default(table, damage) == GRAZE_OK &&
           graze_table_clear_default(table) == GRAZE_OK);
    EXPECT(graze_scene_respond(scene, table, NULL) == GRAZE_OK);

    removed.scene = scene;
    EXPECT(graze_table_add_default(destroy, GRAZE_SIMPLE, remove_second, &removed, NULL) == GRAZE_OK);
    EXPECT(graze_scene_respond(scene, destroy, &calls) == GRAZE_OK && calls == 2 &&
           graze_scene_size(scene) == 2);

    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_table_add_default(table, GRAZE_SIMPLE, NULL, NULL, NULL));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_table_add_class(table, 77, GRAZE_SIMPLE, count_calls, &damaged, NULL));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_table_remove_class(table, ship, 77));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_table_assign(table, objects[0], 77));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_respond(scene, NULL, NULL));
    graze_table_destroy(table);
    graze_table_destroy(destroy);
    graze_table_destroy(NULL);
    graze_shape_release(ball);
    graze_scene_destroy(scene);
}

void pairs_motions_and_scenes(void) {
    shapes_and_pairs();
    answers_about_pairs();
    bad_input_is_refused();
    motions();
    scenes();
    steps_and_deformation();
    scenes_are_kept();
    responses();
}
