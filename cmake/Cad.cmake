# graze::cad: files of CAD systems as documents. The library links neither Open CASCADE nor lib3mf: they are
# in the program graze-cad-reader, which it starts for each file.
find_package(OpenCASCADE QUIET)
if(NOT OpenCASCADE_FOUND)
  message(FATAL_ERROR "GRAZE_BUILD_CAD needs Open CASCADE: apt-get install libocct-data-exchange-dev "
                      "libocct-ocaf-dev libocct-modeling-algorithms-dev libocct-visualization-dev")
endif()
find_path(GRAZE_LIB3MF_INCLUDE Model/COM/NMR_DLLInterfaces.h PATH_SUFFIXES lib3mf REQUIRED)
find_library(GRAZE_LIB3MF 3MF REQUIRED)
set(cad ${PROJECT_SOURCE_DIR}/cad)
file(STRINGS ${GRAZE_LIB3MF_INCLUDE}/Model/COM/NMR_COMVersion.h lib3mf_lines
     REGEX "NMR_APIVERSION_INTERFACE_M")
string(REGEX MATCHALL "M[AINCJRO]+ +[0-9]+" lib3mf_numbers "${lib3mf_lines}")
list(TRANSFORM lib3mf_numbers REPLACE "[A-Z]+ +" "")
list(JOIN lib3mf_numbers "." lib3mf_version)
set(GRAZE_CAD_LIBRARIES "Open CASCADE ${OpenCASCADE_VERSION}, lib3mf ${lib3mf_version}")

add_library(graze_cad STATIC ${cad}/cad.cpp ${cad}/process.cpp ${cad}/stream.cpp)
add_library(graze::cad ALIAS graze_cad)
target_include_directories(graze_cad PUBLIC $<BUILD_INTERFACE:${cad}/include> PRIVATE ${cad})
target_link_libraries(graze_cad PUBLIC graze::io)
target_compile_definitions(graze_cad PRIVATE GRAZE_CAD_LIBRARIES="${GRAZE_CAD_LIBRARIES}")
target_compile_options(graze_cad PRIVATE -ffp-contract=off ${graze_light} ${graze_warnings}
                       "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>")
set_target_properties(graze_cad PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF)

file(GLOB cad_reader_sources CONFIGURE_DEPENDS ${cad}/worker/*.cpp)
add_executable(graze_cad_reader ${cad_reader_sources} ${cad}/stream.cpp)
set_target_properties(graze_cad_reader PROPERTIES OUTPUT_NAME graze-cad-reader CXX_EXTENSIONS OFF
                      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/cad)
target_include_directories(graze_cad_reader PRIVATE ${cad})
target_include_directories(graze_cad_reader SYSTEM PRIVATE ${OpenCASCADE_INCLUDE_DIR}
                           ${GRAZE_LIB3MF_INCLUDE})
target_link_libraries(graze_cad_reader PRIVATE graze::graze TKXDESTEP TKXDEIGES TKSTEP TKIGES TKXSBase TKXCAF
                      TKLCAF TKCDF TKCAF TKMesh TKShHealing TKTopAlgo TKBRep TKGeomAlgo TKGeomBase TKG3d TKG2d
                      TKMath TKernel ${GRAZE_LIB3MF})
target_compile_options(graze_cad_reader PRIVATE -ffp-contract=off -O1 ${graze_warnings})

if(GRAZE_INSTALL)
  include(GNUInstallDirs)
  install(TARGETS graze_cad_reader DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/graze)
endif()
