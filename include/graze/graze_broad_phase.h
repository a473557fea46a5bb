/* Which boxes of many overlap, without shapes. The library gives the boxes numbers, from 0 on; a number is
 * used again after it was removed. graze/scene/broad_phase.hpp has what each kind is good for. */
#ifndef GRAZE_GRAZE_BROAD_PHASE_H
#define GRAZE_GRAZE_BROAD_PHASE_H

#include <graze/graze_scene.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_broad_phase graze_broad_phase;

graze_result graze_broad_phase_create(graze_broad_phase_kind kind, graze_broad_phase** phase);
void graze_broad_phase_destroy(graze_broad_phase* phase);

/* min <= max along every axis; may be infinite. */
graze_result graze_broad_phase_insert(graze_broad_phase* phase, const double min[3], const double max[3],
                                      uint32_t* box);
graze_result graze_broad_phase_move(graze_broad_phase* phase, uint32_t box, const double min[3],
                                    const double max[3]);
graze_result graze_broad_phase_remove(graze_broad_phase* phase, uint32_t box);
/* Takes the changes in. Before that, queries are refused. */
graze_result graze_broad_phase_update(graze_broad_phase* phase, unsigned threads);
size_t graze_broad_phase_size(const graze_broad_phase* phase);

/* first < second */
typedef struct graze_box_pair {
    uint32_t first;
    uint32_t second;
} graze_box_pair;

/* All pairs of boxes that overlap, touching ones too, ascending. Lists as in graze_scene.h. */
graze_result graze_broad_phase_pairs(const graze_broad_phase* phase, unsigned threads, graze_box_pair* pairs,
                                     size_t capacity, size_t* count);
/* The boxes that overlap a box, ascending. */
graze_result graze_broad_phase_in_box(const graze_broad_phase* phase, const double min[3],
                                      const double max[3], uint32_t* boxes, size_t capacity, size_t* count);

/* `lower`: where the box begins, in t or as a distance. May lower the limit of the search. */
typedef graze_continue (*graze_box_callback)(void* data, uint32_t box, double lower, double* limit);
/* Boxes that a ray hits for t from 0 to `max_t`, and boxes within `distance` >= 0 of a box, roughly the
 * nearest first. */
graze_result graze_broad_phase_ray(const graze_broad_phase* phase, const double origin[3],
                                   const double direction[3], double max_t, graze_box_callback callback,
                                   void* data);
graze_result graze_broad_phase_near(const graze_broad_phase* phase, const double min[3], const double max[3],
                                    double distance, graze_box_callback callback, void* data);

typedef struct graze_box_event {
    graze_box_pair pair;
    int begins; /* 0: the pair overlapped at the update before and does not now; 1: the reverse */
} graze_box_event;
/* What the last update changed, ascending. Of GRAZE_SWEEP_AND_PRUNE; others are refused. */
graze_result graze_broad_phase_events(const graze_broad_phase* phase, graze_box_event* events,
                                      size_t capacity, size_t* count);

/* All pairs of a set of boxes, once; six numbers a box: min, max. Pairs are indices. */
graze_result graze_overlapping_boxes(const double* boxes, size_t count, unsigned threads,
                                     graze_box_pair* pairs, size_t capacity, size_t* pair_count);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
