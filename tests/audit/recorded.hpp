// A handler that keeps what the audit reports, for as long as it lives. One at a time.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graze/core/assert.hpp"

namespace graze::test {

class Recorded {
public:
    Recorded() : before_(set_audit_handler(keep)) { kept().clear(); }
    ~Recorded() { set_audit_handler(before_); }
    Recorded(const Recorded&) = delete;
    Recorded& operator=(const Recorded&) = delete;

    [[nodiscard]] bool empty() const { return kept().empty(); }
    [[nodiscard]] std::size_t size() const { return kept().size(); }
    [[nodiscard]] const AuditFailure& first() const { return kept().front(); }
    /// What was reported since the last call.
    std::vector<AuditFailure> take() { return std::exchange(kept(), {}); }
    std::vector<std::string> take_laws() {
        std::vector<std::string> laws;
        for (const AuditFailure& failure : take()) laws.push_back(failure.law);
        return laws;
    }

private:
    static std::vector<AuditFailure>& kept() {
        static std::vector<AuditFailure> failures;
        return failures;
    }
    static void keep(const AuditFailure& failure) { kept().push_back(failure); }

    AuditHandler before_;
};

inline std::uint64_t count_of(const std::vector<AuditCount>& counts, const std::string& kind) {
    for (const AuditCount& one : counts) {
        if (one.kind == kind) return one.count;
    }
    return 0;
}

}  // namespace graze::test
