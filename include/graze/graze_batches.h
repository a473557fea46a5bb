/* Many questions in one call. Answers are those of the single queries, one for each question, in order, for
 * every number of threads. `threads`: 0 for one per core. */
#ifndef GRAZE_GRAZE_BATCHES_H
#define GRAZE_GRAZE_BATCHES_H

#include <graze/graze_queries.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

/* Fourteen numbers a question: the pose of a, then that of b. The first bad pose is named, and nothing is
 * answered then. */
graze_result graze_overlaps_at(const graze_shape* a, const graze_shape* b, const double* poses, size_t count,
                               unsigned threads, unsigned char* overlap);
graze_result graze_separations_at(const graze_shape* a, const graze_shape* b, const double* poses,
                                  size_t count, unsigned threads, graze_separation* separations);

/* Two placed shapes. */
typedef struct graze_placed_pair {
    const graze_shape* a;
    const graze_shape* b;
    double pose_a[7];
    double pose_b[7];
} graze_placed_pair;

graze_result graze_overlaps_of_many(const graze_placed_pair* pairs, size_t count, unsigned threads,
                                    unsigned char* overlap);
graze_result graze_separations_of_many(const graze_placed_pair* pairs, size_t count, unsigned threads,
                                       graze_separation* separations);

/* Six numbers a ray: origin, direction. hit[i] becomes 0 or 1, and answers[i] is set when it is 1. */
graze_result graze_raycasts(const double* rays, size_t count, const graze_shape* target, const double pose[7],
                            unsigned threads, unsigned char* hit, graze_ray_hit* answers);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
