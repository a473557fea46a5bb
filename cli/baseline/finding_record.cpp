#include "baseline/finding_record.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "answers/json_file.hpp"
#include "commands/command.hpp"
#include "text/table.hpp"

namespace graze::cli {
namespace {

constexpr std::array<std::string_view, 5> kRecordKinds{"overlap", "crossing", "near", "undecided",
                                                       "possible"};
constexpr std::string_view kAnswersHint = "Write answers with 'graze check --json'";
constexpr std::uintmax_t kLargestAnswers = std::uintmax_t{2} << 30;

std::string flipped_relation(const std::string& relation) {
    if (relation == to_string(Relation::a_inside_b)) return std::string(to_string(Relation::b_inside_a));
    if (relation == to_string(Relation::b_inside_a)) return std::string(to_string(Relation::a_inside_b));
    return relation;
}

/// A pair in the order of an assembly becomes one in the order of names.
FindingRecord record_of(std::string a, std::string b, RecordKind kind, std::string relation) {
    if (b < a) {
        std::swap(a, b);
        relation = flipped_relation(relation);
    }
    return {std::move(a), std::move(b), kind, std::move(relation)};
}

void measure_overlap(FindingRecord& record, const std::optional<Interval>& interference, const Aabb& region) {
    if (interference) {
        record.measure = *interference;
        return;
    }
    record.kind = RecordKind::crossing;
    const double diagonal = is_empty(region) ? 0 : length(region.max - region.min);
    record.measure = {diagonal, diagonal};
}

void sort(std::vector<FindingRecord>& records) { std::ranges::sort(records, {}, finding_key); }

/// What depends on the distances and the region alone, as `interference_of` and `location_of` have it.
FindingRecord clash_record(const Field& field) {
    Clash clash;
    const std::string relation = field.at("relation").text();
    clash.relation = relation == to_string(Relation::touching) ? Relation::touching : Relation::overlapping;
    clash.separation.distance = field.at("separation").at("distance").interval();
    clash.separation.point_a = field.at("separation").at("point_a").vector();
    clash.separation.point_b = field.at("separation").at("point_b").vector();
    clash.interference.depth = field.at("interference").at("depth").interval();
    if (field.has("meant")) {
        clash.meant.deviation = field.at("meant").at("deviation").number();
        clash.meant.distance = field.at("meant").at("distance").interval();
        clash.meant.common = field.at("meant").at("common").vector();
    }
    const Field region = field.at("region");
    clash.region.box = {region.at("min").vector(), region.at("max").vector()};
    FindingRecord record =
        record_of(field.at("a").text(), field.at("b").text(), RecordKind::overlap, relation);
    measure_overlap(record, interference_of(clash), clash.region.box);
    record.location = location_of(clash);
    return record;
}

FindingRecord near_record(const Field& field) {
    const Field gap = field.at("separation");
    FindingRecord record = record_of(field.at("a").text(), field.at("b").text(), RecordKind::near,
                                     std::string(to_string(Relation::disjoint)));
    record.measure =
        field.has("meant") ? field.at("meant").at("distance").interval() : gap.at("distance").interval();
    record.location = 0.5 * (gap.at("point_a").vector() + gap.at("point_b").vector());
    return record;
}

FindingRecord undecided_record(const Field& field) {
    FindingRecord record =
        record_of(field.at("a").text(), field.at("b").text(), RecordKind::undecided, "undecided");
    record.measure = {0, std::max(0.0, field.at("meant").at("distance").interval().upper)};
    record.location = field.at("point").vector();
    return record;
}

FindingRecord possible_record(const Field& field) {
    FindingRecord record = record_of(field.at("a").text(), field.at("b").text(), RecordKind::possible,
                                     field.at("relation").text());
    record.location = field.at("point").vector();
    return record;
}

RecordFile records_from(const Field& root) {
    if (root.at("format").text() != "graze-answers") root.at("format").fail("is not \"graze-answers\"");
    if (root.at("version").count() != 1) root.at("version").fail("is of another version: check again");
    RecordFile file;
    file.unit = root.at("scene").at("unit").text();
    const Field check = root.at("check");
    const Field options = check.at("options");
    if (options.has("clearance") && !options.at("clearance").is_null())
        file.clearance = options.at("clearance").number();
    const Field clashes = check.at("clashes");
    for (std::size_t i = 0; i < clashes.size(); ++i) file.records.push_back(clash_record(clashes.at(i)));
    const Field near = check.at("near_misses");
    for (std::size_t i = 0; i < near.size(); ++i) {
        FindingRecord record = near_record(near.at(i));
        // With all distances the list goes on beyond the clearance.
        if (record.measure.lower <= file.clearance) file.records.push_back(std::move(record));
    }
    if (check.has("undecided")) {
        const Field undecided = check.at("undecided");
        for (std::size_t i = 0; i < undecided.size(); ++i)
            file.records.push_back(undecided_record(undecided.at(i)));
    }
    if (check.has("possible")) {
        const Field possible = check.at("possible");
        for (std::size_t i = 0; i < possible.size(); ++i)
            file.records.push_back(possible_record(possible.at(i)));
    }
    sort(file.records);
    return file;
}

}  // namespace

std::string measure_text(const FindingRecord& record, const std::string& unit) {
    switch (record.kind) {
        case RecordKind::overlap: return fmt::format("interference {} {}", readable(record.measure), unit);
        case RecordKind::crossing:
            return fmt::format("surfaces cross over {} {}", readable(record.measure), unit);
        case RecordKind::near: return fmt::format("distance {} {}", readable(record.measure), unit);
        case RecordKind::undecided:
            return fmt::format("gap at most {} {}", readable(record.measure.upper), unit);
        case RecordKind::possible: return "possibly inside";
    }
    return {};
}

std::vector<FindingRecord> records_of(const io::Document& document, const AssemblyFindings& result,
                                      const AssemblyOptions& options) {
    const auto name = [&](PartIndex part) { return document.parts[part].name; };
    std::vector<FindingRecord> records;
    for (const Clash& clash : result.clashes) {
        FindingRecord record = record_of(name(clash.a), name(clash.b), RecordKind::overlap,
                                         std::string(to_string(clash.relation)));
        measure_overlap(record, interference_of(clash), clash.region.box);
        record.location = location_of(clash);
        records.push_back(std::move(record));
    }
    for (const NearMiss& near : result.near_misses) {
        if (!options.clearance || distance_of(near).lower > *options.clearance) continue;
        FindingRecord record = record_of(name(near.a), name(near.b), RecordKind::near,
                                         std::string(to_string(Relation::disjoint)));
        record.measure = distance_of(near);
        record.location = 0.5 * (near.separation.point_a + near.separation.point_b);
        records.push_back(std::move(record));
    }
    for (const Undecided& found : result.undecided) {
        FindingRecord record = record_of(name(found.a), name(found.b), RecordKind::undecided, "undecided");
        record.measure = {0, std::max(0.0, found.meant.distance.upper)};
        record.location = found.point;
        records.push_back(std::move(record));
    }
    for (const PossiblyInside& found : result.possibly_inside) {
        FindingRecord record = record_of(name(found.a), name(found.b), RecordKind::possible,
                                         std::string(to_string(found.relation)));
        record.location = found.point;
        records.push_back(std::move(record));
    }
    sort(records);
    return records;
}

RecordFile read_records(const std::filesystem::path& file) {
    const Json json = parse_json(read_plain_file(file, kLargestAnswers), file.string(), kAnswersHint);
    try {
        return records_from(Field(json));
    } catch (const Malformed& fault) {
        throw UserError{fmt::format("{}: {} {}. {}", file.string(),
                                    fault.place.empty() ? "the file" : fault.place, fault.reason,
                                    kAnswersHint)};
    }
}

Json record_json(const FindingRecord& record) {
    return {{"a", record.a},
            {"b", record.b},
            {"kind", kRecordKinds[static_cast<std::size_t>(record.kind)]},
            {"relation", record.relation},
            {"measure", json_of(record.measure)},
            {"at", json_of(record.location)}};
}

FindingRecord record_from(const Field& field) {
    FindingRecord record;
    record.a = field.at("a").text();
    record.b = field.at("b").text();
    if (record.b < record.a) field.at("b").fail("comes after a by the bytes of the names");
    record.kind = static_cast<RecordKind>(field.at("kind").one_of(kRecordKinds));
    record.relation = field.at("relation").text();
    record.measure = field.at("measure").interval();
    if (!(record.measure.lower <= record.measure.upper))
        field.at("measure").fail("should have a lower and an upper end");
    record.location = field.at("at").vector();
    return record;
}

}  // namespace graze::cli
