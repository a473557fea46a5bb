#include "proofs.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "arguments.hpp"

namespace graze::python {

namespace {

constexpr std::array<const char*, 11> kProofKinds = {
    "none",          "separating_plane", "common_point",       "common_tetrahedron",
    "crossing",      "closeness",        "farkas_certificate", "intersecting_parts",
    "enclosed_part", "separating_cover", "close_parts"};

template <class Proofs> const char* kind_of_any(const Proofs& proof) { return kProofKinds[proof.index()]; }

/// (N, 3).
Doubles rows_of(std::span<const Vec3> vectors) {
    Doubles array({static_cast<py::ssize_t>(vectors.size()), py::ssize_t{3}});
    double* out = array.mutable_data();
    for (const Vec3& v : vectors) *out++ = v.x, *out++ = v.y, *out++ = v.z;
    return array;
}

/// (N,), one number for each item.
template <class Items, class Get> py::array numbers_of(const Items& items, const Get& get) {
    using Out = std::decay_t<decltype(get(*std::begin(items)))>;
    py::array_t<Out> array(static_cast<py::ssize_t>(std::size(items)));
    Out* out = array.mutable_data();
    for (const auto& item : items) *out++ = get(item);
    return array;
}

template <class Items, class Get> Doubles vectors_of(const Items& items, const Get& get) {
    std::vector<Vec3> vectors;
    for (const auto& item : items) vectors.push_back(get(item));
    return rows_of(vectors);
}

py::dict feature_fields(const Feature& feature) {
    static constexpr std::array<const char*, 3> kFeatures = {"vertex", "edge", "face"};
    py::dict fields;
    fields["kind"] = kFeatures[static_cast<std::size_t>(feature.kind)];
    fields["first"] = feature.first;
    fields["second"] = feature.second;
    return fields;
}

py::dict probe_fields(const SolidProbe& probe) {
    py::dict fields;
    fields["of_b"] = probe.of_b;
    fields["part"] = probe.part;
    fields["target"] = array_of(probe.target);
    return fields;
}

py::dict closeness_fields(const Closeness& close) {
    py::dict fields;
    fields["delta"] = close.delta;
    fields["normal"] = array_of(close.normal);
    fields["point_a"] = array_of(close.point_a);
    fields["point_b"] = array_of(close.point_b);
    fields["directions"] = rows_of(close.directions);
    fields["weights"] = numbers_of(close.weights, [](double w) { return w; });
    return fields;
}

py::dict cover_fields(const SeparatingCover& cover) {
    py::dict fields;
    fields["steps"] =
        numbers_of(cover.steps, [](SeparatingCover::Step step) { return static_cast<std::uint8_t>(step); });
    fields["normals"] = rows_of(cover.normals);
    py::list outside;
    for (const SolidProbe& probe : cover.outside) outside.append(probe_fields(probe));
    fields["outside"] = outside;
    return fields;
}

py::dict farkas_fields(const FarkasCertificate& farkas) {
    using Row = FarkasCertificate::Row;
    py::dict fields;
    fields["normals"] = vectors_of(farkas.rows, [](const Row& row) { return row.normal; });
    fields["heights"] = numbers_of(farkas.rows, [](const Row& row) { return row.height; });
    fields["multipliers"] = numbers_of(farkas.rows, [](const Row& row) { return row.multiplier; });
    fields["of_b"] = numbers_of(farkas.rows, [](const Row& row) { return row.of_b; });
    return fields;
}

py::dict numbers_of_part(std::uint32_t part_a, std::uint32_t part_b) {
    py::dict fields;
    fields["part_a"] = part_a;
    fields["part_b"] = part_b;
    return fields;
}

/// The fields of each kind but `kind` itself.
struct Fields {
    py::dict operator()(const std::monostate&) const { return {}; }
    py::dict operator()(const SeparatingPlane& plane) const {
        py::dict fields;
        fields["normal"] = array_of(plane.normal);
        fields["offset"] = plane.offset;
        return fields;
    }
    py::dict operator()(const CommonPoint& common) const {
        py::dict fields;
        fields["point"] = array_of(common.point);
        return fields;
    }
    py::dict operator()(const CommonTetrahedron& common) const {
        py::dict fields;
        fields["directions_a"] = rows_of(common.directions_a);
        fields["directions_b"] = rows_of(common.directions_b);
        return fields;
    }
    py::dict operator()(const Crossing& crossing) const {
        py::dict fields;
        fields["feature_a"] = feature_fields(crossing.feature_a);
        fields["feature_b"] = feature_fields(crossing.feature_b);
        return fields;
    }
    py::dict operator()(const Closeness& close) const { return closeness_fields(close); }
    py::dict operator()(const FarkasCertificate& farkas) const { return farkas_fields(farkas); }
    py::dict operator()(const IntersectingParts& parts) const {
        py::dict fields = numbers_of_part(parts.part_a, parts.part_b);
        py::dict inner = std::visit(Fields{}, parts.proof);
        inner["kind"] = kind_of_any(parts.proof);
        fields["proof"] = inner;
        return fields;
    }
    py::dict operator()(const EnclosedPart& enclosed) const {
        py::dict fields;
        fields["probe"] = probe_fields(enclosed.probe);
        return fields;
    }
    py::dict operator()(const SeparatingCover& cover) const { return cover_fields(cover); }
    py::dict operator()(const CloseParts& close) const {
        py::dict fields = numbers_of_part(close.part_a, close.part_b);
        fields["closeness"] = closeness_fields(close.closeness);
        fields["cover"] = cover_fields(close.cover);
        fields["direction"] = array_of(close.direction);
        return fields;
    }
};

}  // namespace

const char* kind_of(const Proof& proof) noexcept { return kProofKinds[proof.index()]; }

py::dict fields_of(const Proof& proof) {
    py::dict fields = std::visit(Fields{}, proof);
    fields["kind"] = kind_of(proof);
    return fields;
}

}  // namespace graze::python
