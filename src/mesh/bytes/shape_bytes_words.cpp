#include "mesh/bytes/shape_bytes_words.hpp"

namespace graze::shape_bytes {
namespace {

constexpr std::size_t kHeadBytes = 20;
constexpr std::size_t kChecksumBytes = 8;

}  // namespace

std::vector<std::byte> sealed(const Seal& seal, std::span<const std::byte> content) {
    WordWriter writer;
    writer.reserve(kHeadBytes + content.size() + kChecksumBytes);
    for (const std::uint32_t w : seal.magic) writer.word(w);
    writer.word(seal.version);
    writer.wide(kHeadBytes + content.size() + kChecksumBytes);
    writer.append(content);
    writer.wide(checksum_of_words(writer.bytes()));
    return writer.take();
}

expected<std::span<const std::byte>, BuildError> unsealed(const Seal& seal,
                                                          std::span<const std::byte> bytes) {
    const std::string name = seal.name;
    if (bytes.size() < kHeadBytes + kChecksumBytes)
        return refused("these are fewer bytes than the head and the checksum of a " + name +
                       "; check that the whole of it was read");
    WordReader reader(bytes);
    for (const std::uint32_t w : seal.magic) {
        if (reader.word() != w)
            return refused("these bytes are no " + name + " of graze; check where they come from");
    }
    const std::uint32_t version = reader.word();
    if (version != seal.version)
        return refused("version " + std::to_string(version) + " of the format, only " +
                       std::to_string(seal.version) + " is known; save the " + name +
                       " again with this version of the library");
    const std::uint64_t length = reader.wide();
    if (length != bytes.size() || length % 4 != 0)
        return refused("there are " + std::to_string(bytes.size()) + " bytes where the head claims " +
                       std::to_string(length) + "; the " + name +
                       " was cut off or something was added, take another copy");
    const std::span<const std::byte> content = reader.take(length - kHeadBytes - kChecksumBytes);
    if (reader.wide() != checksum_of_words(bytes.first(bytes.size() - kChecksumBytes)))
        return refused("the checksum is wrong: the bytes were damaged, take another copy");
    return content;
}

}  // namespace graze::shape_bytes
