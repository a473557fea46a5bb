// Proofs about paths as files: what they are about, the answer, and the cells of each pair as rows of two
// times and a normal.
#include <algorithm>
#include <charconv>
#include <fstream>

#include "graze/io/robot_file.hpp"
#include "io/formats/read_context.hpp"
#include "io/robots/path_rows.hpp"
#include "io/robots/proof_fields.hpp"
#include "io/text/fault.hpp"
#include "io/text/json_object.hpp"

namespace graze::io {

namespace {

constexpr std::string_view kFormat = "graze-path-proof";
/// Proofs and separations had a form of their own in version 1, and a free path another time.
constexpr std::size_t kVersion = 2;
constexpr std::array<std::string_view, 11> kProofKeys{"format",    "version", "inputs", "answer",
                                                      "clearance", "until",   "digest", "contact",
                                                      "bodies",    "resting", "pairs"};
constexpr std::array<std::string_view, 19> kInputKeys{
    "robot",           "path",           "scenes",           "semantic",
    "packages",        "files_anywhere", "unit_scale",       "up",
    "solids",          "weld",           "joints",           "interpolation",
    "padding",         "allowed",        "self_collision",   "wanted",
    "default_padding", "checksums",      "leave_out_resting"};
constexpr std::array<std::string_view, 3> kRestingKeys{"a", "b", "names"};
constexpr std::array<std::string_view, 5> kPairKeys{"a", "b", "names", "cells", "stills"};
constexpr std::array<std::string_view, 2> kAllowedKeys{"link", "obstacle"};
constexpr std::array<std::string_view, 3> kSolids{"where_closed", "never", "always"};

// Writing.

void write_texts(std::string& out, const std::vector<std::string>& texts) {
    write_list(out, texts, [&out](const std::string& text) { write_text(out, text); });
}

void write_values(std::string& out, const std::map<std::string, double>& values) {
    ObjectText object(out);
    for (const auto& [name, value] : values) write_any_number(object.key(name), value);
}

void write_reading(ObjectText& object, const ReadOptions& reading) {
    if (reading.semantic) write_text(object.key("semantic"), reading.semantic->string());
    if (!reading.packages.empty()) {
        std::vector<std::string> packages;
        for (const std::filesystem::path& folder : reading.packages) packages.push_back(folder.string());
        write_texts(object.key("packages"), packages);
    }
    if (reading.files_anywhere) object.key("files_anywhere") += "true";
    if (reading.unit_scale) write_any_number(object.key("unit_scale"), *reading.unit_scale);
    if (reading.up) object.text("up", std::string(1, *reading.up));
    if (reading.solids != SolidChoice::where_closed)
        object.text("solids", kSolids[static_cast<std::size_t>(reading.solids)]);
    if (reading.weld) write_any_number(object.key("weld"), *reading.weld);
    if (!reading.joints.empty()) write_values(object.key("joints"), reading.joints);
}

std::string digest_text(std::uint64_t digest) {
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), digest, 16);
    return "0x" + std::string(digits.data(), end.ptr);
}

void write_inputs(std::string& out, const PathProofInputs& inputs) {
    ObjectText object(out);
    write_text(object.key("robot"), inputs.robot);
    write_text(object.key("path"), inputs.path);
    write_texts(object.key("scenes"), inputs.scenes);
    write_reading(object, inputs.reading);
    if (inputs.interpolation) object.text("interpolation", to_string(*inputs.interpolation));
    if (inputs.default_padding != 0) write_any_number(object.key("default_padding"), inputs.default_padding);
    if (!inputs.padding.empty()) write_values(object.key("padding"), inputs.padding);
    if (!inputs.allowed.empty())
        write_list(object.key("allowed"), inputs.allowed, [&out](const IgnoredContact& pair) {
            ObjectText one(out);
            write_text(one.key("link"), pair.link);
            write_text(one.key("obstacle"), pair.geometry);
        });
    if (!inputs.self_collision) object.key("self_collision") += "false";
    if (!inputs.leave_out_resting) object.key("leave_out_resting") += "false";
    write_any_number(object.key("wanted"), inputs.wanted);
    if (inputs.checksums.empty()) return;
    ObjectText sums(object.key("checksums"));
    for (const auto& [file, sum] : inputs.checksums) sums.text(file, digest_text(sum));
}

/// Numbers and names.
void write_bodies(ObjectText& object, const BodyPair& pair, const std::vector<std::string>& bodies) {
    FieldWriter fields(object);
    fields("a", pair.a);
    fields("b", pair.b);
    if (pair.a < bodies.size() && pair.b < bodies.size())
        object.text("names", bodies[pair.a] + ", " + bodies[pair.b]);
}

void write_pair(std::string& out, const PathPair& pair, const std::vector<std::string>& bodies) {
    ObjectText object(out);
    write_bodies(object, pair.pair, bodies);
    write_list(object.key("cells"), pair.cells, [&out](const PathCell& cell) {
        FieldWriter::write(
            out, std::array{cell.time.lower, cell.time.upper, cell.normal.x, cell.normal.y, cell.normal.z});
    });
    if (pair.stills.empty()) return;
    FieldWriter fields(object);
    fields("stills", pair.stills);
}

// Reading.

std::vector<std::string> read_texts(const JsonCursor& list) {
    std::vector<std::string> texts;
    for (const JsonCursor& item : list.items()) texts.push_back(item.text());
    return texts;
}

std::map<std::string, double> read_values(const JsonCursor& object) {
    std::map<std::string, double> values;
    for (const JsonCursor& member : object.members()) values.emplace(member.key(), member.any_number());
    return values;
}

void read_reading(const JsonCursor& from, ReadOptions& reading) {
    if (const auto file = from.find("semantic")) reading.semantic = file->text();
    if (const auto list = from.find("packages"))
        for (const std::string& folder : read_texts(*list)) reading.packages.emplace_back(folder);
    if (const auto flag = from.find("files_anywhere")) reading.files_anywhere = flag->flag();
    if (const auto scale = from.find("unit_scale")) reading.unit_scale = scale->any_number();
    if (const auto up = from.find("up")) {
        if (up->text().size() != 1) up->fail("it is none of x, y and z", "Choose one of them.");
        reading.up = up->text()[0];
    }
    if (const auto solids = from.find("solids")) {
        const auto found = std::find(kSolids.begin(), kSolids.end(), solids->text());
        if (found == kSolids.end())
            solids->fail("'" + printable(solids->text(), 60) + "' is not known here",
                         nearest_name(printable(solids->text(), 60), kSolids));
        reading.solids = static_cast<SolidChoice>(found - kSolids.begin());
    }
    if (const auto weld = from.find("weld")) reading.weld = weld->any_number();
    if (const auto joints = from.find("joints")) reading.joints = read_values(*joints);
}

std::uint64_t read_digest(const JsonCursor& from) {
    const std::string& text = from.text();
    std::uint64_t digest = 0;
    const char* const end = text.data() + text.size();
    const bool long_enough = text.starts_with("0x") && text.size() > 2;
    const auto result = std::from_chars(text.data() + (long_enough ? 2 : 0), end, digest, 16);
    if (!long_enough || result.ec != std::errc{} || result.ptr != end)
        from.fail("it is no digest", "Write the proof again.");
    return digest;
}

PathProofInputs read_inputs(const JsonCursor& from) {
    from.object_of(kInputKeys);
    PathProofInputs inputs;
    inputs.robot = from.need("robot").text();
    inputs.path = from.need("path").text();
    inputs.scenes = read_texts(from.need("scenes"));
    read_reading(from, inputs.reading);
    if (const auto name = from.find("interpolation"))
        inputs.interpolation = interpolation_of(name->text(), {name->file(), name->path()});
    if (const auto padding = from.find("default_padding")) inputs.default_padding = padding->any_number();
    if (const auto padding = from.find("padding")) inputs.padding = read_values(*padding);
    if (const auto allowed = from.find("allowed"))
        for (const JsonCursor& pair : allowed->items()) {
            pair.object_of(kAllowedKeys);
            inputs.allowed.push_back({pair.need("link").text(), pair.need("obstacle").text()});
        }
    if (const auto flag = from.find("self_collision")) inputs.self_collision = flag->flag();
    if (const auto flag = from.find("leave_out_resting")) inputs.leave_out_resting = flag->flag();
    inputs.wanted = from.need("wanted").any_number();
    if (const auto sums = from.find("checksums"))
        for (const JsonCursor& sum : sums->members()) inputs.checksums.emplace(sum.key(), read_digest(sum));
    return inputs;
}

BodyPair read_bodies(const JsonCursor& from) {
    BodyPair pair;
    FieldReader::read(from.need("a"), pair.a);
    FieldReader::read(from.need("b"), pair.b);
    return pair;
}

PathPair read_pair(const JsonCursor& from) {
    from.object_of(kPairKeys);
    PathPair pair{.pair = read_bodies(from), .cells = {}, .stills = {}};
    const JsonCursor cells = from.need("cells");
    for (const std::vector<double>& row : cells.number_lists()) {
        if (row.size() != 5)
            cells.fail("entry " + std::to_string(pair.cells.size()) + " has " + std::to_string(row.size()) +
                           " numbers instead of 5",
                       "Write the proof again.");
        pair.cells.push_back({{row[0], row[1]}, {row[2], row[3], row[4]}});
    }
    if (const auto stills = from.find("stills")) FieldReader::read(*stills, pair.stills);
    return pair;
}

PathProof read_proof(const JsonCursor& root) {
    root.object_of(kProofKeys);
    const JsonCursor format = root.need("format"), version = root.need("version");
    if (format.text() != kFormat)
        format.fail("it is '" + printable(format.text(), 60) + "', not '" + std::string(kFormat) + "'",
                    "Name a proof that 'graze path --proof' wrote.");
    if (const std::size_t found = version.whole(1000); found != kVersion)
        version.fail("it is " + std::to_string(found) + ", and this version of graze reads " +
                         std::to_string(kVersion),
                     found < kVersion ? "Write the proof again." : "Use a newer version of graze.");
    PathProof proof;
    proof.inputs = read_inputs(root.need("inputs"));
    PathCertificate& certificate = proof.certificate;
    FieldReader::read(root.need("answer"), certificate.path);
    certificate.clearance = root.need("clearance").any_number();
    certificate.until = root.need("until").any_number();
    certificate.digest = read_digest(root.need("digest"));
    FieldReader::read(root.need("contact"), certificate.contact);
    proof.bodies = read_texts(root.need("bodies"));
    if (const auto resting = root.find("resting"))
        for (const JsonCursor& pair : resting->items()) {
            pair.object_of(kRestingKeys);
            proof.resting.push_back(read_bodies(pair));
        }
    for (const JsonCursor& pair : root.need("pairs").items()) certificate.pairs.push_back(read_pair(pair));
    return proof;
}

}  // namespace

std::string to_json(const PathProof& proof) {
    const PathCertificate& certificate = proof.certificate;
    std::string out;
    {
        ObjectText object(out);
        FieldWriter fields(object);
        object.text("format", kFormat);
        object.number("version", kVersion);
        write_inputs(object.key("inputs"), proof.inputs);
        out += '\n';
        fields("answer", certificate.path);
        fields("clearance", certificate.clearance);
        fields("until", certificate.until);
        object.text("digest", digest_text(certificate.digest));
        fields("contact", certificate.contact);
        out += '\n';
        write_texts(object.key("bodies"), proof.bodies);
        if (!proof.resting.empty())
            write_list(object.key("resting"), proof.resting, [&](const BodyPair& pair) {
                ObjectText one(out);
                write_bodies(one, pair, proof.bodies);
            });
        write_list(object.key("pairs"), certificate.pairs,
                   [&](const PathPair& pair) { write_pair(out += '\n', pair, proof.bodies); });
    }
    out += '\n';
    return out;
}

std::optional<std::uint64_t> checksum_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::uint64_t sum = 0xcbf29ce484222325U;
    std::array<char, 1 << 14> block{};
    while (stream) {
        stream.read(block.data(), block.size());
        for (std::streamsize i = 0; i < stream.gcount(); ++i)
            sum = (sum ^ static_cast<unsigned char>(block[static_cast<std::size_t>(i)])) * 0x100000001b3U;
    }
    return stream.eof() ? std::optional(sum) : std::nullopt;
}

expected<PathProof, FileError> read_path_proof(const std::filesystem::path& file) {
    return guarded(file.string(), [&] {
        check_file(file, {});
        std::ifstream stream(file, std::ios::binary);
        const std::string name = file.string();
        if (!stream) fail({name, "", "it cannot be opened", "Check that you may read it."});
        JsonValue value = parse_json(stream, name);
        return read_proof(JsonCursor(value, name));
    });
}

}  // namespace graze::io
