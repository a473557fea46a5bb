#include "pair_inputs.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/assembly/assembly.hpp>
#include <graze/scene/scene.hpp>

#include "text/nearest_name.hpp"
#include "text/plain_text.hpp"

namespace graze::cli {
namespace {

/// Parts of one side are examined with parts of the other only.
constexpr ObjectOptions kSideA{.margin = 0, .group = 1, .mask = 2, .user_data = 0};
constexpr ObjectOptions kSideB{.margin = 0, .group = 2, .mask = 1, .user_data = 0};

struct Side {
    const io::Document& document;
    std::vector<std::size_t> parts;
};

void add_side(Scene& scene, const Side& side, ObjectOptions options) {
    for (const std::size_t i : side.parts) {
        const Placed placed = io::placed(side.document.parts[i]);
        options.user_data = i;
        const auto added = scene.try_add(placed.shape, placed.pose, options);
        if (!added) throw UserError{side.document.parts[i].name + ": " + added.error().message};
    }
}

PartPair closest(const Side& a, const Side& b, unsigned threads) {
    if (a.parts.size() == 1 && b.parts.size() == 1)
        return {a.document.parts[a.parts[0]], b.document.parts[b.parts[0]]};
    Scene scene({.threads = threads, .broad_phase = nullptr});
    add_side(scene, a, kSideA);
    add_side(scene, b, kSideB);
    const auto found = scene.closest_pair();
    if (!found) throw UserError{"there is no pair to check. Name two different parts"};
    const auto index = [&scene](const ObjectId& object) {
        return static_cast<std::size_t>(scene.options(object).user_data);
    };
    return {a.document.parts[index(found->objects.a)], b.document.parts[index(found->objects.b)],
            a.parts.size() * b.parts.size()};
}

Side all_of(const io::Document& document) {
    Side side{document, {}};
    for (std::size_t i = 0; i < document.parts.size(); ++i) side.parts.push_back(i);
    return side;
}

}  // namespace

void declare_pair(CLI::App& command, PairInputs& inputs) {
    command.add_option("FILE", inputs.file, "The first file, or the scene that has both parts")
        ->required()
        ->type_name("");
    command
        .add_option("FILE|PART", inputs.second,
                    "The second file, or the name of a part of the scene (* and ? for several)")
        ->required()
        ->type_name("");
    command.add_option("PART", inputs.third, "The name of the other part; none for two files")->type_name("");
    declare_reading(command, inputs.reading);
}

std::vector<std::size_t> parts_named(const io::Document& document, const std::string& pattern) {
    std::vector<std::size_t> found;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < document.parts.size(); ++i) {
        const std::string& name = document.parts[i].name;
        if (name == pattern) return {i};
        if (matches(pattern, {document.parts[i].name, document.parts[i].group})) found.push_back(i);
        names.push_back(name);
    }
    if (!found.empty()) return found;
    const std::string nearest = nearest_name(pattern, names);
    if (!nearest.empty())
        throw UserError{fmt::format("there is no part '{}'. Did you mean '{}'?", pattern, nearest)};
    throw UserError{fmt::format("there is no part '{}' among the {} of the scene. The first is '{}'", pattern,
                                names.size(), names.front())};
}

PartPair load_pair(const PairInputs& inputs) {
    std::vector<std::string> files{inputs.file};
    if (inputs.third.empty()) files.push_back(inputs.second);
    refuse_idle_robot_options(inputs.reading, files);
    const io::Document first = load_one(inputs.reading, inputs.file);
    if (inputs.third.empty()) {
        const bool is_part = std::any_of(first.parts.begin(), first.parts.end(),
                                         [&](const io::Part& part) { return part.name == inputs.second; });
        if (is_part)
            throw UserError{"'" + inputs.second + "' is one part of " + inputs.file +
                            ". Name another one behind it"};
        const io::Document second = load_one(inputs.reading, inputs.second);
        refuse_idle_mesh_options(inputs.reading, files, {&first, &second});
        PartPair pair = closest(all_of(first), all_of(second), inputs.reading.threads);
        if (pair.a.name == pair.b.name) {  // both files may call theirs the same
            pair.a.name = legible(inputs.file) + ":" + pair.a.name;
            pair.b.name = legible(inputs.second) + ":" + pair.b.name;
        }
        return pair;
    }
    refuse_idle_mesh_options(inputs.reading, files, {&first});
    const Side a{first, parts_named(first, inputs.second)};
    const Side b{first, parts_named(first, inputs.third)};
    std::vector<std::size_t> both;
    std::set_intersection(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                          std::back_inserter(both));
    if (!both.empty())
        throw UserError{
            fmt::format("'{}' is meant by both names. Name two different parts", first.parts[both[0]].name)};
    return closest(a, b, inputs.reading.threads);
}

}  // namespace graze::cli
