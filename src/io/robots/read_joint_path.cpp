#include "graze/io/robot_file.hpp"
#include "io/formats/read_context.hpp"
#include "io/robots/path_rows.hpp"
#include "io/text/fault.hpp"

namespace graze::io {

expected<JointPathFile, FileError> read_joint_path(const std::filesystem::path& file, const Robot& robot,
                                                   const PathReadOptions& options) {
    return guarded(file.string(), [&] {
        check_file(file, {});
        if (options.interpolation == PathInterpolation::hermite)
            fail({file.string(), "", "hermite is no choice: it needs the velocities of the file",
                  "Choose linear or spline, or none for what the file has."});
        return lower_extension(file) == ".json" ? read_path_json(file, robot, options)
                                                : read_path_csv(file, robot, options);
    });
}

}  // namespace graze::io
