/* The C interface of oriented trees: built from triangles, and searched for all pairs that touch while both
 * trees move straight. The conventions are those of graze/graze.h; graze/ccd/steady_contact.hpp has the
 * guarantees. */
#ifndef GRAZE_GRAZE_TREES_H
#define GRAZE_GRAZE_TREES_H

#include <graze/graze_base.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

/* Immutable: may be searched by many threads. */
typedef struct graze_obb_tree graze_obb_tree;

/* Three numbers a vertex, three indices a triangle. */
graze_result graze_obb_tree_build(const double* vertices, size_t vertex_count, const uint32_t* triangles,
                                  size_t triangle_count, graze_obb_tree** tree);
void graze_obb_tree_release(graze_obb_tree* tree);

/* Two elements of static trees that overlap: triangles, or boxes of nodes at a limit of depth. World frame.
 */
typedef struct graze_tree_contact {
    uint32_t element_a; /* index of the triangle, or of the node */
    uint32_t element_b;
    int is_box_a; /* 0 or 1 */
    int is_box_b;
    double point[3]; /* in both, up to rounding */
    double normal_a[3];
    double normal_b[3];
} graze_tree_contact;

typedef graze_continue (*graze_tree_contact_callback)(void* data, const graze_tree_contact* contact);

/* Calls back for every pair of elements of two static trees that overlaps, each once, until GRAZE_STOP.
 * Depths: levels of each tree to go down; negative: all the way. `calls` may be NULL. */
graze_result graze_find_collisions(const graze_obb_tree* a, const double pose_a[7], const graze_obb_tree* b,
                                   const double pose_b[7], int32_t depth_a, int32_t depth_b,
                                   graze_tree_contact_callback callback, void* data, size_t* calls);

/* A tree that moves straight and does not turn. Borrows the tree. */
typedef struct graze_moving_tree {
    const graze_obb_tree* tree;
    double pose[7];     /* at the start */
    double velocity[3]; /* per unit of time */
} graze_moving_tree;

/* Two elements that touch within the time: triangles, or boxes of nodes at a limit of depth. World frame. */
typedef struct graze_moving_contact {
    uint32_t element_a; /* index of the triangle, or of the node */
    uint32_t element_b;
    int is_box_a; /* 0 or 1 */
    int is_box_b;
    double lower; /* the first moment of contact of these two lies in [lower, upper] */
    double upper;
    double point[3];
    double normal[3]; /* unit, from a to b: the axis they touch along */
    double normal_a[3];
    double normal_b[3];
} graze_moving_contact;

typedef graze_continue (*graze_moving_contact_callback)(void* data, const graze_moving_contact* contact);

typedef struct graze_moving_find_options {
    int32_t depth_a; /* levels of each tree to descend; negative: all */
    int32_t depth_b;
    int first_only; /* not 0: report only the earliest contact */
} graze_moving_find_options;

/* Calls back for every pair of elements that touches within [0, dt], each once, until GRAZE_STOP. `options`:
 * NULL for all pairs of triangles. `calls` may be NULL. */
graze_result graze_find_moving_collisions(const graze_moving_tree* a, const graze_moving_tree* b, double dt,
                                          const graze_moving_find_options* options,
                                          graze_moving_contact_callback callback, void* data, size_t* calls);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
