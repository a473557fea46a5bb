/* Deformed meshes, poses read back, what is refused and why, callbacks that throw. */
#include <graze/graze.h>

#include <math.h>
#include <string.h>

#include "expect.h"

static int is_near(double x, double y, double tolerance) { return fabs(x - y) <= tolerance; }

static const double kOrigin[7] = {0, 0, 0, 1, 0, 0, 0};
static const graze_object kNobody = {0, 0, 0};

/* A tetrahedron with a corner at (x, 0, 0). */
static graze_shape* tetrahedron(double x) {
    const double vertices[12] = {0, 0, 0, x, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    graze_shape* mesh = NULL;
    EXPECT(graze_shape_mesh(vertices, 4, triangles, 4, GRAZE_SOLID, &mesh) == GRAZE_OK);
    return mesh;
}

static double largest_x(const graze_scene* scene, graze_object object) {
    double min[3] = {0}, max[3] = {0};
    EXPECT(graze_scene_bounds(scene, object, min, max) == GRAZE_OK);
    return max[0];
}

static void deformed_meshes(void) {
    graze_scene *scene = graze_scene_create(), *other = graze_scene_create();
    graze_shape *mesh = tetrahedron(1), *round = NULL;
    const double longer[12] = {0, 0, 0, 5, 0, 0, 0, 1, 0, 0, 0, 1};
    graze_object plain, rounded, elsewhere;
    EXPECT(graze_shape_rounded(mesh, 0.5, &round) == GRAZE_OK);
    plain = graze_scene_add(scene, mesh, kOrigin);
    rounded = graze_scene_add(scene, round, kOrigin);
    elsewhere = graze_scene_add(other, mesh, kOrigin);
    EXPECT(is_near(largest_x(scene, rounded), 1.5, 1e-9));
    EXPECT(graze_scene_deform(scene, mesh, longer, 4, 0) == GRAZE_OK);
    EXPECT(is_near(largest_x(scene, plain), 5, 1e-9) && is_near(largest_x(scene, rounded), 5.5, 1e-9));

    /* The other scene has the mesh as it was, so it has nothing to deform before it is given the new one. */
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT, graze_scene_deform(other, mesh, longer, 4, 0));
    EXPECT(strstr(graze_last_error(), "graze_scene_set_shape") != NULL);
    EXPECT(is_near(largest_x(other, elsewhere), 1, 1e-9));
    EXPECT(graze_scene_set_shape(other, elsewhere, mesh) == GRAZE_OK &&
           is_near(largest_x(other, elsewhere), 5, 1e-9));
    EXPECT(graze_scene_deform(other, mesh, longer, 4, 0) == GRAZE_OK);
    graze_shape_release(mesh);
    graze_shape_release(round);
    graze_scene_destroy(scene);
    graze_scene_destroy(other);
}

static void poses_come_back(void) {
    graze_scene* scene = graze_scene_create();
    graze_shape* box = NULL;
    const double there[7] = {1, 2, 3, 0.6, 0, 0.8, 0};
    const double wide[16] = {4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1};
    const double at[3] = {7, 8, 9};
    double pose[7] = {0};
    graze_object object;
    int i;
    EXPECT(graze_shape_box(1, 1, 1, &box) == GRAZE_OK);
    object = graze_scene_add(scene, box, there);
    EXPECT(graze_scene_pose(scene, object, pose) == GRAZE_OK);
    for (i = 0; i < 7; ++i) EXPECT(is_near(pose[i], there[i], 1e-15));
    EXPECT(graze_scene_move_matrix(scene, object, wide) == GRAZE_OK &&
           graze_scene_pose(scene, object, pose) == GRAZE_OK);
    EXPECT(memcmp(pose, at, sizeof at) == 0 && pose[3] == 1 && pose[4] == 0 && pose[5] == 0 && pose[6] == 0);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_pose(scene, object, NULL));
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT, graze_scene_pose(scene, kNobody, pose));
    graze_shape_release(box);
    graze_scene_destroy(scene);
}

static void reports_of_errors(void) {
    graze_scene* scene = graze_scene_create();
    graze_table* table = graze_table_create();
    graze_shape* ball = NULL;
    graze_class c = 0;
    graze_object object, never;
    EXPECT(graze_shape_sphere(1, &ball) == GRAZE_OK && graze_table_make_class(table, &c) == GRAZE_OK);
    object = graze_scene_add(scene, ball, kOrigin);
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT, graze_table_assign(table, kNobody, c));
    never = object;
    never.index = 77;
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT, graze_scene_remove(scene, never));
    EXPECT(strstr(graze_last_error(), "never") != NULL);
    /* A call that succeeds forgets it, one that cannot fail does not. */
    EXPECT(strlen(graze_version()) > 0);
    graze_shape_release(ball);
    EXPECT(strlen(graze_last_error()) > 20);
    EXPECT(graze_scene_size(scene) == 1 && strlen(graze_last_error()) == 0);
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT, graze_scene_remove(scene, never));
    EXPECT(graze_scene_contains(scene, object) == 1 && strlen(graze_last_error()) == 0);
    EXPECT(graze_scene_size(NULL) == 0 && strlen(graze_last_error()) > 20);
    graze_table_destroy(table);
    graze_scene_destroy(scene);
}

graze_continue throw_an_exception(void* calls, const graze_encounter* encounter);
graze_continue throw_a_number(void* calls, const graze_encounter* encounter);

static void callbacks_that_throw(unsigned threads) {
    graze_scene* scene = graze_scene_create_with_threads(threads);
    graze_shape* ball = NULL;
    const graze_callback throwing[2] = {throw_an_exception, throw_a_number};
    int i;
    EXPECT(graze_shape_sphere(1, &ball) == GRAZE_OK);
    for (i = 0; i < 3; ++i) EXPECT(graze_scene_add(scene, ball, kOrigin).generation != 0);
    for (i = 0; i < 2; ++i) {
        graze_table* table = graze_table_create();
        int thrown = 0;
        size_t calls = 99;
        EXPECT(graze_table_add_default(table, GRAZE_DEPTH, throwing[i], &thrown, NULL) == GRAZE_OK);
        EXPECT_REFUSED(GRAZE_CALLBACK_FAILED, graze_scene_respond(scene, table, &calls));
        EXPECT((strcmp(graze_last_error(), "the engine is on fire; stop the game") == 0) == (i == 0));
        EXPECT(thrown == 1 && calls == 99);
        EXPECT(graze_scene_pair_count(scene) == 3); /* the scene is as it was */
        graze_table_destroy(table);
    }
    graze_shape_release(ball);
    graze_scene_destroy(scene);
}

void changes_of_scenes(void) {
    deformed_meshes();
    poses_come_back();
    reports_of_errors();
    callbacks_that_throw(1);
    callbacks_that_throw(4);
}
