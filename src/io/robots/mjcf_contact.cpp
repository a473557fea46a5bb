// Which pairs an MJCF file does not test: those it excludes, and those whose geoms' filters match nowhere.
#include <algorithm>
#include <set>

#include "io/formats/xml_guard.hpp"
#include "io/robots/mjcf.hpp"
#include "io/text/fault.hpp"

namespace graze::io {

namespace {

using Filters = std::set<MjcfFilter>;
using BodyPairs = std::set<std::pair<std::string, std::string>>;

/// How many pairs of geoms collide.
enum class Colliding : std::uint8_t { none, some, all };

Colliding colliding(const Filters& a, const Filters& b) {
    bool any = false, all = true;
    for (const MjcfFilter& x : a)
        for (const MjcfFilter& y : b) (x.collides(y) ? any = true : all = false);
    return all ? Colliding::all : any ? Colliding::some : Colliding::none;
}

std::pair<std::string, std::string> in_order(const std::string& a, const std::string& b) {
    return a < b ? std::pair(a, b) : std::pair(b, a);
}

class ContactReader {
public:
    ContactReader(const MjcfText& text, const MjcfBodies& bodies, RobotModel& model, ReadContext& context)
        : text_(text), bodies_(bodies), model_(model), context_(context) {}

    void read() {
        read_pairs();
        for (TiXmlElement* section : text_.sections("contact"))
            for (TiXmlElement* one = section->FirstChildElement("exclude"); one;
                 one = one->NextSiblingElement("exclude"))
                read_exclude(one);
        apply_filters();
    }

private:
    const MjcfBody& body(const TiXmlElement* element, const char* key) const {
        const std::string name = robot_name(xml_attribute(element, key));
        const auto found = bodies_.bodies.find(name);
        if (found != bodies_.bodies.end()) return found->second;
        std::vector<std::string> known;
        for (const auto& [own, unused] : bodies_.bodies) known.push_back(own);
        text_.fail_at(element, "there is no body '" + printable(name, 60) + "'",
                      nearest_name(printable(name, 60), known));
    }

    const std::string& body_of_geom(const TiXmlElement* pair, const char* key) const {
        const std::string name = robot_name(xml_attribute(pair, key));
        const auto found = bodies_.bodies_of_geoms.find(name);
        if (found != bodies_.bodies_of_geoms.end()) return found->second;
        std::vector<std::string> known;
        for (const auto& [own, unused] : bodies_.bodies_of_geoms) known.push_back(own);
        text_.fail_at(pair, "there is no geom '" + printable(name, 60) + "'",
                      nearest_name(printable(name, 60), known));
    }

    void read_pairs() {
        std::size_t count = 0;
        const TiXmlElement* first = nullptr;
        for (TiXmlElement* section : text_.sections("contact"))
            for (TiXmlElement* one = section->FirstChildElement("pair"); one;
                 one = one->NextSiblingElement("pair"), ++count) {
                if (!first) first = one;
                const std::string &a = body_of_geom(one, "geom1"), &b = body_of_geom(one, "geom2");
                paired_.insert(in_order(a, b));
            }
        if (!first) return;
        const NamedIn where = text_.place(first);
        context_.notes.add(where.file, where.element,
                           "geoms of a <pair> are tested against everything: " + std::to_string(count) +
                               (count == 1 ? " pair" : " pairs"));
    }

    void exclude(const std::string& a, const std::string& b, const std::string& reason) {
        context_.budget.count_part(model_.robot.name);
        model_.robot.excluded.push_back({a, b, reason});
    }
    void ignore(std::size_t link, std::size_t world) {
        context_.budget.count_part(model_.robot.name);
        model_.ignored.push_back({model_.robot.links[link].name, model_.world[world].name});
    }

    void read_exclude(const TiXmlElement* element) {
        const MjcfBody &a = body(element, "body1"), &b = body(element, "body2");
        if (paired_.contains(in_order(robot_name(xml_attribute(element, "body1")),
                                      robot_name(xml_attribute(element, "body2")))))
            return;
        const std::string name = printable(xml_attribute(element, "name"), 60);
        if (a.link && b.link && *a.link != *b.link)
            exclude(model_.robot.links[*a.link].name, model_.robot.links[*b.link].name,
                    name.empty() ? "excluded" : name);
        if (a.link)
            for (const std::size_t world : b.world) ignore(*a.link, world);
        if (b.link)
            for (const std::size_t world : a.world) ignore(*b.link, world);
    }

    void apply_filters() {
        std::map<std::size_t, Filters> links;
        for (const MjcfGeom& geom : bodies_.geoms)
            if (geom.link) links[*geom.link].insert(geom.filter);
        std::map<Filters, std::vector<std::size_t>> alike;
        for (const auto& [link, filters] : links) alike[filters].push_back(link);
        constexpr std::size_t kMostFilters = 4096;  // each is compared with each
        if (alike.size() > kMostFilters)
            fail({text_.place(text_.root()).file, "",
                  "its bodies have more than " + std::to_string(kMostFilters) +
                      " different sets of contype and conaffinity",
                  "Use fewer, and exclude pairs of bodies instead."});
        std::size_t partly = 0;
        for (auto a = alike.begin(); a != alike.end(); ++a) {
            for (auto b = a; b != alike.end(); ++b) partly += filter_links(*a, *b);
            for (const MjcfGeom& geom : bodies_.geoms)
                if (!geom.link) partly += filter_world(*a, geom);
        }
        if (partly > 0)
            context_.notes.add(
                text_.place(text_.root()).file, "",
                std::to_string(partly) +
                    " pairs of bodies have some geoms that contype and conaffinity keep apart; "
                    "all of their geoms are tested");
    }

    using Alike = std::pair<const Filters, std::vector<std::size_t>>;

    /// Returns how many pairs collide partly.
    std::size_t filter_links(const Alike& a, const Alike& b) {
        const Colliding what = colliding(a.first, b.first);
        if (what == Colliding::all) return 0;
        const bool same = &a == &b;
        if (what == Colliding::some)
            return same ? a.second.size() * (a.second.size() - 1) / 2 : a.second.size() * b.second.size();
        for (std::size_t i = 0; i < a.second.size(); ++i)
            for (std::size_t k = same ? i + 1 : 0; k < b.second.size(); ++k)
                exclude(model_.robot.links[std::min(a.second[i], b.second[k])].name,
                        model_.robot.links[std::max(a.second[i], b.second[k])].name,
                        "contype and conaffinity");
        return 0;
    }
    std::size_t filter_world(const Alike& a, const MjcfGeom& geom) {
        const Colliding what = colliding(a.first, {geom.filter});
        if (what == Colliding::some) return a.second.size();
        if (what == Colliding::none)
            for (const std::size_t link : a.second) ignore(link, geom.world);
        return 0;
    }

    const MjcfText& text_;
    const MjcfBodies& bodies_;
    RobotModel& model_;
    ReadContext& context_;
    BodyPairs paired_;
};

}  // namespace

std::set<std::string> paired_geoms(const MjcfText& text) {
    std::set<std::string> names;
    for (TiXmlElement* section : text.sections("contact"))
        for (TiXmlElement* one = section->FirstChildElement("pair"); one;
             one = one->NextSiblingElement("pair"))
            for (const char* key : {"geom1", "geom2"}) names.insert(robot_name(xml_attribute(one, key)));
    return names;
}

void read_contacts(const MjcfText& text, const MjcfBodies& bodies, RobotModel& model, ReadContext& context) {
    ContactReader(text, bodies, model, context).read();
}

}  // namespace graze::io
