/* The C interface of oriented boxes and trees of them: fits, tests of single boxes and triangles, trees built
 * from triangles, and all pairs of two trees that overlap, static, moving straight or on any motion. The
 * conventions are those of graze/graze.h; graze/obb/obb_search.hpp and graze/ccd/steady_contact.hpp have the
 * guarantees. */
#ifndef GRAZE_GRAZE_TREES_H
#define GRAZE_GRAZE_TREES_H

#include <graze/graze_motions.h>
#include <graze/graze_vertices.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

/* What the axes of a box are computed from. */
typedef enum graze_obb_fit {
    GRAZE_FIT_TRIANGLES = 0, /* the covariance of the hull's surface: the default */
    GRAZE_FIT_POINTS = 1,    /* the covariance of the hull's vertices */
    GRAZE_FIT_VOLUME = 2     /* the least volume that turning finds; about ten times slower */
} graze_obb_fit;

/* { centre + y0 axes[0] + y1 axes[1] + y2 axes[2] : |y_i| <= half_extents[i] }; the axes are orthonormal. */
typedef struct graze_obb {
    double centre[3];
    double axes[3][3];
    double half_extents[3]; /* >= 0 */
} graze_obb;

/* The box around triangles, rounded outward. */
graze_result graze_obb_fit_triangles(const graze_vertex_view* vertices, const uint32_t* triangles,
                                     size_t triangle_count, graze_obb_fit fit, graze_obb* box);

/* Pairs, nine numbers a triangle: `overlap` becomes 0 or 1. 0 is certain, 1 may be wrong by rounding;
 * of two triangles both are exact. `point`, which may be NULL, becomes a point of both when they overlap. */
graze_result graze_obb_obb(const graze_obb* a, const graze_obb* b, int* overlap, double point[3]);
graze_result graze_triangle_obb(const double triangle[9], const graze_obb* box, int* overlap,
                                double point[3]);
graze_result graze_triangle_triangle(const double a[9], const double b[9], int* overlap, double point[3]);
/* By the six axes of faces alone: boxes that only two edges keep apart count as overlapping. */
graze_result graze_obb_obb_lite(const graze_obb* a, const graze_obb* b, int* overlap);

/* Contact of two that move straight while t goes from 0 to 1, each by its velocity. */
typedef struct graze_steady_contact {
    int hit;            /* 0 or 1; 0 is certain. The other fields are set when it is 1. */
    double first_lower; /* the first moment of contact lies in [first_lower, first_upper] */
    double first_upper;
    double last_lower; /* the last one in [last_lower, last_upper] */
    double last_upper;
    double point[3];  /* of both at the first moment, up to rounding */
    int unique;       /* 0 or 1: they share just this point */
    double normal[3]; /* unit, from a to b: the axis they touch along */
    double normal_a[3];
    double normal_b[3];
} graze_steady_contact;
graze_result graze_steady_obb_obb(const graze_obb* a, const double velocity_a[3], const graze_obb* b,
                                  const double velocity_b[3], graze_steady_contact* contact);
graze_result graze_steady_triangle_obb(const double a[9], const double velocity_a[3], const graze_obb* b,
                                       const double velocity_b[3], graze_steady_contact* contact);
graze_result graze_steady_triangle_triangle(const double a[9], const double velocity_a[3], const double b[9],
                                            const double velocity_b[3], graze_steady_contact* contact);

/* Immutable: may be searched by many threads. */
typedef struct graze_obb_tree graze_obb_tree;

/* Three numbers a vertex, three indices a triangle. */
graze_result graze_obb_tree_build(const double* vertices, size_t vertex_count, const uint32_t* triangles,
                                  size_t triangle_count, graze_obb_tree** tree);
typedef enum graze_obb_split { GRAZE_SPLIT_CENTRE = 0, GRAZE_SPLIT_MEDIAN = 1 } graze_obb_split;
/* All zero: the default. */
typedef struct graze_obb_tree_options {
    graze_obb_fit fit;
    graze_obb_split split;
    uint32_t leaf_size; /* sets of more triangles are split; 0: 1 */
} graze_obb_tree_options;
/* Vertices in an array of the caller's, which the tree copies. `options`: NULL for the default. */
graze_result graze_obb_tree_build_view(const graze_vertex_view* vertices, const uint32_t* triangles,
                                       size_t triangle_count, const graze_obb_tree_options* options,
                                       graze_obb_tree** tree);
/* Of the triangles of a mesh. */
graze_result graze_obb_tree_of_mesh(const graze_shape* mesh, const graze_obb_tree_options* options,
                                    graze_obb_tree** tree);
void graze_obb_tree_release(graze_obb_tree* tree);
/* How many triangles it has, at how many levels below the root the deepest is, and the bytes that it takes.
 */
typedef struct graze_obb_tree_size {
    size_t triangles;
    size_t depth;
    size_t bytes;
} graze_obb_tree_size;
graze_result graze_obb_tree_measure(const graze_obb_tree* tree, graze_obb_tree_size* size);
/* The box of a node, as contacts at a limit of depth name it. */
graze_result graze_obb_tree_box(const graze_obb_tree* tree, uint32_t node, graze_obb* box);

/* How two boxes of nodes are separated. */
typedef enum graze_obb_test {
    GRAZE_OBB_SAT = 0,        /* six faces, then nine pairs of edges */
    GRAZE_OBB_SAT_LITE = 1,   /* the faces only */
    GRAZE_OBB_SPHERE_SAT = 2, /* the spheres around the nodes first */
    GRAZE_OBB_SPHERE_SAT_LITE = 3
} graze_obb_test;

/* The work of a search, and what it found. */
typedef struct graze_tree_stats {
    uint64_t nodes;          /* opened */
    uint64_t boxes;          /* pairs of boxes tested */
    uint64_t triangle_boxes; /* a triangle against a box */
    uint64_t triangles;      /* pairs of triangles tested */
    uint64_t contacts;       /* pairs that overlap and were reported */
    /* Of sampled motion: how far a point of both trees together can be from where the search had it. Elements
     * that stay farther apart than this are never reported; contact shallower than this may be missed. 0 for
     * all other searches. */
    double deviation;
} graze_tree_stats;

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

typedef struct graze_find_options {
    int32_t depth_a; /* levels of each tree to go down; negative: down to the leaves */
    int32_t depth_b;
    graze_obb_test test;
} graze_find_options;

/* Calls back for every pair of elements of two static trees that overlaps, each once, until GRAZE_STOP.
 * `options`: NULL for all pairs of triangles. `stats` may be NULL. */
graze_result graze_find_collisions(const graze_obb_tree* a, const double pose_a[7], const graze_obb_tree* b,
                                   const double pose_b[7], const graze_find_options* options,
                                   graze_tree_contact_callback callback, void* data, graze_tree_stats* stats);
/* Whether any overlaps; ends at the first that does. */
graze_result graze_test_collision(const graze_obb_tree* a, const double pose_a[7], const graze_obb_tree* b,
                                  const double pose_b[7], const graze_find_options* options, int* hit,
                                  graze_tree_stats* stats);

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
    double last_lower; /* the last moment of contact lies in [last_lower, last_upper]; of sampled motion the
                          last of the step of the first contact */
    double last_upper;
    int point_unique; /* 0 or 1: they share just this point */
} graze_moving_contact;

typedef graze_continue (*graze_moving_contact_callback)(void* data, const graze_moving_contact* contact);

typedef struct graze_moving_find_options {
    int32_t depth_a; /* levels of each tree to descend; negative: all */
    int32_t depth_b;
    int first_only; /* not 0: report only the earliest contact */
    graze_obb_test test;
} graze_moving_find_options;

/* Calls back for every pair of elements that touches within [0, dt], each once, until GRAZE_STOP. `options`:
 * NULL for all pairs of triangles. `stats` may be NULL. */
graze_result graze_find_moving_collisions(const graze_moving_tree* a, const graze_moving_tree* b, double dt,
                                          const graze_moving_find_options* options,
                                          graze_moving_contact_callback callback, void* data,
                                          graze_tree_stats* stats);

/* The same on any motions, over `steps` >= 1 equal steps of [0, 1], in each of which both trees keep the
 * orientation of its start and go straight. Turning within a step is left out: `stats`, which may be NULL,
 * bounds what that can miss. graze_time_of_impact misses nothing. */
graze_result graze_find_sampled_collisions(const graze_obb_tree* a, const graze_motion* motion_a,
                                           const graze_obb_tree* b, const graze_motion* motion_b,
                                           uint32_t steps, const graze_moving_find_options* options,
                                           graze_moving_contact_callback callback, void* data,
                                           graze_tree_stats* stats);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
