# Conveniences of a build of graze itself; a project that takes graze in by add_subdirectory keeps its own
# choices.
option(BUILD_SHARED_LIBS "Build graze as a shared library" OFF)

get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT multi_config AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# A cache that is switched off only costs the precompiled headers.
find_program(GRAZE_CCACHE ccache)
if(GRAZE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER AND NOT DEFINED ENV{CCACHE_DISABLE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${GRAZE_CCACHE})
endif()
