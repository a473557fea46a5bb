// The globals of audit builds: the handler, the counts of the program, and for each thread whether it is
// within a verb.
#include "core/audit_report.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>

#include "core/audited.hpp"
#include "graze/core/assert.hpp"
#include "graze/core/version.hpp"

namespace graze {
namespace {

using Counts = std::map<std::string, std::uint64_t, std::less<>>;

std::vector<AuditCount> listed(const Counts& counts) {
    std::vector<AuditCount> list;
    for (const auto& [kind, count] : counts) list.push_back({kind, count});
    return list;
}

std::string from_environment(const char* name, const char* otherwise) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here sets variables
    return value != nullptr ? value : otherwise;
}

std::string lines_of(const AuditReport& report) {
    std::string text;
    for (const AuditCount& one : report.answers)
        text += "answers\t" + one.kind + "\t" + std::to_string(one.count) + "\n";
    for (const AuditCount& one : report.not_shown)
        text += "not shown\t" + one.kind + "\t" + std::to_string(one.count) + "\n";
    if (report.contradictions > 0)
        text += "contradictions\tall\t" + std::to_string(report.contradictions) + "\n";
    return text;
}

/// The counts of the program, which its end appends to the log.
class Book {
public:
    Book() = default;
    Book(const Book&) = delete;
    Book& operator=(const Book&) = delete;
    ~Book() {
        const std::string name = from_environment("GRAZE_AUDIT_LOG", "");
        std::FILE* file = name.empty() ? nullptr : std::fopen(name.c_str(), "a");
        if (file == nullptr) return;
        const std::string text = lines_of(report());
        std::fwrite(text.data(), 1, text.size(),
                    file);  // at once, so that programs that end together keep their lines whole
        std::fclose(file);
    }

    void add_answer(std::string_view verb) { add(answers_, verb); }
    void add_not_shown(std::string_view kind) { add(not_shown_, kind); }
    void add_contradiction() {
        const std::lock_guard lock(mutex_);
        ++contradictions_;
    }
    AuditReport report() {
        const std::lock_guard lock(mutex_);
        return {listed(answers_), listed(not_shown_), contradictions_};
    }

private:
    void add(Counts& counts, std::string_view kind) {
        const std::lock_guard lock(mutex_);
        const auto found = counts.find(kind);
        if (found != counts.end())
            ++found->second;
        else
            counts.emplace(kind, 1);
    }

    std::mutex mutex_;
    Counts answers_;
    Counts not_shown_;
    std::uint64_t contradictions_ = 0;
};

void write_and_abort(const AuditFailure& failure) {
    audit::InputHash hash;
    for (const char c : failure.capsule) hash.add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
    std::array<char, 20> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash.value()));
    const std::string name = from_environment("GRAZE_AUDIT_FOLDER", ".") + "/graze-audit-" + failure.verb +
                             "-" + digits.data() + ".capsule";
    std::FILE* file = std::fopen(name.c_str(), "w");
    const bool written = file != nullptr && std::fwrite(failure.capsule.data(), 1, failure.capsule.size(),
                                                        file) == failure.capsule.size();
    const bool closed = file != nullptr && std::fclose(file) == 0;
    std::fprintf(stderr, "graze: wrong answer of %s: %s\n", failure.verb.c_str(), failure.law.c_str());
    if (written && closed)
        std::fprintf(stderr, "graze: its input is in %s\n", name.c_str());
    else
        std::fprintf(stderr, "graze: %s cannot be written; the input is\n%s\n", name.c_str(),
                     failure.capsule.c_str());
    if (from_environment("GRAZE_AUDIT_CONTINUE", "").empty()) std::abort();
}

Book book;
std::atomic<AuditHandler> current_handler{write_and_abort};
thread_local bool within_verb = false;

}  // namespace

AuditHandler set_audit_handler(AuditHandler handler) noexcept {
    return current_handler.exchange(handler ? handler : write_and_abort);
}

AuditReport audit_report() { return book.report(); }

namespace audit {

Scope::Scope() noexcept : outermost_(!within_verb) { within_verb = true; }
Scope::~Scope() {
    if (outermost_) within_verb = false;
}

void count_answer(std::string_view verb) { book.add_answer(verb); }
void count_not_shown(std::string_view kind) { book.add_not_shown(kind); }

void report_contradiction(std::string_view verb, std::string_view law, std::string capsule) {
    book.add_contradiction();
    current_handler.load()({std::string(verb), std::string(law), std::move(capsule)});
}

std::string json_number(double x) {
    if (std::isnan(x)) return "\"nan\"";
    if (std::isinf(x)) return x > 0 ? "\"inf\"" : "\"-inf\"";
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.17g", x);
    return text.data();
}

std::string json_list(const std::vector<double>& values) {
    std::string text = "[";
    for (std::size_t i = 0; i < values.size(); ++i) text += (i > 0 ? ", " : "") + json_number(values[i]);
    return text + "]";
}

std::string capsule_text(const CapsuleParts& parts) {
    const auto object = [](const std::vector<Numbers>& fields) {
        std::string text = "{";
        for (std::size_t i = 0; i < fields.size(); ++i)
            text += (i > 0 ? ", \"" : "\"") + fields[i].name + "\": " + json_list(fields[i].values);
        return text + "}";
    };
    std::string text =
        "{\n \"format\": \"graze-audit-capsule\",\n \"version\": 1,\n \"graze\": \"" GRAZE_VERSION_STRING
        "\",\n \"verb\": \"";
    text += std::string(parts.verb) + "\",\n \"law\": \"" + std::string(parts.law) +
            "\",\n \"question\": " + object(parts.question) + ",\n";
    return text + parts.shapes + " \"answer\": " + object(parts.answer) + "\n}\n";
}

void InputHash::add(std::uint64_t x) noexcept {
    // The mixing step of splitmix64.
    state_ += x + 0x9e3779b97f4a7c15;
    state_ = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9;
    state_ = (state_ ^ (state_ >> 27)) * 0x94d049bb133111eb;
    state_ ^= state_ >> 31;
}

void InputHash::add(double x) noexcept { add(std::bit_cast<std::uint64_t>(x)); }

bool InputHash::samples(std::uint64_t one_in, std::uint64_t salt) const noexcept {
    InputHash salted = *this;
    salted.add(salt);
    return salted.state_ % one_in == 0;
}

}  // namespace audit
}  // namespace graze
