/* Motions, a pose for every time from 0 to 1, and the first contact of two moving shapes. */
#ifndef GRAZE_GRAZE_MOTIONS_H
#define GRAZE_GRAZE_MOTIONS_H

#include <graze/graze_queries.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_motion graze_motion;

graze_result graze_motion_linear(const double start[7], const double displacement[3], graze_motion** motion);
graze_result graze_motion_in_between(const double start[7], const double end[7], graze_motion** motion);
/* `pivot`, in the body's frame, moves straight; NULL for the origin. Radians. */
graze_result graze_motion_twist(const double start[7], const double velocity[3],
                                const double angular_velocity[3], const double* pivot, graze_motion** motion);
graze_result graze_motion_screw(const double start[7], const double axis_point[3],
                                const double axis_direction[3], double angle, double advance,
                                graze_motion** motion);
/* Seven numbers a pose; `times` grow from 0 to 1, NULL for evenly spaced. */
graze_result graze_motion_sampled(const double* poses, const double* times, size_t count, double deviation,
                                  graze_motion** motion);
graze_result graze_motion_spline(const double* poses, const double* times, size_t count,
                                 graze_motion** motion);
/* Position and quaternion at t. */
graze_result graze_motion_pose_at(const graze_motion* motion, double t, double pose[7]);
void graze_motion_release(graze_motion* motion);

typedef enum graze_impact_answer {
    GRAZE_MISS = 0,
    GRAZE_CONTACT = 1,
    GRAZE_WITHIN_TOLERANCE = 2
} graze_impact_answer;

/* What shows contact: a common point at `upper`, or a vertex through a face or an edge through an edge
 * between `lower` and `upper`. */
typedef enum graze_contact_proof {
    GRAZE_NO_CONTACT = 0,
    GRAZE_OVERLAP = 1,
    GRAZE_PASSAGE = 2
} graze_contact_proof;

/* Nothing touches before `lower`; of a contact they do at `upper`. A miss is a proof. */
typedef struct graze_impact {
    graze_impact_answer answer;
    double lower;
    double upper;
    double point[3];
    double normal[3];
    uint32_t part_a;
    uint32_t part_b;
    graze_status status;
    graze_contact_proof proof; /* GRAZE_NO_CONTACT unless the answer is GRAZE_CONTACT */
} graze_impact;

/* `tolerance`: a length relative to the larger shape, and a time; 0 for 1e-6. */
graze_result graze_time_of_impact(const graze_shape* a, const graze_motion* motion_a, const graze_shape* b,
                                  const graze_motion* motion_b, double tolerance, graze_impact* impact);
typedef enum graze_impact_method {
    GRAZE_CONSERVATIVE_ADVANCEMENT = 0,
    GRAZE_INTERVAL_OBB = 1 /* interval arithmetic over oriented trees: meshes and height fields */
} graze_impact_method;

/* `tolerance`: 0 for 1e-6. `max_steps`: 0 for the default; when they run out the interval is wider, and the
 * status is GRAZE_BUDGET_REACHED. */
typedef struct graze_impact_options {
    double tolerance;
    uint32_t max_steps;
    graze_impact_method method;
} graze_impact_options;
graze_result graze_time_of_impact_within(const graze_shape* a, const graze_motion* motion_a,
                                         const graze_shape* b, const graze_motion* motion_b,
                                         const graze_impact_options* options, graze_impact* impact);

/* First contact while b moves along `displacement` and a rests: nothing touches before `lower`, and they do
 * at `upper`, up to rounding. Both in [0, 1], 0 and 0 when they touch at the start. */
typedef struct graze_cast_hit {
    double lower;
    double upper;
    double point[3];  /* on a */
    double normal[3]; /* unit, from a to b at that time */
    graze_status status;
    uint32_t iterations;
} graze_cast_hit;
/* `hit` becomes 0 or 1, and the answer is set when it is 1. */
graze_result graze_translational_cast(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                      const double pose_b[7], const double displacement[3], int* hit,
                                      graze_cast_hit* answer);

/* First contact of single features of two rigid bodies on any motions, by intervals of time alone: three
 * numbers a vertex, each in the frame of its body. `options`: NULL for the default. */
graze_result graze_rigid_vertex_face_impact(const graze_motion* a, const double vertex[3],
                                            const graze_motion* b, const double face[9],
                                            const graze_impact_options* options, graze_impact* impact);
graze_result graze_rigid_edge_edge_impact(const graze_motion* a, const double edge_a[6],
                                          const graze_motion* b, const double edge_b[6],
                                          const graze_impact_options* options, graze_impact* impact);
graze_result graze_rigid_triangle_triangle_impact(const graze_motion* a, const double triangle_a[9],
                                                  const graze_motion* b, const double triangle_b[9],
                                                  const graze_impact_options* options, graze_impact* impact);
/* A box of the world's axes around all places of a box of the body from `from` to `to`, times in [0, 1]. */
graze_result graze_swept_box(const graze_motion* motion, const double min[3], const double max[3],
                             double from, double to, double swept_min[3], double swept_max[3]);

/* All parts that touch at an impact, or may, each with their separation at `lower`. `tolerance`: that of the
 * impact. */
typedef struct graze_impact_contact {
    uint32_t part_a;
    uint32_t part_b;
    graze_separation separation;
} graze_impact_contact;
graze_result graze_impact_contacts(const graze_impact* impact, const graze_shape* a,
                                   const graze_motion* motion_a, const graze_shape* b,
                                   const graze_motion* motion_b, double tolerance,
                                   graze_impact_contact* contacts, size_t capacity, size_t* count);
/* As the checks of graze_verdicts.h: `shown` becomes 1 when the impact is a theorem. Convex shapes only. */
graze_result graze_verify_impact(const graze_impact* impact, const graze_shape* a,
                                 const graze_motion* motion_a, const graze_shape* b,
                                 const graze_motion* motion_b, int* shown);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
