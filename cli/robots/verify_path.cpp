#include "robots/verify_path.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "robots/cell_inputs.hpp"
#include "robots/path_words.hpp"
#include "text/table.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHead = 4096;  ///< Bytes in which a proof names its format.

/// The file as it is named, else beside the proof.
std::string found(const std::string& name, const std::string& what, const std::string& proof) {
    std::error_code ignored;
    if (fs::exists(name, ignored)) return name;
    const fs::path beside = fs::path(proof).parent_path() / name;
    if (fs::path(name).is_relative() && fs::exists(beside, ignored)) return beside.string();
    throw UserError{
        fmt::format("{}: its {} '{}' is missing, here and in the folder of the proof. Run graze in the "
                    "folder of the files",
                    proof, what, name)};
}

/// The inputs with files that are there. Checksums keep the old names.
io::PathProofInputs found_inputs(const io::PathProofInputs& named, const std::string& proof) {
    io::PathProofInputs inputs = named;
    inputs.robot = found(named.robot, "robot", proof);
    inputs.path = found(named.path, "path", proof);
    for (std::string& scene : inputs.scenes) scene = found(scene, "scene", proof);
    auto& semantic = inputs.reading.semantic;
    if (semantic) semantic = found(semantic->string(), "SRDF file", proof);
    for (fs::path& folder : inputs.reading.packages)
        folder = found(folder.string(), "folder of packages", proof);
    inputs.reading.compact = true;
    return inputs;
}

/// Names of files whose bytes are not those that were read for the proof.
std::vector<std::string> changed_files(const io::PathProofInputs& named, const std::string& proof) {
    std::vector<std::string> changed;
    for (const auto& [name, sum] : named.checksums) {
        if (io::checksum_of(found(name, "file", proof)) != sum) changed.push_back(name);
    }
    return changed;
}

[[noreturn]] void refuse_other(const io::PathProof& proof, const std::string& file) {
    const std::vector<std::string> changed = changed_files(proof.inputs, file);
    if (!changed.empty())
        throw UserError{fmt::format(
            "{}: the proof is about other files: {} changed since. Run 'graze path ... --proof' again", file,
            fmt::format("{}{}", fmt::join(changed, ", "), changed.size() == 1 ? " has" : " have"))};
    throw UserError{file +
                    ": the proof is about another cell: the named files are the same, so a mesh or a scene "
                    "that they name has changed, or the proof itself. Run 'graze path ... --proof' again"};
}

std::string claim_text(const io::PathProof& proof, const LoadedCell& cell, const JointPath& path) {
    const PathCertificate& claim = proof.certificate;
    const PathClearance& answer = claim.path;
    const std::string about = fmt::format("Claimed: {} by {}: ", proof.inputs.path, proof.inputs.robot);
    const auto time = [&](double t) { return path_time(path, t); };
    const std::string apart = claim.clearance > 0 ? fmt::format("all pairs are at least {} {} apart",
                                                                rounded_down(claim.clearance), cell.unit)
                                                  : std::string("nothing touches");
    if (!tests_pairs(cell.cell)) return about + "free, since nothing is tested";
    if (answer.answer == PathAnswer::free) return about + "free, " + apart + " at all times";
    const std::string before = fmt::format("{} before time {}", apart, rounded_down(time(claim.until)));
    if (answer.answer == PathAnswer::open) return about + before + "; what follows is open";
    return about + fmt::format("hit, {}; by {} {} {}", before, rounded_up(time(answer.time.upper)),
                               cell.cell.describe(answer.pair),
                               claim.clearance > 0 ? "are no farther apart" : "touch");
}

/// What was wanted is what the certificate is about.
bool is_as_wanted(const io::PathProof& proof) {
    const double wanted = proof.inputs.wanted, shown = proof.certificate.clearance;
    return proof.certificate.path.answer == PathAnswer::free ? wanted <= shown : wanted == shown;
}

/// The pairs that the proof lists as resting, and that in the cell do not rest: "lower and ball".
std::vector<std::string> not_resting(const io::PathProof& proof, const CellModel& cell) {
    std::vector<std::string> pairs;
    const auto name_of = [&](std::uint32_t body) {
        return body < cell.bodies.size() ? cell.bodies[body].name : fmt::format("body {}", body);
    };
    for (const BodyPair& pair : proof.resting)
        if (!std::ranges::binary_search(cell.resting, pair))
            pairs.push_back(name_of(pair.a) + " and " + name_of(pair.b));
    return pairs;
}

}  // namespace

bool is_path_proof(const std::string& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return false;
    std::string head(kHead, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(stream.gcount()));
    return head.find("\"graze-path-proof\"") != std::string::npos;
}

Exit verify_path(const std::string& file) {
    const auto proof = io::read_path_proof(file);
    if (!proof) throw UserError{complaint(proof.error())};
    io::PathProofInputs inputs = found_inputs(proof->inputs, file);
    const LoadedCell cell = load_cell(inputs, {});
    const io::PathReadOptions reading{.interpolation = inputs.interpolation, .joints = inputs.reading.joints};
    const JointPath path = load_path(inputs.path, cell.robot, reading, false).path;
    if (digest_of(cell.cell.model(), path) != proof->certificate.digest) refuse_other(*proof, file);
    const std::string claim = claim_text(*proof, cell, path);
    print(shortened(claim, claim.size()) + ".\n");
    print(rules_text(cell, inputs));
    const std::vector<std::string> moving = not_resting(*proof, cell.cell.model());
    if (!moving.empty()) {
        const std::string pairs = fmt::format("{}", fmt::join(moving, ", "));
        print(fmt::format("NOT verified: listed as resting, and not at rest on each other: {}.\n",
                          shortened(pairs, pairs.size())));
        return Exit::findings;
    }
    const bool holds = verify(proof->certificate, cell.cell.model(), path) && is_as_wanted(*proof);
    const std::string size = count_text(proof_size(proof->certificate), "proof");
    print(holds ? fmt::format("Verified, without a solver: {} of {} hold.\n", size,
                              count_text(proof->certificate.pairs.size(), "pair"))
                : "NOT verified: the proofs do not show what is claimed.\n");
    if (const auto inside = path.check(cell.robot.robot); !inside)
        print_note(inputs.path + ": " + inside.error().message() + ", which the proof is not about");
    return holds ? Exit::clean : Exit::findings;
}

}  // namespace graze::cli
