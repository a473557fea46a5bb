/* Frames: parallelepipeds and tetrahedra, in the plane parallelograms and triangles, static or moving
 * straight, by Fourier-Motzkin elimination; trees of them that cover solids, and many placed trees.
 * graze/frames/frame_overlap.hpp and graze/frames/frame_tree.hpp have the guarantees. */
#ifndef GRAZE_GRAZE_FRAMES_H
#define GRAZE_GRAZE_FRAMES_H

#include <graze/graze_vertices.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

typedef enum graze_frame_kind { GRAZE_CUBOID = 0, GRAZE_TETRAHEDRON = 1 } graze_frame_kind;

/* { origin + sum of x_i components[i] }: cuboid 0 <= x_i <= 1; tetrahedron also sum of x_i <= 1. In the plane
 * only the first two components and coordinates count. The velocity moves it by itself while t goes from 0
 * to 1. */
typedef struct graze_frame {
    graze_frame_kind kind;
    double origin[3];
    double components[3][3];
    double velocity[3];
} graze_frame;

/* Which box of the common points is computed. */
typedef enum graze_frame_box {
    GRAZE_TIGHT_BOX = 0,       /* the smallest, up to rounding: the default */
    GRAZE_ELIMINATION_BOX = 1, /* from the ranges of b's coordinates: cheaper, depends on the order */
    GRAZE_NO_BOX = 2
} graze_frame_box;

/* Why two frames do not overlap: multipliers of the rows of the system, in the order of FrameFarkas in
 * graze/result/contact.hpp. In the plane the first four of a and of b. */
typedef struct graze_frame_farkas {
    double rows_a[6];
    double rows_b[6];
    double rows_t[2]; /* of moving frames */
    int strict;       /* 0 or 1: the interiors are apart; the closed frames may touch */
} graze_frame_farkas;

typedef struct graze_frame_overlap {
    int hit;       /* 0 or 1, decided exactly */
    double min[3]; /* a box around all common points, at all times; set when hit, 0 without a box */
    double max[3];
    double lower; /* from when to when they overlap, in [0, 1]; 0 and 0 for static frames */
    double upper;
    double witness[3];         /* a common point, up to rounding; set when hit */
    double witness_time;       /* when it is common */
    graze_frame_farkas farkas; /* set for a miss */
    uint32_t rows;             /* the most that any stage of the elimination held */
    int by_exact_signs;        /* 0 or 1: rounded arithmetic could not decide */
} graze_frame_overlap;

/* All zero: the default. */
typedef struct graze_frame_options {
    int open; /* not 0: only the interiors count */
    graze_frame_box box;
} graze_frame_options;

/* `dimensions`: 2 or 3. `options`: NULL for the default. Velocities that are both zero: still frames. */
graze_result graze_frames_intersect(const graze_frame* a, const graze_frame* b, int dimensions,
                                    const graze_frame_options* options, graze_frame_overlap* overlap);
/* As the checks of graze_verdicts.h: a miss by its multipliers, a hit by its witness. */
graze_result graze_verify_frames(const graze_frame_overlap* overlap, const graze_frame* a,
                                 const graze_frame* b, int dimensions, int* shown);
/* Whether the closed frames overlap at some time: cheaper. */
graze_result graze_frames_overlap(const graze_frame* a, const graze_frame* b, int dimensions, int* overlap);

/* A tree of frames in space: the root covers an object, and children cover what their parent has of it.
 * Immutable. */
typedef struct graze_frame_tree graze_frame_tree;

/* A node: velocities do not count. */
typedef struct graze_frame_node {
    graze_frame volume;
    uint32_t first_child; /* index of the first; the others follow it. Larger than the node's own. */
    uint32_t child_count; /* 0: a leaf, part of the object itself */
} graze_frame_node;

/* nodes[0] is the root; children lie in their parents. The first node that breaks a rule is named. */
graze_result graze_frame_tree_make(const graze_frame_node* nodes, size_t count, graze_frame_tree** tree);
/* Four indices a tetrahedron, each a leaf. `fan_out`: most children of a node, at least 2; 0: all directly
 * below the root. */
graze_result graze_frame_tree_of_tetrahedra(const graze_vertex_view* vertices, const uint32_t* tetrahedra,
                                            size_t count, uint32_t fan_out, graze_frame_tree** tree);
/* Boxes around a solid mesh, a compound or a bounded convex shape. 0: 256 leaves, 16 levels. */
graze_result graze_frame_tree_cover(const graze_shape* solid, uint32_t max_leaves, uint32_t max_levels,
                                    graze_frame_tree** tree);
/* Lists as in graze_queries.h. */
graze_result graze_frame_tree_nodes(const graze_frame_tree* tree, graze_frame_node* nodes, size_t capacity,
                                    size_t* count);
void graze_frame_tree_release(graze_frame_tree* tree);

/* Many placed trees. Objects of one group never collide with each other. */
typedef struct graze_frame_world graze_frame_world;
#define GRAZE_NO_GROUP UINT32_MAX
typedef struct graze_frame_object {
    const graze_frame_tree* tree; /* may be released afterwards */
    double pose[7];
    uint32_t group; /* GRAZE_NO_GROUP: collides with all others */
} graze_frame_object;

graze_result graze_frame_world_create(const graze_frame_object* objects, size_t count,
                                      graze_frame_world** world);
graze_result graze_frame_world_move(graze_frame_world* world, uint32_t object, const double pose[7]);
void graze_frame_world_destroy(graze_frame_world* world);

/* How two frames of a search are decided. */
typedef enum graze_frame_method {
    GRAZE_FRAMES_BY_AXES = 0,       /* separating axes: the default */
    GRAZE_FRAMES_BY_ELIMINATION = 1 /* Fourier-Motzkin on each pair of nodes */
} graze_frame_method;
/* All zero: the default. */
typedef struct graze_frame_search {
    graze_frame_method method;
    graze_frame_box box; /* of the reported contacts */
} graze_frame_search;

/* Two leaves that overlap. */
typedef struct graze_frame_contact {
    uint32_t object_a;
    uint32_t object_b;
    uint32_t node_a; /* leaf of a's tree */
    uint32_t node_b;
    double min[3]; /* around what they have in common; world frame */
    double max[3];
} graze_frame_contact;

/* All pairs of leaves in which objects overlap, each once. `object`: only those of this one, which is then
 * object_a; NULL for all. `search`: NULL for the default. */
graze_result graze_frame_world_contacts(const graze_frame_world* world, const uint32_t* object,
                                        const graze_frame_search* search, graze_frame_contact* contacts,
                                        size_t capacity, size_t* count);
/* The objects that this one overlaps, ascending. */
graze_result graze_frame_world_colliding(const graze_frame_world* world, uint32_t object,
                                         const graze_frame_search* search, uint32_t* objects, size_t capacity,
                                         size_t* count);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
