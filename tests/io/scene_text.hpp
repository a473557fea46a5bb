// Texts of the scene format.
#pragma once

#include <string>

namespace graze::test {

/// A scene of these parts; `more`: further keys, each with its comma.
inline std::string scene_of(const std::string& parts, const std::string& more = "") {
    return R"({"format": "graze-scene", "version": 1, )" + more + R"("parts": [)" + parts + "]}";
}

}  // namespace graze::test
