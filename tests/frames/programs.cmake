# The document's two programs. Its plain tests and the tables are shared with the benchmarks.
foreach(program IN ITEMS validation qualification)
  add_executable(graze_frames_${program} ${CMAKE_CURRENT_LIST_DIR}/${program}.cpp
                 ${PROJECT_SOURCE_DIR}/bench/documents/figures.cpp)
  target_include_directories(graze_frames_${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests
                             ${PROJECT_SOURCE_DIR}/bench)
  target_link_libraries(graze_frames_${program} PRIVATE graze::graze)
  target_compile_options(graze_frames_${program} PRIVATE -ffp-contract=off ${graze_warnings})
endforeach()
