"""Names of the project that gave way to the words of the field."""
import functools
import re

# Retired words -> the word of the field. File names and identifiers are split at underscores and capitals; a
# phrase is several parts in a row.
WORDS = {
    "seen": "transformed", "see_leaf": "transform_leaf", "seer": "visitor context", "look": "test or query",
    "looks": "tests", "glance": "update_fast",
    "settle": "refine or flush", "told": "result", "tell": "report", "meet": "overlap", "meets": "overlaps",
    "meeting": "contact",
    "room": "depth lower bound", "valley": "local minimum", "rest": "polar coverage",
    "leak": "uncovered facet", "vague": "degenerate",
    "bend": "curvature", "nearness": "distance derivatives", "standing": "normal confidence",
    "whereabouts": "point location", "nest": "membership simplex",
    "free_side": "half-space constraint", "nearest_free": "project_onto_half_spaces",
    "take_in": "apply_changes", "as_written": "fp_contract_off",
    "mend": "fix", "trouble": "user error", "see": "find or test", "sees": "is visible", "looked": "tested",
    "tells": "reports", "say": "print",
    "says": "reports", "said": "reported", "met": "overlapping or found", "meetings": "contacts",
    "rooms": "depths", "bent": "curved",
    "settled": "refined or current", "ways": "methods or paths", "turn_a": "rotation_a",
    "turn_b": "rotation_b", "parting": "separating",
    "parted": "separated", "way": "offset, distance, direction or path", "tame": "in range",
    "tamed": "in range", "taming": "scale", "astray": "wrong", "untold": "unknown",
}
# Retired where they are the whole name of a type: as a part of another name, or of a variable, they are plain
# English.
TYPES = {
    "Across": "WitnessPlane or a frame", "Single": "QueryBox", "Turn": "PendingResponse or a rotation",
    "Chosen": "Action", "Told": "ProbeResult",
    "Nest": "MembershipSimplex", "Trouble": "UserError", "Standing": "NormalConfidence",
    "Nearness": "DistanceDerivatives",
}
RETIRED = {tuple(word.split("_")): better for word, better in WORDS.items()}
LENGTHS = sorted({len(words) for words in RETIRED})
# A body at rest is the field's word.
NOT_RETIRED = {"rest": {"src/scene", "bench", "tests"}}
# Names of tests are sentences, in which plain English verbs may stand.
TEST_NAME = re.compile(r"\s*(?:TEST|TEST_F|TEST_P|TYPED_TEST)\(")
IN_TEST_NAMES = {"see", "sees", "looked", "tells", "say", "says", "said", "met", "meetings", "bent",
                 "settled", "ways", "way"}
PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@functools.cache
def retired_in(name):
    """The retired words in an identifier or a file name, as (word, better word)."""
    parts = tuple(part.lower() for part in PARTS.findall(name))
    phrases = {parts[i:i + length] for i in range(len(parts)) for length in LENGTHS}
    return [("_".join(words), RETIRED[words]) for words in phrases if words in RETIRED]
