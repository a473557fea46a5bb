#include "io/text_lines.hpp"

#include <charconv>
#include <system_error>

#include "io/fault.hpp"

namespace graze::io {

namespace {

constexpr std::size_t kChunk = 1U << 16U;
constexpr std::size_t kLongestLine = 1U << 24U;  // a polygon of a million corners

bool is_space(char c) noexcept { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

}  // namespace

TextLines::TextLines(const std::filesystem::path& path, std::string shown) : stream_(path, std::ios::binary), shown_(std::move(shown)) {
    if (!stream_) io::fail({shown_, "", "it cannot be opened", "Check that you may read it."});
    std::error_code failed;
    const std::uintmax_t bytes = std::filesystem::file_size(path, failed);
    if (!failed && bytes > 0) bytes_ = static_cast<double>(bytes);
}

void TextLines::fail(std::string reason, std::string hint) const {
    io::fail({shown_, "line " + std::to_string(number_), std::move(reason), std::move(hint)});
}

double TextLines::share() const noexcept { return read_ / bytes_; }

bool TextLines::fill() {
    buffer_.erase(0, from_);
    from_ = 0;
    if (buffer_.size() > kLongestLine) fail("the line has more than 16 million characters", "Is this a text file?");
    const std::size_t before = buffer_.size();
    buffer_.resize(before + kChunk);
    stream_.read(buffer_.data() + before, kChunk);
    const auto count = static_cast<std::size_t>(stream_.gcount());
    buffer_.resize(before + count);
    read_ += static_cast<double>(count);
    return count > 0;
}

bool TextLines::next(std::string_view& line, bool joined) {
    joined_.clear();
    for (;;) {
        std::size_t end = buffer_.find('\n', from_);
        while (end == std::string::npos) {
            const std::size_t had = buffer_.size() - from_;
            if (!fill()) break;
            end = buffer_.find('\n', had);
        }
        if (end == std::string::npos && from_ == buffer_.size()) break;
        ++number_;
        const std::size_t stop = end == std::string::npos ? buffer_.size() : end;
        line = std::string_view(buffer_).substr(from_, stop - from_);
        from_ = std::min(stop + 1, buffer_.size());
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!joined || !line.ends_with('\\')) {
            if (joined_.empty()) return true;
            joined_ += line;
            line = joined_;
            return true;
        }
        joined_ += line.substr(0, line.size() - 1);
        joined_ += ' ';
        if (joined_.size() > kLongestLine) fail("the line has more than 16 million characters", "Is this a text file?");
    }
    line = joined_;
    return !joined_.empty();
}

std::string_view Words::next() noexcept {
    std::size_t begin = 0;
    while (begin < rest_.size() && is_space(rest_[begin])) ++begin;
    std::size_t end = begin;
    while (end < rest_.size() && !is_space(rest_[end])) ++end;
    const std::string_view word = rest_.substr(begin, end - begin);
    rest_.remove_prefix(end);
    return word;
}

bool parse_number(std::string_view word, double& value) noexcept {
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc::result_out_of_range) {
        // Too small for a double is as good as zero; too large is refused with everything beyond 1e100.
        const bool small = word.find("e-") != std::string_view::npos || word.find("E-") != std::string_view::npos;
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

bool Words::number(double& value) noexcept { return parse_number(next(), value); }
bool Words::whole(std::int64_t& value) noexcept { return parse_whole(next(), value); }

}  // namespace graze::io
