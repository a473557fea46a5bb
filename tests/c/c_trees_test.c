/* Oriented trees that move: all contacts of two cubes, the first one, stops, limits of depth, and refusals.
 */
#include <graze/graze_trees.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "expect.h"

typedef struct heard {
    size_t count;
    size_t wanted;
    size_t boxes;
    double first;
    double x;
} heard;

static graze_continue hear(void* data, const graze_moving_contact* contact) {
    heard* all = (heard*)data;
    ++all->count;
    all->boxes += contact->is_box_a && contact->is_box_b ? 1 : 0;
    EXPECT(contact->lower <= contact->upper && contact->element_a < 24 && contact->element_b < 24);
    if (contact->lower < all->first) {
        all->first = contact->lower;
        all->x = contact->point[0];
    }
    return all->count < all->wanted ? GRAZE_GO_ON : GRAZE_STOP;
}

void moving_trees(void) {
    const double corners[24] = {-0.5, -0.5, -0.5, 0.5, -0.5, -0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5,
                                -0.5, -0.5, 0.5,  0.5, -0.5, 0.5,  -0.5, 0.5, 0.5,  0.5, 0.5, 0.5};
    const uint32_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    const uint32_t bad[3] = {0, 1, 8};
    graze_obb_tree* cube = NULL;
    graze_moving_tree still, flying;
    graze_moving_find_options options = {-1, -1, 1, GRAZE_OBB_SAT};
    heard all = {0, 1000, 0, 2, 0}, one = {0, 1000, 0, 2, 0}, few = {0, 3, 0, 2, 0},
          roots = {0, 1000, 0, 2, 0};
    graze_tree_stats stats;
    EXPECT(graze_obb_tree_build(corners, 8, faces, 12, &cube) == GRAZE_OK);
    memset(&still, 0, sizeof still);
    still.tree = cube;
    still.pose[3] = 1;
    flying = still;
    flying.pose[0] = 3;
    flying.pose[1] = flying.pose[2] = 0.1;
    flying.velocity[0] = -4;
    EXPECT(graze_find_moving_collisions(&still, &flying, 1, NULL, hear, &all, &stats) == GRAZE_OK);
    EXPECT(stats.nodes > 0 && stats.boxes > 0 && stats.triangles >= all.count && stats.deviation == 0);
    EXPECT(stats.contacts == all.count && all.count >= 4 && fabs(all.first - 0.5) < 1e-12 &&
           fabs(all.x - 0.5) < 1e-12 && all.boxes == 0);
    EXPECT(graze_find_moving_collisions(&still, &flying, 1, &options, hear, &one, &stats) == GRAZE_OK);
    EXPECT(stats.contacts == 1 && one.first == all.first);
    EXPECT(graze_find_moving_collisions(&still, &flying, 1, NULL, hear, &few, &stats) == GRAZE_OK &&
           stats.contacts == 3);
    EXPECT(graze_find_moving_collisions(&still, &flying, 0.4, NULL, hear, &few, &stats) == GRAZE_OK &&
           stats.contacts == 0);
    options.depth_a = options.depth_b = options.first_only = 0;
    EXPECT(graze_find_moving_collisions(&still, &flying, 1, &options, hear, &roots, NULL) == GRAZE_OK);
    EXPECT(roots.count == 1 && roots.boxes == 1 && fabs(roots.first - 0.5) < 1e-12);

    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT,
                   graze_find_moving_collisions(&still, &flying, -1, NULL, hear, &all, &stats));
    EXPECT(strstr(graze_last_error(), "duration") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_find_moving_collisions(&still, &flying, 1, NULL, NULL, NULL, &stats));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_find_moving_collisions(&still, NULL, 1, NULL, hear, &all, &stats));
    flying.velocity[0] = NAN;
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT,
                   graze_find_moving_collisions(&still, &flying, 1, NULL, hear, &all, &stats));
    EXPECT(strstr(graze_last_error(), "tree b: the velocity") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT,
                   graze_find_moving_collisions(&flying, &still, 1, NULL, hear, &all, &stats));
    EXPECT(strstr(graze_last_error(), "tree a: the velocity") != NULL);
    still.pose[2] = NAN;
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT,
                   graze_find_moving_collisions(&still, &flying, 1, NULL, hear, &all, &stats));
    EXPECT(strstr(graze_last_error(), "tree a: component 2: the pose's position") != NULL);
    still.pose[2] = 0;
    flying.velocity[0] = -4;
    flying.velocity[1] = HUGE_VAL;
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT,
                   graze_find_moving_collisions(&still, &flying, 1, NULL, hear, &all, &stats));
    graze_obb_tree_release(cube);
    graze_obb_tree_release(NULL);
    cube = NULL;
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_obb_tree_build(corners, 8, bad, 1, &cube));
    EXPECT(cube == NULL);
}
