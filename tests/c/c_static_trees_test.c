/* Oriented boxes, triangles and static trees from C: every fit, split and test against lists of triangles,
 * sampled motion against straight motion, and refusals. */
#include <graze/graze.h>

#include <math.h>
#include <string.h>

#include "expect.h"

static const double kHere[7] = {0, 0, 0, 1, 0, 0, 0};
static const double kShifted[7] = {0.5, 0.25, 0.125, 1, 0, 0, 0};
static const double kCorners[24] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1,
                                    -1, -1, 1,  1, -1, 1,  -1, 1, 1,  1, 1, 1};
static const uint32_t kFaces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                    2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};

static graze_vertex_view corners_view(void) {
    graze_vertex_view view = {kCorners, 0, 8, GRAZE_FLOAT64};
    return view;
}

static graze_continue count_contacts(void* data, const graze_tree_contact* contact) {
    EXPECT(contact->element_a < 24 && contact->element_b < 24 && fabs(contact->point[0]) < 2);
    ++*(size_t*)data;
    return GRAZE_GO_ON;
}

static graze_continue first_contact(void* data, const graze_tree_contact* contact) {
    *(int*)data += contact->is_box_a + contact->is_box_b;
    return GRAZE_STOP;
}

static void every_option(size_t expected) {
    const graze_obb_fit fits[3] = {GRAZE_FIT_TRIANGLES, GRAZE_FIT_POINTS, GRAZE_FIT_VOLUME};
    const graze_obb_split splits[2] = {GRAZE_SPLIT_CENTRE, GRAZE_SPLIT_MEDIAN};
    const graze_obb_test tests[4] = {GRAZE_OBB_SAT, GRAZE_OBB_SAT_LITE, GRAZE_OBB_SPHERE_SAT,
                                     GRAZE_OBB_SPHERE_SAT_LITE};
    const graze_vertex_view view = corners_view();
    int fit, split, test;
    for (fit = 0; fit < 3; ++fit) {
        for (split = 0; split < 2; ++split) {
            graze_obb_tree_options options;
            graze_obb_tree* tree = NULL;
            options.fit = fits[fit];
            options.split = splits[split];
            options.leaf_size = (uint32_t)(1 + fit);
            EXPECT(graze_obb_tree_build_view(&view, kFaces, 12, &options, &tree) == GRAZE_OK);
            for (test = 0; test < 4; ++test) {
                graze_find_options find = {-1, -1, GRAZE_OBB_SAT};
                graze_tree_stats stats;
                size_t visited = 0;
                find.test = tests[test];
                EXPECT(graze_find_collisions(tree, kHere, tree, kShifted, &find, count_contacts, &visited,
                                             &stats) == GRAZE_OK);
                EXPECT(visited == expected && stats.contacts == expected && stats.triangles >= expected &&
                       stats.deviation == 0);
            }
            graze_obb_tree_release(tree);
        }
    }
}

static void searches(void) {
    const double away[7] = {9, 0, 0, 1, 0, 0, 0}, nowhere[7] = {0, NAN, 0, 1, 0, 0, 0};
    graze_find_options roots = {0, 0, GRAZE_OBB_SAT};
    graze_obb_tree *tree = NULL, *of_mesh = NULL, *none = NULL;
    graze_obb_tree_options bad_options = {GRAZE_FIT_TRIANGLES, GRAZE_SPLIT_CENTRE, 1};
    graze_obb_tree_size size;
    graze_obb box;
    graze_shape *mesh = NULL, *ball = NULL;
    graze_tree_stats stats;
    size_t visited = 0, count = 0;
    int boxes = 0, hit = 7;
    EXPECT(graze_obb_tree_build(kCorners, 8, kFaces, 12, &tree) == GRAZE_OK);
    EXPECT(graze_shape_mesh(kCorners, 8, kFaces, 12, GRAZE_SURFACE, &mesh) == GRAZE_OK);
    EXPECT(graze_shape_sphere(1, &ball) == GRAZE_OK);
    EXPECT(graze_intersecting_triangles(mesh, kHere, mesh, kShifted, NULL, 0, &count) == GRAZE_OK);
    EXPECT(count >= 6);
    every_option(count);
    EXPECT(graze_obb_tree_of_mesh(mesh, NULL, &of_mesh) == GRAZE_OK);
    EXPECT(graze_find_collisions(of_mesh, kHere, tree, kShifted, NULL, count_contacts, &visited, NULL) ==
           GRAZE_OK);
    EXPECT(visited == count);
    EXPECT(graze_find_collisions(tree, kHere, tree, kShifted, &roots, first_contact, &boxes, &stats) ==
           GRAZE_OK);
    EXPECT(stats.contacts == 1 && boxes == 2);
    EXPECT(graze_test_collision(tree, kHere, tree, kShifted, NULL, &hit, &stats) == GRAZE_OK && hit == 1);
    EXPECT(graze_test_collision(tree, kHere, tree, away, NULL, &hit, NULL) == GRAZE_OK && hit == 0);
    EXPECT(graze_obb_tree_measure(tree, &size) == GRAZE_OK && size.triangles == 12 && size.depth >= 3 &&
           size.bytes > 1000);
    EXPECT(graze_obb_tree_box(tree, 0, &box) == GRAZE_OK && box.half_extents[0] >= 1);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_obb_tree_box(tree, 999, &box));
    EXPECT(strstr(graze_last_error(), "999") != NULL);

    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT,
                   graze_find_collisions(tree, kHere, tree, nowhere, NULL, count_contacts, &visited, NULL));
    EXPECT(strstr(graze_last_error(), "tree b") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT,
                   graze_test_collision(tree, nowhere, tree, kHere, NULL, &hit, NULL));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_find_collisions(tree, kHere, tree, kShifted, NULL, NULL, NULL, NULL));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_find_collisions(tree, kHere, NULL, kShifted, NULL, count_contacts, &visited, NULL));
    memset(&roots.test, 9, sizeof roots.test);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_test_collision(tree, kHere, tree, kHere, &roots, &hit, NULL));
    memset(&bad_options.fit, 9, sizeof bad_options.fit);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_obb_tree_of_mesh(mesh, &bad_options, &none));
    bad_options.fit = GRAZE_FIT_POINTS;
    memset(&bad_options.split, 9, sizeof bad_options.split);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_obb_tree_of_mesh(mesh, &bad_options, &none));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_obb_tree_of_mesh(ball, NULL, &none));
    EXPECT(none == NULL);
    graze_obb_tree_release(tree);
    graze_obb_tree_release(of_mesh);
    graze_shape_release(mesh);
    graze_shape_release(ball);
}

static double volume(const graze_obb* box) {
    return box->half_extents[0] * box->half_extents[1] * box->half_extents[2];
}

/* Up to rounding. */
static int in_box(const double* x, const graze_obb* box) {
    int i, k;
    for (i = 0; i < 3; ++i) {
        double along = 0;
        for (k = 0; k < 3; ++k) along += box->axes[i][k] * (x[k] - box->centre[k]);
        if (fabs(along) > box->half_extents[i] + 1e-12) return 0;
    }
    return 1;
}

static void single_boxes(void) {
    const graze_vertex_view view = corners_view();
    const double above[9] = {-0.5, -0.5, 2, 0.5, -0.5, 2, 0, 0.5, 2},
                 inside[9] = {-0.5, -0.5, 0, 0.5, -0.5, 0, 0, 0.5, 0},
                 across[9] = {0, 0, -1, 0, 0.1, 1, 0.1, 0, 1}, still[3] = {0, 0, 0}, down[3] = {0, 0, -4};
    const uint32_t bad[3] = {0, 1, 8};
    graze_obb box, other, small;
    graze_steady_contact contact;
    double point[3] = {9, 9, 9}, nan_triangle[9];
    int i, overlap = 7;
    EXPECT(graze_obb_fit_triangles(&view, kFaces, 12, GRAZE_FIT_TRIANGLES, &other) == GRAZE_OK);
    EXPECT(graze_obb_fit_triangles(&view, kFaces, 12, GRAZE_FIT_VOLUME, &box) == GRAZE_OK);
    EXPECT(volume(&box) <= volume(&other) * (1 + 1e-12) && volume(&box) >= 1);
    for (i = 0; i < 8; ++i) EXPECT(in_box(kCorners + 3 * i, &box) && in_box(kCorners + 3 * i, &other));
    memset(&box, 0, sizeof box); /* the cube itself; fits of a cube may be turned */
    for (i = 0; i < 3; ++i) box.axes[i][i] = box.half_extents[i] = 1;
    other = box;
    other.centre[2] = 3;
    EXPECT(graze_obb_obb(&box, &other, &overlap, NULL) == GRAZE_OK && overlap == 0);
    EXPECT(graze_obb_obb_lite(&box, &other, &overlap) == GRAZE_OK && overlap == 0);
    EXPECT(graze_steady_obb_obb(&box, still, &other, down, &contact) == GRAZE_OK && contact.hit == 1);
    EXPECT(contact.first_lower <= 0.25 + 1e-12 && contact.first_upper >= 0.25 - 1e-12 &&
           fabs(contact.normal[2] - 1) < 1e-9 && contact.last_upper == 1);
    EXPECT(graze_steady_obb_obb(&box, still, &other, still, &contact) == GRAZE_OK && contact.hit == 0);
    other.centre[2] = 1.5;
    EXPECT(graze_obb_obb(&box, &other, &overlap, point) == GRAZE_OK && overlap == 1);
    EXPECT(point[2] >= 0.5 - 1e-9 && point[2] <= 1 + 1e-9);
    EXPECT(graze_triangle_obb(above, &box, &overlap, NULL) == GRAZE_OK && overlap == 0);
    EXPECT(graze_triangle_obb(inside, &box, &overlap, point) == GRAZE_OK && overlap == 1 &&
           fabs(point[2]) < 1e-9);
    EXPECT(graze_steady_triangle_obb(above, down, &box, still, &contact) == GRAZE_OK && contact.hit == 1);
    EXPECT(fabs(contact.first_lower - 0.25) < 1e-9);
    EXPECT(graze_triangle_triangle(inside, across, &overlap, point) == GRAZE_OK && overlap == 1);
    EXPECT(graze_triangle_triangle(inside, above, &overlap, point) == GRAZE_OK && overlap == 0);
    EXPECT(graze_steady_triangle_triangle(above, down, inside, still, &contact) == GRAZE_OK &&
           contact.hit == 1 && fabs(contact.first_lower - 0.5) < 1e-9);

    small = box;
    small.half_extents[1] = -1;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_obb_obb(&box, &small, &overlap, NULL));
    small = box;
    memset(small.axes[2], 0, sizeof small.axes[2]);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_obb_obb_lite(&small, &box, &overlap));
    memcpy(nan_triangle, inside, sizeof inside);
    nan_triangle[4] = NAN;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_triangle_obb(nan_triangle, &box, &overlap, NULL));
    EXPECT(strstr(graze_last_error(), "corner 1") != NULL);
    small = box;
    small.centre[1] = HUGE_VAL;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_triangle_obb(inside, &small, &overlap, NULL));
    for (i = 0; i < 3; ++i) box.axes[0][i] = -box.axes[0][i]; /* a left-handed box is a box */
    EXPECT(graze_triangle_obb(inside, &box, &overlap, NULL) == GRAZE_OK && overlap == 1);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_triangle_triangle(NULL, inside, &overlap, NULL));
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_obb_fit_triangles(&view, bad, 1, GRAZE_FIT_POINTS, &box));
    EXPECT(strstr(graze_last_error(), "triangle 0") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_obb_fit_triangles(&view, kFaces, 0, GRAZE_FIT_POINTS, &box));
}

typedef struct earliest {
    size_t count;
    double lower;
} earliest;

static graze_continue keep_earliest(void* data, const graze_moving_contact* contact) {
    earliest* all = (earliest*)data;
    ++all->count;
    if (contact->lower < all->lower) all->lower = contact->lower;
    EXPECT(contact->last_lower <= contact->last_upper && contact->lower <= contact->last_upper);
    return GRAZE_GO_ON;
}

static void sampled_motion(void) {
    const double from[7] = {3.6, 0.1, 0.1, 1, 0, 0, 0}, displacement[3] = {-4, 0, 0}, still[3] = {0, 0, 0};
    graze_obb_tree* tree = NULL;
    graze_motion *rest = NULL, *flight = NULL;
    graze_moving_tree a, b;
    graze_tree_stats stats;
    earliest straight = {0, 2}, sampled = {0, 2};
    EXPECT(graze_obb_tree_build(kCorners, 8, kFaces, 12, &tree) == GRAZE_OK);
    EXPECT(graze_motion_linear(kHere, still, &rest) == GRAZE_OK);
    EXPECT(graze_motion_linear(from, displacement, &flight) == GRAZE_OK);
    memset(&a, 0, sizeof a);
    a.tree = tree;
    a.pose[3] = 1;
    b = a;
    memcpy(b.pose, from, sizeof from);
    memcpy(b.velocity, displacement, sizeof displacement);
    EXPECT(graze_find_moving_collisions(&a, &b, 1, NULL, keep_earliest, &straight, NULL) == GRAZE_OK);
    EXPECT(graze_find_sampled_collisions(tree, rest, tree, flight, 8, NULL, keep_earliest, &sampled,
                                         &stats) == GRAZE_OK);
    EXPECT(straight.count > 0 && sampled.count == straight.count && stats.contacts == sampled.count);
    EXPECT(fabs(straight.lower - 0.4) < 1e-9 && fabs(sampled.lower - 0.4) < 1e-9 && stats.deviation < 1e-6);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_find_sampled_collisions(tree, rest, tree, flight, 0, NULL,
                                                                         keep_earliest, &sampled, &stats));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_find_sampled_collisions(tree, rest, tree, NULL, 8, NULL,
                                                                         keep_earliest, &sampled, &stats));
    graze_motion_release(rest);
    graze_motion_release(flight);
    graze_obb_tree_release(tree);
}

void static_trees(void) {
    searches();
    single_boxes();
    sampled_motion();
}
