// The fields of proofs and separations in JSON, in the order of their headers: the same form as in the tool's
// files of answers (docs/answers.md).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "graze/result/path.hpp"
#include "graze/result/proof.hpp"
#include "graze/result/separation.hpp"
#include "io/text/json_fields.hpp"

namespace graze::io {

template <> struct EnumNames<Status> {
    static constexpr std::array<std::string_view, 4> kNames{"converged", "budget_reached", "invalid_input",
                                                            "unsupported"};
};
template <> struct EnumNames<Feature::Kind> {
    static constexpr std::array<std::string_view, 3> kNames{"vertex", "edge", "face"};
};
template <> struct EnumLetters<SeparatingCover::Step> {
    static constexpr std::string_view kLetters = "abp";  // split_a, split_b, plane
};
template <> struct EnumNames<PathAnswer> {
    static constexpr std::array<std::string_view, 3> kNames{"free", "hit", "open"};
};

template <> struct TypeName<SeparatingPlane> {
    static constexpr std::string_view kName = "separating_plane";
};
template <> struct TypeName<CommonPoint> { static constexpr std::string_view kName = "common_point"; };
template <> struct TypeName<CommonTetrahedron> {
    static constexpr std::string_view kName = "common_tetrahedron";
};
template <> struct TypeName<Crossing> { static constexpr std::string_view kName = "crossing"; };
template <> struct TypeName<Closeness> { static constexpr std::string_view kName = "closeness"; };
template <> struct TypeName<FarkasCertificate> { static constexpr std::string_view kName = "farkas"; };
template <> struct TypeName<IntersectingParts> {
    static constexpr std::string_view kName = "intersecting_parts";
};
template <> struct TypeName<EnclosedPart> { static constexpr std::string_view kName = "enclosed_part"; };
template <> struct TypeName<SeparatingCover> {
    static constexpr std::string_view kName = "separating_cover";
};
template <> struct TypeName<CloseParts> { static constexpr std::string_view kName = "close_parts"; };

// Views of members that are const where they are written.

/// Directions along which support points are searched: the sign of a zero may select one of two that are
/// equally far, and other programs write numbers without it.
template <class V> struct Direction {
    V& v;

    void write(std::string& out) const {
        write_list(out, std::array{v.x, v.y, v.z}, [&out](double x) {
            if (x == 0 && std::signbit(x))
                out += "\"-0\"";
            else
                write_any_number(out, x);
        });
    }
    void read(const JsonCursor& from) { FieldReader::read(from, v); }
};
template <class V> Direction(V&) -> Direction<V>;
template <class V> struct Directions {
    V& list;

    void write(std::string& out) const {
        write_list(out, list, [&out](const Vec3& v) { Direction<const Vec3>{v}.write(out); });
    }
    void read(const JsonCursor& from) { FieldReader::read(from, list); }
};
template <class V> Directions(V&) -> Directions<V>;

/// The number of a part; null where none is meant.
template <class V> struct PartNumber {
    V& part;

    void write(std::string& out) const {
        if (part == kNoPart)
            out += "null";
        else
            FieldWriter::write(out, part);
    }
    void read(const JsonCursor& from) {
        part = kNoPart;
        if (from.is_null()) return;
        FieldReader::read(from, part);
        if (part == kNoPart) from.fail("it is not the number of a part", "Write the proof again.");
    }
};
template <class V> PartNumber(V&) -> PartNumber<V>;

/// A direction and a weight of a separation.
struct SupportTerm {
    Vec3 direction{};
    double weight = 0;
};
void fields(auto& archive, FieldsOf<SupportTerm> auto& term) {
    archive("direction", Direction{term.direction});
    archive("weight", term.weight);
}
/// As many as the separation has.
template <class S> struct SupportTerms {
    S& separation;

    void write(std::string& out) const {
        std::vector<SupportTerm> terms;
        for (std::size_t i = 0; i < std::min<std::size_t>(separation.terms, separation.weights.size()); ++i)
            terms.push_back({separation.directions[i], separation.weights[i]});
        FieldWriter::write(out, terms);
    }
    void read(const JsonCursor& from) {
        std::vector<SupportTerm> terms;
        FieldReader::read(from, terms);
        if (terms.size() > separation.weights.size())
            from.fail("it has more than " + std::to_string(separation.weights.size()) + " entries",
                      "Write the proof again.");
        for (std::size_t i = 0; i < terms.size(); ++i) {
            separation.directions[i] = terms[i].direction;
            separation.weights[i] = terms[i].weight;
        }
        separation.terms = static_cast<std::uint32_t>(terms.size());
    }
};
template <class S> SupportTerms(S&) -> SupportTerms<S>;

void fields(auto& archive, FieldsOf<SeparatingPlane> auto& p) {
    archive("normal", p.normal);
    archive("offset", p.offset);
}

void fields(auto& archive, FieldsOf<CommonPoint> auto& p) { archive("point", p.point); }

void fields(auto& archive, FieldsOf<CommonTetrahedron> auto& p) {
    archive("directions_a", Directions{p.directions_a});
    archive("directions_b", Directions{p.directions_b});
}

void fields(auto& archive, FieldsOf<Feature> auto& f) {
    archive("kind", f.kind);
    archive("first", f.first);
    archive("second", f.second);
}

void fields(auto& archive, FieldsOf<Crossing> auto& p) {
    archive("feature_a", p.feature_a);
    archive("feature_b", p.feature_b);
}

void fields(auto& archive, FieldsOf<Closeness> auto& p) {
    archive("delta", p.delta);
    archive("normal", p.normal);
    archive("point_a", p.point_a);
    archive("point_b", p.point_b);
    archive("directions", Directions{p.directions});
    archive("weights", p.weights);
}

void fields(auto& archive, FieldsOf<FarkasCertificate::Row> auto& row) {
    archive("normal", row.normal);
    archive("height", row.height);
    archive("multiplier", row.multiplier);
    archive("of_b", row.of_b);
}

void fields(auto& archive, FieldsOf<FarkasCertificate> auto& p) { archive("rows", p.rows); }

void fields(auto& archive, FieldsOf<IntersectingParts> auto& p) {
    archive("part_a", p.part_a);
    archive("part_b", p.part_b);
    archive("proof", p.proof);
}

void fields(auto& archive, FieldsOf<SolidProbe> auto& probe) {
    archive("of_b", probe.of_b);
    archive("part", probe.part);
    archive("target", probe.target);
}

void fields(auto& archive, FieldsOf<EnclosedPart> auto& p) { archive("probe", p.probe); }

void fields(auto& archive, FieldsOf<SeparatingCover> auto& p) {
    archive("steps", p.steps);
    archive("normals", p.normals);
    archive("outside", p.outside);
}

void fields(auto& archive, FieldsOf<CloseParts> auto& p) {
    archive("part_a", p.part_a);
    archive("part_b", p.part_b);
    archive("closeness", p.closeness);
    archive("cover", p.cover);
    archive("direction", Direction{p.direction});
}

void fields(auto& archive, FieldsOf<Separation> auto& s) {
    archive("distance", s.distance);
    archive("point_a", s.point_a);
    archive("point_b", s.point_b);
    archive("normal", s.normal);
    archive("status", s.status);
    archive("iterations", s.iterations);
    archive("terms", SupportTerms{s});
    archive("terms_from_b", s.terms_from_b);
    archive("part_a", PartNumber{s.part_a});
    archive("part_b", PartNumber{s.part_b});
}

void fields(auto& archive, FieldsOf<BodyPair> auto& pair) {
    archive("a", pair.a);
    archive("b", pair.b);
}

void fields(auto& archive, FieldsOf<PathWork> auto& work) {
    archive("cells", work.cells);
    archive("separations", work.separations);
    archive("planes", work.planes);
}

void fields(auto& archive, FieldsOf<PathClearance> auto& path) {
    archive("answer", path.answer);
    archive("clearance", path.clearance);
    archive("time", path.time);
    archive("nearest_time", path.nearest_time);
    archive("pair", path.pair);
    archive("contact", path.contact);
    archive("status", path.status);
    archive("work", path.work);
}

void fields(auto& archive, FieldsOf<PathStill> auto& still) {
    archive("time", still.time);
    archive("distance", still.distance);
    archive("proof", still.proof);
}

}  // namespace graze::io
