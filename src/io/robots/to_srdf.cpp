// SRDF of what is known about the contacts of links, with the reasons that MoveIt writes.
#include "graze/io/robot_file.hpp"

namespace graze::io {

namespace {

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

/// Null for pairs that stay enabled.
const char* reason_of(const SelfCollisionPair& pair) {
    if (!pair.complete()) return nullptr;
    switch (pair.contact) {
        case LinkContact::never: return "Never";
        case LinkContact::always: return "Always";
        case LinkContact::adjacent: return "Adjacent";
        case LinkContact::sometimes:
        case LinkContact::unknown: return nullptr;
    }
    return nullptr;
}

}  // namespace

std::string to_srdf(const Robot& robot, std::span<const SelfCollisionPair> pairs) {
    const std::string& name = robot.description().name;
    std::string out = "<?xml version=\"1.0\"?>\n<robot";
    if (!name.empty()) out += " name=\"" + escaped(name) + "\"";
    out += ">\n";
    const auto links = robot.links();
    for (const SelfCollisionPair& pair : pairs) {
        const char* reason = reason_of(pair);
        if (reason == nullptr || pair.link_a >= links.size() || pair.link_b >= links.size()) continue;
        if (links[pair.link_a].attached || links[pair.link_b].attached) continue;  // the file has links only
        out += "  <disable_collisions link1=\"" + escaped(links[pair.link_a].name) + "\" link2=\"" +
               escaped(links[pair.link_b].name) + "\" reason=\"" + reason + "\"/>\n";
    }
    return out + "</robot>\n";
}

}  // namespace graze::io
