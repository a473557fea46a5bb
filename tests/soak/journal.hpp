// What a run leaves behind as its classes finish, so that it can be split over several calls: one line per
// class, and below it the class's first failures, each line of them indented.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "campaign.hpp"

namespace graze::test {

struct JournalEntry {
    CampaignResult result;
    std::uint64_t seed = 0;
};

/// Adds a finished class to the end of the file, with a line of column names when the file is new; false when
/// it cannot be written.
bool append(const std::string& path, const JournalEntry& entry);

/// All entries of the file; none when there is no such file. Empty when a line cannot be read.
std::optional<std::vector<JournalEntry>> read_journal(const std::string& path);

}  // namespace graze::test
