#include "io/formats/read_context.hpp"

#include <algorithm>
#include <cctype>
#include <system_error>

#include "io/text/fault.hpp"

namespace graze::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostNotes = 20;  // as many as a person reads

}  // namespace

void ReadBudget::count_triangles(std::size_t more, const std::string& file) {
    if (more > limits.triangles - std::min(triangles, limits.triangles))
        fail({file, "", "there are more than " + std::to_string(limits.triangles) + " triangles in all",
              "Simplify the meshes, or raise the limit."});
    triangles += more;
}

void ReadBudget::count_part(const std::string& file) {
    if (parts >= limits.parts)
        fail({file, "", "there are more than " + std::to_string(limits.parts) + " parts in all",
              "Split the assembly, or raise the limit."});
    ++parts;
}

void ReadBudget::count_kept_parts(std::size_t more, const std::string& file) {
    constexpr std::size_t kLevels = 4;  // of scenes in scenes that may each hold all parts there are
    kept_parts += more;
    if (kept_parts / kLevels > limits.parts)
        fail({file, "",
              "the scenes inside of it hold more than " + std::to_string(limits.parts) +
                  " parts on each of many levels",
              "Nest them less deep, or raise the limit."});
}

void ReadNotes::add(const std::string& file, const std::string& place, const std::string& text) {
    std::string line = "'" + legible(fs::path(file).filename().string()) + "'" +
                       (place.empty() ? "" : ", " + place) + ": " + text;
    if (lines.size() > kMostNotes || std::find(lines.begin(), lines.end(), line) != lines.end()) return;
    if (lines.size() == kMostNotes)
        line = "there are more notes than these; read the files one by one to see all of them";
    lines.push_back(std::move(line));
}

void ReadContext::report(double share, const std::string& file) const {
    if (options.progress && !options.progress(std::clamp(share, 0.0, 1.0)))
        fail({file, "", "the reading was ended by the caller", "Start again to read all of it."});
}

namespace {

/// Meshes of fewer triangles are built by one thread: with two, 2000 meshes of 2500 triangles took 11 to 26 %
/// more processor time, and no less of any other.
constexpr std::size_t kWorthThreads = 20'000;

/// Whether `inner`, both canonical, lies in `outer` or below.
bool lies_in(const fs::path& inner, const fs::path& outer) {
    const auto [end, at] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
    return end == outer.end();
}

}  // namespace

std::string lower_extension(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

fs::path find_named_file(const std::string& name, const fs::path& folder, const NamedIn& by,
                         const ReadOptions& options) {
    const std::string shown = "'" + printable(name) + "'";
    const fs::path relative(name);
    const bool steps_up = std::find(relative.begin(), relative.end(), fs::path("..")) != relative.end();
    if (name.empty() || name.find('\0') != std::string::npos)
        fail({by.file, by.element, "the file's name is empty or holds a zero", "Name a file."});
    const std::string stay = "Put the file into the folder of the file that names it, or below.";
    if (!options.files_anywhere && (relative.is_absolute() || steps_up))
        fail({by.file, by.element, "the file " + shown + " lies outside of the folder", stay});
    const fs::path base = folder.empty() ? fs::path(".") : folder;
    std::error_code failed;
    const fs::path home = fs::canonical(base, failed);
    if (failed)
        fail({by.file, by.element, "the folder '" + printable(base.string()) + "' cannot be read",
              "Check that it exists."});
    fs::path found = fs::canonical(base / relative, failed);
    if (failed)
        fail({by.file, by.element, "there is no file " + shown,
              "Check its name; it is relative to the folder of the file that names it."});
    if (!options.files_anywhere && !lies_in(found, home))
        fail({by.file, by.element, "the file " + shown + " is a link that leads out of the folder", stay});
    return found;
}

void check_file(const fs::path& path, const ReadOptions& options) {
    if (options.opened) options.opened(path);
    const std::string file = path.string();
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (failed || !fs::exists(status))
        fail({file, "", "there is no such file", "Check its name and folder."});
    if (fs::is_directory(status)) fail({file, "", "it is a folder", "Name a file in it."});
    if (!fs::is_regular_file(status))
        fail({file, "", "it is not an ordinary file", "Copy its content into one."});
    const std::uintmax_t bytes = fs::file_size(path, failed);
    if (failed) fail({file, "", "it cannot be examined", "Check that you may read it."});
    if (bytes == 0) fail({file, "", "it is empty", "Export it again."});
    if (bytes > options.limits.file_bytes)
        fail({file, "",
              "it has " + std::to_string(bytes) + " bytes, more than the limit of " +
                  std::to_string(options.limits.file_bytes),
              "Split the file, or raise the limit."});
}

void fail_build(const std::string& file, const std::string& element, const BuildError& error) {
    std::string where = element;
    const std::string index = bracketed(error.element);
    const std::string dot = where.empty() ? "" : ".";
    switch (error.kind) {
        case Element::vertex: where += dot + "vertices" + index; break;
        case Element::triangle: where += dot + "triangles" + index; break;
        case Element::child:
        case Element::part: where += dot + "parts" + index; break;
        case Element::height: where += dot + "heights" + index; break;
        case Element::pose: where += dot + "poses" + index; break;
        default: break;
    }
    // The library's texts are "what is wrong; what to do".
    std::string reason = error.text.empty() ? error.message() : error.text;
    std::string hint = "Repair the numbers.";
    if (const auto mark = reason.rfind("; "); mark != std::string::npos) {
        hint = reason.substr(mark + 2) + ".";
        hint[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(hint[0])));
        reason.resize(mark);
    }
    fail({file, where, reason, hint});
}

Shape build_mesh(const TriangleSoup& soup, SolidChoice choice, const ReadOptions& reading,
                 const NamedIn& where) {
    MeshOptions options;
    options.threads = soup.triangles.size() < kWorthThreads ? 1 : reading.threads;
    options.compact = reading.compact;
    options.kind = choice == SolidChoice::never ? MeshKind::surface : MeshKind::solid;
    auto mesh = Mesh::build(soup.vertices, soup.triangles, options);
    const bool open =
        !mesh && (mesh.error().rule == Rule::not_closed || mesh.error().rule == Rule::not_oriented);
    if (open && choice == SolidChoice::where_closed) {
        options.kind = MeshKind::surface;
        mesh = Mesh::build(soup.vertices, soup.triangles, options);
    }
    if (!mesh) fail_build(where.file, where.element, mesh.error());
    const Shape shape = *mesh;
    if (const auto fault = shape.fault()) fail_build(where.file, where.element, *fault);
    return shape;
}

JsonLimits json_limits(const ReadLimits& limits) noexcept {
    return {.depth = 4 * limits.nesting + 16, .values = 16 * limits.parts};
}

}  // namespace graze::io
