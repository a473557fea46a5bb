// The graze tool: chooses the command, and turns whatever goes wrong into one line and exit code 2.
#include <cstdio>
#include <exception>
#include <new>

#include <graze/core/version.hpp>

#include "command.hpp"

namespace {

using namespace graze::cli;

int complain(const char* message) {
    std::fprintf(stderr, "graze: %s\n", message);
    return static_cast<int>(Exit::trouble);
}

int run(int argc, char** argv) {
    CLI::App tool{"Which parts clash, how deep, where, and how close do the others come: answers that can be checked.", "graze"};
    tool.set_version_flag("--version", std::string{"graze "} + GRAZE_VERSION_STRING);
    tool.require_subcommand(1);
    Chosen chosen;
    declare_check(tool, chosen);
    try {
        tool.parse(argc, argv);
    } catch (const CLI::Success& success) {
        return tool.exit(success);  // --help, --version
    } catch (const CLI::ParseError& error) {
        return complain((std::string{error.what()} + ". Try 'graze --help'.").c_str());
    }
    return static_cast<int>(chosen());
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const Trouble& trouble) {
        return complain(trouble.message.c_str());
    } catch (const std::bad_alloc&) {
        return complain("not enough memory for this input. Check fewer parts at a time.");
    } catch (const std::exception& error) {
        return complain(error.what());
    }
}
