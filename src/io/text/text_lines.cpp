#include "io/text/text_lines.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "io/text/fault.hpp"
#include "io/text/text_bounds.hpp"

namespace graze::io {

namespace {

constexpr std::size_t kChunk = 1U << 16U;
constexpr std::size_t kLongestLine = 1U << 24U;  // a polygon of a million corners

bool is_space(char c) noexcept {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

}  // namespace

TextLines::TextLines(const std::filesystem::path& path, std::string shown, const TextStart& start)
    : stream_(path, std::ios::binary), shown_(std::move(shown)), number_(start.lines), read_(start.byte) {
    if (!stream_) io::fail({shown_, "", "it cannot be opened", "Check that you may read it."});
    std::error_code failed;
    const std::uintmax_t bytes = std::filesystem::file_size(path, failed);
    bytes_ = std::max<std::uint64_t>(bytes_before_padding(stream_, failed ? 0 : bytes), start.byte);
    stream_.seekg(static_cast<std::streamoff>(start.byte));
    if (start.byte > 0) return;
    fill();
    from_ = mark_bytes(buffer_, shown_);
}

void TextLines::fail(std::string reason, std::string hint) const {
    io::fail({shown_, "line " + std::to_string(number_), std::move(reason), std::move(hint)});
}

double TextLines::share() const noexcept {
    return bytes_ == 0 ? 1 : static_cast<double>(read_) / static_cast<double>(bytes_);
}

bool TextLines::fill() {
    buffer_.erase(0, from_);
    from_ = 0;
    if (buffer_.size() > kLongestLine)
        fail("the line has more than 16 million characters", "Is this a text file?");
    const std::size_t before = buffer_.size();
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(kChunk, bytes_ - read_));
    buffer_.resize(before + wanted);
    stream_.read(buffer_.data() + before, static_cast<std::streamsize>(wanted));
    const auto count = static_cast<std::size_t>(stream_.gcount());
    buffer_.resize(before + count);
    read_ += count;
    return count > 0;
}

bool TextLines::find_end(std::size_t& end) {
    const auto ends = [](char c) { return c == '\n' || c == '\r'; };
    std::size_t length = 0;  // of the line, as far as it is in the buffer
    do {
        const auto found =
            std::find_if(buffer_.begin() + static_cast<std::ptrdiff_t>(from_ + length), buffer_.end(), ends);
        end = static_cast<std::size_t>(found - buffer_.begin());
        // Whether LF follows a CR is known when the next byte is in the buffer.
        if (found != buffer_.end() && (*found == '\n' || found + 1 != buffer_.end())) return true;
        length = end - from_;
    } while (fill());
    end = from_ + length;
    return end < buffer_.size();
}

bool TextLines::next(std::string_view& line, bool joined) {
    joined_.clear();
    for (;;) {
        std::size_t end = 0;
        const bool ended = find_end(end);
        if (!ended && from_ == buffer_.size()) break;
        ++number_;
        line = std::string_view(buffer_).substr(from_, end - from_);
        const bool two =
            ended && buffer_[end] == '\r' && end + 1 < buffer_.size() && buffer_[end + 1] == '\n';
        from_ = ended ? end + (two ? 2 : 1) : end;
        if (!joined || !line.ends_with('\\')) {
            if (joined_.empty()) return true;
            joined_ += line;
            line = joined_;
            return true;
        }
        joined_ += line.substr(0, line.size() - 1);
        joined_ += ' ';
        if (joined_.size() > kLongestLine)
            fail("the line has more than 16 million characters", "Is this a text file?");
    }
    line = joined_;
    return !joined_.empty();
}

std::string_view Words::next() noexcept {
    std::size_t begin = 0;
    while (begin < remaining_.size() && is_space(remaining_[begin])) ++begin;
    std::size_t end = begin;
    while (end < remaining_.size() && !is_space(remaining_[end])) ++end;
    const std::string_view word = remaining_.substr(begin, end - begin);
    remaining_.remove_prefix(end);
    return word;
}

bool parse_number(std::string_view word, double& value) noexcept {
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc::result_out_of_range) {
        // Too small for a double is as good as zero; too large is refused with everything beyond 1e100.
        const bool small =
            word.find("e-") != std::string_view::npos || word.find("E-") != std::string_view::npos;
        value = small ? 0 : 1e300;
        return true;
    }
    return error == std::errc{} && end == word.data() + word.size();
}

bool parse_whole(std::string_view word, std::int64_t& value) noexcept {
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc{} && end == word.data() + word.size();
}

std::size_t Words::count() const noexcept {
    Words remaining = *this;
    std::size_t words = 0;
    while (!remaining.next().empty()) ++words;
    return words;
}

bool Words::number(double& value) noexcept { return parse_number(next(), value); }
bool Words::whole(std::int64_t& value) noexcept { return parse_whole(next(), value); }

}  // namespace graze::io
