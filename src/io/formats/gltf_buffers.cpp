// Every count is held against the bytes that are there before memory is taken for it.
#include "io/formats/gltf_buffers.hpp"

#include <algorithm>
#include <array>
#include <system_error>

#include "io/text/byte_order.hpp"
#include "io/text/fault.hpp"

namespace graze::io {

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 48U;

std::size_t component_bytes(std::size_t type) noexcept {
    switch (type) {
        case 5120:
        case 5121: return 1;
        case 5122:
        case 5123: return 2;
        case 5125:
        case 5126: return 4;
        default: return 0;
    }
}

double component(const char* bytes, std::size_t type, bool normalized) noexcept {
    double x = 0;
    double whole = 1;
    switch (type) {
        case 5120: x = load<std::int8_t>(bytes, false), whole = 127; break;
        case 5121: x = load<std::uint8_t>(bytes, false), whole = 255; break;
        case 5122: x = load<std::int16_t>(bytes, false), whole = 32767; break;
        case 5123: x = load<std::uint16_t>(bytes, false), whole = 65535; break;
        case 5125: return load<std::uint32_t>(bytes, false);
        default: return load<float>(bytes, false);
    }
    return normalized ? std::max(x / whole, -1.0) : x;
}

/// The bytes of "data:...;base64,...".
std::vector<char> decoded(std::string_view uri, const JsonCursor& cursor) {
    const auto comma = uri.find(',');
    if (comma == std::string_view::npos || !uri.substr(0, comma).ends_with(";base64"))
        cursor.fail("the data is not in base64", "Write 'data:application/octet-stream;base64,...'.");
    const std::string_view text = uri.substr(comma + 1);
    std::vector<char> bytes;
    bytes.reserve(text.size() / 4 * 3 + 3);
    std::uint32_t word = 0;
    int bits = 0;
    for (const char c : text) {
        if (c == '=') break;
        const int digit = c >= 'A' && c <= 'Z'   ? c - 'A'
                          : c >= 'a' && c <= 'z' ? c - 'a' + 26
                          : c >= '0' && c <= '9' ? c - '0' + 52
                          : c == '+'             ? 62
                          : c == '/'             ? 63
                                                 : -1;
        if (digit < 0) cursor.fail("the data holds a character that is not base64", "Export the file again.");
        word = word << 6U | static_cast<std::uint32_t>(digit);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes.push_back(static_cast<char>(word >> static_cast<unsigned>(bits)));
        word &= (1U << static_cast<unsigned>(bits)) - 1U;
    }
    return bytes;
}

/// "%20" and the like become characters.
std::string unescaped(const std::string& uri) {
    std::string text;
    const auto digit = [](char c) {
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                      : -1;
    };
    for (std::size_t i = 0; i < uri.size(); ++i) {
        const bool code =
            uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) >= 0 && digit(uri[i + 2]) >= 0;
        text += code ? static_cast<char>(16 * digit(uri[i + 1]) + digit(uri[i + 2])) : uri[i];
        if (code) i += 2;
    }
    return text;
}

}  // namespace

std::vector<JsonCursor> gltf_list(const JsonCursor& root, std::string_view key) {
    const auto list = root.find(key);
    return list ? list->items() : std::vector<JsonCursor>{};
}

const JsonCursor& gltf_at(const std::vector<JsonCursor>& list, const JsonCursor& index) {
    if (list.empty()) index.fail("it names an element of an empty list", "Export the file again.");
    return list[index.whole(list.size() - 1)];
}

GltfBuffers::GltfBuffers(const JsonCursor& root, std::optional<GltfBuffer> binary, const MeshInput& input)
    : accessors_(gltf_list(root, "accessors")),
      views_(gltf_list(root, "bufferViews")),
      binary_(std::move(binary)),
      input_(input) {
    const std::vector<JsonCursor> buffers = gltf_list(root, "buffers");
    for (std::size_t i = 0; i < buffers.size(); ++i) buffers_.push_back(buffer(buffers[i], i == 0));
    // Accessors that share no bytes stay below the bytes there are.
    points_left_ = 3 * std::uint64_t{std::min(input.context.options.limits.triangles, kMostBytes)};
    for (const GltfBuffer& buffer : buffers_) points_left_ += buffer.length;
}

GltfBuffer GltfBuffers::buffer(const JsonCursor& cursor, bool first) {
    const std::uint64_t length = cursor.need("byteLength").whole(kMostBytes);
    const auto uri = cursor.find("uri");
    GltfBuffer buffer;
    if (!uri) {
        if (!first || !binary_)
            cursor.fail("the buffer has no bytes",
                        "Only the first buffer of a .glb file does without 'uri'.");
        buffer = *binary_;
    } else if (uri->text().starts_with("data:")) {
        buffer.bytes = decoded(uri->text(), *uri);
        buffer.length = buffer.bytes.size();
    } else {
        const std::string name = unescaped(uri->text());
        buffer.path = find_named_file(name, input_.path.parent_path(), {input_.shown, uri->path()},
                                      input_.context.options);
        check_file(buffer.path, input_.context.options);
        buffer.length = std::filesystem::file_size(buffer.path);
    }
    constexpr std::uint64_t kAlignment = 4;  // of chunks, which are filled up to it
    if (!uri && buffer.length - std::min(length, buffer.length) >= kAlignment)
        input_.context.notes.add(input_.shown, "byte " + std::to_string(buffer.offset + length),
                                 "the binary chunk has " + std::to_string(buffer.length - length) +
                                     " bytes more than its buffer declares, which are ignored");
    if (length > buffer.length)
        cursor.fail(
            "the buffer claims " + std::to_string(length) + " bytes and has " + std::to_string(buffer.length),
            "It was cut off; export the file again.");
    buffer.length = length;
    return buffer;
}

GltfBuffers::Accessor GltfBuffers::accessor(const JsonCursor& index, std::size_t components) {
    Accessor result{gltf_at(accessors_, index)};
    const JsonCursor& cursor = result.cursor;
    if (cursor.find("sparse"))
        cursor.fail("sparse accessors are not known", "Export without sparse accessors.");
    const std::string shape = cursor.need("type").text();
    if (shape != (components == 3 ? "VEC3" : "SCALAR"))
        cursor.fail("its type is not the one that belongs here", "Positions are VEC3, indices SCALAR.");
    result.type = cursor.need("componentType").whole(100'000);
    const std::size_t bytes = component_bytes(result.type);
    const JsonCursor type = cursor.need("componentType");
    if (bytes == 0 || (components == 1 && result.type != 5121 && result.type != 5123 && result.type != 5125))
        type.fail("a type that is not known here", "Positions are numbers of any type, indices unsigned.");
    result.count = cursor.need("count").whole(kMostBytes);
    if (const auto flag = cursor.find("normalized")) result.normalized = flag->flag();
    const JsonCursor view = gltf_at(views_, cursor.need("bufferView"));
    const JsonCursor owner = view.need("buffer");
    if (buffers_.empty()) owner.fail("there are no buffers", "Export the file again.");
    result.buffer = &buffers_[owner.whole(buffers_.size() - 1)];
    const auto offset_of = [](const JsonCursor& at) {
        const auto offset = at.find("byteOffset");
        return offset ? offset->whole(kMostBytes) : 0;
    };
    const std::uint64_t view_offset = offset_of(view),
                        view_length = view.need("byteLength").whole(kMostBytes);
    const std::uint64_t inner = offset_of(cursor), element = bytes * components;
    const auto stride = view.find("byteStride");
    result.stride = stride ? stride->whole(4096) : element;
    if (result.stride < element)
        view.fail("its stride is smaller than its elements", "Export the file again.");
    if (view_offset > result.buffer->length || view_length > result.buffer->length - view_offset)
        view.fail("the view reaches past the end of its buffer", "Export the file again.");
    const std::uint64_t available = inner <= view_length ? view_length - inner : 0;
    if (result.count > 0 && (available < element || (available - element) / result.stride < result.count - 1))
        cursor.fail("it claims " + std::to_string(result.count) + " elements, more than its view holds",
                    "The file was cut off; export it again.");
    result.offset = view_offset + inner;
    return result;
}

void GltfBuffers::read(const GltfBuffer& buffer, std::uint64_t offset, char* to, std::size_t count) {
    if (buffer.path.empty()) {
        std::copy_n(buffer.bytes.data() + offset, count, to);
        return;
    }
    if (open_path_ != buffer.path) {
        stream_ = std::ifstream(buffer.path, std::ios::binary);
        open_path_ = buffer.path;
    }
    stream_.seekg(static_cast<std::streamoff>(buffer.offset + offset));
    stream_.read(to, static_cast<std::streamsize>(count));
    if (!stream_) fail({input_.shown, "", "its bytes cannot be read", "Check that no program writes to it."});
}

template <class Visit>
void GltfBuffers::for_each(const Accessor& accessor, std::size_t bytes, const Visit& visit) {
    constexpr std::uint64_t kChunk = 8192;
    std::vector<char> chunk;
    for (std::uint64_t i = 0; i < accessor.count; i += kChunk) {
        const std::uint64_t rows = std::min(kChunk, accessor.count - i);
        chunk.resize(static_cast<std::size_t>((rows - 1) * accessor.stride + bytes));
        read(*accessor.buffer, accessor.offset + i * accessor.stride, chunk.data(), chunk.size());
        for (std::uint64_t k = 0; k < rows; ++k) visit(chunk.data() + k * accessor.stride);
    }
}

const std::vector<Vec3>& GltfBuffers::positions(const JsonCursor& index) {
    constexpr std::size_t kMostKept = std::size_t{1}
                                      << 22U;  // 100 MB; more are read again when they are named again
    const std::size_t number = index.whole(kMostBytes);
    if (const auto known = positions_.find(number); known != positions_.end()) return known->second;
    const Accessor from = accessor(index, 3);
    if (from.count > points_left_)
        from.cursor.fail("the same bytes are read as positions too often",
                         "Let primitives share accessors; export the file again.");
    points_left_ -= from.count;
    const std::size_t bytes = component_bytes(from.type);
    std::vector<Vec3> points;
    points.reserve(static_cast<std::size_t>(from.count));
    for_each(from, 3 * bytes, [&](const char* at) {
        points.push_back({component(at, from.type, from.normalized),
                          component(at + bytes, from.type, from.normalized),
                          component(at + 2 * bytes, from.type, from.normalized)});
    });
    if (kept_ + points.size() > kMostKept) {
        positions_.clear();
        kept_ = 0;
    }
    kept_ += points.size();
    return positions_.emplace(number, std::move(points)).first->second;
}

std::vector<std::uint32_t> GltfBuffers::indices(const JsonCursor& index) {
    const Accessor from = accessor(index, 1);
    std::vector<std::uint32_t> list;
    list.reserve(static_cast<std::size_t>(from.count));
    for_each(from, component_bytes(from.type), [&](const char* at) {
        list.push_back(static_cast<std::uint32_t>(component(at, from.type, false)));
    });
    return list;
}

}  // namespace graze::io
