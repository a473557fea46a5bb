// The fuzzer of proofs about paths.
#include "fuzz/check_robot_files.hpp"
#include "fuzz/fuzz_main.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return report(graze::test::fault_of_path_proof({data, size}));
}
