// Text files line by line, with a small buffer however large they are, and words and numbers on a line. Lines
// end in LF, CR LF or CR. A UTF-8 byte order mark at the start and zeros at the end are no part of any line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace graze::io {

/// Where in a file the lines begin: not at its first byte when something else was read before.
struct TextStart {
    std::uint64_t byte = 0;
    std::size_t lines = 0;  ///< Before that byte.
};

class TextLines {
public:
    /// Throws a Fault when the file cannot be opened, or is not in UTF-8.
    TextLines(const std::filesystem::path& path, std::string shown, const TextStart& start = {});

    /// The next line without its end, good until the next call; false at the end of the file. A backslash at
    /// the end joins lines when `joined`.
    bool next(std::string_view& line, bool joined = false);
    [[nodiscard]] std::size_t number() const noexcept { return number_; }  ///< Of the last line, from 1.
    /// Share of the file's bytes that has been read.
    [[nodiscard]] double share() const noexcept;
    [[noreturn]] void fail(std::string reason, std::string hint) const;

private:
    bool fill();
    /// The end of the line that begins at `from_`, and whether there is one; reads on where the buffer does
    /// not hold it.
    bool find_end(std::size_t& end);

    std::ifstream stream_;
    std::string shown_;
    std::string buffer_;  ///< Bytes read and not yet handed out begin at `from_`.
    std::string joined_;
    std::size_t from_ = 0;
    std::size_t number_ = 0;
    std::uint64_t bytes_ = 0;  ///< Of the file, without the padding at its end.
    std::uint64_t read_ = 0;   ///< Of them.
};

/// Words of a line, one after the other.
class Words {
public:
    Words() noexcept = default;
    explicit Words(std::string_view line) noexcept : remaining_(line) {}
    /// The next word; empty at the end.
    std::string_view next() noexcept;
    /// The next word as a number; false when it is none. "nan" and "inf" are numbers to be refused later.
    bool number(double& value) noexcept;
    bool whole(std::int64_t& value) noexcept;
    /// How many words are left.
    [[nodiscard]] std::size_t count() const noexcept;

private:
    std::string_view remaining_;
};

/// The whole word as a number.
bool parse_number(std::string_view word, double& value) noexcept;
bool parse_whole(std::string_view word, std::int64_t& value) noexcept;

}  // namespace graze::io
