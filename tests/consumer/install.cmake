# Installs `build`, then moves the installation to `prefix`: whatever remembers the first place, the build
# folder or the sources is not relocatable.
file(REMOVE_RECURSE ${prefix} ${prefix}.first)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${prefix}.first
                COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
file(RENAME ${prefix}.first ${prefix})

file(GLOB_RECURSE texts ${prefix}/*.cmake ${prefix}/*.pc ${prefix}/*.hpp)
foreach(text IN LISTS texts)
  file(READ ${text} content)
  foreach(place IN ITEMS ${prefix}.first ${build} ${source})
    string(FIND "${content}" "${place}" position)
    if(NOT position EQUAL -1)
      message(SEND_ERROR "${text} contains ${place}")
    endif()
  endforeach()
endforeach()
