#include <string>

#include "experiments.hpp"
#include "obb/torus_study.hpp"

namespace graze::bench {
namespace {

using test::cascade_operations;
using test::TorusStudy;

/// A first test, and perhaps an oriented box behind it. The book's figures are NaN where it has none.
struct Cascade {
    const char* name;
    double first = 0;  ///< Share that the first test does not separate.
    double all = 0;    ///< That both do not.
    double operations = 0;
    double book_first = Figures::kNone;
    double book_all = Figures::kNone;
    double book_operations = Figures::kNone;
};

void add(Figures& figures, const std::string& table, const Cascade& c) {
    figures.add(table, c.name, "P first %", 100 * c.first, c.book_first);
    figures.add(table, c.name, "P all %", 100 * c.all, c.book_all);
    figures.add(table, c.name, "operations", c.operations, c.book_operations);
}

}  // namespace

void study_volumes(Figures& figures, std::uint64_t samples) {
    for (const bool dense : {false, true}) {
        const double side = dense ? 20 : 100;
        progress("two tori in a cube of side " + std::to_string(static_cast<int>(side)));
        test::Random random(dense ? 502 : 501);
        const TorusStudy s = study_tori(random, side, samples);
        const auto book = [&](double loose, double tight) { return dense ? tight : loose; };
        const std::string table =
            std::string("Two tori in a cube of side ") + (dense ? "20" : "100") + " (tables 5.2, 5.3)";
        const double none = Figures::kNone;
        add(figures, table,
            {"sphere", s.sphere, s.sphere, cascade_operations(11, 0, s.sphere), book(4.6, 98.7), none,
             book(471, 9881)});
        add(figures, table,
            {"oriented box, 15 axes", s.obb, s.obb, cascade_operations(200, 0, s.obb), none, none, none});
        add(figures, table,
            {"oriented box, 6 axes", s.obb_lite, s.obb_lite, cascade_operations(200, 0, s.obb_lite),
             book(4.1, 86.9), none, book(610, 8890)});
        add(figures, table,
            {"dynamic box, then oriented, 6 axes", s.dynamic_aabb, s.obb_lite,
             cascade_operations(54, s.dynamic_aabb, s.obb_lite), book(9.1, 99.0), book(4.1, 86.9),
             book(482, 8942)});
        add(figures, table,
            {"fixed box, then oriented, 6 axes", s.fixed_aabb, s.fixed_aabb_obb_lite,
             cascade_operations(6, s.fixed_aabb, s.fixed_aabb_obb_lite), book(7.8, 100), book(3.9, 86.9),
             book(412, 8896)});
        add(figures, table,
            {"sphere, then oriented, 6 axes", s.sphere, s.sphere_obb_lite,
             cascade_operations(11, s.sphere, s.sphere_obb_lite), book(4.6, 98.7), book(3.4, 86.5),
             book(360, 8858)});
    }
    figures.print();
}

}  // namespace graze::bench
