#include "robots/cell_inputs.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <CLI/CLI.hpp>

#include <graze/assembly/assembly.hpp>

#include "pair_options.hpp"
#include "text/nearest_name.hpp"

namespace graze::cli {
namespace {

/// D, or LINK=D.
void add_padding(const std::string& text, io::PathProofInputs& inputs) {
    const std::size_t equals = text.rfind('=');
    const bool named = equals != std::string::npos;
    const std::string number = named ? text.substr(equals + 1) : text;
    if (!refuse_negative(number).empty() || (named && equals == 0))
        throw UserError{"--padding '" + text +
                        "' is neither a length of 0 or more nor LINK=LENGTH, as in --padding gripper=0.01"};
    const double value = std::strtod(number.c_str(), nullptr);
    if (named)
        inputs.padding[text.substr(0, equals)] = value;
    else
        inputs.default_padding = value;
}

/// What rests in the robot's file comes first, so that it keeps its names.
io::Document obstacles_from(const io::PathProofInputs& inputs, const io::RobotFile& robot) {
    io::Document all;
    for (const io::WorldGeometry& geometry : robot.world)
        all.parts.push_back({.name = geometry.name,
                             .source = inputs.robot,
                             .shape = geometry.placed.shape,
                             .pose = geometry.placed.pose,
                             .motion = {},
                             .group = {},
                             .margin = 0});
    std::vector<io::Document> scenes;
    for (const std::string& file : inputs.scenes) {
        io::ReadOptions options = inputs.reading;
        options.joints.clear();  // they are the robot's
        options.semantic.reset();
        io::Document scene = read_one(file, options);
        for (const std::string& note : document_notes(scene)) print_note(note);
        if (scene.unit != "m")
            print_note("'" + file + "' counts in '" + scene.unit +
                       "', the robot in 'm': nothing is converted");
        if (std::ranges::any_of(scene.parts, [](const io::Part& part) {
                return !std::holds_alternative<std::monostate>(part.motion);
            }))
            print_note("parts of '" + file + "' move: here they rest where their motions start");
        scenes.push_back(std::move(scene));
    }
    io::append(all, std::move(scenes));
    return all;
}

/// The pairs that a pattern of links and one of obstacles mean.
void allow(const Exclusion& patterns, const Robot& robot, const io::Document& obstacles,
           std::vector<io::IgnoredContact>& allowed) {
    std::vector<std::string> links, things;
    for (const Robot::Link& link : robot.links())
        if (matches(patterns.a, {link.name, {}})) links.push_back(link.name);
    for (const io::Part& part : obstacles.parts)
        if (matches(patterns.b, {part.name, part.group})) things.push_back(part.name);
    if (links.empty() || things.empty()) {
        std::vector<std::string> names;
        if (links.empty())
            for (const Robot::Link& link : robot.links()) names.push_back(link.name);
        else
            for (const io::Part& part : obstacles.parts) names.push_back(part.name);
        const std::string& missing = links.empty() ? patterns.a : patterns.b;
        const std::string nearest = nearest_name(missing, names);
        throw UserError{"--allow '" + patterns.a + ":" + patterns.b + "': there is no " +
                        (links.empty() ? "link" : "obstacle") + " '" + missing + "'. " +
                        (nearest.empty() ? "Names may have * and ?" : "Did you mean '" + nearest + "'?")};
    }
    for (const std::string& link : links)
        for (const std::string& thing : things) allowed.push_back({link, thing});
}

void check_padding(const io::PathProofInputs& inputs, const Robot& robot) {
    std::vector<std::string> names;
    for (const Robot::Link& link : robot.links()) names.push_back(link.name);
    for (const auto& [link, padding] : inputs.padding) {
        if (robot.find_link(link)) continue;
        const std::string nearest = nearest_name(link, names);
        throw UserError{"the padding of '" + link + "': " + inputs.robot + " has no such link" +
                        (nearest.empty() ? "" : ". Did you mean '" + nearest + "'?")};
    }
}

CellOptions cell_options(const io::PathProofInputs& inputs) {
    CellOptions options;
    options.default_padding = inputs.default_padding;
    options.self_collision = inputs.self_collision;
    options.leave_out_resting = inputs.leave_out_resting;
    for (const auto& [link, padding] : inputs.padding) options.padding.push_back({link, padding});
    for (const io::IgnoredContact& pair : inputs.allowed)
        options.allowed.push_back({pair.link, pair.geometry});
    return options;
}

}  // namespace

void declare_robot(CLI::App& command, std::string& robot) {
    command.add_option("ROBOT", robot, "A robot: URDF (.urdf) or MJCF (.xml)")->required();
}

void declare_cell(CLI::App& command, CellInputs& inputs) {
    command.add_option("--scene", inputs.scenes, "Obstacles: a scene or mesh file; may be repeated")
        ->type_name("FILE")
        ->take_all()
        ->allow_extra_args(false);
    command
        .add_option("--padding", inputs.padding,
                    "Grow the links by this length, or one of them: LINK=D; may be repeated")
        ->type_name("D")
        ->take_all()
        ->allow_extra_args(false);
    command
        .add_option("--allow", inputs.allowed,
                    "Links and obstacles that may touch, patterns of names; may be repeated")
        ->type_name("LINK:OBSTACLE")
        ->take_all()
        ->allow_extra_args(false);
    command.add_flag("--no-self-collision", inputs.no_self_collision, "Do not test links against each other");
    declare_reading(command, inputs.reading);
}

LoadedRobot load_robot(const std::string& file, const io::ReadOptions& options) {
    auto read = io::read_robot(file, options);
    if (!read) throw UserError{complaint(read.error())};
    for (const std::string& note : read->notes) print_note(note);
    auto robot = Robot::build(read->robot);
    if (!robot) throw UserError{file + ": " + robot.error().message()};
    return {std::move(*read), std::move(*robot)};
}

io::PathProofInputs proof_inputs(const CellInputs& inputs) {
    io::PathProofInputs proof;
    proof.robot = inputs.robot;
    proof.scenes = inputs.scenes;
    proof.reading = read_options(inputs.reading);
    for (const std::string& padding : inputs.padding) add_padding(padding, proof);
    proof.self_collision = !inputs.no_self_collision;
    return proof;
}

LoadedCell load_cell(io::PathProofInputs& inputs, const std::vector<std::string>& allowed) {
    LoadedRobot robot = load_robot(inputs.robot, inputs.reading);
    check_padding(inputs, robot.robot);
    io::Document document = obstacles_from(inputs, robot.file);
    for (const Exclusion& patterns : link_obstacle_pairs(allowed))
        allow(patterns, robot.robot, document, inputs.allowed);
    CellOptions options = cell_options(inputs);
    for (const io::IgnoredContact& pair : robot.file.ignored)
        options.allowed.push_back({pair.link, pair.geometry});
    std::vector<Obstacle> obstacles;
    for (const io::Part& part : document.parts) obstacles.push_back({part.name, io::placed(part)});
    RobotCell cell(robot.robot, obstacles, options);
    if (const auto& fault = cell.fault())
        throw UserError{inputs.robot + ": the cell cannot be used: " + fault->message()};
    return {std::move(robot), std::move(document), "m", std::move(cell)};
}

io::JointPathFile load_path(const std::string& file, const LoadedRobot& robot,
                            const io::PathReadOptions& options, bool within_limits) {
    auto path = io::read_joint_path(file, robot.robot, options);
    if (!path) throw UserError{complaint(path.error())};
    for (const std::string& note : path->notes) print_note(note);
    if (!within_limits) return std::move(*path);
    if (const auto inside = path->path.check(robot.robot); !inside)
        throw UserError{file + ": " + inside.error().message() +
                        ". Keep the limits of the joints, or give --ignore-limits"};
    return std::move(*path);
}

}  // namespace graze::cli
