// From a file to answers and back: a scene as text, its parts, the distance between two of them, and the
// scene written again to the last bit.
#include <cstdio>
#include <string_view>

#include <graze/io/document.hpp>
#include <graze/query/query.hpp>

using namespace graze;

int main() {
    constexpr std::string_view text = R"({
        "format": "graze-scene", "version": 1, "unit": "mm",
        "parts": [
            {"name": "plate", "shape": {"type": "box", "half_extents": [100, 60, 5]}},
            {"name": "pin", "shape": {"type": "capsule", "radius": 5, "half_height": 20}, "pose": {"position": [10, 0, 31]}}
        ]
    })";
    const auto document = io::read_scene(text, ".");
    if (!document) {
        std::puts(document.error().message().c_str());
        return 1;
    }
    const Separation gap = separation(io::placed(document->parts[0]), io::placed(document->parts[1]));
    std::printf("%s and %s: between %.9f and %.9f %s apart\n", document->parts[0].name.c_str(),
                document->parts[1].name.c_str(), gap.distance.lower, gap.distance.upper,
                document->unit.c_str());

    // An error names the file, the place in it and a remedy.
    const auto broken = io::read_scene(
        R"({"format": "graze-scene", "version": 1, "parts": [{"shape": {"type": "spere"}}]})", ".");
    if (!broken) std::puts(broken.error().message().c_str());

    const auto again = io::read_scene(io::to_json(*document), ".");
    const bool same = again && again->parts[1].pose == document->parts[1].pose;
    return same && !broken && gap.distance.contains(1.0) ? 0 : 1;
}
