// Yes or no through the table of routines: undecided counts as yes.
#include "core/audited.hpp"
#include "graze/core/assert.hpp"
#include "graze/query/query.hpp"
#include "query/audit/audit.hpp"
#include "query/dispatch.hpp"

namespace graze {

bool overlaps(const Placed& a, const Placed& b, PairCache* cache) noexcept {
    GRAZE_ASSERT(check(a).has_value() && check(b).has_value(),
                 "overlap of an invalid shape or pose: check() says why");
    return GRAZE_AUDITED(overlap_routine(a.shape.type(), b.shape.type())(a, b, cache),
                         audit::check_overlaps(answer, {a, b}));
}

}  // namespace graze
