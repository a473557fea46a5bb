#include "graze/io/robot_file.hpp"
#include "io/robots/robot_model.hpp"
#include "io/robots/robot_source.hpp"
#include "io/text/fault.hpp"

namespace graze::io {

expected<RobotFile, FileError> read_robot(const std::filesystem::path& file, const ReadOptions& options) {
    return guarded(file.string(), [&] {
        ReadContext context(options);
        RobotModel model = read_robot_model(file, file.string(), context);
        PosedRobot posed = pose_robot(model.robot, file.string(), context);
        return RobotFile{std::move(model.robot), std::move(model.world), std::move(model.ignored),
                         std::move(posed.configuration), std::move(context.notes.lines)};
    });
}

}  // namespace graze::io
