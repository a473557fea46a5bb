/* Frames from C, trees of them and many placed trees, against boxes and each other, and refusals. */
#include <graze/graze.h>

#include <math.h>
#include <string.h>

#include "expect.h"

static const double kHere[7] = {0, 0, 0, 1, 0, 0, 0};

static void frames(void) {
    graze_frame a, b;
    graze_frame_overlap overlap;
    graze_frame_options open = {1, GRAZE_TIGHT_BOX};
    int hit = 7, shown = 7;
    memset(&a, 0, sizeof a);
    a.components[0][0] = a.components[1][1] = a.components[2][2] = 2;
    b = a;
    b.origin[0] = 1;
    b.origin[1] = 0.5;
    EXPECT(graze_frames_intersect(&a, &b, 3, NULL, &overlap) == GRAZE_OK && overlap.hit == 1);
    EXPECT(fabs(overlap.min[0] - 1) < 1e-9 && fabs(overlap.max[0] - 2) < 1e-9 &&
           fabs(overlap.min[1] - 0.5) < 1e-9 && fabs(overlap.max[2] - 2) < 1e-9);
    EXPECT(overlap.witness[0] >= 1 - 1e-9 && overlap.witness[0] <= 2 + 1e-9);
    EXPECT(graze_frames_intersect(&a, &b, 2, NULL, &overlap) == GRAZE_OK && overlap.hit == 1);
    EXPECT(fabs(overlap.max[1] - 2) < 1e-9);
    b.kind = GRAZE_TETRAHEDRON;
    b.origin[0] = 2; /* they touch */
    EXPECT(graze_frames_intersect(&a, &b, 3, NULL, &overlap) == GRAZE_OK && overlap.hit == 1);
    EXPECT(graze_frames_intersect(&a, &b, 3, &open, &overlap) == GRAZE_OK && overlap.hit == 0);
    EXPECT(graze_verify_frames(&overlap, &a, &b, 3, &shown) == GRAZE_OK && shown == 1);
    b.origin[0] = 4;
    EXPECT(graze_frames_intersect(&a, &b, 3, NULL, &overlap) == GRAZE_OK && overlap.hit == 0);
    EXPECT(graze_verify_frames(&overlap, &a, &b, 3, &shown) == GRAZE_OK && shown == 1);
    EXPECT(graze_verify_frames(&overlap, &a, &a, 3, &shown) == GRAZE_OK && shown == 0); /* they overlap */
    open.box = GRAZE_NO_BOX;
    EXPECT(graze_frames_intersect(&a, &a, 3, &open, &overlap) == GRAZE_OK && overlap.hit == 1);
    EXPECT(overlap.min[0] == 0 && overlap.max[0] == 0);
    EXPECT(graze_verify_frames(&overlap, &a, &a, 3, &shown) == GRAZE_OK && shown == 1);
    memset(&open.box, 9, sizeof open.box);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_frames_intersect(&a, &a, 3, &open, &overlap));
    EXPECT(graze_frames_overlap(&a, &b, 3, &hit) == GRAZE_OK && hit == 0);
    b.velocity[0] = -4;
    EXPECT(graze_frames_overlap(&a, &b, 3, &hit) == GRAZE_OK && hit == 1);
    EXPECT(graze_frames_intersect(&a, &b, 3, NULL, &overlap) == GRAZE_OK && overlap.hit == 1);
    EXPECT(fabs(overlap.lower - 0.5) < 1e-9 && overlap.witness_time >= 0.5 - 1e-9);

    b.velocity[0] = NAN;
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT, graze_frames_overlap(&a, &b, 3, &hit));
    b.velocity[0] = 0;
    memset(b.components[1], 0, sizeof b.components[1]);
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_frames_intersect(&a, &b, 3, NULL, &overlap));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_frames_intersect(&a, &a, 4, NULL, &overlap));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_frames_intersect(&a, NULL, 3, NULL, &overlap));
    memset(&b.kind, 5, sizeof b.kind);
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_frames_overlap(&a, &b, 2, &hit));
}

/* Two tetrahedra side by side: corners 0 1 2 3 and 4 1 2 3. */
static graze_frame_tree* pair_of_tetrahedra(void) {
    const float corners[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
    const uint32_t indices[8] = {0, 1, 2, 3, 4, 1, 2, 3}, bad[4] = {0, 1, 2, 9};
    graze_vertex_view view = {NULL, 0, 5, GRAZE_FLOAT32};
    graze_frame_tree *tree = NULL, *none = NULL;
    view.pointer = corners;
    EXPECT(graze_frame_tree_of_tetrahedra(&view, indices, 2, 2, &tree) == GRAZE_OK);
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_frame_tree_of_tetrahedra(&view, bad, 1, 2, &none));
    view.stride = 4;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_frame_tree_of_tetrahedra(&view, indices, 2, 2, &none));
    EXPECT(none == NULL);
    return tree;
}

static void trees_of_frames(void) {
    graze_frame_tree *tetrahedra = pair_of_tetrahedra(), *cover = NULL, *again = NULL, *none = NULL;
    graze_frame_node nodes[64];
    graze_shape *ball = NULL, *space = NULL;
    const double up[3] = {0, 0, 1};
    size_t count = 0, same = 0;
    EXPECT(graze_frame_tree_nodes(tetrahedra, nodes, 64, &count) == GRAZE_OK && count == 3);
    EXPECT(nodes[0].child_count == 2 && nodes[1].child_count == 0 &&
           nodes[2].volume.kind == GRAZE_TETRAHEDRON);
    EXPECT(graze_frame_tree_make(nodes, count, &again) == GRAZE_OK);
    EXPECT(graze_frame_tree_nodes(again, NULL, 0, &same) == GRAZE_OK && same == count);
    memset(nodes[2].volume.components[0], 0, sizeof nodes[2].volume.components[0]);
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_frame_tree_make(nodes, count, &none));
    EXPECT(strstr(graze_last_error(), "node 2") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_frame_tree_make(NULL, 0, &none));
    EXPECT(graze_shape_sphere(1, &ball) == GRAZE_OK && graze_shape_half_space(up, 0, &space) == GRAZE_OK);
    EXPECT(graze_frame_tree_cover(ball, 8, 0, &cover) == GRAZE_OK);
    EXPECT(graze_frame_tree_nodes(cover, nodes, 64, &count) == GRAZE_OK && count > 8 && count <= 64);
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_frame_tree_cover(space, 8, 0, &none));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_frame_tree_cover(NULL, 8, 0, &none));
    EXPECT(none == NULL);
    graze_frame_tree_release(tetrahedra);
    graze_frame_tree_release(cover);
    graze_frame_tree_release(again);
    graze_frame_tree_release(NULL);
    graze_shape_release(ball);
    graze_shape_release(space);
}

static void worlds_of_frames(void) {
    graze_frame_tree* tree = pair_of_tetrahedra();
    graze_frame_object objects[3];
    graze_frame_world *world = NULL, *none = NULL;
    graze_frame_contact contacts[16], by_elimination[16];
    graze_frame_search search = {GRAZE_FRAMES_BY_ELIMINATION, GRAZE_TIGHT_BOX};
    const uint32_t first = 0, gone = 3;
    const double beside[7] = {0.5, 0, 0, 1, 0, 0, 0}, nowhere[7] = {NAN, 0, 0, 1, 0, 0, 0};
    uint32_t near[3];
    size_t count = 0, eliminated = 0, i;
    for (i = 0; i < 3; ++i) {
        objects[i].tree = tree;
        memcpy(objects[i].pose, kHere, sizeof kHere);
        objects[i].pose[0] = 5 * (double)i;
        objects[i].group = GRAZE_NO_GROUP;
    }
    EXPECT(graze_frame_world_create(objects, 3, &world) == GRAZE_OK);
    EXPECT(graze_frame_world_contacts(world, NULL, NULL, contacts, 16, &count) == GRAZE_OK && count == 0);
    EXPECT(graze_frame_world_move(world, 1, beside) == GRAZE_OK);
    EXPECT(graze_frame_world_contacts(world, NULL, NULL, contacts, 16, &count) == GRAZE_OK);
    EXPECT(graze_frame_world_contacts(world, NULL, &search, by_elimination, 16, &eliminated) == GRAZE_OK);
    EXPECT(count >= 2 && count <= 16 && count == eliminated);
    for (i = 0; i < count && i < 16; ++i) {
        EXPECT(contacts[i].object_a == 0 && contacts[i].object_b == 1);
        EXPECT(contacts[i].node_a == by_elimination[i].node_a &&
               contacts[i].node_b == by_elimination[i].node_b);
        EXPECT(contacts[i].min[0] >= 0.5 - 1e-9 && contacts[i].max[0] <= 1 + 1e-9);
    }
    EXPECT(graze_frame_world_colliding(world, 0, NULL, near, 3, &count) == GRAZE_OK && count == 1 &&
           near[0] == 1);
    EXPECT(graze_frame_world_contacts(world, &first, NULL, contacts, 16, &count) == GRAZE_OK &&
           count == eliminated);
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT,
                   graze_frame_world_contacts(world, &gone, NULL, contacts, 16, &count));
    EXPECT(strstr(graze_last_error(), "object 3") != NULL);
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT, graze_frame_world_move(world, 3, beside));
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT, graze_frame_world_move(world, 1, nowhere));
    EXPECT(graze_frame_world_contacts(world, NULL, NULL, contacts, 16, &count) == GRAZE_OK &&
           count == eliminated); /* nothing moved */
    memset(&search.method, 9, sizeof search.method);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_frame_world_colliding(world, 0, &search, near, 3, &count));
    objects[1].group = objects[0].group = 4;
    objects[1].pose[0] = 0.5;
    EXPECT(graze_frame_world_create(objects, 2, &none) == GRAZE_OK);
    EXPECT(graze_frame_world_contacts(none, NULL, NULL, contacts, 16, &count) == GRAZE_OK && count == 0);
    graze_frame_world_destroy(none);
    none = NULL;
    objects[1].tree = NULL;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_frame_world_create(objects, 2, &none));
    EXPECT(strstr(graze_last_error(), "object 1") != NULL);
    objects[1].tree = tree;
    objects[1].pose[2] = HUGE_VAL;
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT, graze_frame_world_create(objects, 2, &none));
    EXPECT(none == NULL);
    graze_frame_tree_release(tree);
    graze_frame_world_destroy(world);
}

void frames_and_their_trees(void) {
    frames();
    trees_of_frames();
    worlds_of_frames();
}
