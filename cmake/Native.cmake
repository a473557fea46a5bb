# Builds for one machine, with -march=native or the like in CMAKE_CXX_FLAGS. Others are not concerned.
include(CheckCXXSourceCompiles)
check_cxx_source_compiles("#if !defined(__AVX__)\n#error\n#endif\nint main() { return 0; }"
                          GRAZE_BUILT_FOR_AVX)
if(GRAZE_BUILT_FOR_AVX)
  # Answers are stored in pairs of doubles and read again at once: wider loads wait for several stores. With
  # vectors of 256 bits a sphere and a capsule take 1.15 of the time of a generic build, with pairs 0.97.
  check_cxx_compiler_flag(-mprefer-vector-width=128 GRAZE_COMPILER_TAKES_VECTOR_WIDTH)
  if(GRAZE_COMPILER_TAKES_VECTOR_WIDTH)
    list(APPEND graze_options -mprefer-vector-width=128)
  endif()
  # Highway 1.0.3 leaves AVX3_DL out of its targets, and then misses it where it is what the compiler was told
  # to build for.
  set(CMAKE_REQUIRED_LIBRARIES hwy::hwy)
  check_cxx_source_compiles("#include <hwy/highway.h>\nint main() { return 0; }" GRAZE_HIGHWAY_COMPILES)
  unset(CMAKE_REQUIRED_LIBRARIES)
  if(NOT GRAZE_HIGHWAY_COMPILES)
    set_property(TARGET hwy::hwy APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS HWY_WANT_AVX3_DL)
  endif()
endif()
