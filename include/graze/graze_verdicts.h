/* Decisions with a proof, which can be checked without the code that found it, and checks of the answers of
 * graze_queries.h. */
#ifndef GRAZE_GRAZE_VERDICTS_H
#define GRAZE_GRAZE_VERDICTS_H

#include <graze/graze_queries.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_verdict graze_verdict;

/* Undecided: closer than rounding can decide; the proof then shows how close. */
typedef enum graze_answer {
    GRAZE_ANSWER_DISJOINT = 0,
    GRAZE_ANSWER_INTERSECTING = 1,
    GRAZE_ANSWER_UNDECIDED = 2
} graze_answer;

typedef enum graze_method {
    GRAZE_AUTOMATIC = 0,
    GRAZE_GJK = 1,
    GRAZE_SAT = 2,
    GRAZE_FOURIER_MOTZKIN = 3
} graze_method;

typedef enum graze_proof_kind {
    GRAZE_NO_PROOF = 0,
    GRAZE_SEPARATING_PLANE = 1,   /* a on one side of a plane, b on the other */
    GRAZE_COMMON_POINT = 2,       /* a point of both */
    GRAZE_COMMON_TETRAHEDRON = 3, /* differences of points of both, around the origin */
    GRAZE_CROSSING = 4,           /* an edge through a face, or two edges in a plane, by exact signs */
    GRAZE_CLOSENESS = 5,          /* undecided: how close */
    GRAZE_FARKAS = 6,             /* half-spaces around both that have no point in common */
    GRAZE_INTERSECTING_PARTS = 7, /* of meshes, compounds and height fields: two intersecting parts */
    GRAZE_ENCLOSED_PART = 8,      /* a part inside of a solid */
    GRAZE_SEPARATING_COVER = 9,   /* both trees walked down to pairs with a plane between them */
    GRAZE_CLOSE_PARTS = 10        /* undecided: two parts, and how close */
} graze_proof_kind;

/* A feature of a flat set: a vertex, the edge from vertex `first` to `second`, or the whole face. */
typedef enum graze_flat_feature_kind {
    GRAZE_FLAT_VERTEX = 0,
    GRAZE_FLAT_EDGE = 1,
    GRAZE_FLAT_FACE = 2
} graze_flat_feature_kind;
typedef struct graze_flat_feature {
    graze_flat_feature_kind kind;
    uint32_t first; /* of a vertex and an edge */
    uint32_t second;
} graze_flat_feature;

/* What is known of a common point. */
typedef enum graze_common_kind {
    GRAZE_COMMON_MEMBER = 0, /* the point, these very doubles, belongs to both */
    GRAZE_COMMON_NEARBY = 1, /* a point of both is within `distance`: of flat sets, and of thin overlaps */
    GRAZE_COMMON_CLOSE = 2,  /* too close to call: each has a point within `distance` */
    GRAZE_COMMON_UNKNOWN = 3 /* nothing is shown */
} graze_common_kind;

/* A point of two shapes that overlap. World frame. */
typedef struct graze_common_point {
    double point[3];
    double distance; /* 0 for a member */
    graze_common_kind kind;
    graze_status status;
    uint32_t
        part_a; /* the two parts that it is shown to belong to; GRAZE_NO_PART where it is the whole shapes */
    uint32_t part_b;
} graze_common_point;

/* The numbers of a verdict. World frame. Fields are 0 where the kind of proof has no such thing. */
typedef struct graze_verdict_summary {
    graze_answer answer;
    graze_proof_kind proof;
    graze_method method; /* the one that ran; automatic when none had to */
    graze_status status;
    double normal[3]; /* of a separating plane, from a to b, and of closeness: along which the gap is at least
                         -delta */
    double offset;   /* of a separating plane: normal . (x - position of a) is less for all of a, more for all
                        of b */
    double point[3]; /* a common point, or the double nearest to one, or a point close to both: as `common`
                        has it */
    double distance; /* of `point` from a point of both, or from both: at most this */
    graze_common_kind common; /* GRAZE_COMMON_UNKNOWN for the answer disjoint */
    double delta;             /* of closeness: |signed distance| is at most this */
    uint32_t part_a;          /* of intersecting, enclosed and close parts: triangle or member */
    uint32_t part_b;
    graze_flat_feature feature_a; /* of a crossing, and of intersecting parts that cross: what crosses what */
    graze_flat_feature feature_b;
} graze_verdict_summary;

/* A named method is the one that runs; where it does not serve the pair, GRAZE_UNSUPPORTED. */
graze_result graze_decide(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                          const double pose_b[7], graze_method method, graze_verdict** verdict);
typedef enum graze_query {
    GRAZE_QUERY_OVERLAPS = 0,
    GRAZE_QUERY_DECIDE = 1,
    GRAZE_QUERY_SEPARATION = 2,
    GRAZE_QUERY_CONTACTS = 3,
    GRAZE_QUERY_RAYCAST = 4, /* of a; b may be NULL */
    GRAZE_QUERY_TRANSLATIONAL_CAST = 5,
    GRAZE_QUERY_TIME_OF_IMPACT = 6
} graze_query;
/* Whether a query serves two types of shapes by a method: 0 or 1. */
graze_result graze_supports(graze_query query, const graze_shape* a, const graze_shape* b,
                            graze_method method, int* supported);
graze_result graze_verdict_read(const graze_verdict* verdict, graze_verdict_summary* summary);
void graze_verdict_release(graze_verdict* verdict);

/* A point of both. `found` becomes 0 when they are disjoint, else 1, and the answer is set. Its proof is that
 * of graze_decide, whose summary has the same point. */
graze_result graze_common_point_of(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                   const double pose_b[7], int* found, graze_common_point* answer);

/* Independent checks, by outward rounded intervals and exact signs alone. `shown` becomes 1 when the answer
 * is a theorem about the given numbers, 0 when it could not be shown: wrong, or not carrying enough to be
 * checked. Answers are those of the same shapes in the same places. Of a separation: a gap, and an overlap of
 * half-spaces, boxes, spheres, capsules or within margins; deeper overlaps need more than its numbers. Of
 * a verdict: its common point too. Of a common point alone: members. */
graze_result graze_verify_verdict(const graze_verdict* verdict, const graze_shape* a, const double pose_a[7],
                                  const graze_shape* b, const double pose_b[7], int* shown);
graze_result graze_verify_common_point(const graze_common_point* common, const graze_shape* a,
                                       const double pose_a[7], const graze_shape* b, const double pose_b[7],
                                       int* shown);
graze_result graze_verify_separation(const graze_separation* separation, const graze_shape* a,
                                     const double pose_a[7], const graze_shape* b, const double pose_b[7],
                                     int* shown);
graze_result graze_verify_contacts(const graze_manifold* manifold, const graze_shape* a,
                                   const double pose_a[7], const graze_shape* b, const double pose_b[7],
                                   int* shown);
graze_result graze_verify_ray_hit(const graze_ray_hit* hit, const double origin[3], const double direction[3],
                                  const graze_shape* target, const double pose[7], int* shown);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
