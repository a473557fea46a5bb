#include "problems.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "graze/io/robot_file.hpp"

namespace graze::bench {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

Vec3 vector_of(const Json& numbers) { return {numbers.at(0), numbers.at(1), numbers.at(2)}; }

/// The only file in the folder that ends so; empty when there is none, or several.
fs::path only_file(const fs::path& folder, const std::string& ending) {
    fs::path found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        if (entry.path().extension() != ending) continue;
        if (!found.empty()) return {};
        found = entry.path();
    }
    return found;
}

Obstacle obstacle_of(const Json& object) {
    const Json& turn = object.at("orientation_xyzw");
    const Quat rotation{turn.at(3), turn.at(0), turn.at(1), turn.at(2)};
    const Json& sizes = object.at("dimensions");
    const std::string type = object.at("type");
    if (type != "box" && type != "cylinder") throw std::runtime_error("an object of unknown type " + type);
    Shape shape = Box{};
    if (type == "box")
        shape = Box{0.5 * vector_of(sizes)};
    else
        shape = Cylinder{.radius = sizes.at(1), .half_height = 0.5 * sizes.at(0).get<double>()};
    return {object.at("name"), {shape, Pose::from(rotation, vector_of(object.at("position")))}};
}

std::vector<double> values_of(const Robot& robot, const Json& by_name) {
    std::vector<double> values;
    for (std::size_t i = 0; i < robot.joint_count(); ++i)
        values.push_back(by_name.at(robot.coordinate_name(i)));
    return values;
}

std::vector<PlanningProblem> problems_of(const Robot& robot, const Json& families) {
    std::vector<PlanningProblem> problems;
    for (const auto& [name, list] : families.items()) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            std::vector<Obstacle> obstacles;
            for (const Json& object : list[i].at("objects")) obstacles.push_back(obstacle_of(object));
            RobotCell cell(robot, obstacles);
            if (!cell.valid()) throw std::runtime_error(cell.fault()->message());
            problems.push_back({name, i, std::move(cell), values_of(robot, list[i].at("start")),
                                values_of(robot, list[i].at("goals").at(0))});
        }
    }
    return problems;
}

}  // namespace

expected<std::vector<PlanningProblem>, std::string> read_problems(const fs::path& folder) {
    const fs::path urdf = only_file(folder, ".urdf"), srdf = only_file(folder, ".srdf");
    if (urdf.empty()) return unexpected(folder.string() + ": not one .urdf file");
    io::ReadOptions options;
    if (!srdf.empty()) options.semantic = srdf;
    options.packages = {folder};
    const auto file = io::read_robot(urdf, options);
    if (!file) return unexpected(file.error().message());
    const auto robot = Robot::build(file->robot);
    if (!robot) return unexpected(robot.error().message());
    std::ifstream in(folder / "problems.json");
    if (!in) return unexpected((folder / "problems.json").string() + ": cannot be read");
    try {
        return problems_of(*robot, Json::parse(in));
    } catch (const std::exception& error) {  // of nlohmann, or of an object that is not understood
        return unexpected("problems.json: " + std::string(error.what()));
    }
}

}  // namespace graze::bench
