/* Runs all parts of the test of the C interface. */
#include <graze/graze.h>

#include <stdio.h>
#include <string.h>

#include "expect.h"

int failures = 0;

int main(void) {
    pairs_motions_and_scenes();
    verdicts_and_checks();
    questions_about_scenes();
    moving_in_scenes();
    levels_of_responses();
    changes_of_scenes();
    moving_trees();
    vertex_arrays();
    lists_and_batches();
    broad_phases();
    frames_and_their_trees();
    static_trees();
    certificates_and_solids();
    EXPECT(strlen(graze_version()) >= 5);
    if (failures == 0) puts("the C interface is as promised");
    return failures == 0 ? 0 : 1;
}
