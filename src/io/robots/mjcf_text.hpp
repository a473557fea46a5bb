// An MJCF text with the files that it includes, and attributes with their defaults.
#pragma once

#include <tinyxml.h>

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/math/pose.hpp"
#include "io/formats/read_context.hpp"

namespace graze::io {

/// An element, with the class whose defaults hold for it unless it names one.
struct MjcfElement {
    TiXmlElement* xml = nullptr;
    std::string childclass{};

    [[nodiscard]] std::string kind() const { return xml->ValueStr(); }
};

/// How many numbers an attribute has.
struct NumberCount {
    std::size_t least = 1;
    std::size_t most = 1;
};

class MjcfText {
public:
    /// Throws a Fault.
    MjcfText(const std::string& text, const std::filesystem::path& path, const std::string& shown,
             ReadContext& context);

    [[nodiscard]] TiXmlElement* root() const noexcept { return root_; }
    /// All elements of a section, such as `asset`, which a file may have several times.
    [[nodiscard]] std::vector<TiXmlElement*> sections(const char* name) const;

    /// Where an element is: "line 7, geom hand", with the file that includes it.
    [[nodiscard]] NamedIn place(const TiXmlElement* element) const;
    [[noreturn]] void fail_at(const TiXmlElement* element, std::string reason, std::string hint) const;

    /// The element's own attribute, or that of its class.
    [[nodiscard]] std::optional<std::string> attribute(const MjcfElement& element, const char* name) const;
    /// The same without defaults; empty when there is none.
    [[nodiscard]] static std::optional<std::string> own(const MjcfElement& element, const char* name);
    [[nodiscard]] std::optional<std::vector<double>> numbers(const MjcfElement& element, const char* name,
                                                             NumberCount count) const;
    /// Zero, or the three numbers of an attribute.
    [[nodiscard]] Vec3 vector(const MjcfElement& element, const char* name, const Vec3& missing) const;
    /// The place that `pos` and one of the attributes of orientation give, in the parent's frame.
    [[nodiscard]] Pose pose(const MjcfElement& element) const;
    /// Radians of an angle in the file's unit.
    [[nodiscard]] double radians(double angle) const noexcept;
    /// The setting of <compiler>, of the last one that has it.
    [[nodiscard]] std::optional<std::string> setting(const char* name) const;
    [[nodiscard]] bool flag(const TiXmlElement* element, const std::string& value, const char* name) const;

private:
    using Attributes = std::map<std::string, std::string>;
    using Class = std::map<std::string, Attributes>;  ///< By kind of element.

    void include_files(TiXmlElement* element, std::size_t depth, ReadContext& context);
    void include_file(TiXmlElement* element, std::size_t depth, ReadContext& context);
    void read_classes(TiXmlElement* element, const Class& above, bool outermost);
    void read_settings();
    [[nodiscard]] const Attributes* defaults(const MjcfElement& element) const;
    [[nodiscard]] Quat orientation(const MjcfElement& element) const;
    [[nodiscard]] Quat euler(const Vec3& angles) const noexcept;

    std::filesystem::path folder_;
    std::string shown_;
    std::deque<std::string> files_;  ///< Names of included files: elements point to these.
    std::vector<std::filesystem::path> open_;
    std::vector<std::unique_ptr<TiXmlDocument>> documents_;
    TiXmlElement* root_ = nullptr;
    std::map<std::string, Class> classes_;
    std::string main_ = "main";
    bool degrees_ = true;
    std::string euler_ = "xyz";
};

}  // namespace graze::io
