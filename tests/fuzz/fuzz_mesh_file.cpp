// The mesh files' fuzzer: the first byte picks the format.
#include <array>

#include "fuzz/fuzz_document.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::array<const char*, 7> kExtensions{".obj", ".stl", ".ply", ".off", ".gltf", ".glb", ".dae"};
    if (size < 2) return 0;
    const auto file = graze::test::file_of(kExtensions[data[0] % kExtensions.size()], data + 1, size - 1);
    return report(graze::test::fault_of(graze::io::read_document(file, graze::test::small_limits())));
}
