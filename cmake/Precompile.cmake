# Half of the time of an average source goes into headers. ccache cannot see through precompiled ones, so it is either or: without a
# compiler launcher they are compiled once for each target.
function(graze_precompile target)
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE ${ARGN})
  # GCC 12 forgets there that the standard library is a system header, and takes moves of short strings for faults; clang-tidy reads these
  # flags too and does not know all of them.
  set(quiet -Wno-unknown-warning-option -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict)
  target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:${quiet}>")
endfunction()
