// What audit builds (GRAZE_AUDIT=ON) count and report: there every verb checks its own answer before it returns. Other builds have nothing of
// this, neither state nor symbols, and this header is empty in them. docs/notes/audit.md lists what is checked.
//
// There are two outcomes. A *contradiction* is an answer that an independent check proves wrong: it is passed
// to the handler, which by default writes a capsule with the literal input and aborts. *Not shown* is an
// answer that no check confirms and none refutes: it is counted by kind.
#pragma once

#if defined(GRAZE_AUDIT)

#include <cstdint>
#include <string>
#include <vector>

namespace graze {

/// An answer that is wrong.
struct AuditFailure {
    std::string verb;     ///< As it is called: "separation".
    std::string law;      ///< What does not hold, in one sentence.
    std::string capsule;  ///< The input and the answer, JSON text of the format "graze-audit-capsule": docs/notes/audit.md.
};

using AuditHandler = void (*)(const AuditFailure&);

/// Installs a handler and returns the one before it; null restores the default, which writes the capsule to a file
/// graze-audit-VERB-HASH.capsule in the folder that the environment variable GRAZE_AUDIT_FOLDER names (the current one without it), prints two lines to
/// stderr, and aborts. With GRAZE_AUDIT_CONTINUE set it returns instead, so that one run collects all contradictions. A handler may return: the verb
/// then answers as it would have. Thread-safe.
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

/// At the end of the program the same is appended to the file that the environment variable GRAZE_AUDIT_LOG names, if it is set: a line for each kind,
/// with tabs between list, kind and count.
AuditReport audit_report();

}  // namespace graze

#endif
