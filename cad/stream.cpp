#include "stream.hpp"

#include <cmath>
#include <cstring>
#include <utility>

namespace graze::cad {
namespace {

class Writer {
public:
    template <class T> Writer& add(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
        return *this;
    }
    Writer& add_text(std::string_view text) {
        text = text.substr(0, kLongestText);
        add(static_cast<std::uint32_t>(text.size()));
        bytes_.append(text);
        return *this;
    }
    template <class T> Writer& add_list(const std::vector<T>& list) {
        static_assert(std::is_trivially_copyable_v<T>);
        add(static_cast<std::uint64_t>(list.size()));
        bytes_.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
        return *this;
    }
    [[nodiscard]] std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

/// A broken rule, caught by frame_of.
struct Broken {
    const char* rule;
};

/// The length of the UTF-8 character at `at`, 0 when there is none. Overlong forms and surrogates are none.
std::size_t character(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(at);
    if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || at + length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xc0U) != 0x80U) return 0;
    }
    const unsigned char second = byte(at + 1);
    const bool bad = (first == 0xc2 && second < 0xa0) || (first == 0xe0 && second < 0xa0) ||
                     (first == 0xed && second > 0x9f) || (first == 0xf0 && second < 0x90) ||
                     (first == 0xf4 && second > 0x8f);
    return bad ? 0 : length;
}

std::string printable(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = character(text, i);
        if (length == 0)
            result += '?', ++i;
        else
            result += text.substr(i, length), i += length;
    }
    return result;
}

class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <class T> T take() {
        static_assert(std::is_trivially_copyable_v<T>);
        if (bytes_.size() < sizeof(T)) throw Broken{"a frame is shorter than its kind"};
        T value;
        std::memcpy(&value, bytes_.data(), sizeof value);
        bytes_ = bytes_.subspan(sizeof value);
        return value;
    }
    std::string text() {
        const auto length = take<std::uint32_t>();
        if (length > kLongestText || length > bytes_.size()) throw Broken{"a text is longer than its frame"};
        const std::string_view raw(reinterpret_cast<const char*>(bytes_.data()), length);
        bytes_ = bytes_.subspan(length);
        return printable(raw);
    }
    /// Takes no memory for more than what is there.
    template <class T> std::vector<T> list() {
        const auto count = take<std::uint64_t>();
        if (count > bytes_.size() / sizeof(T)) throw Broken{"a list is longer than its frame"};
        std::vector<T> result(static_cast<std::size_t>(count));
        if (count > 0) std::memcpy(result.data(), bytes_.data(), result.size() * sizeof(T));
        bytes_ = bytes_.subspan(result.size() * sizeof(T));
        return result;
    }
    double length() {
        const auto value = take<double>();
        if (!(value >= 0 && value <= kLargestCoordinate)) throw Broken{"a length is negative or not finite"};
        return value;
    }
    void end() const {
        if (!bytes_.empty()) throw Broken{"a frame is longer than its kind"};
    }

private:
    std::span<const std::byte> bytes_;
};

bool served(const Vec3& v) {
    const auto fits = [](double x) { return std::abs(x) <= kLargestCoordinate; };
    return fits(v.x) && fits(v.y) && fits(v.z);
}

ShapeFrame shape_of(Reader& reader) {
    ShapeFrame frame;
    frame.shape = reader.take<std::uint32_t>();
    frame.name = reader.text();
    frame.deflection = reader.length();
    frame.deviation = reader.length();
    frame.estimated = reader.text();
    frame.vertices = reader.list<Vec3>();
    frame.triangles = reader.list<std::array<std::uint32_t, 3>>();
    if (frame.vertices.size() > 0xffffffffU) throw Broken{"a mesh has too many vertices"};
    for (const Vec3& v : frame.vertices) {
        if (!served(v)) throw Broken{"a coordinate is not finite or too large"};
    }
    for (const auto& triangle : frame.triangles) {
        for (const std::uint32_t corner : triangle) {
            if (corner >= frame.vertices.size()) throw Broken{"a triangle has a vertex that is not there"};
        }
    }
    return frame;
}

InstanceFrame instance_of(Reader& reader) {
    InstanceFrame frame;
    frame.shape = reader.take<std::uint32_t>();
    frame.name = reader.text();
    frame.pose = reader.take<Pose>();
    for (const Vec3& column : frame.pose.rotation.columns) {
        if (!served(column)) throw Broken{"a place is not finite or too large"};
    }
    if (!served(frame.pose.position)) throw Broken{"a place is not finite or too large"};
    const auto coloured = reader.take<std::uint8_t>();
    if (coloured > 1) throw Broken{"a flag is neither 0 nor 1"};
    const auto colour = reader.take<Colour>();
    for (const float c : colour) {
        if (!(c >= 0 && c <= 1)) throw Broken{"a colour is outside of 0 to 1"};
    }
    if (coloured == 1) frame.colour = colour;
    return frame;
}

Frame read_frame(std::uint8_t kind, Reader& reader) {
    switch (kind) {
        case 0: return PhaseFrame{reader.text()};
        case 1: return shape_of(reader);
        case 2: return instance_of(reader);
        case 3: return NoteFrame{reader.text()};
        case 4: {
            FaultFrame fault;
            fault.element = reader.text();
            fault.reason = reader.text();
            fault.hint = reader.text();
            return fault;
        }
        case 5: return DoneFrame{};
        default: throw Broken{"a frame is of no kind"};
    }
}

void write(Writer& writer, const PhaseFrame& frame) { writer.add_text(frame.text); }
void write(Writer& writer, const ShapeFrame& frame) {
    writer.add(frame.shape).add_text(frame.name).add(frame.deflection).add(frame.deviation);
    writer.add_text(frame.estimated).add_list(frame.vertices).add_list(frame.triangles);
}
void write(Writer& writer, const InstanceFrame& frame) {
    writer.add(frame.shape).add_text(frame.name).add(frame.pose);
    writer.add(static_cast<std::uint8_t>(frame.colour ? 1 : 0)).add(frame.colour.value_or(Colour{}));
}
void write(Writer& writer, const NoteFrame& frame) { writer.add_text(frame.text); }
void write(Writer& writer, const FaultFrame& frame) {
    writer.add_text(frame.element).add_text(frame.reason).add_text(frame.hint);
}
void write(Writer&, const DoneFrame&) {}

}  // namespace

std::string bytes_of(const Frame& frame) {
    Writer payload;
    std::visit([&](const auto& each) { write(payload, each); }, frame);
    const std::string body = payload.take();
    Writer head;
    head.add(static_cast<std::uint8_t>(frame.index())).add(static_cast<std::uint64_t>(body.size()));
    return head.take() + body;
}

FrameHead head_of(std::span<const std::byte, kFrameHead> bytes) noexcept {
    FrameHead head;
    std::memcpy(&head.kind, bytes.data(), 1);
    std::memcpy(&head.length, bytes.data() + 1, 8);
    return head;
}

expected<Frame, std::string> frame_of(std::uint8_t kind, std::span<const std::byte> payload) {
    try {
        Reader reader(payload);
        Frame frame = read_frame(kind, reader);
        reader.end();
        return frame;
    } catch (const Broken& broken) {
        return unexpected<std::string>(broken.rule);
    }
}

std::array<std::byte, kRequestBytes> bytes_of(const MeshRequest& request) noexcept {
    std::array<std::byte, kRequestBytes> bytes{};
    std::memcpy(bytes.data(), &request.shape, 4);
    std::memcpy(bytes.data() + 8, &request.deflection, 8);
    return bytes;
}

MeshRequest request_of(std::span<const std::byte, kRequestBytes> bytes) noexcept {
    MeshRequest request;
    std::memcpy(&request.shape, bytes.data(), 4);
    std::memcpy(&request.deflection, bytes.data() + 8, 8);
    return request;
}

}  // namespace graze::cad
