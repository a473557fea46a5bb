// Writes the models of docs/cad.md: write_models FOLDER.
#include <cstdio>
#include <filesystem>

#include "models.hpp"

int main(int argc, char** argv) {
    using namespace graze::test;
    if (argc != 2) {
        std::fputs("usage: graze_cad_models FOLDER\n", stderr);
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    for (const double diameter : {7.9, 8.0, 8.05}) {
        Component plate{"plate", plate_with_hole(40, 10, 4)};
        plate.colour = std::array{0.55, 0.65, 0.75};
        Component pin{"pin", cylinder(diameter / 2, 20)};
        pin.place = turned(0.123, 0, 0, -5);
        pin.colour = std::array{0.85, 0.55, 0.2};
        char name[32];
        std::snprintf(name, sizeof name, "pin_%.2f.step", diameter);
        write_step({"joint", {}, {plate, pin}}, folder / name);
    }
    write_iges(plate_with_hole(40, 10, 4), folder / "plate.igs");
    write_brep(crossed_cylinders(5, 2, 20), folder / "crossed.brep");
    write_3mf("inch", folder / "two.3mf");
    return 0;
}
