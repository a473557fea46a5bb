// Lines of numbers separated by blanks. Doubles are written so that they are read back exactly.
#include "journal.hpp"

#include <cstdio>
#include <fstream>
#include <limits>
#include <sstream>

namespace graze::test {
namespace {

constexpr const char* kColumns =
    "# class pairs oracle random converged intersecting undecided faulty widest slowest_s seed "
    "[not_shown=kind:n,..] [slowest=verb:s,..]";
constexpr const char* kIndent = "    ";

/// "key=a:1,b:2" from a map; nothing for an empty one.
template <class Value>
void write_map(std::ostream& out, const char* key, const std::map<std::string, Value>& map) {
    const char* separator = "";
    if (!map.empty()) out << ' ' << key << '=';
    for (const auto& [name, value] : map) {
        out << separator << name << ':' << value;
        separator = ",";
    }
}

template <class Value>
bool read_map(const std::string& token, const std::string& key, std::map<std::string, Value>& map) {
    if (!token.starts_with(key + "=")) return false;
    std::istringstream in(token.substr(key.size() + 1));
    for (std::string item; std::getline(in, item, ',');) {
        const std::size_t colon = item.find(':');
        if (colon == std::string::npos) return false;
        std::istringstream number(item.substr(colon + 1));
        if (!(number >> map[item.substr(0, colon)])) return false;
    }
    return true;
}

std::optional<JournalEntry> parse_line(const std::string& line) {
    std::istringstream in(line);
    JournalEntry entry;
    CampaignResult& r = entry.result;
    in >> r.name >> r.pairs >> r.oracle >> r.random >> r.converged >> r.intersecting >> r.undecided >>
        r.faulty >> r.widest >> r.slowest >> entry.seed;
    if (!in) return std::nullopt;
    for (std::string token; in >> token;)
        if (!read_map(token, "not_shown", r.not_shown) && !read_map(token, "slowest", r.verbs))
            return std::nullopt;
    return entry;
}

}  // namespace

bool append(const std::string& path, const JournalEntry& entry) {
    const bool fresh = !std::ifstream(path).good();
    std::ofstream out(path, std::ios::app);
    if (fresh) out << kColumns << '\n';
    const CampaignResult& r = entry.result;
    out.precision(std::numeric_limits<double>::max_digits10);
    out << r.name << ' ' << r.pairs << ' ' << r.oracle << ' ' << r.random << ' ' << r.converged << ' '
        << r.intersecting << ' ' << r.undecided << ' ' << r.faulty << ' ' << r.widest << ' ' << r.slowest
        << ' ' << entry.seed;
    write_map(out, "not_shown", r.not_shown);
    write_map(out, "slowest", r.verbs);
    out << '\n';
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
