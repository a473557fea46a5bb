// A scene from text, asked by the installed library.
#include <graze/graze.hpp>
#include <graze/io/document.hpp>

int main() {
    const auto scene = graze::io::read_scene(
        R"({"format": "graze-scene", "version": 1, "parts": [{"name": "a", "shape": {"type": "sphere", "radius": 1}},
            {"name": "b", "shape": {"type": "sphere", "radius": 1}, "pose": {"position": [3, 0, 0]}}]})",
        ".");
    if (!scene || scene->parts.size() != 2) return 1;
    const auto again = graze::io::read_scene(to_json(*scene), ".");
    if (!again) return 1;
    const graze::Separation gap = separation(placed(again->parts[0]), placed(again->parts[1]));
    return gap.distance.lower <= 1 && gap.distance.upper >= 1 && !graze::io::read_document("none.urdf") ? 0
                                                                                                        : 1;
}
