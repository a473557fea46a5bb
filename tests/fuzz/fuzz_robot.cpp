// The robots' fuzzer: the bytes are both the robot and its disabled pairs.
#include "fuzz/fuzz_document.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    graze::io::ReadOptions options = graze::test::small_limits();
    const auto file = graze::test::file_of(".urdf", data, size);
    options.semantic = file;
    return report(graze::test::fault_of(graze::io::read_document(file, options)));
}
