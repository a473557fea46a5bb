// The fuzzer of kept scenes.
#include "fuzz/checks.hpp"
#include "fuzz/fuzz_main.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return report(graze::test::fault_of_scene_bytes({data, size}));
}
