// What the reading process sends to the one that started it, and what that sends back, as frames of bytes: a
// kind, a length, and a payload. A foreign library that read a damaged file ran in the sender, and may have
// written anywhere: whatever arrives is checked, and a frame that breaks a rule ends the reading with the
// rule. Bytes are those of this machine, both processes are on it. Lengths in millimetres.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <graze/core/error.hpp>
#include <graze/math/pose.hpp>

namespace graze::cad {

/// Red, green, blue in [0, 1].
using Colour = std::array<float, 3>;

/// What the reader is about to do, for the message should it be the last thing.
struct PhaseFrame {
    std::string text;
};
/// One distinct shape as a mesh in its own frame. Sent again, finer, on request.
struct ShapeFrame {
    std::uint32_t shape = 0;  ///< Counts up from 0 while a file is read.
    std::string name;
    double deflection = 0;  ///< Given to the mesher. > 0, or 0 for meshes that are exact.
    double deviation = 0;   ///< See docs/notes/cad.md. >= 0.
    std::string estimated;  ///< Why the deviation is no bound; empty when it is one.
    std::vector<Vec3> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};
/// A shape in its place: world from local, right-handed; not a rotation where a file scales.
struct InstanceFrame {
    std::uint32_t shape = 0;
    std::string name;  ///< Of components, joined by '/'.
    Pose pose;
    std::optional<Colour> colour;
};
struct NoteFrame {
    std::string text;
};
/// The file cannot be used.
struct FaultFrame {
    std::string element;
    std::string reason;
    std::string hint;
};
/// The answer to the opening or to a request is complete.
struct DoneFrame {};

using Frame = std::variant<PhaseFrame, ShapeFrame, InstanceFrame, NoteFrame, FaultFrame, DoneFrame>;

/// Kind and length of a payload.
inline constexpr std::size_t kFrameHead = 1 + 8;
struct FrameHead {
    std::uint8_t kind = 0;
    std::uint64_t length = 0;
};

/// With its head.
std::string bytes_of(const Frame& frame);
FrameHead head_of(std::span<const std::byte, kFrameHead> bytes) noexcept;
/// The rule that is broken, as a clause, when it is no frame. Text is made printable UTF-8.
expected<Frame, std::string> frame_of(std::uint8_t kind, std::span<const std::byte> payload);

/// What the parent asks for: the shape with this deflection.
struct MeshRequest {
    std::uint32_t shape = 0;
    double deflection = 0;
};
inline constexpr std::size_t kRequestBytes = 16;
std::array<std::byte, kRequestBytes> bytes_of(const MeshRequest& request) noexcept;
MeshRequest request_of(std::span<const std::byte, kRequestBytes> bytes) noexcept;

/// Coordinates beyond these are refused; millimetres, a hundred thousand kilometres.
inline constexpr double kLargestCoordinate = 1e14;
/// Names and texts are cut to this.
inline constexpr std::size_t kLongestText = 4000;

}  // namespace graze::cad
