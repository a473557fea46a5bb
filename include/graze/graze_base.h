/* What all headers of the C interface share: results, errors, and the states of answers. */
#ifndef GRAZE_GRAZE_BASE_H
#define GRAZE_GRAZE_BASE_H

#include <stddef.h>
#include <stdint.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

typedef enum graze_result {
    GRAZE_OK = 0,
    GRAZE_INVALID_ARGUMENT = 1,  /* A null pointer, a negative tolerance, an option that does not exist. */
    GRAZE_INVALID_SHAPE = 2,     /* Numbers or vertices that make no shape. */
    GRAZE_INVALID_PLACEMENT = 3, /* A pose, matrix or motion with bad numbers. */
    GRAZE_UNKNOWN_OBJECT = 4,    /* An object that is not in this scene. */
    GRAZE_UNSUPPORTED = 5,       /* A query that is not defined for this pair. */
    GRAZE_OUT_OF_MEMORY = 6,
    GRAZE_CALLBACK_FAILED = 7 /* A callback threw an exception. */
} graze_result;

/* What went wrong in the last call on this thread; "" when nothing did. Calls that cannot fail
 * (`..._release`, `..._destroy`, graze_version) leave it as it is. Valid until the next call on this thread.
 */
const char* graze_last_error(void);
/* "major.minor.patch" */
const char* graze_version(void);

/* How an answer was reached. */
typedef enum graze_status {
    GRAZE_CONVERGED = 0,
    GRAZE_BUDGET_REACHED = 1,
    GRAZE_NOT_VALID = 2,
    GRAZE_NOT_SUPPORTED = 3
} graze_status;

/* Instead of the number of a part, where no part is meant. */
#define GRAZE_NO_PART UINT32_MAX

/* What a callback returns. */
typedef enum graze_continue { GRAZE_STOP = 0, GRAZE_GO_ON = 1 } graze_continue;

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
