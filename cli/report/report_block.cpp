// The data of a report as its page carries them.
#include "report/report_block.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "graze/core/version.hpp"

namespace graze::cli {

namespace {

using Json = nlohmann::json;

Json json_of(const Vec3& v) { return Json::array({v.x, v.y, v.z}); }
/// Ends that are not finite become null.
Json json_of(const Interval& interval) { return Json::array({interval.lower, interval.upper}); }
Json json_of(const Aabb& box) {
    return is_empty(box) ? Json{} : Json::array({json_of(box.min), json_of(box.max)});
}

/// Nine entries of the rotation by columns, then the position.
std::array<double, 12> numbers_of(const Pose& pose) {
    const auto& c = pose.rotation.columns;
    const Vec3& p = pose.position;
    return {c[0].x, c[0].y, c[0].z, c[1].x, c[1].y, c[1].z, c[2].x, c[2].y, c[2].z, p.x, p.y, p.z};
}

Json json_of(const ReportProof& proof) {
    constexpr std::array<std::string_view, 3> checks{"not run", "verified", "not shown"};
    return {{"kind", proof.kind},
            {"lines", proof.lines},
            {"check", checks[static_cast<std::size_t>(proof.check)]},
            {"claim", proof.claim},
            {"measure", checks[static_cast<std::size_t>(proof.measure)]}};
}

/// Bytes in the order that the page reads them, each section on a boundary of its numbers.
class Bytes {
public:
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    template <class T> void add(T value) {
        std::array<char, sizeof(T)> raw{};
        std::memcpy(raw.data(), &value, sizeof(T));
        if constexpr (std::endian::native == std::endian::big) std::reverse(raw.begin(), raw.end());
        bytes_.append(raw.data(), raw.size());
    }
    void add(const Vec3& v) {
        add(static_cast<float>(v.x));
        add(static_cast<float>(v.y));
        add(static_cast<float>(v.z));
    }
    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

Json motion_json(const ReportMotion& motion, Bytes& bytes) {
    Json json{{"part", motion.part}, {"offset", bytes.size()}, {"count", motion.samples.size()}};
    for (const ReportMotion::Sample& sample : motion.samples) {
        bytes.add(sample.time);
        for (const double number : numbers_of(sample.pose)) bytes.add(number);
    }
    return json;
}

/// Floats are taken from the middle of the box, so that a geometry far from its origin keeps its detail.
Json geometry_json(const TriangleSoup& soup, Bytes& bytes) {
    const Vec3 middle = centre(fit_aabb(soup.vertices));
    Json json{{"offset", bytes.size()},
              {"vertices", soup.vertices.size()},
              {"triangles", soup.triangles.size()},
              {"centre", json_of(middle)}};
    for (const Vec3& vertex : soup.vertices) bytes.add(vertex - middle);
    return json;
}

Json clash_json(const ReportClash& clash, Bytes& bytes) {
    Json json{{"a", clash.a},
              {"b", clash.b},
              {"relation", clash.relation},
              {"depth", clash.depth ? json_of(*clash.depth) : Json{}},
              {"interference", clash.interference ? json_of(*clash.interference) : Json{}},
              {"point", json_of(clash.point)},
              {"normal", clash.normal ? json_of(*clash.normal) : Json{}},
              {"contactCount", clash.contact_count},
              {"region", json_of(clash.region)},
              {"proof", json_of(clash.proof)},
              {"notes", clash.notes},
              {"state", clash.state},
              {"curve", {{"offset", bytes.size()}, {"segments", clash.curve.size()}}}};
    Json& contacts = json["contacts"] = Json::array();
    for (const ReportContact& contact : clash.contacts) {
        contacts.push_back({{"position", json_of(contact.position)},
                            {"normal", json_of(contact.normal)},
                            {"depth", contact.depth}});
    }
    for (const auto& [start, end] : clash.curve) {
        bytes.add(start - clash.point);
        bytes.add(end - clash.point);
    }
    return json;
}

Json near_miss_json(const ReportNearMiss& near) {
    return {{"a", near.a},
            {"b", near.b},
            {"distance", json_of(near.distance)},
            {"clearance", near.clearance},
            {"pointA", json_of(near.point_a)},
            {"pointB", json_of(near.point_b)},
            {"proof", json_of(near.proof)},
            {"notes", near.notes},
            {"state", near.state},
            {"moment", near.moment ? Json(*near.moment) : Json{}}};
}

Json possible_json(const ReportPossible& found) {
    return {{"a", found.a},
            {"b", found.b},
            {"relation", found.relation},
            {"winding", json_of(found.winding)},
            {"point", json_of(found.point)},
            {"proof", json_of(ReportProof{})},
            {"notes", found.notes},
            {"state", found.state}};
}

Json impact_json(const ReportImpact& impact) {
    return {{"a", impact.a},
            {"b", impact.b},
            {"time", json_of(impact.time)},
            {"answer", impact.answer},
            {"point", json_of(impact.point)},
            {"normal", json_of(impact.normal)},
            {"proof", json_of(impact.proof)},
            {"notes", impact.notes}};
}

/// Of each stretch both times, what is proven, what is measured, and both parts.
Json clearance_json(const ReportClearance& clearance) {
    Json stretches = Json::array();
    for (const ReportClearance::Stretch& s : clearance.stretches)
        stretches.push_back({s.time.lower, s.time.upper, s.at_least, s.distance, s.a, s.b});
    return {
        {"start", clearance.start},   {"duration", clearance.duration}, {"wanted", clearance.wanted},
        {"answer", clearance.answer}, {"verdict", clearance.verdict},   {"detail", clearance.detail},
        {"worst", clearance.worst},   {"atLeast", clearance.at_least},  {"stretches", std::move(stretches)}};
}

Json part_json(const ReportPart& part) {
    Json json{{"name", part.name},     {"group", part.group},       {"source", part.source},
              {"kind", part.kind},     {"geometry", part.geometry}, {"pose", numbers_of(part.pose)},
              {"margin", part.margin}, {"endless", part.endless}};
    if (part.colour) json["colour"] = *part.colour;
    return json;
}

Json fact_json(const ReportFact& fact) {
    return {{"label", fact.label}, {"value", fact.value}, {"detail", fact.detail}};
}

template <class T, class Write> Json list(const std::vector<T>& values, Write write) {
    Json array = Json::array();
    for (const T& value : values) array.push_back(write(value));
    return array;
}

/// JSON has these three characters inside of strings alone, where they may be written by number.
std::string without_markup(const std::string& json) {
    std::string safe;
    safe.reserve(json.size());
    for (const char c : json) {
        switch (c) {
            case '<': safe += "\\u003c"; break;
            case '>': safe += "\\u003e"; break;
            case '&': safe += "\\u0026"; break;
            default: safe += c;
        }
    }
    return safe;
}

}  // namespace

ReportBlock report_block(const ReportData& data) {
    Bytes bytes;
    Json json{{"format", 1},
              {"version", GRAZE_VERSION_STRING},
              {"title", data.title},
              {"command", data.command},
              {"unit", data.unit},
              {"up", json_of(data.up)},
              {"warnings", data.warnings},
              {"askedClashes", data.asked_clashes},
              {"askedClearance", data.asked_clearance},
              {"askedMotion", data.asked_motion}};
    json["facts"] = list(data.facts, fact_json);
    json["parts"] = list(data.parts, part_json);
    json["nearMisses"] = list(data.near_misses, near_miss_json);
    json["possible"] = list(data.possible, possible_json);
    json["impacts"] = list(data.impacts, impact_json);
    if (data.clearance) json["clearance"] = clearance_json(*data.clearance);
    json["motions"] =
        list(data.motions, [&](const ReportMotion& motion) { return motion_json(motion, bytes); });
    json["geometries"] =
        list(data.geometries, [&](const TriangleSoup& soup) { return geometry_json(soup, bytes); });
    json["clashes"] = list(data.clashes, [&](const ReportClash& clash) { return clash_json(clash, bytes); });
    for (std::size_t i = 0; i < data.geometries.size(); ++i) {
        json["geometries"][i]["indices"] = bytes.size();
        for (const auto& triangle : data.geometries[i].triangles) {
            for (const std::uint32_t index : triangle) bytes.add(index);
        }
    }
    return {without_markup(json.dump(-1, ' ', true, Json::error_handler_t::replace)), bytes.take()};
}

}  // namespace graze::cli
