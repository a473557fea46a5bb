#include "graze/cad/cad.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <map>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <graze/mesh/mesh.hpp>
#include <graze/shape/shape.hpp>

#include "process.hpp"
#include "stream.hpp"

namespace graze::cad {
namespace {

/// A matrix this near to a rotation is brought to one: places in 3MF are rounded to floats.
constexpr double kNearRotation = 2e-6;
/// A matrix this near is one already.
constexpr double kRotation = 4e-15;

/// A place as a map of the shape itself, mostly the identity, followed by a pose.
struct Split {
    Mat3 distortion = Mat3::identity();
    Pose pose{};
    double turn = 0;  ///< Points at distance d from the shape's origin are moved by d times this.
};

Split split_of(const Pose& place) {
    const double defect = orthonormality_defect(place.rotation);
    if (!(determinant(place.rotation) > 0) || !(defect <= kNearRotation))
        return {place.rotation, Pose::translation(place.position), 0};
    if (defect <= kRotation) return {Mat3::identity(), place, 0};
    return {Mat3::identity(), {rotation_matrix(quaternion_of(place.rotation)), place.position}, 2 * defect};
}

/// Of a matrix, at least its largest stretch.
double norm_of(const Mat3& m) {
    return std::sqrt(length_sq(m.columns[0]) + length_sq(m.columns[1]) + length_sq(m.columns[2]));
}

/// Free names near those that are wanted: "bolt-2".
class Names {
public:
    std::string take(const std::string& wanted) {
        const auto [own, free] = next_.try_emplace(wanted, 2);
        if (free) return wanted;
        for (std::size_t& number = own->second;;) {
            std::string name = wanted + "-" + std::to_string(number++);
            if (next_.try_emplace(name, 2).second) return name;
        }
    }

private:
    std::unordered_map<std::string, std::size_t> next_;
};

std::string ending_of(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

std::string text_of(double seconds) {
    std::string text = std::to_string(seconds);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

using DistortionBits = std::array<std::uint64_t, 9>;
DistortionBits bits_of(const Mat3& m) {
    DistortionBits bits{};
    for (std::size_t i = 0; i < 9; ++i) bits[i] = std::bit_cast<std::uint64_t>(m.columns[i / 3][i % 3]);
    return bits;
}

/// A shape in its present mesh.
struct ShapeState {
    std::string name;
    double deflection = 0;  ///< Millimetres, like the deviation.
    double deviation = 0;
    std::string estimated;
    std::size_t triangles = 0;
    double reach = 0;  ///< Largest distance of a vertex from the shape's origin, millimetres.
    std::map<DistortionBits, Shape> shapes;
};

}  // namespace

struct File::State {
    std::string name;
    Options options;
    double scale = 1;
    Process process;
    std::string phase;  ///< What the process said last that it does.
    std::vector<ShapeState> shapes;
    std::map<std::uint32_t, std::vector<Mat3>> distortions;  ///< Of each shape, by the parts that have it.
    std::vector<Split> splits;                               ///< Of the parts.
    std::vector<std::uint32_t> shape_of_part;
    io::Document document;
    std::size_t triangles = 0;

    [[nodiscard]] io::FileError error(std::string element, std::string reason, std::string hint) const {
        return {name, std::move(element), std::move(reason), std::move(hint)};
    }
    [[nodiscard]] io::FileError error_of(const ProcessEnd& end) const;
    expected<void, io::FileError> read();
    void take(const InstanceFrame& instance, std::string part_name);
    expected<ShapeState, io::FileError> build(const ShapeFrame& frame);
    expected<Shape, io::FileError> shape_of(const ShapeFrame& frame, const Mat3& distortion) const;
    expected<void, io::FileError> place_all();
    void place(std::size_t part);
};

/// One line that says what happened in the other process, and what to do.
io::FileError File::State::error_of(const ProcessEnd& end) const {
    const std::string during = phase.empty() ? "" : " while " + phase;
    switch (end.kind) {
        case EndKind::crashed:
            return error("", "the library that reads it crashed" + during + " (" + end.detail + ")",
                         "The file is damaged or more than it can take: export it again, or as another "
                         "format.");
        case EndKind::timed_out:
            return error("", "it took more than " + text_of(options.limits.seconds) + " s" + during,
                         "Give it more time, or export less at a time.");
        case EndKind::too_large:
            return error("", "its meshes take more memory than it may have",
                         "Allow more memory, or mesh it coarser.");
        case EndKind::garbled:
            return error("", "the library that reads it sent damaged data" + during + " (" + end.detail + ")",
                         "The file is damaged: export it again, or as another format.");
        case EndKind::not_started: break;
    }
    return error("", "the program that reads it does not start: " + end.detail,
                 "Install graze as a whole, with graze-cad-reader.");
}

expected<void, io::FileError> File::State::read() {
    for (Names names;;) {
        auto frame = process.next();
        if (!frame) return unexpected<io::FileError>(error_of(frame.error()));
        if (const auto* now = std::get_if<PhaseFrame>(&*frame)) {
            phase = now->text;
        } else if (auto* note = std::get_if<NoteFrame>(&*frame)) {
            document.notes.push_back(std::move(note->text));
        } else if (auto* fault = std::get_if<FaultFrame>(&*frame)) {
            return unexpected<io::FileError>(error(fault->element, fault->reason, fault->hint));
        } else if (auto* shape = std::get_if<ShapeFrame>(&*frame)) {
            if (shape->shape != shapes.size())
                return unexpected<io::FileError>(error_of({EndKind::garbled, "shapes are out of order"}));
            auto built = build(*shape);
            if (!built) return unexpected<io::FileError>(built.error());
            shapes.push_back(*std::move(built));
        } else if (auto* instance = std::get_if<InstanceFrame>(&*frame)) {
            if (splits.size() >= options.limits.parts)
                return unexpected<io::FileError>(
                    error("", "it has more than " + std::to_string(options.limits.parts) + " parts",
                          "Export less at a time."));
            take(*instance, names.take(instance->name.empty() ? "part" : instance->name));
        } else {
            break;
        }
    }
    return place_all();
}

void File::State::take(const InstanceFrame& instance, std::string part_name) {
    io::Part part;
    part.name = std::move(part_name);
    part.source = part.file = name;
    part.colour = instance.colour;
    document.parts.push_back(std::move(part));
    shape_of_part.push_back(instance.shape);
    distortions[instance.shape].push_back(split_of(instance.pose).distortion);
    splits.push_back(split_of(instance.pose));
}

expected<void, io::FileError> File::State::place_all() {
    for (std::size_t i = 0; i < splits.size(); ++i) {
        if (shape_of_part[i] >= shapes.size())
            return unexpected<io::FileError>(error_of({EndKind::garbled, "a part has no shape"}));
        place(i);
    }
    for (const ShapeState& shape : shapes) {
        if (shape.estimated.empty()) continue;
        document.notes.push_back("the deviation of '" + shape.name +
                                 "' is estimated, not bounded: " + shape.estimated);
    }
    return {};
}

/// A mesh in the unit of the document.
expected<Shape, io::FileError> File::State::shape_of(const ShapeFrame& frame, const Mat3& distortion) const {
    std::vector<Vec3> vertices = frame.vertices;
    for (Vec3& v : vertices) v = scale * (distortion * v);
    std::vector<std::array<std::uint32_t, 3>> corners = frame.triangles;
    if (determinant(distortion) < 0) {
        for (auto& t : corners) std::swap(t[1], t[2]);
    }
    MeshOptions mesh;
    mesh.threads = options.threads;
    mesh.compact = options.compact;
    mesh.kind = options.solids == io::SolidChoice::never ? MeshKind::surface : MeshKind::solid;
    auto built = Mesh::build(vertices, corners, mesh);
    if (!built && options.solids == io::SolidChoice::where_closed) {
        mesh.kind = MeshKind::surface;
        built = Mesh::build(vertices, corners, mesh);
    }
    if (!built)
        return unexpected<io::FileError>(
            error("part '" + frame.name + "'", built.error().message(), "Repair it where it was made."));
    return Shape(*built);
}

expected<ShapeState, io::FileError> File::State::build(const ShapeFrame& frame) {
    triangles += frame.triangles.size();
    if (triangles > options.limits.triangles)
        return unexpected<io::FileError>(
            error("part '" + frame.name + "'",
                  "the meshes have more than " + std::to_string(options.limits.triangles) + " triangles",
                  "Mesh it coarser, or export less at a time."));
    ShapeState state{
        frame.name, frame.deflection, frame.deviation, frame.estimated, frame.triangles.size(), 0, {}};
    for (const Vec3& v : frame.vertices) state.reach = std::max(state.reach, length(v));
    for (const Mat3& distortion : distortions[frame.shape]) {
        if (state.shapes.contains(bits_of(distortion))) continue;
        auto shape = shape_of(frame, distortion);
        if (!shape) return unexpected<io::FileError>(shape.error());
        state.shapes.emplace(bits_of(distortion), *std::move(shape));
    }
    return state;
}

void File::State::place(std::size_t part) {
    const Split& split = splits[part];
    const ShapeState& state = shapes[shape_of_part[part]];
    io::Part& to = document.parts[part];
    to.shape = state.shapes.at(bits_of(split.distortion));
    to.pose = {split.pose.rotation, scale * split.pose.position};
    const double grown = split.distortion == Mat3::identity() ? 1 : norm_of(split.distortion);
    to.deviation = {scale * (state.deviation * grown + split.turn * state.reach), !state.estimated.empty()};
}

bool reads(const std::filesystem::path& file) {
    constexpr std::array<std::string_view, 6> known{".step", ".stp", ".iges", ".igs", ".brep", ".3mf"};
    return std::find(known.begin(), known.end(), ending_of(file)) != known.end();
}

std::filesystem::path find_reader() {
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) return {};
    constexpr const char* kName = "graze-cad-reader";
    const std::filesystem::path folder = self.parent_path();
    for (const std::filesystem::path& place :
         {folder / kName, folder / "../libexec/graze" / kName, folder / "../cad" / kName}) {
        if (std::filesystem::is_regular_file(place, error)) return place.lexically_normal();
    }
    return {};
}

std::string libraries() { return GRAZE_CAD_LIBRARIES; }

File::File(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
File::File(File&& other) noexcept = default;
File& File::operator=(File&& other) noexcept = default;
File::~File() = default;

expected<File, io::FileError> File::open(const std::filesystem::path& file, const Options& options) {
    auto state = std::make_unique<State>();
    state->name = file.string();
    state->options = options;
    state->scale = options.unit_scale.value_or(1);
    state->document.title = file.filename().string();
    if (!options.unit_scale) state->document.unit = "mm";
    std::error_code failed;
    if (!std::filesystem::is_regular_file(file, failed))
        return unexpected<io::FileError>(
            state->error("", "there is no such file", "Check the name, and the folder it is in."));
    const std::filesystem::path reader = options.reader.empty() ? find_reader() : options.reader;
    auto process = Process::start(
        reader, {std::filesystem::absolute(file).string(), std::to_string(options.deflection.value_or(0))},
        options.limits);
    if (!process) return unexpected<io::FileError>(state->error_of(process.error()));
    state->process = *std::move(process);
    if (auto read = state->read(); !read) return unexpected<io::FileError>(read.error());
    return File(std::move(state));
}

const io::Document& File::document() const noexcept { return state_->document; }
const std::vector<std::uint32_t>& File::shapes() const noexcept { return state_->shape_of_part; }
std::size_t File::shape_count() const noexcept { return state_->shapes.size(); }
double File::deflection(std::uint32_t shape) const noexcept { return state_->shapes[shape].deflection; }

expected<void, io::FileError> File::refine(std::uint32_t shape, double deflection) {
    State& state = *state_;
    if (auto sent = state.process.request({shape, deflection}); !sent)
        return unexpected<io::FileError>(state.error_of(sent.error()));
    std::optional<ShapeState> made;
    for (;;) {
        auto frame = state.process.next();
        if (!frame) return unexpected<io::FileError>(state.error_of(frame.error()));
        if (const auto* now = std::get_if<PhaseFrame>(&*frame)) {
            state.phase = now->text;
        } else if (const auto* fault = std::get_if<FaultFrame>(&*frame)) {
            return unexpected<io::FileError>(state.error(fault->element, fault->reason, fault->hint));
        } else if (const auto* mesh = std::get_if<ShapeFrame>(&*frame); mesh && mesh->shape == shape) {
            auto built = state.build(*mesh);
            if (!built) return unexpected<io::FileError>(built.error());
            made = *std::move(built);
        } else {
            break;
        }
    }
    if (!made)
        return unexpected<io::FileError>(state.error_of({EndKind::garbled, "a request has no answer"}));
    state.triangles -= std::min(state.triangles, state.shapes[shape].triangles);
    state.shapes[shape] = *std::move(made);
    for (std::size_t i = 0; i < state.shape_of_part.size(); ++i) {
        if (state.shape_of_part[i] == shape) state.place(i);
    }
    return {};
}

void File::close() noexcept { state_->process = Process(); }

}  // namespace graze::cad
