#include "cad_files.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <graze/mesh/mesh.hpp>

#include "check_document.hpp"
#include "commands/command.hpp"
#include "text/plain_text.hpp"
#include "text/table.hpp"

#ifdef GRAZE_WITH_CAD
#include <graze/cad/cad.hpp>
#endif

namespace graze::cli {

bool is_cad_file(const std::string& file) {
    constexpr std::array<std::string_view, 6> known{".step", ".stp", ".iges", ".igs", ".brep", ".3mf"};
    std::string ending = std::filesystem::path(file).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::find(known.begin(), known.end(), ending) != known.end();
}

#ifdef GRAZE_WITH_CAD

namespace {

/// Meshes are refined at most so often, and no mesh beyond so many triangles.
constexpr int kRounds = 8;
constexpr double kMostTriangles = 1e6;
/// A finer mesh whose deviation is more than this of the coarser one's does not help: what is left is the
/// tolerance of the model.
constexpr double kHelps = 0.7;

cad::Options cad_options(const io::ReadOptions& reading, const CadOptions& given) {
    cad::Options options;
    options.limits.memory = static_cast<std::uint64_t>(given.memory * (1U << 30U));
    options.limits.seconds = given.seconds;
    options.limits.parts = reading.limits.parts;
    if (given.deflection > 0) options.deflection = given.deflection;
    options.unit_scale = reading.unit_scale;
    options.solids = reading.solids;
    options.threads = reading.threads;
    options.compact = reading.compact;
    return options;
}

UserError error_of(io::FileError error) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> words{{
        {"Allow more memory", "Allow more by --cad-memory"},
        {"Give it more time", "Give it more by --cad-time"},
        {"mesh it coarser", "mesh it coarser by --cad-deflection"},
    }};
    for (const auto& [of_library, of_tool] : words) {
        if (const std::size_t at = error.hint.find(of_library); at != std::string::npos)
            error.hint.replace(at, of_library.size(), of_tool);
    }
    return UserError{error.message()};
}

}  // namespace

struct CadFiles::Files {
    struct OpenFile {
        cad::File file;
        std::uint32_t number = 0;
        std::size_t first = 0;  ///< Its first part in the document of all.
    };
    std::vector<OpenFile> open;
    double accuracy = 0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> finer;  ///< Deflections by file and shape.
    std::set<std::pair<std::uint32_t, std::uint32_t>> done;           ///< Shapes that do not become finer.

    OpenFile* of_part(std::size_t part) {
        for (OpenFile& each : open) {
            if (part >= each.first && part < each.first + each.file.shapes().size()) return &each;
        }
        return nullptr;
    }
    void copy_shape(const OpenFile& from, std::uint32_t shape, io::Document& document) const {
        const std::vector<std::uint32_t>& shapes = from.file.shapes();
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            if (shapes[i] != shape) continue;
            const io::Part& part = from.file.document().parts[i];
            document.parts[from.first + i].shape = part.shape;
            document.parts[from.first + i].deviation = part.deviation;
        }
    }
    bool refine(OpenFile& from, std::uint32_t shape, double factor, io::Document& document);
};

bool CadFiles::Files::refine(OpenFile& from, std::uint32_t shape, double factor, io::Document& document) {
    const std::pair key(from.number, shape);
    if (done.contains(key)) return false;
    const std::vector<std::uint32_t>& shapes = from.file.shapes();
    const auto part =
        static_cast<std::size_t>(std::find(shapes.begin(), shapes.end(), shape) - shapes.begin());
    const double before = from.file.document().parts[part].deviation.bound;
    const MeshData* mesh = mesh_data(from.file.document().parts[part].shape);
    const double triangles = mesh == nullptr ? 0 : static_cast<double>(mesh->triangles.size());
    const double deflection = from.file.deflection(shape);
    // Triangles grow as the deflection shrinks, or more slowly.
    factor = std::max(factor, triangles / kMostTriangles);
    if (!(deflection > 0) || factor > kHelps || before <= accuracy) {
        done.insert(key);
        return false;
    }
    const auto refined = from.file.refine(shape, deflection * factor);
    if (!refined) {
        done.insert(key);
        std::fprintf(stderr, "graze: note: not meshed finer: %s\n", refined.error().message().c_str());
        return false;
    }
    if (from.file.document().parts[part].deviation.bound > kHelps * before) done.insert(key);
    finer[key] = deflection * factor;
    copy_shape(from, shape, document);
    return true;
}

CadFiles::CadFiles() : files_(std::make_unique<Files>()) {}
CadFiles::CadFiles(CadFiles&& other) noexcept = default;
CadFiles& CadFiles::operator=(CadFiles&& other) noexcept = default;
CadFiles::~CadFiles() = default;

std::string cad_words() { return "with CAD formats (" + cad::libraries() + ")"; }

io::Document CadFiles::read(const std::string& file, std::uint32_t number, std::size_t first,
                            const io::ReadOptions& reading, const CadOptions& options) {
    auto opened = cad::File::open(file, cad_options(reading, options));
    if (!opened) throw error_of(opened.error());
    files_->accuracy = options.accuracy;
    files_->open.push_back({*std::move(opened), number, first});
    io::Document document = files_->open.back().file.document();
    double most = 0;
    for (io::Part& part : document.parts) {
        part.source = part.file = legible(file);
        most = std::max(most, part.deviation.bound);
    }
    if (most > 0)
        document.notes.push_back("the first meshes of '" + legible(file) +
                                 "' deviate from its parts by at most " + readable(most) + " " +
                                 document.unit);
    return document;
}

bool CadFiles::any() const noexcept { return !files_->open.empty(); }

bool CadFiles::refine(const std::vector<Undecided>& pairs, io::Document& document) {
    // By shape the least factor that one of its pairs asks for.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<Files::OpenFile*, double>> wanted;
    for (const Undecided& pair : pairs) {
        const double gap = pair.shapes.lower;
        const double factor = gap > 0 ? std::clamp(0.4 * gap / pair.meant.deviation, 1.0 / 256, 0.25) : 0.25;
        for (const PartIndex part : {pair.a, pair.b}) {
            Files::OpenFile* from = files_->of_part(part);
            if (from == nullptr || document.parts[part].deviation.bound < 0.05 * pair.meant.deviation)
                continue;
            const std::uint32_t shape = from->file.shapes()[part - from->first];
            const auto [known, is_new] = wanted.try_emplace({from->number, shape}, from, factor);
            if (!is_new) known->second.second = std::min(known->second.second, factor);
        }
    }
    bool any = false;
    for (const auto& [key, want] : wanted)
        any = files_->refine(*want.first, key.second, want.second, document) || any;
    return any;
}

std::vector<FinerMesh> CadFiles::finer() const {
    std::vector<FinerMesh> list;
    for (const auto& [key, deflection] : files_->finer) list.push_back({key.first, key.second, deflection});
    return list;
}

void CadFiles::mesh_again(const std::vector<FinerMesh>& finer, io::Document& document) {
    for (const FinerMesh& mesh : finer) {
        const auto found =
            std::find_if(files_->open.begin(), files_->open.end(),
                         [&](const Files::OpenFile& each) { return each.number == mesh.file; });
        if (found == files_->open.end() || mesh.shape >= found->file.shape_count() || !(mesh.deflection > 0))
            throw UserError{
                "the answers name a mesh of a file that is not there. Name the files of the check"};
        const auto refined = found->file.refine(mesh.shape, mesh.deflection);
        if (!refined) throw error_of(refined.error());
        files_->copy_shape(*found, mesh.shape, document);
    }
}

#else

struct CadFiles::Files {};

CadFiles::CadFiles() = default;
CadFiles::CadFiles(CadFiles&& other) noexcept = default;
CadFiles& CadFiles::operator=(CadFiles&& other) noexcept = default;
CadFiles::~CadFiles() = default;

std::string cad_words() { return "without CAD formats"; }

io::Document CadFiles::read(const std::string& file, std::uint32_t, std::size_t, const io::ReadOptions&,
                            const CadOptions&) {
    throw UserError{legible(file) +
                    ": this graze was built without CAD formats. Build it with -DGRAZE_BUILD_CAD=ON, or "
                    "export a mesh: STL, OBJ or glTF"};
}
bool CadFiles::any() const noexcept { return false; }
bool CadFiles::refine(const std::vector<Undecided>&, io::Document&) { return false; }
std::vector<FinerMesh> CadFiles::finer() const { return {}; }
void CadFiles::mesh_again(const std::vector<FinerMesh>& finer, io::Document&) {
    if (!finer.empty())
        throw UserError{"these answers are about CAD files, and this graze has no reader for them"};
}

constexpr int kRounds = 0;

#endif

namespace {

/// The pairs that are undecided by the present meshes.
std::vector<Undecided> still_undecided(const std::vector<Undecided>& pairs, const io::Document& document,
                                       AssemblyOptions options) {
    options.clearance.reset();
    options.all_distances = options.open_meshes = false;
    options.pairs = PairSelection::all;
    std::vector<Undecided> left;
    for (const Undecided& pair : pairs) {
        io::Document two;
        two.parts = {document.parts[pair.a], document.parts[pair.b]};
        for (Undecided& again : check_document(two, options).undecided) {
            again.a = pair.a;
            again.b = pair.b;
            left.push_back(again);
        }
    }
    return left;
}

}  // namespace

AssemblyFindings check_refined(io::Document& document, const std::vector<std::uint32_t>& files,
                               const AssemblyOptions& options, CadFiles& cad,
                               FunctionRef<void(double)> progress) {
    AssemblyFindings findings = check_document(document, files, options, progress);
    if (!cad.any()) return findings;
    std::vector<Undecided> pending = findings.undecided;
    bool finer = false;
    for (int round = 0; round < kRounds && !pending.empty() && cad.refine(pending, document); ++round) {
        finer = true;
        pending = still_undecided(pending, document, options);
    }
    return finer ? check_document(document, files, options, progress) : findings;
}

}  // namespace graze::cli
