# With GRAZE_GROUP_TESTS, sources of tests that cannot disturb one another are compiled together: templates of
# the standard library, GoogleTest and GMP are instantiated once for a group, which takes 0.6 of the time of
# doing so in each source. tools/group_sources.py says which, at each configuration; `make test` asks for
# this, daily work compiles each source alone.
option(GRAZE_GROUP_TESTS "Compile sources of tests in groups, for less time from scratch" OFF)
if(GRAZE_GROUP_TESTS)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()

function(graze_group target)
  if(NOT GRAZE_GROUP_TESTS)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  # Ten sources take half a gigabyte, and leave enough groups for many cores.
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/group_sources.py 10 ${sources}
                  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE lines
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" lines "${lines}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([0-9]+) (.*)$" matched "${line}")
    set_source_files_properties(${CMAKE_MATCH_2} PROPERTIES UNITY_GROUP ${target}_${CMAKE_MATCH_1})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
