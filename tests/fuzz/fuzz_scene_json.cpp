// The scene format's fuzzer.
#include "fuzz/fuzz_document.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    return report(
        graze::test::fault_of(graze::io::read_scene(text, "/nonexistent", graze::test::small_limits())));
}
