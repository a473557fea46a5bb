// Lines of numbers separated by blanks. Doubles are written so that they are read back exactly.
#include "journal.hpp"

#include <cstdio>
#include <fstream>
#include <limits>
#include <sstream>

namespace graze::test {
namespace {

constexpr const char* kColumns = "# class pairs oracle random converged meeting undecided faulty widest slowest_s seed";
constexpr const char* kIndent = "    ";

std::optional<ShapeType> type_named(const std::string& name) {
    for (const ShapeType type : kAllShapeTypes)
        if (to_string(type) == name) return type;
    return std::nullopt;
}

std::optional<JournalEntry> parse_line(const std::string& line) {
    std::istringstream in(line);
    JournalEntry entry;
    CampaignResult& r = entry.result;
    std::string name;
    in >> name >> r.pairs >> r.oracle >> r.random >> r.converged >> r.meeting >> r.undecided >> r.faulty >> r.widest >> r.slowest >>
        entry.seed;
    const std::size_t dash = name.find('-');
    if (!in || dash == std::string::npos) return std::nullopt;
    const auto a = type_named(name.substr(0, dash)), b = type_named(name.substr(dash + 1));
    if (!a || !b) return std::nullopt;
    r.a = *a;
    r.b = *b;
    return entry;
}

}  // namespace

std::string class_name(ShapeType a, ShapeType b) { return std::string(to_string(a)) + "-" + std::string(to_string(b)); }

bool append(const std::string& path, const JournalEntry& entry) {
    const bool fresh = !std::ifstream(path).good();
    std::ofstream out(path, std::ios::app);
    if (fresh) out << kColumns << '\n';
    const CampaignResult& r = entry.result;
    out.precision(std::numeric_limits<double>::max_digits10);
    out << class_name(r.a, r.b) << ' ' << r.pairs << ' ' << r.oracle << ' ' << r.random << ' ' << r.converged << ' ' << r.meeting << ' '
        << r.undecided << ' ' << r.faulty << ' ' << r.widest << ' ' << r.slowest << ' ' << entry.seed << '\n';
    for (const std::string& failure : r.failures) {
        std::istringstream lines(failure);
        for (std::string line; std::getline(lines, line);) out << kIndent << line << '\n';
    }
    return static_cast<bool>(out.flush());
}

std::optional<std::vector<JournalEntry>> read_journal(const std::string& path) {
    std::vector<JournalEntry> entries;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        if (line.starts_with(kIndent)) {
            if (entries.empty()) return std::nullopt;
            auto& failures = entries.back().result.failures;
            if (failures.empty()) failures.emplace_back();
            failures.front() += line.substr(4) + "\n";
            continue;
        }
        auto entry = parse_line(line);
        if (!entry) return std::nullopt;
        entries.push_back(*std::move(entry));
    }
    return entries;
}

}  // namespace graze::test
