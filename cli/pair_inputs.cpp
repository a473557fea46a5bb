#include "pair_inputs.hpp"

#include <fnmatch.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/scene/scene.hpp>

#include "nearest_name.hpp"

namespace graze::cli {
namespace {

/// Parts of one side are looked at with parts of the other only.
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
        if (!added) throw Trouble{side.document.parts[i].name + ": " + added.error().message};
    }
}

PartPair closest(const Side& a, const Side& b, unsigned threads) {
    if (a.parts.size() == 1 && b.parts.size() == 1) return {a.document.parts[a.parts[0]], b.document.parts[b.parts[0]]};
    Scene scene({.threads = threads, .broad_phase = nullptr});
    add_side(scene, a, kSideA);
    add_side(scene, b, kSideB);
    const auto found = scene.closest_pair();
    if (!found) throw Trouble{"there is no pair to look at. Name two different parts"};
    const auto index = [&scene](const ObjectId& object) { return static_cast<std::size_t>(scene.options(object).user_data); };
    return {a.document.parts[index(found->objects.a)], b.document.parts[index(found->objects.b)], a.parts.size() * b.parts.size()};
}

Side all_of(const io::Document& document) {
    Side side{document, {}};
    for (std::size_t i = 0; i < document.parts.size(); ++i) side.parts.push_back(i);
    return side;
}

io::Document load_file(const PairInputs& inputs, std::size_t word) {
    Inputs one = inputs.reading;
    one.files = {inputs.words[word]};
    return load(one);
}

}  // namespace

void declare_pair(CLI::App& command, PairInputs& inputs) {
    command.add_option("WORDS", inputs.words, "Two files, or a scene and the names of two of its parts (with * and ? for several)")
        ->required()
        ->expected(2, 3)
        ->type_name("FILE FILE | SCENE PART PART");
    declare_reading(command, inputs.reading);
}

std::vector<std::size_t> parts_named(const io::Document& document, const std::string& pattern) {
    std::vector<std::size_t> found;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < document.parts.size(); ++i) {
        const std::string& name = document.parts[i].name;
        if (name == pattern) return {i};
        if (fnmatch(pattern.c_str(), name.c_str(), FNM_NOESCAPE) == 0) found.push_back(i);
        names.push_back(name);
    }
    if (!found.empty()) return found;
    const std::string nearest = nearest_name(pattern, names);
    if (!nearest.empty()) throw Trouble{fmt::format("there is no part '{}'. Did you mean '{}'?", pattern, nearest)};
    throw Trouble{fmt::format("there is no part '{}' among the {} of the scene. The first is '{}'", pattern, names.size(), names.front())};
}

PartPair load_pair(const PairInputs& inputs) {
    const io::Document first = load_file(inputs, 0);
    if (inputs.words.size() == 2) {
        const io::Document second = load_file(inputs, 1);
        PartPair pair = closest(all_of(first), all_of(second), inputs.reading.threads);
        if (pair.a.name == pair.b.name) {  // both files may call theirs the same
            pair.a.name = inputs.words[0] + ":" + pair.a.name;
            pair.b.name = inputs.words[1] + ":" + pair.b.name;
        }
        return pair;
    }
    const Side a{first, parts_named(first, inputs.words[1])};
    const Side b{first, parts_named(first, inputs.words[2])};
    for (const std::size_t i : a.parts) {
        for (const std::size_t j : b.parts) {
            if (i == j) throw Trouble{fmt::format("'{}' is meant by both names. Name two different parts", first.parts[i].name)};
        }
    }
    return closest(a, b, inputs.reading.threads);
}

}  // namespace graze::cli
