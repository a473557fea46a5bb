// Documents in the scene format. Shapes that several parts share are written once and named. Every key is one
// that the reader accepts.
#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "graze/io/document.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "io/text/json_object.hpp"
#include "io/text/json_text.hpp"
#include "shape/primitives/list.hpp"

namespace graze::io {

namespace {

bool same_bits(const Vec3& a, const Vec3& b) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
    }
    return true;
}

bool same_bits(const Mat3& a, const Mat3& b) {
    return same_bits(a.columns[0], b.columns[0]) && same_bits(a.columns[1], b.columns[1]) &&
           same_bits(a.columns[2], b.columns[2]);
}

void write_rows(std::string& out, const Mat3& matrix, const Vec3* offset) {
    out += '[';
    for (std::size_t i = 0; i < 3; ++i) {
        out += i > 0 ? ",[" : "[";
        for (std::size_t j = 0; j < 3; ++j) {
            if (j > 0) out += ',';
            write_number(out, matrix(i, j));
        }
        if (offset) write_number(out += ',', (*offset)[i]);
        out += ']';
    }
    out += ']';
}

void write_pose(std::string& out, const Pose& pose) {
    ObjectText object(out);
    if (!same_bits(pose.position, Vec3{})) object.vector("position", pose.position);
    if (!same_bits(pose.rotation, Mat3::identity()))
        write_rows(object.key("rotation"), pose.rotation, nullptr);
}

void write_shape(std::string& out, const Shape& shape);

/// The numbers of a primitive under the names of its struct.
void write_primitive(ObjectText& object, const Shape& shape) {
    std::size_t next = 0;
    for (const PrimitiveField& field : primitive_info(shape.type())->fields) {
        const double* numbers = &shape.values()[next];
        if (field.components == 1)
            object.number(field.name, numbers[0]);
        else
            object.vector(field.name, {numbers[0], numbers[1], numbers[2]});
        next += field.components;
    }
}

void write_combinator(ObjectText& object, const Shape& shape) {
    const std::span<const Shape> children = shape.children();
    switch (shape.type()) {
        case ShapeType::minkowski_sum:
            write_shape(object.key("a"), children[0]);
            write_shape(object.key("b"), children[1]);
            break;
        case ShapeType::convex_hull_of: {
            std::string& out = object.key("shapes");
            write_list(out, children, [&](const Shape& child) { write_shape(out, child); });
            break;
        }
        case ShapeType::affine_image: {
            write_shape(object.key("shape"), children[0]);
            const Vec3 offset = shape.vector(3);
            write_rows(object.key("matrix"), {{shape.vector(0), shape.vector(1), shape.vector(2)}}, &offset);
            break;
        }
        default: write_shape(object.key("shape"), children[0]); object.number("radius", shape.values()[0]);
    }
}

void write_mesh(ObjectText& object, const MeshData& mesh) {
    object.text("kind", mesh.options.kind == MeshKind::solid ? "solid" : "surface");
    object.points("vertices", mesh.vertices.copied());
    std::string& out = object.key("triangles");
    write_list(out, mesh.triangles.copied(), [&out](const std::array<std::uint32_t, 3>& t) {
        out += '[' + std::to_string(t[0]) + ',' + std::to_string(t[1]) + ',' + std::to_string(t[2]) + ']';
    });
}

void write_compound(ObjectText& object, const CompoundData& compound) {
    std::string& out = object.key("parts");
    write_list(out, compound.parts, [&out](const Shape& part) {
        ObjectText member(out);
        write_shape(member.key("shape"), part);
    });
}

void write_field(ObjectText& object, const HeightFieldData& field) {
    object.number("columns", field.grid.columns);
    object.number("rows", field.grid.rows);
    object.number("cell_width", field.grid.cell_width);
    object.number("cell_depth", field.grid.cell_depth);
    std::string& corner = object.key("corner");
    write_list(corner, std::array{field.grid.corner.x, field.grid.corner.y},
               [&corner](double x) { write_number(corner, x); });
    std::string& out = object.key("heights");
    write_list(out, field.heights, [&out](double h) { write_number(out, h); });
}

/// Meshes, compounds and height fields without their margin and map.
void write_plain(std::string& out, const Shape& shape) {
    ObjectText object(out);
    object.text("type", to_string(shape.type()));
    if (const MeshData* mesh = mesh_data(shape)) write_mesh(object, *mesh);
    if (const CompoundData* compound = compound_data(shape)) write_compound(object, *compound);
    if (const HeightFieldData* field = height_field_data(shape)) write_field(object, *field);
}

void write_mapped(std::string& out, const Shape& shape) {
    const HeightFieldData* field = height_field_data(shape);
    if (!field || field->map == Affine{}) return write_plain(out, shape);
    ObjectText object(out);
    object.text("type", "affine_image");
    write_plain(object.key("shape"), shape);
    write_rows(object.key("matrix"), field->map.linear, &field->map.offset);
}

void write_shape(std::string& out, const Shape& shape) {
    if (!shape.convex()) {
        if (shape.margin() == 0) return write_mapped(out, shape);
        ObjectText object(out);
        object.text("type", "rounded");
        write_mapped(object.key("shape"), shape);
        object.number("radius", shape.margin());
        return;
    }
    ObjectText object(out);
    object.text("type", to_string(shape.type()));
    if (!shape.valid()) return;  // has no numbers to write; the reader reports what is missing
    if (shape.type() == ShapeType::hull || shape.type() == ShapeType::polygon)
        object.points("vertices", static_cast<const HullData*>(shape.payload())->vertices);
    else if (!shape.children().empty())
        write_combinator(object, shape);
    else
        write_primitive(object, shape);
}

void write_path(ObjectText& object, const std::vector<Pose>& poses, const std::vector<double>& times) {
    std::string& out = object.key("poses");
    write_list(out, poses, [&out](const Pose& pose) { write_pose(out, pose); });
    if (times.empty()) return;
    std::string& list = object.key("times");
    write_list(list, times, [&list](double t) { write_number(list, t); });
}

/// Each kind under the names of its struct.
struct MotionText {
    ObjectText& object;

    void start(std::string_view type, const Pose& pose) const {
        object.text("type", type);
        write_pose(object.key("start"), pose);
    }
    void operator()(const std::monostate& /*none*/) const {}
    void operator()(const LinearMotion& m) const {
        start("linear", m.start);
        object.vector("displacement", m.displacement);
    }
    void operator()(const InBetweenMotion& m) const {
        start("in_between", m.start);
        write_pose(object.key("end"), m.end);
    }
    void operator()(const TwistMotion& m) const {
        start("twist", m.start);
        object.vector("velocity", m.velocity);
        object.vector("angular_velocity", m.angular_velocity);
        object.vector("pivot", m.pivot);
    }
    void operator()(const ScrewMotion& m) const {
        start("screw", m.start);
        object.vector("axis_point", m.axis_point);
        object.vector("axis_direction", m.axis_direction);
        object.number("angle", m.angle);
        object.number("advance", m.advance);
    }
    void operator()(const SampledMotion& m) const {
        object.text("type", "sampled");
        write_path(object, m.poses, m.times);
        object.number("deviation", m.deviation);
    }
    void operator()(const SplineMotion& m) const {
        object.text("type", "spline");
        write_path(object, m.poses, m.times);
    }
};

/// Names for shapes that are heavy and used by several parts.
class SharedShapes {
public:
    explicit SharedShapes(const Document& document) {
        for (const Part& part : document.parts) {
            if (part.shape.payload()) ++uses_[key(part.shape)].count;
        }
        std::size_t number = 0;
        for (const Part& part : document.parts) {
            if (!part.shape.payload()) continue;
            Use& use = uses_[key(part.shape)];
            if (use.count < 2 || !use.name.empty()) continue;
            use.name = "shape" + std::to_string(++number);
            order_.push_back(&part.shape);
        }
    }
    /// Null for a shape that is written where it is used.
    [[nodiscard]] const std::string* name(const Shape& shape) const {
        const auto found = shape.payload() ? uses_.find(key(shape)) : uses_.end();
        return found == uses_.end() || found->second.name.empty() ? nullptr : &found->second.name;
    }
    [[nodiscard]] const std::vector<const Shape*>& order() const noexcept { return order_; }

private:
    using Key = std::tuple<const void*, ShapeType, double, std::array<double, 12>>;
    struct Use {
        std::size_t count = 0;
        std::string name;
    };
    static Key key(const Shape& shape) {
        return {shape.payload(), shape.type(), shape.margin(), shape.values()};
    }

    std::map<Key, Use> uses_;
    std::vector<const Shape*> order_;
};

void write_part(std::string& out, const Part& part, const SharedShapes& shared) {
    ObjectText object(out);
    object.text("name", part.name);
    if (!part.source.empty()) object.text("source", part.source);
    if (!part.group.empty()) object.text("group", part.group);
    if (part.margin != 0) object.number("margin", part.margin);
    write_pose(object.key("pose"), part.pose);
    if (!std::holds_alternative<std::monostate>(part.motion)) {
        ObjectText motion(object.key("motion"));
        std::visit(MotionText{motion}, part.motion);
    }
    if (const std::string* name = shared.name(part.shape))
        object.text("shape", *name);
    else
        write_shape(object.key("shape"), part.shape);
}

}  // namespace

std::string to_json(const Document& document) {
    std::string out;
    {
        const SharedShapes shared(document);
        ObjectText scene(out);
        scene.text("format", "graze-scene");
        scene.number("version", 1);
        scene.text("title", document.title);
        scene.text("unit", document.unit);
        scene.vector("up", document.up);
        if (!shared.order().empty()) {
            ObjectText shapes(scene.key("shapes"));
            for (const Shape* shape : shared.order()) write_shape(shapes.key(*shared.name(*shape)), *shape);
        }
        scene.key("parts");
        write_list(out, document.parts, [&](const Part& part) { write_part(out += '\n', part, shared); });
        scene.key("exclusions");
        write_list(out, document.exclusions, [&out](const Exclusion& exclusion) {
            ObjectText object(out += '\n');
            object.text("a", exclusion.a);
            object.text("b", exclusion.b);
            if (!exclusion.reason.empty()) object.text("reason", exclusion.reason);
        });
    }
    out += '\n';
    return out;
}

}  // namespace graze::io
