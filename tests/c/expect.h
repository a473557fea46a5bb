/* How the C tests state what must hold. */
#ifndef GRAZE_TESTS_C_EXPECT_H
#define GRAZE_TESTS_C_EXPECT_H

#include <graze/graze.h>
#include <stdio.h>
#include <string.h>

extern int failures;

#define EXPECT(condition)                                                           \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            ++failures;                                                             \
        }                                                                           \
    } while (0)
/* The call fails with this code and with a reason. */
#define EXPECT_REFUSED(code, call)               \
    do {                                         \
        EXPECT((call) == (code));                \
        EXPECT(strlen(graze_last_error()) > 20); \
    } while (0)

/* The parts of the program beside the one with `main`. */
void pairs_motions_and_scenes(void);
void verdicts_and_checks(void);
void questions_about_scenes(void);
void moving_in_scenes(void);
void levels_of_responses(void);
void changes_of_scenes(void);
void moving_trees(void);
void vertex_arrays(void);
void lists_and_batches(void);
void broad_phases(void);
void frames_and_their_trees(void);
void static_trees(void);
void certificates_and_solids(void);

#endif
