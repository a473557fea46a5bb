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

/* `borrow`: not 0 to read the vertices in the caller's array for as long as the mesh lives, in handles and in
 * scenes; 0 to copy them. A borrowed array may change only while no query runs, and graze_shape_deform must
 * follow before the next one. Three indices a triangle. */
graze_result graze_shape_mesh_view(const graze_vertex_view* vertices, const uint32_t* triangles,
                                   size_t triangle_count, graze_mesh_kind kind, int borrow,
                                   graze_shape** shape);
/* A hull keeps its own vertices: build another one when the points have moved. */
graze_result graze_shape_hull_view(const graze_vertex_view* points, graze_shape** shape);

/* The notice that the vertices of a mesh have moved, in the same array or in another one, as many: the tree
 * is refitted, and the handle and every object of every scene that has the mesh follow, all or none. The
 * scenes must not be in use by other threads. Refused with bad vertices, and for shapes that are not meshes.
 */
graze_result graze_shape_deform(graze_shape* mesh, const graze_vertex_view* vertices);
/* The same number of parts of a compound, moved or reshaped, seven numbers a pose: the tree is refitted and
 * the handle changes. Objects keep what they have; give them the handle by graze_scene_set_shape. */
graze_result graze_shape_refit_compound(graze_shape* compound, const graze_shape* const* parts,
                                        const double* poses, size_t count);
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

/* First contact of the surfaces of two meshes. `tolerance`: a length relative to the extent of the vertices,
 * and a time; 0 for 1e-6. Parts closer than `minimum_separation` >= 0 count as touching. */
graze_result graze_deforming_impact_of(const graze_deforming_mesh* a, const graze_deforming_mesh* b,
                                       double tolerance, double minimum_separation,
                                       graze_deforming_impact* impact);
/* Of one with itself; features that share a vertex are neighbours, not contacts. */
graze_result graze_self_impact(const graze_deforming_mesh* mesh, double tolerance, double minimum_separation,
                               graze_deforming_impact* impact);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
