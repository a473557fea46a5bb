#include "text.hpp"

#include <Python.h>

namespace graze::python {

std::string text(double x) {
    char* digits = PyOS_double_to_string(x, 'r', 0, Py_DTSF_ADD_DOT_0, nullptr);
    if (digits == nullptr) return "?";
    std::string made = digits;
    PyMem_Free(digits);
    return made;
}

std::string counted(std::size_t count, const char* thing) {
    return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string text(const Vec3& v) { return "[" + text(v.x) + ", " + text(v.y) + ", " + text(v.z) + "]"; }

std::string text(const Mat3& m) {
    std::string rows = "[";
    for (std::size_t r = 0; r < 3; ++r) rows += (r > 0 ? ", " : "") + text(Vec3{m(r, 0), m(r, 1), m(r, 2)});
    return rows + "]";
}

std::string text(const Interval& interval) {
    return "[" + text(interval.lower) + ", " + text(interval.upper) + "]";
}

}  // namespace graze::python
