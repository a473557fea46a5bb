/* Answers that keep their whole proof, for checks without the code that found them: deep overlaps, relations
 * and impacts, whose numbers alone do not carry enough. Slower than the plain queries. */
#ifndef GRAZE_GRAZE_CERTIFICATES_H
#define GRAZE_GRAZE_CERTIFICATES_H

#include <graze/graze_motions.h>
#include <graze/graze_verdicts.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_certified_separation graze_certified_separation;
typedef struct graze_certified_relation graze_certified_relation;
typedef struct graze_certified_impact graze_certified_impact;

/* Reads become the answer; `shown` becomes 1 when it is a theorem about the given shapes, else 0. */

/* `options`: NULL for the default. */
graze_result graze_certify_separation(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                      const double pose_b[7], const graze_separation_options* options,
                                      graze_certified_separation** certified);
graze_result graze_certified_separation_read(const graze_certified_separation* certified,
                                             graze_separation* separation);
graze_result graze_verify_certified_separation(const graze_certified_separation* certified,
                                               const graze_shape* a, const double pose_a[7],
                                               const graze_shape* b, const double pose_b[7], int* shown);
void graze_certified_separation_release(graze_certified_separation* certified);

graze_result graze_certify_relation(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                    const double pose_b[7], graze_certified_relation** certified);
graze_result graze_certified_relation_read(const graze_certified_relation* certified,
                                           graze_relation* relation);
graze_result graze_verify_certified_relation(const graze_certified_relation* certified, const graze_shape* a,
                                             const double pose_a[7], const graze_shape* b,
                                             const double pose_b[7], int* shown);
void graze_certified_relation_release(graze_certified_relation* certified);

/* `tolerance` as for graze_time_of_impact. */
graze_result graze_certify_impact(const graze_shape* a, const graze_motion* motion_a, const graze_shape* b,
                                  const graze_motion* motion_b, double tolerance,
                                  graze_certified_impact** certified);
graze_result graze_certified_impact_read(const graze_certified_impact* certified, graze_impact* impact);
graze_result graze_verify_certified_impact(const graze_certified_impact* certified, const graze_shape* a,
                                           const graze_motion* motion_a, const graze_shape* b,
                                           const graze_motion* motion_b, int* shown);
void graze_certified_impact_release(graze_certified_impact* certified);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
