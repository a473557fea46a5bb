// The fuzzer of paths of joints.
#include "fuzz/check_robot_files.hpp"
#include "fuzz/fuzz_main.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return report(graze::test::fault_of_joint_path({data, size}));
}
