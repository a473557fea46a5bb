// 310 files in the manner of common programs hold what was written to them, and each damaged variant is
// refused by an error that names the place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/io/document.hpp"
#include "graze/mesh/mesh.hpp"
#include "io/corpus_texts.hpp"
#include "io/temporary_folder.hpp"

namespace graze::test {
namespace {

constexpr std::size_t kFilesOfEachManner = 10;

/// A model that the manner can write.
CorpusModel fitting_model(const CorpusManner& manner, Random& random) {
    CorpusModel model = corpus_model(random);
    while (manner.triangles_only && model.concave) model = corpus_model(random);
    return manner.triangles_only ? model.triangulated() : model;
}

std::vector<CorpusManner> all_manners() {
    std::vector<CorpusManner> manners = line_manners();
    manners.insert(manners.end(), byte_manners().begin(), byte_manners().end());
    return manners;
}

TEST(Corpus, FilesHoldWhatWasWritten) {
    const TemporaryFolder folder;
    Random random(71);
    std::size_t files = 0, solids = 0;
    for (const CorpusManner& manner : all_manners()) {
        for (std::size_t k = 0; k < kFilesOfEachManner; ++k, ++files) {
            const CorpusModel model = fitting_model(manner, random);
            const std::string name = std::to_string(files) + manner.name + manner.extension;
            SCOPED_TRACE(name);
            const auto document = io::read_document(folder.write(name, manner.write(model, random)));
            ASSERT_TRUE(document.has_value()) << document.error().message();
            ASSERT_EQ(document->parts.size(), 1U);
            EXPECT_EQ(document->notes, std::vector<std::string>{});
            const io::Part& part = document->parts[0];
            const MeshData* mesh = mesh_data(part.shape);
            ASSERT_NE(mesh, nullptr);
            EXPECT_EQ(mesh->triangles.size(), model.triangle_count());
            EXPECT_EQ(mesh->options.kind == MeshKind::solid, model.closed());
            solids += model.closed() ? 1 : 0;
            double sixfold = 0;
            for (const auto& [a, b, c] : mesh->triangles) {
                const auto at = [&](std::uint32_t i) { return part.pose * mesh->vertices[i]; };
                sixfold += dot(at(a), cross(at(b), at(c)));
            }
            EXPECT_NEAR(sixfold / 6, model.volume(),
                        1e-12 * 16 * 16 * 16);  // sums of some hundred exact products of coordinates below 16
        }
    }
    EXPECT_EQ(files, 310U);
    EXPECT_GT(solids, files / 2);
    EXPECT_LT(solids, files);
}

struct Damage {
    std::string what;
    std::string content;
    std::size_t line = 0;  ///< That the error must name; 0: any place.
};

void expect_refused(const TemporaryFolder& folder, const std::string& name, const Damage& damage) {
    SCOPED_TRACE(damage.what);
    const std::filesystem::path file = folder.write(name, damage.content);
    const auto document = io::read_document(file);
    ASSERT_FALSE(document.has_value()) << damage.content;
    const io::FileError& error = document.error();
    EXPECT_EQ(error.file, file.string());
    EXPECT_FALSE(error.reason.empty());
    EXPECT_FALSE(error.hint.empty()) << error.message();
    EXPECT_EQ(error.message().find('\n'), std::string::npos) << error.message();
    const std::string line = "line " + std::to_string(damage.line);
    const bool named = damage.line == 0 ? error.element.find_first_of("0123456789") != std::string::npos
                                        : error.element == line || error.element.starts_with(line + ",");
    EXPECT_TRUE(named) << error.message();
}

/// A text in lines, which become a text again with the same line ends.
struct Lines {
    std::vector<std::string> lines;
    std::string end;

    explicit Lines(const std::string& text)
        : end(text.find("\r\n") != std::string::npos ? "\r\n"
              : text.find('\r') != std::string::npos ? "\r"
                                                     : "\n") {
        std::size_t from = 0;
        for (std::size_t at = text.find(end); at != std::string::npos;
             from = at + end.size(), at = text.find(end, from))
            lines.push_back(text.substr(from, at - from));
        if (from < text.size()) lines.push_back(text.substr(from));
    }
    [[nodiscard]] std::string text() const {
        std::string all;
        for (const std::string& line : lines) all += line + end;
        return all;
    }
    [[nodiscard]] Damage with(const std::string& what, std::size_t index, const std::string& line) const {
        Lines changed = *this;
        const bool goes_on = changed.lines[index].ends_with('\\') && line.ends_with('\\');
        changed.lines[index] = line;
        return {what, changed.text(), index + 1 + (goes_on ? 1 : 0)};
    }
    [[nodiscard]] Damage with_line_after(const std::string& what, std::size_t index,
                                         const std::string& line) const {
        Lines changed = *this;
        changed.lines.insert(changed.lines.begin() + static_cast<std::ptrdiff_t>(index) + 1, line);
        return {what, changed.text(), index + 2};
    }
    /// Without this line; any place will do.
    [[nodiscard]] Damage without(const std::string& what, std::size_t index) const {
        Lines changed = *this;
        changed.lines.erase(changed.lines.begin() + static_cast<std::ptrdiff_t>(index));
        return {what, changed.text(), 0};
    }
    [[nodiscard]] Damage cut(std::size_t count) const {
        Lines changed = *this;
        changed.lines.resize(count);
        return {"cut after line " + std::to_string(count), changed.text(), 0};
    }
};

std::string word_of(const std::string& line) {
    const std::size_t from = line.find_first_not_of(" \t");
    return from == std::string::npos ? "" : line.substr(from, line.find_first_of(" \t", from) - from);
}

/// Lines that begin with a word.
std::vector<std::size_t> lines_of(const Lines& text, const std::string& word) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < text.lines.size(); ++i) {
        if (word_of(text.lines[i]) == word) found.push_back(i);
    }
    return found;
}

/// Lines after this one that are not blank.
std::vector<std::size_t> rows_after(const Lines& text, std::size_t head) {
    std::vector<std::size_t> found;
    for (std::size_t i = head + 1; i < text.lines.size(); ++i) {
        const std::string word = word_of(text.lines[i]);
        if (!word.empty() && word[0] != '#' && word[0] != '\0') found.push_back(i);
    }
    return found;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::vector<Damage> damaged_obj(const Lines& text, const CorpusModel& model, Random& random) {
    const std::vector<std::size_t> vertices = lines_of(text, "v"), faces = lines_of(text, "f");
    const std::size_t v = vertices[random.index(vertices.size())], f = faces[random.index(faces.size())];
    const std::string &vertex = text.lines[v], &face = text.lines[f];
    const std::string beyond = std::to_string(model.vertices.size() + 1);
    return {text.with("two coordinates", v, "v 1 2"),
            text.with("a coordinate that is none", v, replaced(vertex, " ", " 1.2.3 ")),
            text.with("a word after a vertex", v, vertex + " red"),
            text.with("nine values in a vertex", v, "v 1 2 3 4 5 6 7 8 9"),
            text.with("an index too large", f, replaced(face, "f", "f " + beyond)),
            text.with("an index of zero", f, replaced(face, "f", "f 0")),
            text.with("an index before the first", f, replaced(face, "f", "f -" + beyond)),
            text.with("a corner that is none", f, replaced(face, "f", "f x")),
            text.with("a face of two corners", f, "f 1 2"),
            text.with_line_after("a line of nonsense", f - (text.lines[f - 1].ends_with('\\') ? 2 : 1),
                                 "%$ nonsense"),
            text.with_line_after("a line that should be a comment", v, "made by hand"),
            text.with_line_after("numbers without a word", v, "1 2 3")};
}

std::vector<Damage> damaged_rows(const Lines& text, const std::vector<std::size_t>& rows,
                                 const CorpusModel& model, Random& random) {
    const std::size_t count = model.vertices.size();
    const std::size_t v = rows[random.index(count)], f = rows[count + random.index(model.faces.size())];
    const std::string &vertex = text.lines[v], &face = text.lines[f];
    const std::string rest = face.substr(face.find(' '));
    const std::string corners = word_of(face);
    return {text.with("values after a vertex", v, vertex + " 7 7"),
            text.with("two coordinates", v, "1 2"),
            text.with("a coordinate that is none", v, "x" + vertex),
            text.with("values after a face", f, face + " 7 7"),
            text.with("a face wrapped over two lines", f, corners + text.end + rest),
            text.with("fewer corners than counted", f, "99 0 1 2"),
            text.with("an index too large", f,
                      corners + " " + std::to_string(count) + rest.substr(rest.find(' ', 1))),
            text.with("an index below zero", f, corners + " -1" + rest.substr(rest.find(' ', 1))),
            text.with("a corner that is none", f, corners + " x" + rest.substr(rest.find(' ', 1))),
            text.with_line_after("a line left over", rows.back(), "3 0 1 2"),
            text.with_line_after("words left over", rows.back(), "made by hand"),
            text.cut(rows[random.index(rows.size() - 1)]),
            text.without("a vertex too few", v)};
}

/// Counts in the header of an OFF or a PLY file, one too many and one too few.
std::vector<Damage> damaged_counts(const std::string& text, const CorpusModel& model,
                                   const std::string& extension) {
    const std::size_t vertices = model.vertices.size(), faces = model.faces.size();
    const auto off = [](std::size_t v, std::size_t f) {
        return std::to_string(v) + " " + std::to_string(f) + " 0";
    };
    const auto ply = [](const std::string& element, std::size_t n) {
        return "element " + element + " " + std::to_string(n);
    };
    std::vector<Damage> damages;
    for (const int step : {-1, 1}) {
        const std::size_t v = vertices + static_cast<std::size_t>(step),
                          f = faces + static_cast<std::size_t>(step);
        const bool is_off = extension == ".off";
        const auto old_count = [&](const char* element, std::size_t n) {
            return is_off ? off(vertices, faces) : ply(element, n);
        };
        damages.push_back({"count of vertices", replaced(text, old_count("vertex", vertices),
                                                         is_off ? off(v, faces) : ply("vertex", v))});
        damages.push_back({"count of faces", replaced(text, old_count("face", faces),
                                                      is_off ? off(vertices, f) : ply("face", f))});
    }
    return damages;
}

std::vector<Damage> damaged_stl(const Lines& text, Random& random) {
    const auto line_of = [&](const std::string& word) {
        std::vector<std::size_t> found = lines_of(text, word);
        std::string capitals = word;
        for (char& letter : capitals) letter = static_cast<char>(letter - 'a' + 'A');
        if (found.empty()) found = lines_of(text, capitals);
        return found[random.index(found.size())];
    };
    const std::size_t v = line_of("vertex"), f = line_of("facet");
    const std::string& vertex = text.lines[v];
    return {text.with("two coordinates", v, "vertex 1 2"),
            text.with("four coordinates", v, vertex + " 1"),
            text.with("a coordinate that is none", v, "vertex 1 2 x"),
            text.with("a facet on one line", f, "facet normal 0 0 1 outer loop vertex 0 0 0"),
            text.without("a facet of two vertices", v),
            text.without("a loop without an end", line_of("endloop")),
            text.with_line_after("a line of nonsense", v, "%$ nonsense"),
            text.with_line_after("words after the end", text.lines.size() - 1, "made by hand"),
            text.cut(v),
            text.without("no end", line_of("endsolid"))};
}

std::vector<Damage> damaged_lines(const CorpusManner& manner, const CorpusModel& model, Random& random) {
    const std::string content = manner.write(model, random), extension = manner.extension;
    const Lines text(content);
    if (extension == ".obj") return damaged_obj(text, model, random);
    if (extension == ".stl") return damaged_stl(text, random);
    std::vector<std::size_t> rows;
    if (extension == ".ply") {
        rows = rows_after(text, lines_of(text, "end_header").at(0));
    } else {  // one line of header, or two
        rows = rows_after(text, 0);
        rows.erase(rows.begin(),
                   rows.end() - static_cast<std::ptrdiff_t>(model.vertices.size() + model.faces.size()));
    }
    std::vector<Damage> damages = damaged_rows(text, rows, model, random);
    const std::vector<Damage> more = damaged_counts(content, model, extension);
    damages.insert(damages.end(), more.begin(), more.end());
    return damages;
}

std::vector<Damage> damaged_bytes(const CorpusManner& manner, const CorpusModel& model, Random& random) {
    const std::string content = manner.write(model, random), extension = manner.extension;
    const std::size_t full = content.find_last_not_of('\0') + 1;  // some are filled up
    std::vector<Damage> damages{{"cut in the middle", content.substr(0, full / 2)},
                                {"cut off a little", content.substr(0, full - 20)}};
    const auto with_word = [&](std::size_t at, std::uint32_t word) {
        std::string changed = content;
        for (std::size_t i = 0; i < 4; ++i) changed[at + i] = static_cast<char>(word >> (8 * i));
        return changed;
    };
    if (extension == ".stl") {
        const auto count = static_cast<std::uint32_t>(model.faces.size());
        damages.push_back({"a triangle left over", with_word(80, count - 1)});
        damages.push_back({"a triangle too few", with_word(80, count + 4)});  // more than the filling of any
        damages.push_back({"a count of none", with_word(80, 0)});
        damages.push_back({"bytes left over", content + "made by hand"});
    } else if (extension == ".ply") {
        damages.push_back({"bytes left over", content + "made by hand"});
        const std::vector<Damage> counts = damaged_counts(content, model, extension);
        damages.insert(damages.end(), counts.begin(), counts.end());
    } else {
        const auto length = static_cast<std::uint32_t>(content.size());
        damages.push_back({"a length too large", with_word(8, length + 4)});
        damages.push_back({"a length too small", with_word(8, length - 4)});
        damages.push_back({"bytes that are no chunk", with_word(8, length + 4) + "1234"});
        damages.push_back({"a chunk too long", with_word(12, length)});
        damages.push_back({"another version", with_word(4, 3)});
    }
    return damages;
}

/// Written by the manner itself, from a model that is not one.
std::vector<Damage> damaged_models(const CorpusManner& manner, CorpusModel model, Random& random) {
    std::vector<Damage> damages;
    CorpusModel bad = model;
    bad.vertices[bad.faces[0][0]].y = std::numeric_limits<double>::quiet_NaN();
    damages.push_back({"a coordinate that is no number", manner.write(bad, random)});
    bad.vertices[bad.faces[0][0]].y = std::numeric_limits<double>::infinity();
    damages.push_back({"a coordinate that is infinite", manner.write(bad, random)});
    if (std::string(manner.extension) == ".stl") return damages;
    model.faces.back().back() = static_cast<std::uint32_t>(model.vertices.size());
    damages.push_back({"an index that is not there", manner.write(model, random)});
    return damages;
}

TEST(Corpus, DamagedFilesAreRefusedWithThePlace) {
    const TemporaryFolder folder;
    Random random(72);
    std::size_t refused = 0;
    for (const CorpusManner& manner : all_manners()) {
        const bool lines = std::any_of(line_manners().begin(), line_manners().end(),
                                       [&](const CorpusManner& m) { return m.write == manner.write; });
        for (std::size_t k = 0; k < kFilesOfEachManner; ++k) {
            const CorpusModel model = fitting_model(manner, random);
            std::vector<Damage> damages =
                lines ? damaged_lines(manner, model, random) : damaged_bytes(manner, model, random);
            const std::vector<Damage> more = damaged_models(manner, model, random);
            damages.insert(damages.end(), more.begin(), more.end());
            const std::string name = manner.name + std::string(manner.extension);
            SCOPED_TRACE(name);
            for (const Damage& damage : damages) expect_refused(folder, name, damage);
            refused += damages.size();
            if (testing::Test::HasFatalFailure()) return;
        }
    }
    EXPECT_GT(refused, 3000U);
}

TEST(Corpus, TextInOtherEncodingsIsNamed) {
    const TemporaryFolder folder;
    Random random(73);
    for (const CorpusManner& manner : line_manners()) {
        SCOPED_TRACE(manner.name + std::string(manner.extension));
        std::string wide = "\xff\xfe";
        for (const char c : manner.write(fitting_model(manner, random), random)) wide += {c, '\0'};
        const auto document = io::read_document(folder.write("wide" + std::string(manner.extension), wide));
        ASSERT_FALSE(document.has_value());
        EXPECT_NE(document.error().reason.find("UTF-16"), std::string::npos) << document.error().message();
    }
}

}  // namespace
}  // namespace graze::test
