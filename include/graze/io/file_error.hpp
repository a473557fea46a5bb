// Why a file could not be used: which file, where in it, what is wrong, what to do.
#pragma once

#include <string>

namespace graze::io {

struct FileError {
    std::string file;     ///< As the user named it; empty for text that came from nowhere.
    std::string element;  ///< "parts[3].shape.radius", "node arm/gripper", "line 14"; empty for the file as a whole.
    std::string reason;   ///< What is wrong, one clause without a full stop.
    std::string hint;     ///< What to do about it, one sentence.

    /// One line for a person: file, element, reason, hint. Never empty; control characters of hostile names are replaced.
    [[nodiscard]] std::string message() const;
};

}  // namespace graze::io
