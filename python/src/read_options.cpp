#include "read_options.hpp"

#include <pybind11/stl.h>

#include <map>
#include <string>

#include "arguments.hpp"

namespace graze::python {

io::ReadOptions read_options(const py::dict& given) {
    io::ReadOptions options;
    for (const auto& [key, value] : given) {
        const auto name = key.cast<std::string>();
        if (value.is_none()) continue;
        if (name == "unit_scale")
            options.unit_scale = number_of(value, name);
        else if (name == "up")
            options.up = text_of(value, name).at(0);
        else if (name == "weld")
            options.weld = number_of(value, name);
        else if (name == "threads")
            options.threads = threads_of(value);
        else if (name == "joints")
            options.joints = value.cast<std::map<std::string, double>>();
        else if (name == "files_anywhere")
            options.files_anywhere = boolean_of(value, name);
        else if (name == "any_format")
            options.any_format = boolean_of(value, name);
        else if (name == "semantic")
            options.semantic = text_of(value, name);
        else if (name == "solids") {
            const std::string choice = text_of(value, name);
            options.solids = choice == "always"  ? io::SolidChoice::always
                             : choice == "never" ? io::SolidChoice::never
                                                 : io::SolidChoice::where_closed;
        } else if (name == "packages") {
            for (const py::handle folder : value) options.packages.emplace_back(text_of(folder, name));
        }
    }
    return options;
}

}  // namespace graze::python
