#include "answers/finer_meshes.hpp"

#include <cmath>
#include <utility>

#include "answers/json_file.hpp"
#include "commands/command.hpp"

namespace graze::cli {
namespace {

constexpr std::string_view kFinerHint = "Write answers with 'graze check --json'";
constexpr std::uintmax_t kLargestAnswersFile = std::uintmax_t{2} << 30;

double positive_length(const Field& field) {
    const double length = field.number();
    if (!(length > 0) || std::isinf(length)) field.fail("should be a finite number above 0");
    return length;
}

}  // namespace

Json finer_json(const std::vector<FinerMesh>& finer) {
    Json list = Json::array();
    for (const FinerMesh& mesh : finer)
        list.push_back(
            {{"file", mesh.file}, {"shape", mesh.shape}, {"deflection", cli::json_of(mesh.deflection)}});
    return list;
}

std::vector<FinerMesh> finer_meshes_of(const std::filesystem::path& file) {
    std::vector<FinerMesh> finer;
    const Json json = parse_json(read_plain_file(file, kLargestAnswersFile), file.string(), kFinerHint);
    try {
        const Field whole(json);
        if (!whole.has("check") || !whole.at("check").has("finer_meshes")) return finer;
        const Field list = whole.at("check").at("finer_meshes");
        for (std::size_t i = 0; i < list.size(); ++i)
            finer.push_back({list.at(i).at("file").index(), list.at(i).at("shape").index(),
                             positive_length(list.at(i).at("deflection"))});
    } catch (const Malformed& fault) {
        throw UserError{file.string() + ": " + (fault.place.empty() ? "it" : fault.place) + " " +
                        fault.reason};
    }
    return finer;
}

}  // namespace graze::cli
