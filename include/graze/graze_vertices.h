/* Vertices in arrays of the caller's: views of floats or doubles, meshes and hulls made of them, the notice
 * that they have changed, and first contact while they move. */
#ifndef GRAZE_GRAZE_VERTICES_H
#define GRAZE_GRAZE_VERTICES_H

#include <graze/graze_motions.h>
#include <graze/graze_shapes.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

typedef enum graze_scalar { GRAZE_FLOAT32 = 0, GRAZE_FLOAT64 = 1 } graze_scalar;

/* x, y, z of each vertex, with anything else between one vertex and the next. Aligned as its scalar. */
typedef struct graze_vertex_view {
    const void* pointer; /* x of the first vertex */
    size_t stride;       /* bytes from one vertex to the next; 0: packed */
    size_t count;
    graze_scalar scalar;
} graze_vertex_view;

/* All zero: a surface with vertices of its own, built by one thread per core. */
typedef struct graze_mesh_options {
    graze_mesh_kind kind;
    /* Not 0: the vertices are read in the caller's array for as long as the mesh lives, in handles and in
     * scenes. A borrowed array may change only while no query runs, and graze_shape_deform must follow before
     * the next one. */
    int borrow;
    int compact;      /* not 0: about half of the memory, and searches that are some percent slower */
    unsigned threads; /* of the build; 0: one per core */
} graze_mesh_options;
/* Three indices a triangle. `options`: NULL for the default. */
graze_result graze_shape_mesh_view(const graze_vertex_view* vertices, const uint32_t* triangles,
                                   size_t triangle_count, const graze_mesh_options* options,
                                   graze_shape** shape);
/* A hull keeps its own vertices: build another one when the points have moved. `allow_degenerate`: not 0
 * when flat, collinear and single points make a polygon, a segment or a point instead of an error. */
graze_result graze_shape_hull_view(const graze_vertex_view* points, int allow_degenerate,
                                   graze_shape** shape);

/* The notice that the vertices of a mesh have moved, in the same array or in another one, as many: the tree
 * is refitted, and the handle and every object of every scene that has the mesh follow, all or none. The
 * scenes must not be in use by other threads. Refused with bad vertices, and for shapes that are not meshes.
 */
graze_result graze_shape_deform(graze_shape* mesh, const graze_vertex_view* vertices);
/* The same number of parts of a compound, moved or reshaped, seven numbers a pose: the tree is refitted and
 * the handle changes. Objects keep what they have; give them the handle by graze_scene_set_shape. */
graze_result graze_shape_refit_compound(graze_shape* compound, const graze_shape* const* parts,
                                        const double* poses, size_t count);
/* Other heights of the same grid, as many: as of a compound. */
graze_result graze_shape_refit_height_field(graze_shape* field, const double* heights, size_t count);
/* Whether a mesh or compound has changed so much that building it anew pays: 0 or 1. */
graze_result graze_shape_rebuild_pays(const graze_shape* shape, int* pays);

/* A mesh whose vertices go straight from `start` to `end` while t goes from 0 to 1. Borrows its arrays: two
 * that are filled in turn are start and end of every step. */
typedef struct graze_deforming_mesh {
    graze_vertex_view start;
    graze_vertex_view end;
    const uint32_t* triangles;
    size_t triangle_count;
} graze_deforming_mesh;

typedef enum graze_feature_kind {
    GRAZE_VERTEX_FACE = 0, /* a vertex of a and a face of b */
    GRAZE_FACE_VERTEX = 1,
    GRAZE_EDGE_EDGE = 2
} graze_feature_kind;

typedef struct graze_deforming_impact {
    graze_impact impact;
    graze_feature_kind kind; /* who touches first; valid unless the answer is GRAZE_MISS */
    uint32_t vertices[4];    /* the vertex first, or a's edge first */
} graze_deforming_impact;

typedef struct graze_vertex_impact_options {
    double tolerance;          /* a length relative to the extent of the vertices, and a time; 0 for 1e-6 */
    double minimum_separation; /* >= 0: parts closer than this count as touching */
    double until;              /* contact after this time counts as a miss: in (0, 1]; 0 for 1 */
    uint32_t max_steps;        /* 0: 1024; when they run out the time is wider */
} graze_vertex_impact_options;

/* First contact of the surfaces of two meshes. `options`: NULL for all zero. */
graze_result graze_deforming_impact_of(const graze_deforming_mesh* a, const graze_deforming_mesh* b,
                                       const graze_vertex_impact_options* options,
                                       graze_deforming_impact* impact);
/* Of one with itself; features that share a vertex are neighbours, not contacts. */
graze_result graze_self_impact(const graze_deforming_mesh* mesh, const graze_vertex_impact_options* options,
                               graze_deforming_impact* impact);

typedef struct graze_feature_pair {
    graze_feature_kind kind;
    uint32_t vertices[4]; /* the vertex first, or a's edge first */
} graze_feature_pair;
/* All features whose swept boxes are no farther apart than `reach` >= 0 along every axis, each pair once.
 * `b`: NULL for those of one mesh with itself. Lists as in graze_queries.h. */
graze_result graze_close_features(const graze_deforming_mesh* a, const graze_deforming_mesh* b, double reach,
                                  graze_feature_pair* pairs, size_t capacity, size_t* count);

/* Four vertices on straight lines, three numbers each: a vertex and the three of a face, or two edges. */
graze_result graze_vertex_face_impact(const double start[12], const double end[12],
                                      const graze_vertex_impact_options* options, graze_impact* impact);
graze_result graze_edge_edge_impact(const double start[12], const double end[12],
                                    const graze_vertex_impact_options* options, graze_impact* impact);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
