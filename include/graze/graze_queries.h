/* Queries on two placed shapes, rays, and distances of points. */
#ifndef GRAZE_GRAZE_QUERIES_H
#define GRAZE_GRAZE_QUERIES_H

#include <graze/graze_shapes.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

/* The signed distance lies in [lower, upper]: > 0 gap, < 0 depth. World frame; the normal is unit and points
 * from a to b. */
typedef struct graze_separation {
    double lower;
    double upper;
    double point_a[3];
    double point_b[3];
    double normal[3];
    graze_status status;
    uint32_t iterations;
    uint32_t part_a; /* of shapes that are not convex: two parts that are no farther apart than `upper`,
                        triangles or members; */
    uint32_t part_b; /* 0 for a convex shape; both GRAZE_NO_PART where none are known */
} graze_separation;

typedef struct graze_contact_point {
    double position[3]; /* midway between the surfaces */
    double depth;       /* > 0 */
    uint64_t feature;
    uint32_t part_a;
    uint32_t part_b;
} graze_contact_point;

typedef struct graze_manifold {
    graze_contact_point points[4];
    size_t count;
    double normal[3];
    double lower; /* of the signed distance */
    double upper;
    graze_status status;
    double nearest_a[3]; /* without contact points: the points of a and b that are nearest to each other; else
                            not set */
    double nearest_b[3];
} graze_manifold;

typedef struct graze_ray_hit {
    double t; /* in multiples of the direction; the exact first one lies in [lower, upper] */
    double lower;
    double upper;
    double point[3];
    double normal[3];
    graze_status status;
} graze_ray_hit;

typedef enum graze_relation {
    GRAZE_DISJOINT = 0,
    GRAZE_TOUCHING = 1,
    GRAZE_OVERLAPPING = 2,
    GRAZE_A_INSIDE_B = 3,
    GRAZE_B_INSIDE_A = 4,
    GRAZE_IDENTICAL = 5
} graze_relation;

/* Whether they overlap: touching and too close to call count. 0 or 1. */
graze_result graze_overlaps(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                            const double pose_b[7], int* overlap);
graze_result graze_separation_of(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                 const double pose_b[7], graze_separation* separation);
/* The same for pairs that are asked again and again: the cache starts the search where the last one ended.
 * Answers may differ within their bounds. One cache for each pair and thread. */
typedef struct graze_pair_cache graze_pair_cache;
graze_result graze_pair_cache_create(graze_pair_cache** cache);
void graze_pair_cache_release(graze_pair_cache* cache);
graze_result graze_overlaps_warm(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                 const double pose_b[7], graze_pair_cache* cache, int* overlap);
graze_result graze_separation_warm(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                   const double pose_b[7], graze_pair_cache* cache,
                                   graze_separation* separation);

/* `tolerance`: wanted width of the distance, relative to the larger shape; negative for 1e-9 of polytopes and
 * 1e-6 of others. `max_iterations`: 0 for the default. When they run out the interval is wider, and the
 * status is GRAZE_BUDGET_REACHED. */
typedef struct graze_separation_options {
    double tolerance;
    uint32_t max_iterations;
} graze_separation_options;
graze_result graze_separation_within(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                     const double pose_b[7], const graze_separation_options* options,
                                     graze_separation* separation);
/* No points when they are apart. */
graze_result graze_contacts(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                            const double pose_b[7], graze_manifold* manifold);
/* Negative numbers stand for the default. */
typedef struct graze_contact_options {
    double face_angle; /* up to which a face counts as level: radians from 0 to pi / 4; default 0.05 */
    double patch_gap;  /* farther apart than this share of the smaller shape, contacts along one normal are
                          different manifolds; default 0.1 */
} graze_contact_options;
graze_result graze_contacts_within(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                   const double pose_b[7], const graze_contact_options* options,
                                   graze_manifold* manifold);
graze_result graze_relation_of(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                               const double pose_b[7], graze_relation* relation);
/* `hit` becomes 0 or 1, and the answer is set when it is 1. */
graze_result graze_raycast(const double origin[3], const double direction[3], const graze_shape* target,
                           const double pose[7], int* hit, graze_ray_hit* answer);
/* Whether it hits for t from 0 to `max_t` >= 0, which may be infinite: ends at the first part, near or far.
 */
graze_result graze_raycast_any(const double origin[3], const double direction[3], const graze_shape* target,
                               const double pose[7], double max_t, int* hit);
/* A box of the world's axes around the placed shape; infinite where the shape is. */
graze_result graze_shape_bounds(const graze_shape* shape, const double pose[7], double min[3], double max[3]);
graze_result graze_signed_distance(const graze_shape* solid, const double pose[7], const double point[3],
                                   double* lower, double* upper);

/* Lists: the first `capacity` entries are written, and `count` becomes how many there are in all. */

/* All manifolds, the deepest first: one for every normal along which parts press and every patch along it.
 * `options`: NULL for the default. */
graze_result graze_contact_manifolds(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                     const double pose_b[7], const graze_contact_options* options,
                                     graze_manifold* manifolds, size_t capacity, size_t* count);

/* Two triangles that intersect. World frame. */
typedef struct graze_triangle_pair {
    uint32_t triangle_a;
    uint32_t triangle_b;
    double start[3]; /* what they have in common: a segment, or two points of it that are farthest apart */
    double end[3];
    double error; /* each end is within this distance of the exact one */
    int coplanar; /* 0 or 1 */
    int touching; /* 0 or 1: an arbitrarily small translation separates them */
} graze_triangle_pair;

/* Of meshes and height fields, by growing numbers, exact; others are refused. */
graze_result graze_intersecting_triangles(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                          const double pose_b[7], graze_triangle_pair* pairs, size_t capacity,
                                          size_t* count);
/* Of one with itself, in its own frame: all that have more in common than corners and edges. */
graze_result graze_self_intersections(const graze_shape* mesh, graze_triangle_pair* pairs, size_t capacity,
                                      size_t* count);
/* Triangles, members, or 0 of a convex shape, that overlap a box. */
graze_result graze_parts_in_box(const graze_shape* target, const double pose[7], const double min[3],
                                const double max[3], uint32_t* parts, size_t capacity, size_t* count);

typedef struct graze_part_hit {
    graze_ray_hit hit; /* of the part alone */
    uint32_t part;
} graze_part_hit;
/* Every part that the ray hits for t from 0 to `max_t` >= 0, which may be infinite, by growing t. */
graze_result graze_raycast_parts(const double origin[3], const double direction[3], const graze_shape* target,
                                 const double pose[7], double max_t, graze_part_hit* hits, size_t capacity,
                                 size_t* count);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
