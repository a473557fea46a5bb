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
/* No points when they are apart. */
graze_result graze_contacts(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                            const double pose_b[7], graze_manifold* manifold);
graze_result graze_relation_of(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                               const double pose_b[7], graze_relation* relation);
/* `hit` becomes 0 or 1, and the answer is set when it is 1. */
graze_result graze_raycast(const double origin[3], const double direction[3], const graze_shape* target,
                           const double pose[7], int* hit, graze_ray_hit* answer);
graze_result graze_signed_distance(const graze_shape* solid, const double pose[7], const double point[3],
                                   double* lower, double* upper);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
