# Configures `source` into an empty folder as a machine without a compiler cache does: precompiled headers,
# and nothing left by an earlier run.
file(REMOVE_RECURSE ${folder})
execute_process(COMMAND ${CMAKE_COMMAND} --preset release -B ${folder} -D GRAZE_CCACHE= --log-level=WARNING
                WORKING_DIRECTORY ${source} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
