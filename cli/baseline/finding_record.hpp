// Findings of a check by the names of their parts, as baselines and comparisons of two checks need them:
// without the assembly, in an order that does not depend on the order of parts. Lengths in the unit of the
// check.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <graze/assembly/assembly.hpp>
#include <graze/io/document.hpp>

#include "answers/answers_field.hpp"

namespace graze::cli {

enum class RecordKind : std::uint8_t {
    overlap,    ///< The parts overlap or touch; the measure is the interference.
    crossing,   ///< Surfaces cross, which have no inside; the measure is the diagonal of the region's box.
    near,       ///< They are disjoint, within the clearance; the measure is the distance.
    undecided,  ///< They deviate from their shapes and may touch; the measure is [0, the widest gap].
    possible,   ///< One is possibly inside of the other, an open mesh; without a measure.
};

struct FindingRecord {
    std::string a;  ///< Names of parts, a < b by their bytes.
    std::string b;
    RecordKind kind = RecordKind::overlap;
    std::string relation;    ///< As `to_string(Relation)` has it, of a and b in the order above.
    Interval measure{0, 0};  ///< Contains the true value, >= 0; [0, 0] without a measure.
    Vec3 location{};         ///< World frame: a point to show.
};

/// Findings match and are ordered by this: the names of both parts, and whether one is possibly inside. A
/// pair may be close and possibly inside at once.
using FindingKey = std::tuple<std::string_view, std::string_view, bool>;
inline FindingKey finding_key(const FindingRecord& record) {
    return {record.a, record.b, record.kind == RecordKind::possible};
}

/// "interference 1.2 .. 1.3 mm", "surfaces cross over 12 mm", "distance 0.4 mm", "gap at most 0.001 mm",
/// "possibly inside".
std::string measure_text(const FindingRecord& record, const std::string& unit);

/// Clashes that are not allowed, near misses within the clearance and parts in open meshes; by `finding_key`.
std::vector<FindingRecord> records_of(const io::Document& document, const AssemblyFindings& result,
                                      const AssemblyOptions& options);

/// The same of a file that `graze check --json` wrote.
struct RecordFile {
    std::vector<FindingRecord> records;
    std::string unit;
    double clearance = 0;  ///< Near misses up to this distance are in the file; 0: none.
};
/// Throws UserError that names the file and the place in it.
RecordFile read_records(const std::filesystem::path& file);

Json record_json(const FindingRecord& record);
FindingRecord record_from(const Field& field);

}  // namespace graze::cli
