#include "oracle/obj_models.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "oracle/obj_file.hpp"

namespace graze::test {
namespace {

namespace fs = std::filesystem;

/// GRAZE_MODELS, or shared/data/models beside the source tree that the tests run in.
fs::path models_folder() {
    if (const char* named = std::getenv("GRAZE_MODELS")) return named;
    std::error_code none;
    for (fs::path at = fs::current_path(none); at.has_relative_path(); at = at.parent_path()) {
        if (fs::exists(at / "include" / "graze", none))
            return at.parent_path() / "shared" / "data" / "models";
    }
    return {};
}

}  // namespace

std::vector<ObjModel> obj_models() {
    std::vector<ObjModel> models;
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator(models_folder(), none)) {
        if (entry.path().extension() != ".obj") continue;
        auto soup = read_obj(entry.path());
        if (soup) models.push_back({entry.path().stem().string(), scaled_to_radius_one(*std::move(soup))});
    }
    std::sort(models.begin(), models.end(),
              [](const ObjModel& x, const ObjModel& y) { return x.name < y.name; });
    return models;
}

}  // namespace graze::test
