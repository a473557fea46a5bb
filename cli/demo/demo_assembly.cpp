#include "demo/demo_assembly.hpp"

namespace graze::cli {

io::Part& add_part(DemoAssembly& assembly, const std::string& name, const Shape& shape, const Pose& pose,
                   const std::string& group) {
    assembly.document.parts.push_back({.name = name,
                                       .source = {},
                                       .shape = shape,
                                       .pose = pose,
                                       .motion = {},
                                       .group = group,
                                       .margin = 0});
    return assembly.document.parts.back();
}

std::string numbered(const std::string& name, int number) {
    return name + (number < 10 ? "-0" : "-") + std::to_string(number);
}

DemoAssembly demo_assembly() {
    DemoAssembly assembly;
    assembly.document.title = "Gearbox and robot cell";
    assembly.document.unit = "mm";
    add_gearbox(assembly);
    add_conveyor(assembly);
    add_robot(assembly);
    add_surroundings(assembly);
    return assembly;
}

}  // namespace graze::cli
