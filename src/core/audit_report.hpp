// Where checks of audit builds report to. Nothing of this is compiled in other builds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graze::audit {

/// An answer of the verb is checked now.
void count_answer(std::string_view verb);
/// No check confirms an answer, and none refutes it. `kind` begins with the verb: "separation: gap of parts".
void count_not_shown(std::string_view kind);
/// An answer is wrong: the handler is called with the capsule.
void report_contradiction(std::string_view verb, std::string_view law, std::string capsule);

/// Named numbers of a question or an answer.
struct Numbers {
    std::string name;
    std::vector<double> values;
};

/// The contents of a capsule.
struct CapsuleParts {
    std::string_view verb;
    std::string_view law;
    const std::vector<Numbers>& question;
    std::string shapes;  ///< More of the question: whole lines of JSON.
    const std::vector<Numbers>& answer;
};
std::string capsule_text(const CapsuleParts& parts);

/// Numbers for JSON, exact: all 17 digits. What is not finite becomes a string.
std::string json_number(double x);
std::string json_list(const std::vector<double>& values);

/// 64 bits of the inputs, from which samples are drawn: the same input is in the sample in every run, on
/// every thread, at every place.
class InputHash {
public:
    void add(double x) noexcept;
    void add(std::uint64_t x) noexcept;
    /// True for about one input in `one_in`, independently for different salts.
    [[nodiscard]] bool samples(std::uint64_t one_in, std::uint64_t salt) const noexcept;
    [[nodiscard]] std::uint64_t value() const noexcept { return state_; }

private:
    std::uint64_t state_ = 0x9e3779b97f4a7c15;
};

}  // namespace graze::audit
