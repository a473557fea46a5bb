/* Broad phases from C: every kind against all pairs of boxes, and refusals. */
#include <graze/graze.h>

#include <math.h>
#include <string.h>

#include "expect.h"

enum { kBoxes = 60, kPairs = kBoxes * kBoxes };

static const double kHere[7] = {0, 0, 0, 1, 0, 0, 0};

/* Always the same numbers from -1 to 1. */
static double next_number(uint32_t* state) {
    *state = *state * 1664525U + 1013904223U;
    return (double)(*state >> 8) / 8388608.0 - 1;
}

static void place(double box[6], uint32_t* state) {
    int i;
    for (i = 0; i < 3; ++i) {
        box[i] = 4 * next_number(state);
        box[i + 3] = box[i] + 1.5 + next_number(state);
    }
}

static int boxes_overlap(const double* a, const double* b) {
    int i;
    for (i = 0; i < 3; ++i) {
        if (a[i] > b[i + 3] || b[i] > a[i + 3]) return 0;
    }
    return 1;
}

/* The pairs are exactly those of all boxes that are there. */
static void expect_all_pairs(double boxes[][6], const int* there, const graze_box_pair* pairs, size_t count) {
    size_t k = 0;
    uint32_t i, j;
    for (i = 0; i < kBoxes; ++i) {
        for (j = i + 1; j < kBoxes; ++j) {
            if (!there[i] || !there[j] || !boxes_overlap(boxes[i], boxes[j])) continue;
            EXPECT(k < count && pairs[k].first == i && pairs[k].second == j);
            ++k;
        }
    }
    EXPECT(k == count);
}

static graze_continue count_boxes(void* data, uint32_t box, double lower, double* limit) {
    size_t* counts = (size_t*)data;
    EXPECT(box < kBoxes && lower <= *limit);
    ++counts[box];
    return GRAZE_GO_ON;
}

static graze_continue stop_at_once(void* data, uint32_t box, double lower, double* limit) {
    (void)box, (void)lower, (void)limit;
    ++*(size_t*)data;
    return GRAZE_STOP;
}

static void one_kind(graze_broad_phase_kind kind) {
    static graze_box_pair pairs[kPairs], at_once[kPairs];
    static graze_box_event events[kPairs];
    double boxes[kBoxes][6];
    const double point[3] = {0, 0, 0}, along[3] = {1, 0.3, 0.2}, none[3] = {0, 0, 0}, low[3] = {-1, -1, -1},
                 high[3] = {1, 1, 1}, nan_box[3] = {NAN, 0, 0};
    int there[kBoxes];
    uint32_t state = 1, i, box = 0, found[kBoxes];
    size_t count = 0, stopped = 0, counts[kBoxes], begun = 0, expected = 0;
    graze_broad_phase* phase = NULL;
    EXPECT(graze_broad_phase_create(kind, &phase) == GRAZE_OK);
    for (i = 0; i < kBoxes; ++i) {
        place(boxes[i], &state);
        there[i] = 1;
        EXPECT(graze_broad_phase_insert(phase, boxes[i], boxes[i] + 3, &box) == GRAZE_OK && box == i);
    }
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_broad_phase_pairs(phase, 1, pairs, kPairs, &count));
    EXPECT(graze_broad_phase_update(phase, 1) == GRAZE_OK);
    EXPECT(graze_broad_phase_pairs(phase, 2, pairs, kPairs, &count) == GRAZE_OK);
    expect_all_pairs(boxes, there, pairs, count);
    EXPECT(count > 20);
    EXPECT(graze_overlapping_boxes(&boxes[0][0], kBoxes, 1, at_once, kPairs, &begun) == GRAZE_OK);
    EXPECT(begun == count && memcmp(at_once, pairs, count * sizeof *pairs) == 0);

    for (i = 0; i < kBoxes; i += 2) {
        place(boxes[i], &state);
        EXPECT(graze_broad_phase_move(phase, i, boxes[i], boxes[i] + 3) == GRAZE_OK);
    }
    EXPECT(graze_broad_phase_remove(phase, 7) == GRAZE_OK && graze_broad_phase_remove(phase, 8) == GRAZE_OK);
    there[7] = there[8] = 0;
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT, graze_broad_phase_remove(phase, 7));
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT, graze_broad_phase_move(phase, 99, low, high));
    EXPECT(strstr(graze_last_error(), "99") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_broad_phase_move(phase, 3, high, low));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_broad_phase_insert(phase, nan_box, high, &box));
    place(boxes[8], &state);
    EXPECT(graze_broad_phase_insert(phase, boxes[8], boxes[8] + 3, &box) == GRAZE_OK && box == 8);
    there[8] = 1;
    EXPECT(graze_broad_phase_size(phase) == kBoxes - 1);
    EXPECT(graze_broad_phase_update(phase, 1) == GRAZE_OK);
    EXPECT(graze_broad_phase_pairs(phase, 1, pairs, kPairs, &count) == GRAZE_OK);
    expect_all_pairs(boxes, there, pairs, count);
    if (kind == GRAZE_SWEEP_AND_PRUNE) {
        size_t k;
        EXPECT(graze_broad_phase_events(phase, events, kPairs, &begun) == GRAZE_OK && begun > 0);
        for (k = 0; k < begun; ++k) {
            const uint32_t a = events[k].pair.first, b = events[k].pair.second;
            EXPECT(events[k].begins == (there[a] && there[b] && boxes_overlap(boxes[a], boxes[b])));
        }
    } else {
        EXPECT_REFUSED(GRAZE_UNSUPPORTED, graze_broad_phase_events(phase, events, kPairs, &begun));
    }

    EXPECT(graze_broad_phase_in_box(phase, low, high, found, kBoxes, &count) == GRAZE_OK);
    for (i = 0; i < kBoxes; ++i) {
        const double region[6] = {-1, -1, -1, 1, 1, 1};
        if (!there[i] || !boxes_overlap(boxes[i], region)) continue;
        EXPECT(expected < count && found[expected] == i);
        ++expected;
    }
    EXPECT(expected == count);
    memset(counts, 0, sizeof counts);
    EXPECT(graze_broad_phase_near(phase, low, high, 0, count_boxes, counts) == GRAZE_OK);
    for (i = 0; i < expected; ++i) EXPECT(counts[found[i]] == 1);
    memset(counts, 0, sizeof counts);
    EXPECT(graze_broad_phase_ray(phase, point, along, 10, count_boxes, counts) == GRAZE_OK);
    for (i = 0; i < kBoxes; ++i) EXPECT(counts[i] <= 1);
    EXPECT(graze_broad_phase_ray(phase, point, along, HUGE_VAL, stop_at_once, &stopped) == GRAZE_OK);
    EXPECT(stopped <= 1);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_broad_phase_ray(phase, point, none, 1, count_boxes, counts));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_broad_phase_ray(phase, point, along, -1, count_boxes, counts));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_broad_phase_ray(phase, point, along, 1, NULL, NULL));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_broad_phase_near(phase, low, high, NAN, count_boxes, counts));
    graze_broad_phase_destroy(phase);
}

static void scenes_of_every_kind(graze_broad_phase_kind kind) {
    graze_scene* scene = NULL;
    graze_shape* ball = NULL;
    const double beside[7] = {1.5, 0, 0, 1, 0, 0, 0}, away[7] = {9, 0, 0, 1, 0, 0, 0};
    EXPECT(graze_scene_create_with(1, kind, &scene) == GRAZE_OK);
    EXPECT(graze_shape_sphere(1, &ball) == GRAZE_OK);
    graze_scene_add(scene, ball, kHere);
    graze_scene_add(scene, ball, beside);
    graze_scene_add(scene, ball, away);
    EXPECT(graze_scene_pair_count(scene) == 1);
    graze_shape_release(ball);
    graze_scene_destroy(scene);
}

void broad_phases(void) {
    const graze_broad_phase_kind kinds[4] = {GRAZE_DYNAMIC_TREE, GRAZE_SWEEP_AND_PRUNE, GRAZE_UNIFORM_GRID,
                                             GRAZE_BRUTE_FORCE};
    graze_broad_phase_kind no_kind;
    graze_broad_phase* phase = NULL;
    graze_scene* scene = NULL;
    const double bad[12] = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1, -1, 1};
    size_t count = 0;
    int i;
    for (i = 0; i < 4; ++i) {
        one_kind(kinds[i]);
        scenes_of_every_kind(kinds[i]);
    }
    memset(&no_kind, 9, sizeof no_kind);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_broad_phase_create(no_kind, &phase));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_create_with(1, no_kind, &scene));
    EXPECT(phase == NULL && scene == NULL);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_overlapping_boxes(bad, 2, 1, NULL, 0, &count));
    EXPECT(strstr(graze_last_error(), "box 1") != NULL);
    graze_broad_phase_destroy(NULL);
}
