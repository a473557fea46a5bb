# graze::io: files to scenes and back. A target of its own, so that the core needs none of these packages.
find_package(assimp CONFIG REQUIRED)
find_package(urdfdom CONFIG REQUIRED)
find_package(nlohmann_json CONFIG REQUIRED)

file(GLOB_RECURSE graze_io_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/io/*.cpp)
add_library(graze_io ${graze_io_sources})
graze_group(graze_io)
add_library(graze::io ALIAS graze_io)
set_target_properties(graze_io PROPERTIES EXPORT_NAME io VERSION ${PROJECT_VERSION}
                      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
                      POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF)
target_include_directories(graze_io PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(graze_io PUBLIC graze::graze PRIVATE assimp::assimp urdfdom::urdfdom_model
                      $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
# GCC 12 warns of overlaps in "text" + std::to_string(n) that cannot be (its bug 105651). clang-tidy reads
# these flags too and has no such warning.
target_compile_options(graze_io PRIVATE -ffp-contract=off ${graze_warnings}
                       "$<$<CXX_COMPILER_ID:GNU>:-Wno-unknown-warning-option;-Wno-restrict>")
graze_precompile(graze_io <algorithm> <cmath> <filesystem> <map> <string> <vector> <graze/io/document.hpp>)
