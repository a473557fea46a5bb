// Files of findings, read back: ZIP archives, PNG pictures, GLB chunks.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace graze::test {

/// A number of so many bytes, the lowest first.
inline std::uint64_t little(std::string_view bytes, std::size_t at, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = count; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes.at(at + i));
    return value;
}
/// The same, the highest first.
inline std::uint64_t big(std::string_view bytes, std::size_t at, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
        value = value << 8U | static_cast<unsigned char>(bytes.at(at + i));
    return value;
}

/// Inflates with a window of zlib's kind: 15 with zlib's header, -15 without.
inline std::string inflated(std::string_view bytes, std::size_t size, int window) {
    std::string out(size, '\0');
    z_stream stream{};
    EXPECT_EQ(inflateInit2(&stream, window), Z_OK);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
    EXPECT_EQ(stream.avail_out, 0U);
    EXPECT_EQ(stream.avail_in, 0U);
    inflateEnd(&stream);
    return out;
}

/// By the directory at the end; checks it against the headers before the files, and the sums.
inline std::map<std::string, std::string> unzipped(std::string_view zip) {
    std::map<std::string, std::string> files;
    const std::size_t end = zip.rfind("PK\x05\x06");
    if (end == std::string_view::npos) {
        ADD_FAILURE() << "no end of an archive";
        return files;
    }
    EXPECT_EQ(end + 22 + little(zip, end + 20, 2), zip.size());
    const std::size_t count = little(zip, end + 10, 2);
    std::size_t at = little(zip, end + 16, 4);
    EXPECT_EQ(at + little(zip, end + 12, 4), end);
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(zip.substr(at, 4), "PK\x01\x02");
        const std::size_t packed = little(zip, at + 20, 4), size = little(zip, at + 24, 4);
        const std::size_t name_size = little(zip, at + 28, 2), start = little(zip, at + 42, 4);
        const std::string name(zip.substr(at + 46, name_size));
        EXPECT_EQ(zip.substr(start, 4), "PK\x03\x04");
        EXPECT_EQ(zip.substr(start + 4, 26), zip.substr(at + 6, 26)) << name;
        EXPECT_EQ(zip.substr(start + 30, name_size), name);
        const std::string_view content = zip.substr(start + 30 + name_size, packed);
        const std::string file =
            little(zip, at + 10, 2) == 8 ? inflated(content, size, -15) : std::string(content);
        EXPECT_EQ(file.size(), size);
        EXPECT_EQ(crc32_z(0, reinterpret_cast<const Bytef*>(file.data()), file.size()),
                  little(zip, at + 16, 4));
        EXPECT_TRUE(files.emplace(name, file).second) << name;
        at += 46 + name_size;
    }
    EXPECT_EQ(at, end);
    return files;
}

struct ReadPicture {
    std::size_t width = 0;
    std::size_t height = 0;
    std::string rgb;
};

/// Of eight bits RGB, with all checks of chunks.
inline ReadPicture read_png(std::string_view png) {
    ReadPicture picture;
    EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
    std::string packed;
    std::string last;
    for (std::size_t at = 8; at < png.size();) {
        const std::size_t size = big(png, at, 4);
        last = png.substr(at + 4, 4);
        const std::string_view content = png.substr(at + 8, size);
        EXPECT_EQ(crc32_z(0, reinterpret_cast<const Bytef*>(png.data()) + at + 4, size + 4),
                  big(png, at + 8 + size, 4));
        if (last == "IHDR") {
            picture.width = big(content, 0, 4);
            picture.height = big(content, 4, 4);
            EXPECT_EQ(content.substr(8), std::string_view("\x08\x02\0\0\0", 5));
        }
        if (last == "IDAT") packed += content;
        at += 12 + size;
    }
    EXPECT_EQ(last, "IEND");
    const std::size_t row = 3 * picture.width;
    const std::string raw = inflated(packed, picture.height * (row + 1), 15);
    picture.rgb.resize(picture.height * row);
    for (std::size_t y = 0; y < picture.height; ++y) {
        const char filter = raw[y * (row + 1)];
        EXPECT_TRUE(filter == 1 || filter == 2);
        for (std::size_t x = 0; x < row; ++x) {
            const std::size_t here = y * row + x;
            const char before = filter == 1 ? (x < 3 ? '\0' : picture.rgb[here - 3])
                                            : (y == 0 ? '\0' : picture.rgb[here - row]);
            picture.rgb[here] = static_cast<char>(raw[y * (row + 1) + 1 + x] + before);
        }
    }
    return picture;
}

/// The JSON of a GLB file, whose chunks are checked.
inline std::string glb_json(std::string_view glb) {
    EXPECT_EQ(glb.substr(0, 4), "glTF");
    EXPECT_EQ(little(glb, 4, 4), 2U);
    EXPECT_EQ(little(glb, 8, 4), glb.size());
    const std::size_t size = little(glb, 12, 4);
    EXPECT_EQ(size % 4, 0U);
    EXPECT_EQ(glb.substr(16, 4), "JSON");
    return std::string(glb.substr(20, size));
}

}  // namespace graze::test
