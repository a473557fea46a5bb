// The graze tool.
#include "tool.hpp"

int main(int argc, char** argv) { return graze::cli::run_tool(argc, argv); }
