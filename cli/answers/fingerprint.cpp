#include "answers/fingerprint.hpp"

#include <bit>
#include <cstdint>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <graze/mesh/mesh.hpp>
#include <graze/mesh/shape_bytes.hpp>
#include <graze/motion/motion.hpp>

namespace graze::cli {
namespace {

/// Mixes 64 bits at a time; each of them reaches all bits of the sum within two words.
class Mixer {
public:
    void word(std::uint64_t bits) {
        state_ = (state_ ^ bits) * 0x9e3779b97f4a7c15ULL;
        state_ ^= state_ >> 29;
        state_ = std::rotl(state_, 23);
    }
    void number(double value) { word(std::bit_cast<std::uint64_t>(value)); }
    void vector(const Vec3& v) {
        number(v.x);
        number(v.y);
        number(v.z);
    }
    void pose(const Pose& pose) {
        for (std::size_t i = 0; i < 3; ++i)
            vector(pose.rotation * Vec3{i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0});
        vector(pose.position);
    }
    template <class Bytes> void bytes(const Bytes& all) {
        word(all.size());
        std::uint64_t packed = 0;
        std::size_t count = 0;
        for (const auto each : all) {
            packed = (packed << 8) | static_cast<unsigned char>(each);
            if (++count % 8 == 0) word(packed);
        }
        word(packed);
    }
    [[nodiscard]] std::uint64_t sum() const { return state_; }

private:
    std::uint64_t state_ = 0x243f6a8885a308d3ULL;  // the digits of pi: any number would do
};

std::uint64_t sum_of(const Shape& shape) {
    Mixer mixer;
    mixer.word(static_cast<std::uint64_t>(shape.type()));
    mixer.number(shape.margin());
    if (const MeshData* mesh =
            mesh_data(shape)) {  // without its tree, which takes longer and follows from the rest
        mixer.word(static_cast<std::uint64_t>(mesh->options.kind));
        mixer.word(mesh->vertices.size());
        for (const Vec3& vertex : mesh->vertices) mixer.vector(vertex);
        for (const auto& [a, b, c] : mesh->triangles) {
            mixer.word((std::uint64_t{a} << 32) | b);
            mixer.word(c);
        }
    } else if (const auto bytes = to_bytes(shape)) {
        mixer.bytes(*bytes);
    }
    return mixer.sum();
}

/// Every number of a motion as it was written: poses at some times would not determine those between them.
struct MotionMixer {
    Mixer& mixer;

    void path(const std::vector<Pose>& poses, const std::vector<double>& times) const {
        mixer.word(poses.size());
        for (const Pose& pose : poses) mixer.pose(pose);
        mixer.word(times.size());
        for (const double time : times) mixer.number(time);
    }
    void operator()(const std::monostate& /*none*/) const {}
    void operator()(const LinearMotion& m) const {
        mixer.pose(m.start);
        mixer.vector(m.displacement);
    }
    void operator()(const InBetweenMotion& m) const {
        mixer.pose(m.start);
        mixer.pose(m.end);
    }
    void operator()(const TwistMotion& m) const {
        mixer.pose(m.start);
        for (const Vec3& v : {m.velocity, m.angular_velocity, m.pivot}) mixer.vector(v);
    }
    void operator()(const ScrewMotion& m) const {
        mixer.pose(m.start);
        for (const Vec3& v : {m.axis_point, m.axis_direction}) mixer.vector(v);
        mixer.number(m.angle);
        mixer.number(m.advance);
    }
    void operator()(const SampledMotion& m) const {
        path(m.poses, m.times);
        mixer.number(m.deviation);
    }
    void operator()(const SplineMotion& m) const { path(m.poses, m.times); }
};

}  // namespace

std::string fingerprint(const io::Document& document) {
    std::map<std::pair<const ShapePayload*, double>, std::uint64_t>
        known;  // by what copies share, and the margin, which they need not
    Mixer mixer;
    mixer.word(document.parts.size());
    for (const io::Part& part : document.parts) {
        mixer.bytes(part.name);
        const bool heavy = part.shape.type() == ShapeType::mesh;
        const std::pair key(part.shape.payload(), part.shape.margin());
        const auto found = heavy ? known.find(key) : known.end();
        const std::uint64_t sum = found == known.end() ? sum_of(part.shape) : found->second;
        if (heavy) known.emplace(key, sum);
        mixer.word(sum);
        mixer.number(part.margin);
        if (std::holds_alternative<std::monostate>(part.motion)) {
            mixer.pose(part.pose);
        } else {
            mixer.word(part.motion.index());
            std::visit(MotionMixer{mixer}, part.motion);
        }
    }
    return fmt::format("{:016x}", mixer.sum());
}

}  // namespace graze::cli
