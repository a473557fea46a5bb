// Triangle meshes as shapes: an immutable value that many placed shapes and threads share. Local frame.
// A surface is the union of its triangles, whatever they are: open, crossing, degenerate or doubled. A solid
// is a closed surface with what it encloses: the points from which a ray crosses the surface an odd number of
// times, and the surface itself. So a shell inside another one makes a cavity, and where two shells overlap
// there is none of either. A solid's faces are counter-clockwise from outside. The builder reverses a solid
// given inside out, and then each shell whose faces point into the inside; `with_vertices` reverses only the
// whole. Queries read vertices as doubles, or convert floats to them one by one, in the array of the mesh or
// of the caller (`MeshOptions::borrow`): docs/notes/meshes.md has what is copied and what it costs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/tree/box_tree.hpp"

namespace graze {

enum class MeshKind : std::uint8_t {
    surface,  ///< A skin.
    solid,    ///< Closed, has an inside.
};

struct MeshOptions {
    MeshKind kind = MeshKind::surface;
    unsigned threads = 1;  ///< Of the tree's build; 0: one per core. The mesh is the same for every number.
    BoxSplit split = BoxSplit::binned_sah;
    /// Takes half of the memory and is searched slower: docs/notes/meshes.md has the figures. Nodes of the
    /// tree are packed, triangles are kept once, in as few bits as their numbers need, and vertices of its
    /// own as floats where these are the very numbers given. Answers are about the same triangles.
    bool compact = false;
    /// Reads the vertices where the caller has them instead of copying them: 24 bytes a vertex less. The
    /// array must outlive the mesh and whatever has it, and must not change during a query. After a change in
    /// place only a mesh of `with_vertices` (`deform` for scenes) answers for it: the tree of the old one
    /// does not fit. Images (`transformed`, objects with a scale) have vertices of their own.
    bool borrow = false;
};

/// The corners of triangles as vertex numbers: twelve bytes each, or packed into as many bits as the numbers
/// of vertices need, three numbers after each other for every triangle (docs/notes/meshes.md).
class TriangleList {
public:
    using value_type = std::array<std::uint32_t, 3>;
    class Iterator;
    using const_iterator = Iterator;

    TriangleList() = default;
    explicit TriangleList(std::vector<value_type> triangles) noexcept : plain_(std::move(triangles)) {}

    [[nodiscard]] std::size_t size() const noexcept { return packed() ? count_ : plain_.size(); }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    [[nodiscard]] value_type operator[](std::size_t i) const noexcept {
        return packed() ? unpacked(i) : plain_[i];
    }
    [[nodiscard]] Iterator begin() const noexcept;
    [[nodiscard]] Iterator end() const noexcept;
    [[nodiscard]] std::vector<value_type> copied() const;

    [[nodiscard]] bool packed() const noexcept { return width_ != 0; }
    /// Their array when they are not packed.
    [[nodiscard]] std::span<const value_type> plain() const noexcept { return plain_; }
    [[nodiscard]] std::vector<value_type>& plain() noexcept { return plain_; }
    /// Packed corners, triangle after triangle, low bits first; eight bytes more can be read. Null when they
    /// are not packed.
    [[nodiscard]] const std::uint8_t* packed_bytes() const noexcept {
        return packed() ? bits_.data() : nullptr;
    }
    /// Bits of a packed number.
    [[nodiscard]] unsigned packed_width() const noexcept { return width_; }
    [[nodiscard]] std::size_t memory_bytes() const noexcept;
    /// Of vertices below `vertex_count`.
    void pack(std::size_t vertex_count);

    friend bool operator==(const TriangleList& a, const TriangleList& b) noexcept;
    friend bool operator==(const TriangleList& a, const std::vector<value_type>& b) noexcept;

private:
    [[nodiscard]] value_type unpacked(std::size_t i) const noexcept;

    std::vector<value_type> plain_;   ///< Empty when packed.
    std::vector<std::uint8_t> bits_;  ///< Empty when not.
    std::size_t count_ = 0;
    unsigned width_ = 0;  ///< 0: not packed.
};

/// Gives triangles by value.
class TriangleList::Iterator {
public:
    using value_type = TriangleList::value_type;
    using reference = value_type;
    using pointer = void;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;

    Iterator() = default;
    Iterator(const TriangleList& list, std::size_t index) noexcept : list_(&list), index_(index) {}
    value_type operator*() const noexcept { return (*list_)[index_]; }
    Iterator& operator++() noexcept {
        ++index_;
        return *this;
    }
    Iterator operator++(int) noexcept {
        Iterator before = *this;
        ++index_;
        return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) noexcept { return a.index_ == b.index_; }

private:
    const TriangleList* list_ = nullptr;
    std::size_t index_ = 0;
};

inline TriangleList::Iterator TriangleList::begin() const noexcept { return {*this, 0}; }
inline TriangleList::Iterator TriangleList::end() const noexcept { return {*this, size()}; }
inline std::vector<TriangleList::value_type> TriangleList::copied() const { return {begin(), end()}; }

class MeshFollowers;

/// What a solid is when it is convex.
struct ConvexForm {
    Shape hull;         ///< Of its vertices.
    double excess = 0;  ///< A depth with the hull in place of the mesh differs by no more than this: a
                        ///< length, rounding only.
};

/// Shared data of a mesh. Immutable. About 56 bytes a triangle in all; when compact 23 of vertices that
/// floats are enough for, else 29.
struct MeshData : ShapePayload {
    MeshData();

    VertexView vertices;     ///< As given, unused ones too: those of `kept`, or of the caller's array.
    std::vector<Vec3> kept;  ///< Empty for borrowed vertices, and for those kept in floats.
    std::vector<std::array<float, 3>> kept_floats;
    /// The vertices where they are packed doubles, else null. Searches read these without a stride.
    const Vec3* packed = nullptr;
    /// As given; of shells that faced inward the last two corners are swapped.
    TriangleList triangles;
    /// Slot i is triangles[tree.order()[i]]: in the tree's order. None when compact.
    std::vector<std::array<std::uint32_t, 3>> slots;
    BoxTree tree;  ///< Over the boxes of the triangles, exact before its own rounding.
    /// Solids: a vertex of each shell (triangles connected over edges).
    std::vector<std::uint32_t> shell_vertices;
    /// One of each connected piece (triangles connected over vertices).
    std::vector<std::uint32_t> piece_triangles;
    /// Set for solids that are built or mapped convex; never by `with_vertices`.
    std::optional<ConvexForm> convex;
    MeshOptions options;
    double reach = 0;             ///< |v| <= reach for the vertices of triangles. Rounded up.
    double longest_edge = 0;      ///< No component of b - a and c - a is larger, as these differences round.
    bool turned = false;          ///< A solid given inside out.
    bool closed_by_index = true;  ///< Solids: closed without counting vertices at the same place as one.
    /// Scenes that have the mesh, for `deform`; shared with the meshes that `with_vertices` made of it.
    std::shared_ptr<MeshFollowers> followers;

    [[nodiscard]] Shape image(const Shape& self, const Affine& map) const override;
    [[nodiscard]] Interval height(const IntervalVec3& direction) const noexcept override;
    [[nodiscard]] Triangle triangle(const std::array<std::uint32_t, 3>& corners) const noexcept {
        const auto& [a, b, c] = corners;
        return packed != nullptr ? Triangle{packed[a], packed[b], packed[c]} : vertices.triangle(corners);
    }
    [[nodiscard]] Triangle triangle(std::size_t i) const noexcept { return triangle(triangles[i]); }
    [[nodiscard]] std::array<std::uint32_t, 3> corners_in_slot(std::size_t slot) const noexcept {
        return slots.empty() ? triangles[tree.order()[slot]] : slots[slot];
    }
    [[nodiscard]] Triangle triangle_in_slot(std::size_t slot) const noexcept {
        return triangle(corners_in_slot(slot));
    }
};

class Mesh {
public:
    /// At least one triangle, at most 2^31 - 1. The error names the first triangle with an index out of
    /// range, the first bad vertex, or an edge at which a solid is open or wound against itself; `examine`
    /// reports all of them. Vertices are doubles or floats at any stride, copied unless `options.borrow`.
    static expected<Mesh, BuildError> build(const VertexView& vertices,
                                            std::span<const std::array<std::uint32_t, 3>> triangles,
                                            const MeshOptions& options = {});

    /// The same triangles on moved vertices, one for each: the tree is refitted, in a small part of the time
    /// of a build. The error names a bad vertex, or an edge that opened because vertices at one place moved
    /// to different places. When `rebuild_pays`, rebuild. Whether a solid is still convex is not tested, for
    /// its hull takes ten times as long as all of this: depths are bounded as for any solid. Rebuild where
    /// the exact depth of a convex solid is worth that. A mesh that borrows its vertices borrows these: the
    /// same array after a change in place, or another one (two arrays in turn: the old mesh stays valid).
    [[nodiscard]] expected<Mesh, BuildError> with_vertices(const VertexView& vertices) const;

    [[nodiscard]] MeshKind kind() const noexcept { return data_->options.kind; }
    [[nodiscard]] std::size_t triangle_count() const noexcept { return data_->triangles.size(); }
    [[nodiscard]] const VertexView& vertices() const noexcept { return data_->vertices; }
    [[nodiscard]] const TriangleList& triangles() const noexcept { return data_->triangles; }
    [[nodiscard]] Triangle triangle(std::size_t i) const noexcept { return data_->triangle(i); }
    /// Exact box of the triangles.
    [[nodiscard]] const Aabb& bounds() const noexcept { return data_->tree.bounds(); }
    /// Whether deformation has made searches so much slower that a new build pays.
    [[nodiscard]] bool rebuild_pays() const noexcept { return data_->tree.rebuild_pays(); }
    /// Of vertices, unless they are borrowed, triangles and tree.
    [[nodiscard]] std::size_t memory_bytes() const noexcept;

    operator Shape() const noexcept;  // NOLINT(google-explicit-constructor): a Shape is made from any shape
    [[nodiscard]] const MeshData& data() const noexcept { return *data_; }
    [[nodiscard]] const std::shared_ptr<const MeshData>& shared() const noexcept { return data_; }

private:
    explicit Mesh(std::shared_ptr<const MeshData> data) noexcept : data_(std::move(data)) {}
    std::shared_ptr<const MeshData> data_;
};

/// The data of a mesh shape; null for other types and invalid shapes.
inline const MeshData* mesh_data(const Shape& shape) noexcept {
    return shape.type() == ShapeType::mesh && shape.valid() ? static_cast<const MeshData*>(shape.payload())
                                                            : nullptr;
}

}  // namespace graze
