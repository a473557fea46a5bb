# The report's 3D view, bundled from web/ with npm's three.js: view.cpp for the tool, view.js and view.css for
# the Python package. Without npm reports hold tables alone. Everything happens in the build folder: builds do
# not disturb each other, and the source folder stays clean.
if(TARGET graze_view)
  return()
endif()
find_program(GRAZE_NPM npm DOC "npm, for the report's 3D view")
find_program(GRAZE_NODE NAMES node nodejs DOC "Node.js, for the report's 3D view")
if(NOT GRAZE_NPM OR NOT GRAZE_NODE)
  message(STATUS "graze: npm is missing, so reports will have no 3D view")
endif()

set(web_folder ${PROJECT_SOURCE_DIR}/web)
set(web_output ${PROJECT_BINARY_DIR}/web)
file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${web_folder}/src/*.js ${web_folder}/src/*.css)
add_custom_command(
  OUTPUT ${web_output}/view.cpp ${web_output}/view.js ${web_output}/view.css
  COMMAND ${CMAKE_COMMAND} -DWEB=${web_folder} -DOUT=${web_output} -DNPM=$<$<BOOL:${GRAZE_NPM}>:${GRAZE_NPM}>
          -DNODE=$<$<BOOL:${GRAZE_NODE}>:${GRAZE_NODE}> -P ${web_folder}/make_view.cmake
  DEPENDS ${web_sources} ${web_folder}/build.mjs ${web_folder}/make_view.cmake ${web_folder}/package.json
          ${web_folder}/package-lock.json ${web_folder}/.npmrc
  COMMENT "Bundling the report's view"
  VERBATIM)
add_custom_target(graze_view DEPENDS ${web_output}/view.cpp)
