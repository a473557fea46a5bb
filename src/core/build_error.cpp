#include "graze/core/build_error.hpp"

namespace graze {

std::string BuildError::message() const {
    switch (kind) {
        case Element::whole: return text;
        case Element::vertex: return "vertex " + std::to_string(element) + ": " + text;
        case Element::triangle: return "triangle " + std::to_string(element) + ": " + text;
        case Element::component: return "component " + std::to_string(element) + ": " + text;
        case Element::child: return "child " + std::to_string(element) + ": " + text;
    }
    return text;
}

}  // namespace graze
