# With GRAZE_GROUP, sources of tests and of front doors that cannot disturb one another are compiled together:
# templates of the standard library, GoogleTest, GMP and pybind11 are instantiated once for a group, which
# takes 0.6 of the time of doing so in each source. tools/group_sources.py says which, at each configuration;
# `make test` asks for this, daily work compiles each source alone. Rooms below `io` are never grouped:
# tools/mutate.py replaces their objects one by one.
option(GRAZE_GROUP "Compile sources of tests and front doors in groups, for less time from scratch" OFF)
if(GRAZE_GROUP)
  # Not find_package(Python3): pybind11 looks for headers only where no interpreter was found before.
  find_program(GRAZE_GROUP_PYTHON NAMES python3 REQUIRED)
endif()

# graze_group(target [source...]): groups these sources of the target, all of them when none is given.
function(graze_group target)
  if(NOT GRAZE_GROUP)
    return()
  endif()
  set(sources ${ARGN})
  if(NOT sources)
    get_target_property(sources ${target} SOURCES)
  endif()
  # Ten sources take half a gigabyte, and leave enough groups for many cores.
  execute_process(COMMAND ${GRAZE_GROUP_PYTHON} ${PROJECT_SOURCE_DIR}/tools/group_sources.py 10 ${sources}
                  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE lines
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" lines "${lines}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([0-9]+) (.*)$" matched "${line}")
    set_source_files_properties(${CMAKE_MATCH_2} PROPERTIES UNITY_GROUP ${target}_${CMAKE_MATCH_1})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
