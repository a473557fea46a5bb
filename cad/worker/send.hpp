// Frames to the process that started this one.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "stream.hpp"

namespace graze::cad {

/// Descriptor 3. Ends the process when it is closed.
void send(const Frame& frame);

/// Why the file cannot be used: ends the reading, and is sent.
struct Unusable {
    FaultFrame fault;
};

[[noreturn]] inline void refuse(std::string element, std::string reason, std::string hint) {
    throw Unusable{{std::move(element), std::move(reason), std::move(hint)}};
}

inline constexpr const char* kExportAgain = "Export it again from the system that made it.";

}  // namespace graze::cad
