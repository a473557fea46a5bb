#include "assembly/assembly_input.hpp"

#include <cmath>
#include <unordered_set>

namespace graze {
namespace {

using Reason = AssemblyError::Reason;

unexpected<AssemblyError> part_fault(Reason reason, PartIndex part, std::string message) {
    return unexpected<AssemblyError>({reason, part, std::move(message)});
}

bool is_length(double value) { return std::isfinite(value) && value >= 0; }

}  // namespace

expected<void, AssemblyError> check_input(const Assembly& assembly, const AssemblyOptions& options) {
    if (!is_length(options.clearance.value_or(0)))
        return unexpected<AssemblyError>(
            {Reason::invalid_option, {}, "the clearance is negative or not finite. Give a length"});
    if (!is_length(options.allow_depth))
        return unexpected<AssemblyError>(
            {Reason::invalid_option, {}, "the allowed depth is negative or not finite. Give a length"});
    std::unordered_set<std::string_view> names;
    for (PartIndex i = 0; i < assembly.parts.size(); ++i) {
        const AssemblyPart& part = assembly.parts[i];
        if (part.name.empty())
            return part_fault(
                Reason::no_name, i,
                "part " + std::to_string(i) + " has no name. Findings are matched by names: give it one");
        if (!names.insert(part.name).second)
            return part_fault(Reason::duplicate_name, i,
                              "two parts are named '" + part.name + "'. Give each part a name of its own");
        if (const auto valid = check(part.placed); !valid)
            return part_fault(Reason::invalid_part, i,
                              "part '" + part.name + "': " + valid.error().message());
        if (!is_length(part.deviation.bound))
            return part_fault(Reason::invalid_part, i,
                              "part '" + part.name + "': its deviation is negative or not finite");
    }
    return {};
}

}  // namespace graze
