// The digest of what an answer about a path depends on.
#include "graze/result/path.hpp"

#include <bit>
#include <cstddef>

#include "graze/mesh/mesh.hpp"
#include "graze/mesh/shape_bytes.hpp"

namespace graze {
namespace {

/// A running digest of words: each is mixed in by a product and a shift, so that order counts. It finds
/// mistakes and tampering by hand, not a forger with a computer.
class Digest {
public:
    void add(std::uint64_t word) noexcept {
        state_ = (state_ ^ word) * 0x9e3779b97f4a7c15ULL;
        state_ ^= state_ >> 29;
    }
    void add(double number) noexcept { add(std::bit_cast<std::uint64_t>(number)); }
    void add(const Vec3& v) noexcept { add(v.x), add(v.y), add(v.z); }
    void add(const Pose& pose) noexcept {
        for (const Vec3& column : pose.rotation.columns) add(column);
        add(pose.position);
    }
    void add(const BodyPair& pair) noexcept { add((std::uint64_t{pair.a} << 32) | pair.b); }
    void add(const Shape& shape) {
        // Of meshes the numbers alone: their bytes have trees, which take half of a verification.
        if (const MeshData* mesh = mesh_data(shape)) return add(*mesh, shape.margin());
        const auto bytes = to_bytes(shape);
        if (!bytes) return add(std::uint64_t{0});
        add(bytes->size());
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < bytes->size(); ++i) {
            word = (word << 8) | std::to_integer<std::uint64_t>((*bytes)[i]);
            if (i % 8 == 7) add(word);
        }
        add(word);
    }
    void add(const MeshData& mesh, double margin) {
        add((std::uint64_t{mesh.vertices.size()} << 1) | std::uint64_t{mesh.options.kind == MeshKind::solid});
        add(std::uint64_t{mesh.triangles.size()});
        for (const Vec3& vertex : mesh.vertices) add(vertex);
        for (const auto& [a, b, c] : mesh.triangles) {
            add((std::uint64_t{a} << 32) | b);
            add(std::uint64_t{c});
        }
        add(margin);
    }
    [[nodiscard]] std::uint64_t value() const noexcept { return state_; }

private:
    std::uint64_t state_ = 1;
};

}  // namespace

std::uint64_t digest_of(const CellModel& cell, const JointPath& path) {
    Digest digest;
    digest.add(cell.tree.coordinates);
    digest.add(cell.tree.axes.size());
    for (const RobotAxis& axis : cell.tree.axes) {
        digest.add(axis.origin);
        digest.add(axis.direction);
        digest.add((std::uint64_t{axis.before} << 32) | axis.coordinate);
        digest.add(std::uint64_t{axis.turns});
        digest.add(axis.multiplier);
        digest.add(axis.offset);
    }
    digest.add(cell.bodies.size());
    digest.add(cell.link_bodies);
    for (const CellBody& body : cell.bodies) {
        digest.add(body.shape);
        digest.add(body.pose);
        digest.add((std::uint64_t{body.frame} << 1) | std::uint64_t{body.obstacle});
    }
    for (const auto* pairs : {&cell.link_pairs, &cell.allowed}) {
        digest.add(pairs->size());
        for (const BodyPair& pair : *pairs) digest.add(pair);
    }
    digest.add(path.degree());
    for (const auto numbers : {path.knots(), path.coefficients()}) {
        digest.add(numbers.size());
        for (const double number : numbers) digest.add(number);
    }
    return digest.value();
}

}  // namespace graze
