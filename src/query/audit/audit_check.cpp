// Capsules of audits: JSON that needs nothing else. Shapes are their bytes in hexadecimal digits, all other
// numbers have 17 digits.
#include "query/audit/audit_check.hpp"

#include <utility>

#include "graze/mesh/shape_bytes.hpp"

namespace graze::audit {
namespace {

void append(std::vector<double>& values, const Vec3& v) { values.insert(values.end(), {v.x, v.y, v.z}); }
void append(std::vector<double>& values, const Mat3& m) {
    for (const Vec3& column : m.columns) append(values, column);
}

/// Columns of the rotation, then the position.
std::vector<double> numbers_of(const Pose& pose) {
    std::vector<double> values;
    append(values, pose.rotation);
    append(values, pose.position);
    return values;
}

/// The fields of a piece in the order of their declaration.
std::vector<double> numbers_of(const MotionPiece& piece) {
    std::vector<double> values{piece.time.lower, piece.time.upper};
    for (const Mat3* m : {&piece.start, &piece.sine, &piece.versine, &piece.drift}) append(values, *m);
    values.push_back(piece.rate);
    append(values, piece.axis);
    for (const Vec3& v : piece.path) append(values, v);
    append(values, piece.pivot);
    values.push_back(piece.blended ? 1 : 0);
    for (const Quat& q : piece.blend) values.insert(values.end(), {q.w, q.x, q.y, q.z});
    return values;
}

/// Invalid shapes have no bytes: only their type and numbers are reported.
std::string json_of(const Shape& shape) {
    const std::vector<double> values(shape.values().begin(), shape.values().end());
    const std::string text =
        "\"type\": \"" + std::string(to_string(shape.type())) + "\", \"values\": " + json_list(values);
    const auto bytes = to_bytes(shape);
    return bytes ? text + ", \"bytes\": " + json_text(*bytes) : text;
}

}  // namespace

std::string json_text(std::span<const std::byte> bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "\"";
    for (const std::byte byte : bytes) {
        const auto value = std::to_integer<unsigned>(byte);
        text += {digits[value >> 4U], digits[value & 15U]};
    }
    return text + "\"";
}

std::string json_text(const Placed& placed) {
    return "{" + json_of(placed.shape) + ", \"pose\": " + json_list(numbers_of(placed.pose)) + "}";
}

std::string json_text(const Moving& moving) {
    std::string text = "{" + json_of(moving.shape) +
                       ", \"deviation\": " + json_number(moving.motion.deviation()) + ", \"pieces\": [";
    for (const MotionPiece& piece : moving.motion.pieces())
        text += (&piece == moving.motion.pieces().data() ? "" : ", ") + json_list(numbers_of(piece));
    return text + "]}";
}

Check::Check(std::string_view verb) : verb_(verb) { count_answer(verb); }

Check::Check(std::string_view verb, const Placed& a) : Check(verb) {
    a_ = &a;
    add(a.shape);
    add(a.pose);
}

Check::Check(std::string_view verb, const Placed& a, const Placed& b) : Check(verb, a) {
    b_ = &b;
    add(b.shape);
    add(b.pose);
}

Check::Check(std::string_view verb, const Moving& a, const Moving& b) : Check(verb) {
    moving_a_ = &a;
    moving_b_ = &b;
    for (const Moving* moving : {&a, &b}) {
        add(moving->shape);
        add(moving->motion);
    }
}

void Check::add(const Shape& shape) noexcept {
    hash_.add(static_cast<std::uint64_t>(shape.type()));
    for (const double x : shape.values()) hash_.add(x);
    hash_.add(shape.reach());
    hash_.add(shape.centre().x);
}

void Check::add(const Pose& pose) noexcept {
    for (const Vec3& v : {pose.rotation.columns[0], pose.rotation.columns[1], pose.position}) {
        hash_.add(v.x);
        hash_.add(v.y);
        hash_.add(v.z);
    }
}

void Check::add(const Motion& motion) noexcept {
    for (const MotionPiece& piece : motion.pieces()) {
        add(Pose{piece.start, piece.path[0]});
        add(Pose{piece.sine, piece.path[1]});
    }
}

void Check::asked(std::string name, std::initializer_list<double> values) {
    for (const double x : values) hash_.add(x);
    question_.push_back({std::move(name), values});
}

void Check::answered(std::string name, std::initializer_list<double> values) {
    answer_.push_back({std::move(name), values});
}

void Check::attach(std::string name, std::string json) {
    attached_ += " \"" + std::move(name) + "\": " + std::move(json) + ",\n";
}

void Check::expect(bool holds, std::string_view law) {
    if (holds || failed_) return;
    failed_ = true;
    report_contradiction(verb_, law, capsule(law));
}

void Check::not_shown(std::string_view kind) const {
    count_not_shown(std::string(verb_) + ": " + std::string(kind));
}

std::string Check::capsule(std::string_view law) const {
    std::string shapes;
    for (const auto& [name, placed] : {std::pair("a", a_), std::pair("b", b_)}) {
        if (placed != nullptr) shapes += std::string(" \"") + name + "\": " + json_text(*placed) + ",\n";
    }
    for (const auto& [name, moving] : {std::pair("a", moving_a_), std::pair("b", moving_b_)}) {
        if (moving != nullptr) shapes += std::string(" \"") + name + "\": " + json_text(*moving) + ",\n";
    }
    return capsule_text({verb_, law, question_, shapes + attached_, answer_});
}

}  // namespace graze::audit
