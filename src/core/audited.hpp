// How a verb passes its answer through the audit. In audit builds `GRAZE_AUDITED(expression, check)`
// evaluates the expression, then the check with the result as `answer`, and yields the result; in all others
// it is the expression and nothing else.
//
// `GRAZE_AUDITED_WHOLE` is for queries of many objects, which call the pair queries for each.
//
// Verbs call verbs. Only the outermost call of a thread is audited, and calls from checks are not: so a check
// may use every verb.
#pragma once

#if defined(GRAZE_AUDIT)

#include <utility>

namespace graze::audit {

/// Whether this thread is within a verb or a check. The state of a thread: audit builds only.
class Scope {
public:
    Scope() noexcept;
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

    [[nodiscard]] bool outermost() const noexcept { return outermost_; }

private:
    bool outermost_;
};

template <class Ask, class Check> auto audited(const Ask& ask, const Check& check) {
    const Scope scope;
    auto answer = ask();
    if (scope.outermost()) check(std::as_const(answer));
    return answer;
}

/// The same for an answer that is put together of the answers of verbs: these are audited one by one, then
/// the whole.
template <class Ask, class Check> auto audited_whole(const Ask& ask, const Check& check) {
    auto answer = ask();
    const Scope scope;
    if (scope.outermost()) check(std::as_const(answer));
    return answer;
}

}  // namespace graze::audit

#define GRAZE_AUDITED(expression, check) \
    ::graze::audit::audited([&] { return expression; }, [&](const auto& answer) { check; })
#define GRAZE_AUDITED_WHOLE(expression, check) \
    ::graze::audit::audited_whole([&] { return expression; }, [&](const auto& answer) { check; })

#else

#define GRAZE_AUDITED(expression, check) expression
#define GRAZE_AUDITED_WHOLE(expression, check) expression

#endif
