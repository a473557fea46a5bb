#include "inputs.hpp"

#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <graze/math/served_range.hpp>

#include "progress.hpp"

namespace graze::cli {
namespace {

/// The whole text as a finite number.
std::optional<double> number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || end != text.c_str() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

io::SolidChoice solid_choice(const std::string& word) {
    if (word == "never") return io::SolidChoice::never;
    return word == "always" ? io::SolidChoice::always : io::SolidChoice::where_closed;
}

io::Document read_one(const std::string& file, const io::ReadOptions& options) {
    auto document = io::read_document(file, options);
    if (!document) throw Trouble{document.error().message()};
    return *std::move(document);
}

}  // namespace

std::string refuse_negative(const std::string& text) {
    const std::optional<double> value = number(text);
    return value && *value >= 0 ? std::string{} : "'" + text + "' is not a number of 0 or more";
}

std::string refuse_not_positive(const std::string& text) {
    const std::optional<double> value = number(text);
    return value && *value > 0 ? std::string{} : "'" + text + "' is not a number above 0";
}

std::string refuse_not_finite(const std::string& text) { return number(text) ? std::string{} : "'" + text + "' is not a number"; }

std::string refuse_not_whole(const std::string& text) {
    const bool digits = !text.empty() && text.size() <= 18 && text.find_first_not_of("0123456789") == std::string::npos;
    return digits ? std::string{} : "'" + text + "' is not a whole number of 0 or more";
}

bool served(const Vec3& vector) { return in_served_range(vector.x) && in_served_range(vector.y) && in_served_range(vector.z); }

void declare_reading(CLI::App& command, Inputs& inputs) {
    const std::string group = "Reading files";
    command
        .add_option("--unit-scale", inputs.unit_scale, "Length of one unit of the mesh files: 0.001 for millimetres in a scene of metres")
        ->check(refuse_not_positive)
        ->group(group);
    command.add_option("--up", inputs.up, "Axis of the mesh files that points up and becomes z")
        ->check(CLI::IsMember({"x", "y", "z"}))
        ->group(group);
    command.add_option("--solids", inputs.solids, "Which meshes have an inside: those that are closed (default), never, always")
        ->check(CLI::IsMember({"closed", "never", "always"}))
        ->type_name("WHICH")
        ->group(group);
    command.add_option("--joint", inputs.joints, "Value of a robot's joint, radians or a length; may be repeated")
        ->type_name("NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false)
        ->group(group);
    command.add_option("--srdf", inputs.srdf, "Semantic file of the robot, whose disabled pairs are left out")
        ->type_name("FILE")
        ->group(group);
    command.add_option("--threads", inputs.threads, "How many threads work; 0: one per core (default). Answers are the same for any")
        ->type_name("N")
        ->check(CLI::Range(0U, 4096U))
        ->group(group);
}

void declare_inputs(CLI::App& command, Inputs& inputs) {
    command.add_option("FILE", inputs.files, "A scene (.json), a robot (.urdf), or mesh files (.stl .obj .ply .off .glb .gltf .dae ...)")
        ->required();
    declare_reading(command, inputs);
}

io::ReadOptions read_options(const Inputs& inputs) {
    io::ReadOptions options;
    if (inputs.unit_scale > 0) options.unit_scale = inputs.unit_scale;
    if (!inputs.up.empty()) options.up = inputs.up[0];
    options.solids = solid_choice(inputs.solids);
    for (const std::string& joint : inputs.joints) {
        const std::size_t equals = joint.rfind('=');
        const std::optional<double> value = equals == std::string::npos ? std::nullopt : number(joint.substr(equals + 1));
        if (!value || equals == 0) throw Trouble{"--joint '" + joint + "' is not NAME=VALUE with a number, as in --joint elbow=1.57"};
        options.joints[joint.substr(0, equals)] = *value;
    }
    if (!inputs.srdf.empty()) options.semantic = inputs.srdf;
    options.threads = inputs.threads;
    return options;
}

LoadedFiles load_files(const Inputs& inputs) {
    io::ReadOptions options = read_options(inputs);
    Progress progress("Reading");
    const auto count = static_cast<double>(inputs.files.size());
    LoadedFiles loaded;
    io::Document& all = loaded.document;
    std::vector<io::Document> others;
    for (std::size_t i = 0; i < inputs.files.size(); ++i) {
        options.progress = [&progress, i, count](double share) {
            progress.at((static_cast<double>(i) + share) / count);
            return true;
        };
        io::Document next = read_one(inputs.files[i], options);
        loaded.files.resize(loaded.files.size() + next.parts.size(), static_cast<std::uint32_t>(i));
        if (i == 0)
            all = std::move(next);
        else
            others.push_back(std::move(next));
    }
    io::append(all, std::move(others));
    if (all.parts.empty()) throw Trouble{inputs.files.front() + ": there are no parts in it. Name a file that has some"};
    return loaded;
}

io::Document load(const Inputs& inputs) { return load_files(inputs).document; }

}  // namespace graze::cli
