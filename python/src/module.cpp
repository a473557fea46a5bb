// graze._core: the compiled half of the package. The other half, python/graze, gives it names, signatures and
// documentation; nothing here is meant to be called by users.
#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstring>
#include <new>

#include <graze/core/version.hpp>

#include "bindings.hpp"

namespace {

/// Zeros: an invalid shape, a null pointer, an empty list.
void* zeroed(std::size_t size) {
    void* memory = ::operator new(size);
    std::memset(memory, 0, size);
    return memory;
}

/// Methods of an object that was never initialised (`T.__new__(T)`, or a class derived from T that calls a
/// method before T's __init__) get memory for the missing value from pybind11, whatever is in it. Zeros are
/// harmless.
void zero_missing_values(pybind11::handle module) {
    for (const auto& [name, value] : pybind11::cast<pybind11::dict>(module.attr("__dict__")))
        if (PyType_Check(value.ptr()))
            if (auto* info = pybind11::detail::get_type_info(reinterpret_cast<PyTypeObject*>(value.ptr())))
                info->operator_new = &zeroed;
}

}  // namespace

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
    bind_steady(module);
    bind_features(module);
    bind_solids(module);
    bind_oriented_trees(module);
    bind_frames(module);
    bind_frame_trees(module);
    bind_scenes(module);
    bind_responses(module);
    bind_files(module);
    bind_robots(module);
    bind_joint_paths(module);
    bind_robot_cells(module);
    bind_robot_paths(module);
    bind_self_collision(module);
    bind_robot_files(module);
    zero_missing_values(module);
    module.attr("version") = GRAZE_VERSION_STRING;
}
