#include "text/wording.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <variant>

#include <fmt/format.h>

#include <graze/mesh/compound.hpp>
#include <graze/mesh/height_field.hpp>
#include <graze/mesh/mesh.hpp>
#include <graze/shape/hull.hpp>

namespace graze::cli {
namespace {

/// With so many significant digits, on the requested side: no larger than the value, or no smaller.
std::string rounded_text(double value, int digits, bool down) {
    const double unit = value == 0 ? 0 : std::pow(10, std::floor(std::log10(std::abs(value))) + 1 - digits);
    std::string text = fmt::format("{:.{}g}", value, digits);
    const double read = std::strtod(text.c_str(), nullptr);
    if (down ? read > value : read < value)
        text = fmt::format("{:.{}g}", down ? value - unit : value + unit, digits);
    return text;
}

std::string feature_text(const Feature& feature) {
    switch (feature.kind) {
        case Feature::Kind::vertex: return fmt::format("vertex {}", feature.first);
        case Feature::Kind::edge: return fmt::format("edge {}-{}", feature.first, feature.second);
        case Feature::Kind::face: return "the face";
    }
    return "?";
}

/// Writes each kind of proof.
struct ProofWriter {
    std::string a;
    std::string b;

    ProofWords operator()(const std::monostate&) const { return {"none", {}}; }
    ProofWords operator()(const SeparatingPlane& plane) const {
        return {"separating plane",
                {fmt::format("the plane with normal {} and offset {} from the position of {}",
                             vector_text(plane.normal), number_text(plane.offset), a),
                 fmt::format("all of {} is on its near side, all of {} beyond it", a, b)}};
    }
    ProofWords operator()(const CommonPoint& common) const {
        return {"common point", {fmt::format("the point {} belongs to both", vector_text(common.point))}};
    }
    ProofWords operator()(const CommonTetrahedron& common) const {
        ProofWords words{
            "common tetrahedron",
            {"four points of each, whose differences have the origin inside their tetrahedron:"}};
        for (std::size_t i = 0; i < 4; ++i)
            words.lines.push_back(fmt::format("farthest of {} along {}, of {} along {} (local frames)", a,
                                              vector_text(common.directions_a[i]), b,
                                              vector_text(common.directions_b[i])));
        return words;
    }
    ProofWords operator()(const Crossing& crossing) const {
        return {"crossing",
                {fmt::format("{} of {} and {} of {} cross, by exact signs", feature_text(crossing.feature_a),
                             a, feature_text(crossing.feature_b), b)}};
    }
    ProofWords operator()(const Closeness& close) const {
        return {
            "closeness",
            {fmt::format("the distance is within {} of zero, which is rounding", number_text(close.delta)),
             fmt::format("along {} the gap is no smaller than minus that", vector_text(close.normal))}};
    }
    ProofWords operator()(const FarkasCertificate& farkas) const {
        ProofWords words{"multipliers of half-spaces",
                         {"half-spaces around both that have no point in common:"}};
        for (const FarkasCertificate::Row& row : farkas.rows) {
            if (row.multiplier == 0) continue;
            words.lines.push_back(fmt::format("{} times: {} · x <= {} for all of {}",
                                              number_text(row.multiplier), vector_text(row.normal),
                                              number_text(row.height), row.of_b ? b : a));
        }
        return words;
    }
    ProofWords operator()(const IntersectingParts& intersecting) const {
        ProofWords words{"two intersecting parts",
                         {fmt::format("part {} of {} intersects part {} of {}:", intersecting.part_a, a,
                                      intersecting.part_b, b)}};
        const ProofWords inner = std::visit(*this, intersecting.proof);
        words.lines.push_back(fmt::format("by {}", inner.kind));
        words.lines.insert(words.lines.end(), inner.lines.begin(), inner.lines.end());
        return words;
    }
    ProofWords operator()(const EnclosedPart& enclosed) const {
        const std::string& inside = enclosed.probe.of_b ? b : a;
        const std::string& around = enclosed.probe.of_b ? a : b;
        return {"enclosed part",
                {fmt::format("part {} of {} is inside of {}:", enclosed.probe.part, inside, around),
                 fmt::format("the segment from it to {}, outside, crosses the surface an odd number of times",
                             vector_text(enclosed.probe.target))}};
    }
    ProofWords operator()(const SeparatingCover& cover) const {
        ProofWords words{
            "cover of separating planes",
            {fmt::format("both trees are walked in {}, down to {} with a plane between them",
                         count_text(cover.steps.size(), "step"), count_text(cover.normals.size(), "pair"))}};
        if (!cover.outside.empty())
            words.lines.push_back(fmt::format("{} of one are outside of the other, a solid",
                                              count_text(cover.outside.size(), "piece")));
        return words;
    }
    ProofWords operator()(const CloseParts& close) const {
        ProofWords words = (*this)(close.closeness);
        words.kind = "closeness of two parts";
        words.lines.insert(words.lines.begin(),
                           fmt::format("part {} of {} and part {} of {}:", close.part_a, a, close.part_b, b));
        return words;
    }
};

}  // namespace

std::string number_text(double value) { return fmt::format("{:.6g}", value == 0 ? 0.0 : value); }

std::string rounded_down(double value, int digits) {
    return rounded_text(value == 0 ? 0.0 : value, digits, true);
}
std::string rounded_up(double value, int digits) {
    return rounded_text(value == 0 ? 0.0 : value, digits, false);
}

std::string interval_text(const Interval& given) {
    // Steps of a search may have bounds that cross by rounding; those of answers do not.
    const Interval interval{std::min(given.lower, given.upper), std::max(given.lower, given.upper)};
    if (interval.lower == interval.upper) return number_text(interval.lower);
    if (!std::isfinite(interval.lower) || !std::isfinite(interval.upper))
        return fmt::format("[{}, {}]", interval.lower, interval.upper);
    const double larger = std::max(std::abs(interval.lower), std::abs(interval.upper));
    const int digits = static_cast<int>(
        std::clamp(std::ceil(std::log10(larger / (interval.upper - interval.lower))) + 2, 3.0, 17.0));
    return fmt::format("[{}, {}]", rounded_down(interval.lower, digits), rounded_up(interval.upper, digits));
}

std::string vector_text(const Vec3& v) {
    return fmt::format("({}, {}, {})", number_text(v.x), number_text(v.y), number_text(v.z));
}

std::string count_text(std::size_t count, std::string_view noun, std::string_view plural) {
    const std::string all = std::to_string(count);
    std::string digits;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i > 0 && (all.size() - i) % 3 == 0) digits += ' ';
        digits += all[i];
    }
    if (count == 1) return fmt::format("{} {}", digits, noun);
    return plural.empty() ? fmt::format("{} {}s", digits, noun) : fmt::format("{} {}", digits, plural);
}

std::string shape_text(const Shape& shape) {
    std::string text{to_string(shape.type())};
    std::replace(text.begin(), text.end(), '_', ' ');
    if (const MeshData* mesh = mesh_data(shape))
        text = fmt::format("{} mesh of {}", mesh->options.kind == MeshKind::solid ? "solid" : "surface",
                           count_text(mesh->triangles.size(), "triangle"));
    if (const CompoundData* compound = compound_data(shape))
        text = fmt::format("compound of {}", count_text(compound->parts.size(), "part"));
    if (const HeightFieldData* field = height_field_data(shape))
        text = fmt::format("height field of {}", count_text(field->triangle_count(), "triangle"));
    if (shape.type() == ShapeType::hull || shape.type() == ShapeType::polygon) {
        const auto* hull = static_cast<const HullData*>(shape.payload());
        text += fmt::format(" of {}", count_text(hull->vertices.size(), "vertex", "vertices"));
    }
    return text;
}

std::string_view answer_text(Answer answer) {
    switch (answer) {
        case Answer::disjoint: return "apart";
        case Answer::intersecting: return "overlap";
        case Answer::undecided: return "too close to call";
    }
    return "?";
}

std::string_view method_text(Method method) {
    switch (method) {
        case Method::automatic: return "closed form or boxes";
        case Method::gjk: return "gjk";
        case Method::sat: return "separating axes";
        case Method::fourier_motzkin: return "elimination";
    }
    return "?";
}

PointsInParts points_in_parts(const Separation& gap, const Placed& a, const Placed& b) {
    if ((a.shape.convex() && b.shape.convex()) || !(gap.distance.lower < 0)) return {};
    // Points are made of some roundings of the coordinates.
    const double slack =
        1e-9 * (a.shape.reach() + b.shape.reach() + length(gap.point_a) + length(gap.point_b));
    const auto in = [slack](const Vec3& point, const Placed& part) {
        return !(separation({Point{}, Pose::translation(point)}, part).distance.lower > slack);
    };
    return {in(gap.point_a, a), in(gap.point_b, b)};
}

ProofWords proof_words(const Proof& proof, const std::string& a, const std::string& b) {
    return std::visit(ProofWriter{a, b}, proof);
}

}  // namespace graze::cli
