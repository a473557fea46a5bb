#include "io/robots/mjcf_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "graze/math/vec.hpp"
#include "io/formats/xml_guard.hpp"
#include "io/text/fault.hpp"
#include "io/text/text_lines.hpp"

namespace graze::io {

namespace {

constexpr std::size_t kMostIncludes = 8;  // of files in files
constexpr std::array<const char*, 5> kOrientations{"quat", "axisangle", "xyaxes", "zaxis", "euler"};

void set_file(TiXmlElement* element, std::string* file) {
    element->SetUserData(file);
    for (TiXmlElement* child = element->FirstChildElement(); child; child = child->NextSiblingElement())
        set_file(child, file);
}

/// The rotation by the smallest angle that takes z to a direction, which is not zero.
Quat from_z(const Vec3& direction) {
    const Vec3 w = unit(direction), axis{-w.y, w.x, 0};
    if (axis == Vec3{})
        return w.z > 0 ? Quat::identity() : Quat::from_axis_angle({1, 0, 0}, std::numbers::pi);
    return Quat::from_axis_angle(axis, std::atan2(length(axis), w.z));
}

Quat from_axes(const Vec3& x, const Vec3& y) {
    const Vec3 u = unit(x), v = unit(y - u * dot(u, y));
    return quaternion_of(Mat3{{u, v, cross(u, v)}});
}

}  // namespace

MjcfText::MjcfText(const std::string& text, const std::filesystem::path& path, const std::string& shown,
                   ReadContext& context)
    : folder_(path.parent_path()), shown_(shown) {
    documents_.push_back(std::make_unique<TiXmlDocument>());
    root_ = parse_xml(*documents_.back(), text, "mujoco", shown);
    open_.push_back(std::filesystem::weakly_canonical(path));
    include_files(root_, 0, context);
    classes_["main"];
    for (TiXmlElement* section : sections("default")) read_classes(section, classes_[main_], true);
    read_settings();
}

std::vector<TiXmlElement*> MjcfText::sections(const char* name) const {
    std::vector<TiXmlElement*> found;
    for (TiXmlElement* section = root_->FirstChildElement(name); section;
         section = section->NextSiblingElement(name))
        found.push_back(section);
    return found;
}

NamedIn MjcfText::place(const TiXmlElement* element) const {
    const auto* file = static_cast<const std::string*>(element->GetUserData());
    std::string text = "line " + std::to_string(element->Row()) + ", " + printable(element->ValueStr(), 40);
    const std::string name = printable(xml_attribute(element, "name"), 60);
    return {file ? *file : shown_, name.empty() ? text : text + " " + name};
}

void MjcfText::fail_at(const TiXmlElement* element, std::string reason, std::string hint) const {
    const NamedIn where = place(element);
    fail({where.file, where.element, std::move(reason), std::move(hint)});
}

void MjcfText::include_files(TiXmlElement* element, std::size_t depth, ReadContext& context) {
    for (TiXmlElement* child = element->FirstChildElement(); child;) {
        TiXmlElement* next = child->NextSiblingElement();
        if (child->ValueStr() == "include") {
            include_file(child, depth, context);
            element->RemoveChild(child);
        } else {
            include_files(child, depth, context);
        }
        child = next;
    }
}

/// Puts the children of the file's root before the element.
void MjcfText::include_file(TiXmlElement* element, std::size_t depth, ReadContext& context) {
    const std::string name = xml_attribute(element, "file");
    const NamedIn where = place(element);
    if (name.empty()) fail_at(element, "it names no file", R"(Write <include file="..."/>.)");
    if (depth >= kMostIncludes)
        fail_at(element, "files include each other more than " + std::to_string(kMostIncludes) + " deep",
                "Flatten them.");
    const std::filesystem::path path = find_named_file(name, folder_, where, context.options);
    if (std::find(open_.begin(), open_.end(), path) != open_.end())
        fail_at(element, "the file '" + printable(name) + "' is included twice, or includes itself",
                "Include each file once.");
    open_.push_back(path);
    files_.push_back(path.string());
    const std::string text = read_xml_text(path, files_.back(), context.options);
    auto document = std::make_unique<TiXmlDocument>();
    const bool bare = text.find("<mujocoinclude") != std::string::npos;
    TiXmlElement* root = parse_xml(*document, text, bare ? "mujocoinclude" : "mujoco", files_.back());
    set_file(root, &files_.back());
    include_files(root, depth + 1, context);
    for (TiXmlElement* child = root->FirstChildElement(); child; child = child->NextSiblingElement())
        element->Parent()->InsertBeforeChild(element, *child);
}

void MjcfText::read_classes(TiXmlElement* element, const Class& above, bool outermost) {
    const std::string given = xml_attribute(element, "class");
    if (given.empty() && !outermost)
        fail_at(element, "a class of defaults has no name", R"(Write <default class="...">.)");
    if (outermost && !given.empty() && given != main_) {
        classes_[given] = classes_[main_];
        main_ = given;
    }
    const std::string name = outermost ? main_ : given;
    if (!outermost && classes_.contains(name))
        fail_at(element, "there are two classes of this name", "Give each a name of its own.");
    Class own = above;
    for (TiXmlElement* child = element->FirstChildElement(); child; child = child->NextSiblingElement()) {
        if (child->ValueStr() == "default") continue;
        for (const TiXmlAttribute* a = child->FirstAttribute(); a; a = a->Next())
            own[child->ValueStr()][a->Name()] = a->Value();
    }
    classes_[name] = own;
    for (TiXmlElement* child = element->FirstChildElement("default"); child;
         child = child->NextSiblingElement("default"))
        read_classes(child, own, false);
}

void MjcfText::read_settings() {
    for (const TiXmlElement* compiler : sections("compiler")) {
        const std::string angle = xml_attribute(compiler, "angle"),
                          sequence = xml_attribute(compiler, "eulerseq"),
                          coordinate = xml_attribute(compiler, "coordinate");
        if (!angle.empty() && angle != "degree" && angle != "radian")
            fail_at(compiler, "its angle is neither degree nor radian", R"(Write angle="radian".)");
        if (!angle.empty()) degrees_ = angle == "degree";
        if (!coordinate.empty() && coordinate != "local")
            fail_at(compiler, "its coordinates are not local",
                    "Load the model in a version that has them, and save it: coordinates become local.");
        if (sequence.empty()) continue;
        if (sequence.size() != 3 || sequence.find_first_not_of("xyzXYZ") != std::string::npos)
            fail_at(compiler, "its eulerseq is not three of the letters xyzXYZ", R"(Write eulerseq="xyz".)");
        euler_ = sequence;
    }
}

const MjcfText::Attributes* MjcfText::defaults(const MjcfElement& element) const {
    std::string name = xml_attribute(element.xml, "class");
    if (name.empty()) name = element.childclass.empty() ? main_ : element.childclass;
    const auto found = classes_.find(name);
    if (found == classes_.end()) {
        std::vector<std::string> known;
        for (const auto& [own, unused] : classes_) known.push_back(own);
        fail_at(element.xml, "there is no class '" + printable(name, 60) + "' of defaults",
                nearest_name(printable(name, 60), known));
    }
    const auto attributes = found->second.find(element.kind());
    return attributes == found->second.end() ? nullptr : &attributes->second;
}

std::optional<std::string> MjcfText::own(const MjcfElement& element, const char* name) {
    const char* value = element.xml->Attribute(name);
    if (!value) return std::nullopt;
    return value;
}

std::optional<std::string> MjcfText::attribute(const MjcfElement& element, const char* name) const {
    const Attributes* from = defaults(element);
    if (auto value = own(element, name)) return value;
    if (from == nullptr) return std::nullopt;
    const auto found = from->find(name);
    if (found == from->end()) return std::nullopt;
    return found->second;
}

std::optional<std::vector<double>> MjcfText::numbers(const MjcfElement& element, const char* name,
                                                     NumberCount count) const {
    const auto value = attribute(element, name);
    if (!value) return std::nullopt;
    std::vector<double> numbers;
    Words words{*value};
    const std::string shown = std::string(name) + "=\"" + printable(*value, 60) + "\"";
    for (std::size_t i = words.count(); i > 0; --i) {
        double x = 0;
        if (!words.number(x) || !in_served_range(x))
            fail_at(element.xml, shown + " is no usable number",
                    "Numbers have a decimal point and no unit, from 1e-100 to 1e100.");
        numbers.push_back(x);
    }
    if (numbers.size() < count.least || numbers.size() > count.most)
        fail_at(element.xml,
                shown + " has " + std::to_string(numbers.size()) + " numbers instead of " +
                    std::to_string(count.least) +
                    (count.most > count.least ? " to " + std::to_string(count.most) : ""),
                "Correct it.");
    return numbers;
}

Vec3 MjcfText::vector(const MjcfElement& element, const char* name, const Vec3& missing) const {
    const auto v = numbers(element, name, {3, 3});
    return v ? Vec3{(*v)[0], (*v)[1], (*v)[2]} : missing;
}

double MjcfText::radians(double angle) const noexcept {
    return degrees_ ? angle * (std::numbers::pi / 180) : angle;
}

/// Lower case letters turn about axes that move along, capitals about fixed ones.
Quat MjcfText::euler(const Vec3& angles) const noexcept {
    Quat all;
    for (std::size_t i = 0; i < 3; ++i) {
        const char letter = euler_[i];
        const bool moves = letter >= 'a';
        Vec3 axis;
        axis[static_cast<std::size_t>(letter - (moves ? 'x' : 'X'))] = 1;
        const Quat one = Quat::from_axis_angle(axis, radians(angles[i]));
        all = moves ? all * one : one * all;
    }
    return all;
}

Quat MjcfText::orientation(const MjcfElement& element) const {
    const char* used = nullptr;
    for (const bool only_own : {true, false}) {
        for (const char* name : kOrientations) {
            if (!(only_own ? own(element, name) : attribute(element, name))) continue;
            if (used)
                fail_at(element.xml, std::string("it has both ") + used + " and " + name,
                        "Keep one orientation.");
            used = name;
        }
        if (used) break;
    }
    if (!used) return Quat::identity();
    const std::string_view kind = used;
    const std::size_t count = kind == "zaxis" || kind == "euler" ? 3 : kind == "xyaxes" ? 6 : 4;
    const std::vector<double> n = *numbers(element, used, {count, count});
    const Vec3 first{n[0], n[1], n[2]};
    const auto refuse = [&] {
        fail_at(element.xml, "its " + std::string(kind) + " has a direction of length zero", "Correct it.");
    };
    if (kind == "euler") return euler(first);
    if (kind == "quat") {
        if (n[0] == 0 && n[1] == 0 && n[2] == 0 && n[3] == 0) refuse();
        return {n[0], n[1], n[2], n[3]};
    }
    if (first == Vec3{}) refuse();
    if (kind == "axisangle") return Quat::from_axis_angle(first, radians(n[3]));
    if (kind == "zaxis") return from_z(first);
    const Vec3 second{n[3], n[4], n[5]};
    if (!(length(cross(unit(first), unit(second))) > 1e-12)) refuse();  // a third axis needs two directions
    return from_axes(first, second);
}

Pose MjcfText::pose(const MjcfElement& element) const {
    return Pose::from(orientation(element), vector(element, "pos", {}));
}

std::optional<std::string> MjcfText::setting(const char* name) const {
    std::optional<std::string> value;
    for (const TiXmlElement* compiler : sections("compiler"))
        if (const char* given = compiler->Attribute(name)) value = given;
    return value;
}

bool MjcfText::flag(const TiXmlElement* element, const std::string& value, const char* name) const {
    if (value == "true") return true;
    if (value == "false") return false;
    fail_at(element, std::string(name) + "=\"" + printable(value, 40) + "\" is neither true nor false",
            "Correct it.");
}

}  // namespace graze::io
