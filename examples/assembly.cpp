// An assembly of generated parts: which of them overlap, how deep, which come too close, and whether the
// proofs hold.
#include <graze/graze.hpp>

#include <cstdio>

using namespace graze;

int main() {
    const TriangleSoup teeth = gear_mesh({.teeth = 12});
    const Shape gear = *Mesh::build(teeth.vertices, teeth.triangles, {.kind = MeshKind::solid});
    Assembly assembly;
    const auto add = [&assembly](const char* name, const Shape& shape, const Vec3& at, const char* group) {
        AssemblyPart& part = assembly.parts.emplace_back();
        part.name = name;
        part.placed = {shape, Pose::translation(at)};
        part.group = group;
    };
    add("housing/plate", Box{{3, 2, 0.2}}, {0, 0, -1}, "housing");
    add("housing/pin", Cylinder{0.2, 1}, {0, 0, 0}, "housing");
    add("gear", gear, {0, 0, 0}, "train");
    add("washer", Cylinder{0.5, 0.05}, {2, 0, -0.745}, "train");
    assembly.exclusions = {{"gear", "housing/pin", "press fit"}};

    const auto findings = check_assembly(assembly, {.clearance = 0.01});
    if (!findings) {
        std::printf("%s\n", findings.error().message.c_str());
        return 1;
    }
    bool proven = true;
    for (const Clash& clash : findings->clashes) {
        const AssemblyPart& a = assembly.parts[clash.a];
        const AssemblyPart& b = assembly.parts[clash.b];
        const auto depth = escape_distance_of(clash);  // none for surfaces that cross
        std::printf("%s and %s: %.3f deep at most\n", a.name.c_str(), b.name.c_str(),
                    depth ? depth->upper : 0.0);
        proven = proven && verify(clash.verdict, a.placed, b.placed);
    }
    for (const NearMiss& near : findings->near_misses)
        std::printf("%s and %s: %.3f apart\n", assembly.parts[near.a].name.c_str(),
                    assembly.parts[near.b].name.c_str(), near.separation.distance.lower);
    std::printf("%zu pairs tested, %zu excluded\n", findings->statistics.tested,
                findings->statistics.excluded);
    return proven && findings->clashes.size() == 1 && findings->near_misses.size() == 1 ? 0 : 1;
}
