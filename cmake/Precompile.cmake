# Half of the time of an average source goes into headers. ccache does not work with precompiled ones, so only
# one of the two is used: without a compiler launcher headers are compiled once for each target.
function(graze_precompile target)
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE ${ARGN})
  # GCC 12 does not treat the standard library as a system header there, and warns of moves of short strings;
  # clang-tidy reads these flags too and does not know all of them.
  set(quiet -Wno-unknown-warning-option -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread
      -Wno-restrict)
  target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:${quiet}>")
endfunction()
