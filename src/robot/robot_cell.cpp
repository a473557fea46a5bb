// Cells out of robots, obstacles and options.
#include "graze/robot/robot_cell.hpp"

#include <algorithm>
#include <cmath>

#include "graze/mesh/compound.hpp"
#include "robot/cell_state.hpp"

namespace graze {
namespace {

/// Adds to a cell's model piece by piece, until something is wrong.
class CellBuilder {
public:
    CellBuilder(RobotCell::State& state, const CellOptions& options) : state_(state), options_(options) {}

    void add(const Robot& robot) {
        CellModel& model = state_.model;
        const auto number = static_cast<std::uint32_t>(state_.robots.size());
        const auto first_frame = static_cast<std::uint32_t>(model.tree.axes.size());
        const auto first_value = static_cast<std::uint32_t>(model.tree.coordinates);
        for (RobotAxis axis : robot.tree().axes) {
            axis.before = axis.before == 0 ? 0 : axis.before + first_frame;
            axis.coordinate += first_value;
            model.tree.axes.push_back(axis);
            bases_.push_back(robot.description().base.position);
        }
        model.tree.coordinates += robot.joint_count();
        for (std::uint32_t i = 0; i < robot.links().size(); ++i) {
            const Robot::Link& link = robot.links()[i];
            const double padding = padding_of(link.name);
            for (std::size_t k = 0; k < link.shapes.size(); ++k) {
                CellBody body{.shape = link.shapes[k].shape,
                              .pose = link.in_frame * link.shapes[k].pose,
                              .frame = link.frame == 0 ? 0 : link.frame + first_frame,
                              .robot = number,
                              .link = i,
                              .name = link.name};
                if (padding > 0) body.shape = rounded(body.shape, padding);
                padding_.push_back(padding);
                if (link.shapes.size() > 1) body.name.append(" ").append(std::to_string(k));
                model.bodies.push_back(std::move(body));
            }
        }
        model.link_bodies = model.bodies.size();
        state_.robots.push_back(robot);
    }

    void add(std::size_t number, const Obstacle& obstacle) {
        const auto usable = check(obstacle.placed);
        if (!usable)
            return refuse(Element::object, number, "obstacle '" + obstacle.name + "'", usable.error());
        state_.model.bodies.push_back({.shape = obstacle.placed.shape,
                                       .pose = obstacle.placed.pose,
                                       .obstacle = true,
                                       .name = obstacle.name});
    }

    void finish() {
        check_names();
        add_pairs();
        for (std::size_t i = 0; i < state_.model.bodies.size(); ++i) {
            const CellBody& body = state_.model.bodies[i];
            if (const auto fault = body.shape.fault())
                refuse(Element::object, i, "body '" + body.name + "'", *fault);
        }
        if (state_.fault) {  // queries find it through these
            state_.parts.cell = state_.wholes.cell = &state_;
            return;
        }
        measure();
        state_.parts = search_set(state_, true);
        state_.wholes = search_set(state_, false);
        if (options_.leave_out_resting) leave_out(resting_pairs(state_, padding_));
    }

private:
    void refuse(Element kind, std::size_t element, const std::string& where, const BuildError& why) {
        if (!state_.fault) state_.fault = BuildError{why.rule, kind, element, why.message(), where};
    }

    [[nodiscard]] const CellGroup* group_of(const std::string& name) const {
        const auto found = std::ranges::find(options_.groups, name, &CellGroup::name);
        return found == options_.groups.end() ? nullptr : &*found;
    }

    /// Whether a name in the options is that of the body, or of a group with it.
    [[nodiscard]] bool stands_for(const std::string& name, const std::string& body) const {
        const CellGroup* group = group_of(name);
        return group == nullptr ? name == body : std::ranges::count(group->members, body) > 0;
    }

    [[nodiscard]] double padding_of(const std::string& link) const {
        for (const LinkPadding& padding : options_.padding)
            if (stands_for(padding.link, link)) return padding.padding;
        return options_.default_padding;
    }

    [[nodiscard]] bool has_link(const std::string& name) const {
        return std::ranges::any_of(state_.robots,
                                   [&](const Robot& robot) { return robot.find_link(name).has_value(); });
    }
    [[nodiscard]] bool has_obstacle(const std::string& name) const {
        return std::ranges::any_of(state_.model.bodies,
                                   [&](const CellBody& body) { return body.obstacle && body.name == name; });
    }

    /// Refuses a name in the options that nothing has.
    void expect_name(bool known, const std::string& what, const std::string& name) {
        if (known || group_of(name) != nullptr) return;
        refuse(Element::whole, 0, what,
               {Rule::unknown_name, {}, 0, "nothing in the cell is called '" + name + "'"});
    }
    /// Refuses a group that stands for links (or obstacles) and has something else.
    void expect_members(const std::string& name, bool links, const std::string& what) {
        const CellGroup* group = group_of(name);
        if (group == nullptr) return;
        for (const std::string& member : group->members) {
            if (links ? has_link(member) : has_obstacle(member)) continue;
            refuse(Element::whole, 0, what,
                   {Rule::unknown_name,
                    {},
                    0,
                    "the group '" + name + "' has '" + member + "', which is no " +
                        (links ? "link" : "obstacle")});
        }
    }
    void expect_padding(double padding, const std::string& what) {
        if (padding >= 0 && padding <= kLargestServed) return;
        refuse(Element::whole, 0, what,
               {Rule::negative, {}, 0, "it is negative or not a number; give a length"});
    }

    void check_names() {
        for (const CellGroup& group : options_.groups) {
            const std::string what = "group '" + group.name + "'";
            if (&group != group_of(group.name))
                refuse(Element::whole, 0, what,
                       {Rule::repeated_name, {}, 0, "another group has the same name"});
            if (has_link(group.name) || has_obstacle(group.name))
                refuse(Element::whole, 0, what, {Rule::repeated_name, {}, 0, "a body has the same name"});
            for (const std::string& member : group.members)
                expect_name(has_link(member) || has_obstacle(member), what, member);
        }
        for (const LinkPadding& padding : options_.padding) {
            expect_name(has_link(padding.link), "a padding", padding.link);
            expect_members(padding.link, true, "a padding");
            expect_padding(padding.padding, "the padding of '" + padding.link + "'");
        }
        expect_padding(options_.default_padding, "the default padding");
        for (const AllowedContact& allowed : options_.allowed) {
            expect_name(has_link(allowed.link), "an allowed contact", allowed.link);
            expect_name(has_obstacle(allowed.obstacle), "an allowed contact", allowed.obstacle);
            expect_members(allowed.link, true, "an allowed contact");
            expect_members(allowed.obstacle, false, "an allowed contact");
        }
    }

    void add_pairs() {
        CellModel& model = state_.model;
        const auto links = static_cast<std::uint32_t>(model.link_bodies);
        for (std::uint32_t a = 0; a < links; ++a) {
            const CellBody& first = model.bodies[a];
            for (std::uint32_t b = a + 1; b < links; ++b) {
                const CellBody& second = model.bodies[b];
                const bool same = first.robot == second.robot;
                if (same && (!options_.self_collision ||
                             state_.robots[first.robot].exempt(first.link, second.link) != Robot::Exempt::no))
                    continue;
                model.link_pairs.push_back({a, b});
            }
            for (const AllowedContact& allowed : options_.allowed) {
                if (!stands_for(allowed.link, state_.robots[first.robot].links()[first.link].name)) continue;
                for (std::uint32_t b = links; b < model.bodies.size(); ++b)
                    if (stands_for(allowed.obstacle, model.bodies[b].name)) model.allowed.push_back({a, b});
            }
        }
        std::ranges::sort(model.allowed);
        model.allowed.erase(std::unique(model.allowed.begin(), model.allowed.end()), model.allowed.end());
    }

    void leave_out(std::vector<BodyPair> resting) {
        CellModel& model = state_.model;
        const auto rests = [&](const BodyPair& pair) { return std::ranges::binary_search(resting, pair); };
        for (const BodyPair& pair : resting)
            if (pair.b >= model.link_bodies) model.allowed.push_back(pair);
        std::ranges::sort(model.allowed);
        std::erase_if(model.link_pairs, rests);
        for (SearchSet* set : {&state_.parts, &state_.wholes})
            std::erase_if(set->link_pairs, [&](const BodyPair& pair) { return rests(set->owners(pair)); });
        model.resting = std::move(resting);
    }

    void measure() {
        const KinematicTree& tree = state_.model.tree;
        std::vector<double> reaches(tree.frame_count(), 0.0);
        for (std::size_t i = 0; i < tree.axes.size(); ++i) {
            const RobotAxis& axis = tree.axes[i];
            state_.directions.push_back(unit(axis.direction));
            const Vec3 from = axis.before == 0 ? bases_[i] : Vec3{};
            reaches[i + 1] = reaches[axis.before] + length(axis.origin.position - from);
        }
        for (std::size_t i = 0; i < state_.model.link_bodies; ++i) {
            const CellBody& body = state_.model.bodies[i];
            const verifying::BodyBall ball = verifying::ball_around(body);
            const Vec3& base = state_.robots[body.robot].description().base.position;
            const double along = length(ball.centre - (body.frame == 0 ? base : Vec3{})) + ball.radius;
            state_.largest_reach = std::max(state_.largest_reach, reaches[body.frame] + along);
        }
        for (const Robot& robot : state_.robots)
            state_.farthest_base = std::max(state_.farthest_base, length(robot.description().base.position));
    }

    RobotCell::State& state_;
    const CellOptions& options_;
    std::vector<Vec3> bases_;      ///< Of the robots: for each axis.
    std::vector<double> padding_;  ///< Of the links' bodies.
};

}  // namespace

RobotCell::RobotCell(std::span<const Robot> robots, std::span<const Obstacle> obstacles,
                     const CellOptions& options) {
    auto state = std::make_shared<State>();
    CellBuilder builder(*state, options);
    for (const Robot& robot : robots) builder.add(robot);
    for (std::size_t i = 0; i < obstacles.size(); ++i) builder.add(i, obstacles[i]);
    builder.finish();
    state_ = std::move(state);
}

RobotCell::RobotCell(const Robot& robot, std::span<const Obstacle> obstacles, const CellOptions& options)
    : RobotCell(std::span(&robot, 1), obstacles, options) {}

RobotCell::RobotCell(const Robot& robot, const Scene& scene, const CellOptions& options)
    : RobotCell(std::span(&robot, 1), obstacles_of(scene), options) {}

std::vector<Obstacle> obstacles_of(const Scene& scene) {
    std::vector<Obstacle> obstacles;
    const std::vector<ObjectId> objects = scene.objects();
    obstacles.reserve(objects.size());
    for (const ObjectId& object : objects)
        obstacles.push_back(
            {std::string("object ").append(std::to_string(obstacles.size())), scene.placed(object)});
    return obstacles;
}

const std::optional<BuildError>& RobotCell::fault() const noexcept { return state_->fault; }
std::span<const Robot> RobotCell::robots() const noexcept { return state_->robots; }
const CellModel& RobotCell::model() const noexcept { return state_->model; }

std::string RobotCell::describe(const BodyPair& pair) const {
    const auto& bodies = model().bodies;
    if (pair.a >= bodies.size() || pair.b >= bodies.size()) return "no pair";
    return bodies[pair.a].name + ", " + bodies[pair.b].name;
}

bool RobotCell::State::accepts(std::span<const double> configuration) const noexcept {
    return !fault && configuration.size() == model.tree.coordinates &&
           std::ranges::all_of(configuration, [](double x) { return std::abs(x) <= kLargestServed; });
}

expected<Shape, BuildError> point_cloud(std::span<const Vec3> points, double radius) {
    if (!(radius >= 0))
        return tl::unexpected(BuildError{Rule::negative, {}, 0, "the radius is negative or NaN"});
    std::vector<CompoundPart> parts;
    parts.reserve(points.size());
    for (const Vec3& point : points) parts.push_back({Sphere{radius}, {Mat3::identity(), point}});
    return Compound::build(parts).map([](const Compound& compound) { return Shape(compound); });
}

expected<Shape, BuildError> voxels(std::span<const Vec3> centres, double half_extent) {
    if (!(half_extent >= 0))
        return tl::unexpected(BuildError{Rule::negative, {}, 0, "the half extent is negative or NaN"});
    std::vector<CompoundPart> parts;
    parts.reserve(centres.size());
    const Box box{{half_extent, half_extent, half_extent}};
    for (const Vec3& centre : centres) parts.push_back({box, {Mat3::identity(), centre}});
    return Compound::build(parts).map([](const Compound& compound) { return Shape(compound); });
}

}  // namespace graze
