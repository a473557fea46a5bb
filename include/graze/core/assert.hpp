// Handlers for what must not happen. Assertions report programmers' mistakes (a NaN pose handed to a query).
// They are compiled in when GRAZE_ENABLE_ASSERTIONS is defined (the dev, asan and tsan presets); in release
// the same mistakes answer Status::invalid_input. In audit builds (GRAZE_AUDIT=ON) every verb also checks its
// own answer before it returns; other builds have nothing of that, neither state nor symbols.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace graze {

struct AssertionFailure {
    const char* expression = "";
    const char* message = "";
    const char* file = "";
    int line = 0;
};

using AssertionHandler = void (*)(const AssertionFailure&);

/// Installs a handler and returns the one before it. The default writes one line to stderr and returns: the
/// query then answers as in release. Null restores the default. Thread-safe.
AssertionHandler set_assertion_handler(AssertionHandler handler) noexcept;

namespace detail {
void report_assertion(const AssertionFailure& failure) noexcept;
}

#if defined(GRAZE_AUDIT)

// Audits have two outcomes. A *contradiction* is an answer that an independent check proves wrong: it is
// passed to the handler, which by default writes a capsule with the literal input and aborts. *Not shown* is
// an answer that no check confirms and none refutes: it is counted by kind. docs/notes/audit.md lists what is
// checked.

/// An answer that is wrong.
struct AuditFailure {
    std::string verb;     ///< As it is called: "separation".
    std::string law;      ///< What does not hold, in one sentence.
    std::string capsule;  ///< The input and the answer, JSON text of the format "graze-audit-capsule":
                          ///< docs/notes/audit.md.
};

using AuditHandler = void (*)(const AuditFailure&);

/// Installs a handler and returns the one before it; null restores the default, which writes the capsule to a
/// file graze-audit-VERB-HASH.capsule in the folder that the environment variable GRAZE_AUDIT_FOLDER names
/// (the current one without it), prints two lines to stderr, and aborts. With GRAZE_AUDIT_CONTINUE set it
/// returns instead, so that one run collects all contradictions. A handler may return: the verb then answers
/// as it would have. Thread-safe.
AuditHandler set_audit_handler(AuditHandler handler) noexcept;

struct AuditCount {
    std::string kind;
    std::uint64_t count = 0;
};

/// What was checked so far, by all threads. Each list is sorted by kind.
struct AuditReport {
    std::vector<AuditCount> answers;    ///< Checked answers by verb.
    std::vector<AuditCount> not_shown;  ///< Answers that no check confirms, by kind.
    std::uint64_t contradictions = 0;   ///< With handlers that return.
};

/// At the end of the program the same is appended to the file that the environment variable GRAZE_AUDIT_LOG
/// names, if it is set: a line for each kind, with tabs between list, kind and count.
AuditReport audit_report();

#endif

}  // namespace graze

#if defined(GRAZE_ENABLE_ASSERTIONS)
#define GRAZE_ASSERT(condition, text)                                                                \
    do {                                                                                             \
        if (!(condition)) ::graze::detail::report_assertion({#condition, text, __FILE__, __LINE__}); \
    } while (false)
#else
#define GRAZE_ASSERT(condition, text) static_cast<void>(0)
#endif
