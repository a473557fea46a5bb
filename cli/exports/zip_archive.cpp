#include "exports/zip_archive.hpp"

#include <zlib.h>

#include <algorithm>

#include "report/report_text.hpp"

namespace graze::cli {
namespace {

constexpr std::size_t kZipEndBytes = 22;

void append_number(std::string& to, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) to += static_cast<char>(value >> (8 * i));
}

std::uint32_t dos_time(std::time_t time) {
    std::tm utc{};
    gmtime_r(&time, &utc);
    const auto field = [](int value) { return static_cast<std::uint32_t>(value); };
    if (utc.tm_year < 80) return 1U << 21U | 1U << 16U;  // 1980-01-01
    return field(std::min(utc.tm_year - 80, 127)) << 25U | field(utc.tm_mon + 1) << 21U |
           field(utc.tm_mday) << 16U | field(utc.tm_hour) << 11U | field(utc.tm_min) << 5U |
           field(utc.tm_sec) / 2;
}

}  // namespace

ZipArchive::ZipArchive(std::time_t time) : stamp_(dos_time(time)) {}

void ZipArchive::add(std::string_view name, std::string_view content, Packing packing) {
    const std::string packed = packing == Packing::deflated ? deflated(content) : std::string(content);
    const auto sum = crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size());
    std::string fields;  // those that the header before the file and the entry of the directory share
    append_number(fields, 20, 2);  // version 2.0: deflate and folders
    append_number(fields, 0, 2);
    append_number(fields, packing == Packing::deflated ? 8 : 0, 2);
    append_number(fields, stamp_, 4);
    append_number(fields, sum, 4);
    append_number(fields, packed.size(), 4);
    append_number(fields, content.size(), 4);
    append_number(fields, name.size(), 2);
    append_number(fields, 0, 2);
    directory_ += "PK\x01\x02";
    append_number(directory_, 20, 2);
    directory_ += fields;
    directory_.append(2 + 2 + 2 + 4, '\0');  // no comment, first disk, no attributes
    append_number(directory_, bytes_.size(), 4);
    directory_ += name;
    bytes_ += "PK\x03\x04" + fields;
    bytes_ += name;
    bytes_ += packed;
    ++count_;
}

std::string ZipArchive::finish(std::string_view comment) {
    const std::uint64_t start = bytes_.size();
    if (count_ > kMostFiles || start + directory_.size() + kZipEndBytes + comment.size() > kMostBytes)
        return {};
    bytes_ += directory_;
    bytes_ += "PK\x05\x06";
    bytes_.append(4, '\0');
    append_number(bytes_, count_, 2);
    append_number(bytes_, count_, 2);
    append_number(bytes_, directory_.size(), 4);
    append_number(bytes_, start, 4);
    append_number(bytes_, comment.size(), 2);
    bytes_ += comment;
    return std::move(bytes_);
}

std::string_view zip_comment(std::string_view tail) {
    const std::size_t end = tail.rfind("PK\x05\x06");
    if (end == std::string_view::npos || tail.size() - end < kZipEndBytes) return {};
    return tail.substr(end + kZipEndBytes);
}

}  // namespace graze::cli
