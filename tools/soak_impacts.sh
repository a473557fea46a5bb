#!/bin/sh
# Random rotating pairs of all convex types against the contract of impacts, in pieces: dense samples, proofs,
# both orders.
# Usage: soak_impacts.sh <graze_test_ccd> <log> [pieces] [pairs in each] (50 of 20000).
# The seed of a piece is its number. A finished piece is added to the log with "ok" or "fault"; a run with the
# same log continues after the last one. Exits with 1 when any piece has a fault, whose output is beside the
# log.
set -u
program=$1
log=$2
pieces=${3:-50}
pairs=${4:-20000}
touch "$log"
piece=1
while [ "$piece" -le "$pieces" ]; do
    if ! grep -q "^piece $piece " "$log"; then
        output=$log.$piece
        GRAZE_IMPACT_SEED=$piece GRAZE_IMPACT_PAIRS=$pairs "$program" \
            --gtest_filter=TimeOfImpact.RandomPairsKeepTheContract >"$output" 2>&1
        status=$?
        # Ended from outside (interrupted, killed, terminated): not finished.
        case $status in 130 | 137 | 143) exit "$status" ;; esac
        [ "$status" -eq 0 ] && verdict=ok || verdict=fault
        echo "piece $piece $verdict $(grep '^pairs ' "$output")" >>"$log"
        [ "$status" -eq 0 ] && rm "$output"
    fi
    piece=$((piece + 1))
done
awk '{ for (i = 4; i < NF; i += 2) sum[$i] += $(i + 1); faults += $3 == "fault" }
     END { for (name in sum) print name, sum[name]
           print "pieces with faults", faults + 0
           exit faults > 0 }' "$log"
