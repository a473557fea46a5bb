// graze ray: what a ray hits first, whether it hits anything, or everything it hits.
#include <array>
#include <charconv>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <graze/scene/scene.hpp>
#include <graze/verify/verify.hpp>

#include "answers/json_text.hpp"
#include "commands/command.hpp"
#include "graze/query/query.hpp"
#include "inputs.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr const char* kRayExamples = R"(Examples:
  graze ray cell.json --from 0,0,2 --along 0,0,-1          the first part below a point
  graze ray cell.json --from 0,0,2 --to 3,0,2 --any        is the line of sight between two points blocked?
  graze ray cell.json --from 0,0,2 --along 0,0,-1 --all    every part that it hits, nearest first
  graze ray cell.json --from=-1,0,2 --along 1,0,0 --json   all digits, for programs

t counts in multiples of the direction: with --along of length 1 it is the distance, with --to it runs from 0 to 1.
Exit codes: 0 nothing is hit, 1 something is, 2 bad input or usage.)";

struct RayOptions {
    Inputs inputs;
    std::string from;
    std::string along;
    std::string to;
    bool any = false;
    bool all = false;
    bool json = false;
};

[[noreturn]] void refuse_size(const std::string& option, const std::string& text) {
    throw UserError{
        fmt::format("{} '{}' has a number that is not 0 or of a size between 1e-100 and 1e100. Scale the "
                    "scene and the ray",
                    option, text)};
}

/// "1,2,3" as three numbers of sizes that are served; throws UserError.
Vec3 read_vector(const std::string& option, const std::string& text) {
    std::array<double, 3> values{};
    const char* next = text.data();
    const char* end = next + text.size();
    for (std::size_t i = 0; i < 3; ++i) {
        const auto [stop, error] = std::from_chars(next, end, values[i]);
        if (error == std::errc::result_out_of_range) refuse_size(option, text);
        const bool ends_well = i == 2 ? stop == end : stop != end && *stop == ',';
        if (error != std::errc{} || !ends_well)
            throw UserError{
                fmt::format("{} '{}' is not three numbers. Write them as {} 1,0.5,-2", option, text, option)};
        next = stop + 1;
    }
    const Vec3 vector{values[0], values[1], values[2]};
    if (!in_served_range(vector)) refuse_size(option, text);
    return vector;
}

Ray read_ray(const RayOptions& options) {
    if (options.along.empty() == options.to.empty())
        throw UserError{"a ray needs a direction or an end, and not both. Give --along or --to"};
    const Vec3 from = read_vector("--from", options.from);
    const Vec3 direction =
        options.to.empty() ? read_vector("--along", options.along) : read_vector("--to", options.to) - from;
    if (direction == Vec3{})
        throw UserError{"the ray has no direction. Give --along that is not zero, or --to another point"};
    if (!in_served_range(direction))
        throw UserError{
            "the ray is too long or too short: sizes between 1e-100 and 1e100 are served. Give --to another "
            "point"};
    return {from, direction};
}

/// A hit with the part that was hit.
struct PartRayHit {
    std::size_t part = 0;
    RayHit hit;
    bool verified = false;
};

std::vector<PartRayHit> cast_ray(const io::Document& document, const Ray& ray, const RayOptions& options) {
    Scene scene({.threads = options.inputs.threads, .broad_phase = nullptr});
    std::vector<Placed> placed;
    for (const io::Part& part : document.parts) {
        placed.push_back(io::placed(part));
        scene.add(placed.back().shape, placed.back().pose, {.margin = 0, .user_data = placed.size() - 1});
    }
    const double max_t = options.to.empty() ? std::numeric_limits<double>::infinity() : 1;
    std::vector<ObjectRayHit> hits;
    if (options.all) {
        hits = scene.raycast_all(ray, max_t);
    } else if (const auto first = scene.raycast(ray); first && first->t <= max_t) {
        hits.push_back(*first);
    }
    std::vector<PartRayHit> found;
    for (const ObjectRayHit& hit : hits) {
        const auto part = static_cast<std::size_t>(scene.options(hit.object).user_data);
        found.push_back({part, hit, verify(hit, ray, placed[part])});
    }
    return found;
}

void print_answer(const io::Document& document, const std::vector<PartRayHit>& hits) {
    if (hits.empty()) print("nothing is hit\n");
    for (const auto& [part, hit, verified] : hits) {
        print(fmt::format("{}\n", document.parts[part].name));
        print(fmt::format("  t       {}{}\n", interval_text(hit.bounds),
                          verified ? ", verified" : ", not proven by the separate check"));
        print(fmt::format("  point   {}\n", vector_text(hit.point)));
        print(fmt::format("  normal  {}\n", vector_text(hit.normal)));
    }
}

void print_json(const io::Document& document, const std::vector<PartRayHit>& hits) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& [part, hit, verified] : hits) {
        list.push_back({{"part", document.parts[part].name},
                        {"t", json_of(hit.t)},
                        {"bounds", to_json(hit.bounds)},
                        {"point", to_json(hit.point)},
                        {"normal", to_json(hit.normal)},
                        {"status", to_string(hit.status)},
                        {"verified", verified}});
    }
    print(json_text(nlohmann::ordered_json{{"hits", list}}));
}

Exit run_ray(const RayOptions& options) {
    const Ray ray = read_ray(options);
    const io::Document document = load(options.inputs);
    const std::vector<PartRayHit> hits = cast_ray(document, ray, options);
    if (options.any && !options.json)
        print(hits.empty() ? "free\n" : "blocked\n");
    else if (options.json)
        print_json(document, hits);
    else
        print_answer(document, hits);
    return hits.empty() ? Exit::clean : Exit::findings;
}

}  // namespace

void declare_ray(CLI::App& tool, Action& chosen) {
    CLI::App* command = tool.add_subcommand("ray", "What a ray hits first, or all that it hits");
    const auto options = std::make_shared<RayOptions>();
    declare_inputs(*command, options->inputs);
    command->add_option("--from", options->from, "Where the ray starts")->required()->type_name("X,Y,Z");
    command->add_option("--along", options->along, "Its direction, of any length; it never ends")
        ->type_name("X,Y,Z");
    command->add_option("--to", options->to, "Where it ends")->type_name("X,Y,Z");
    CLI::Option* any =
        command->add_flag("--any", options->any, "Say only whether anything is hit: free or blocked");
    command->add_flag("--all", options->all, "All parts that are hit, nearest first")->excludes(any);
    command->add_flag("--json", options->json, "Answer in JSON, all digits");
    command->footer(kRayExamples);
    command->callback([&chosen, options] { chosen = [options] { return run_ray(*options); }; });
}

}  // namespace graze::cli
