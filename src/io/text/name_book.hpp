// Names that are taken, and free ones near those that are wanted.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

namespace graze::io {

class NameBook {
public:
    /// The name, or when it is taken the first free one with a number behind: "bolt-2". It is taken from now
    /// on. Constant time on average, however many requests there are for one name.
    std::string take(const std::string& wanted) {
        const auto [own, free] = next_.try_emplace(wanted, 2);
        if (free) return wanted;
        for (std::size_t& number = own->second;;) {  // stays where it is while others are added
            std::string name = wanted + "-" + std::to_string(number++);
            if (next_.try_emplace(name, 2).second) return name;
        }
    }

private:
    std::unordered_map<std::string, std::size_t> next_;  ///< By taken name the number to try next.
};

}  // namespace graze::io
