// graze._core: the compiled half of the package. The other half, python/graze, gives it names, signatures and
// documentation; nothing here is meant to be called by users.
#include <pybind11/pybind11.h>

#include <string>

#include <graze/core/version.hpp>

#include "bindings.hpp"

PYBIND11_MODULE(_core, module) {
    using namespace graze::python;
    bind_poses(module);
    bind_shapes(module);
    bind_separations(module);
    bind_verdicts(module);
    bind_contacts(module);
    bind_rays(module);
    bind_motions(module);
    bind_impacts(module);
    bind_casts(module);
    bind_features(module);
    bind_solids(module);
    bind_frames(module);
    bind_scenes(module);
    bind_files(module);
    module.attr("version") = GRAZE_VERSION_STRING;
}
