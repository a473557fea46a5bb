// Cells out of robots, obstacles and options.
#include "graze/robot/robot_cell.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "robot/cell_state.hpp"

namespace graze {
namespace {

/// Compounds of more parts are enclosed by a box: the hull of all of them would be slower than they are.
constexpr std::size_t kPartsInHull = 64;

Shape hull_or_box(std::span<const Vec3> points, double margin) {
    const auto hull = ConvexHull::build(points, {.allow_degenerate = true});
    if (!hull) return Shape::invalid(ShapeType::hull, Rule::hull_failed, Element::whole, 0);
    const double grown = margin + hull->data().dropped_distance;
    return grown > 0 ? rounded(*hull, grown) : Shape(*hull);
}

/// A convex set around a shape that is not convex. Its frame is the shape's.
Shape enclosure_of(const Shape& shape) {
    if (const MeshData* mesh = mesh_data(shape)) {
        const Shape hull = hull_or_box(mesh->vertices.copied(), shape.margin());
        if (hull.valid()) return hull;
    }
    if (const CompoundData* compound = compound_data(shape)) {
        if (compound->parts.size() <= kPartsInHull) {
            const Shape hull = convex_hull_of(compound->parts);
            if (hull.valid()) return shape.margin() > 0 ? rounded(hull, shape.margin()) : hull;
        }
    }
    std::vector<Vec3> corners;
    Vec3 low, high;
    for (std::size_t i = 0; i < 3; ++i) {
        Vec3 axis{};
        axis[i] = 1;
        high[i] = support_value(shape, enclose(axis)).upper;
        low[i] = -support_value(shape, enclose(-axis)).upper;
    }
    for (unsigned k = 0; k < 8; ++k)
        corners.push_back({k & 1U ? high.x : low.x, k & 2U ? high.y : low.y, k & 4U ? high.z : low.z});
    return hull_or_box(corners, 0);
}

SearchBody search_body(const CellBody& body) {
    const bool half_space = body.shape.type() == ShapeType::half_space;
    const MeshData* mesh = mesh_data(body.shape);
    const bool convex_mesh = mesh != nullptr && mesh->convex.has_value();
    const bool convex = body.shape.convex();
    SearchBody s{.placed = {body.shape, body.pose},
                 .enclosure = {convex ? body.shape : enclosure_of(body.shape), body.pose},
                 .convex = convex || convex_mesh,
                 .excess = convex_mesh ? mesh->convex->excess : 0,
                 .half_space = half_space,
                 .ball = verifying::ball_around(body)};
    s.support_error = s.enclosure.shape.support_error() + s.excess;
    if (body.obstacle) s.box = box_of(s.placed);
    return s;
}

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
        for (const CellBody& body : state_.model.bodies) state_.bodies.push_back(search_body(body));
        for (std::size_t i = 0; i < state_.bodies.size(); ++i) {
            const SearchBody& body = state_.bodies[i];
            if (body.placed.shape.valid() && body.enclosure.shape.valid()) continue;
            const auto fault = body.placed.shape.fault();
            refuse(Element::object, i, "body '" + state_.model.bodies[i].name + "'",
                   fault.value_or(BuildError{Rule::hull_failed, {}, 0, "its hull cannot be built"}));
        }
        measure();
        build_tree();
    }

private:
    void refuse(Element kind, std::size_t element, const std::string& where, const BuildError& why) {
        if (!state_.fault) state_.fault = BuildError{why.rule, kind, element, why.message(), where};
    }

    [[nodiscard]] double padding_of(const std::string& link) const {
        for (const LinkPadding& padding : options_.padding)
            if (padding.link == link) return padding.padding;
        return options_.default_padding;
    }

    [[nodiscard]] bool has_link(const std::string& name) const {
        return std::ranges::any_of(state_.robots,
                                   [&](const Robot& r) { return r.find_link(name).has_value(); });
    }

    void check_names() {
        const auto unknown = [&](const std::string& what, const std::string& name) {
            refuse(Element::whole, 0, what,
                   {Rule::unknown_name, {}, 0, "nothing in the cell is called '" + name + "'"});
        };
        const auto bad = [](double padding) { return !(padding >= 0 && padding <= kLargestServed); };
        for (const LinkPadding& padding : options_.padding) {
            if (!has_link(padding.link)) unknown("a padding", padding.link);
            if (bad(padding.padding))
                refuse(Element::whole, 0, "the padding of '" + padding.link + "'",
                       {Rule::negative, {}, 0, "it is negative or not a number; give a length"});
        }
        if (bad(options_.default_padding))
            refuse(Element::whole, 0, "the default padding",
                   {Rule::negative, {}, 0, "it is negative or not a number; give a length"});
        for (const AllowedContact& allowed : options_.allowed) {
            const bool known = std::ranges::any_of(state_.model.bodies, [&](const CellBody& body) {
                return body.obstacle && body.name == allowed.obstacle;
            });
            if (!has_link(allowed.link)) unknown("an allowed contact", allowed.link);
            if (!known) unknown("an allowed contact", allowed.obstacle);
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
                if (state_.robots[first.robot].links()[first.link].name != allowed.link) continue;
                for (std::uint32_t b = links; b < model.bodies.size(); ++b)
                    if (model.bodies[b].name == allowed.obstacle) model.allowed.push_back({a, b});
            }
        }
        std::ranges::sort(model.allowed);
    }

    void measure() {
        const KinematicTree& tree = state_.model.tree;
        state_.depths.assign(tree.frame_count(), 0);
        state_.reaches.assign(tree.frame_count(), 0);
        for (std::size_t i = 0; i < tree.axes.size(); ++i) {
            const RobotAxis& axis = tree.axes[i];
            state_.directions.push_back(unit(axis.direction));
            state_.depths[i + 1] = state_.depths[axis.before] + 1;
            state_.reaches[i + 1] = state_.reaches[axis.before] + length(axis.origin.position);
        }
        for (std::size_t i = 0; i < state_.model.link_bodies; ++i) {
            const verifying::BodyBall& ball = state_.bodies[i].ball;
            state_.largest_reach =
                std::max(state_.largest_reach,
                         state_.reaches[state_.model.bodies[i].frame] + length(ball.centre) + ball.radius);
        }
    }

    void build_tree() {
        const auto links = static_cast<std::uint32_t>(state_.model.link_bodies);
        std::vector<Aabb> boxes;
        for (auto i = links; i < state_.bodies.size(); ++i) {
            if (state_.bodies[i].half_space) {
                state_.unbounded.push_back(i);
            } else {
                state_.bounded.push_back(i);
                boxes.push_back(state_.bodies[i].box);
            }
        }
        if (boxes.size() <= kObstaclesInList) return;
        if (auto tree = BoxTree::build(boxes)) state_.obstacle_tree = std::move(*tree);
    }

    RobotCell::State& state_;
    const CellOptions& options_;
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

bool RobotCell::State::tested(std::uint32_t link_body, std::uint32_t obstacle) const noexcept {
    return model.allowed.empty() || !std::ranges::binary_search(model.allowed, BodyPair{link_body, obstacle});
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
