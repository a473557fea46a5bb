// Runs a body once with every instruction set that the machine has.
#pragma once

#include <hwy/highway.h>
#include <hwy/targets.h>

#include <cstdint>
#include <mutex>
#include <string>

namespace graze::test {

/// `body(name)` for each. The choice holds for the whole process: one thread at a time makes it, and what
/// others compute meanwhile is the same with any of them.
template <class Body> void on_every_instruction_set(const Body& body) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        body(std::string(hwy::TargetName(target)));
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace graze::test
