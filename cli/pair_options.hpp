// Options of the command line about pairs: groups that parts are put into, and pairs that are left out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <graze/io/document.hpp>

namespace graze::cli {

/// Parts that are put into a group.
struct GroupRule {
    std::string name;   ///< Of the group. Not empty.
    std::string parts;  ///< A pattern, as exclusions have them.
};

/// Puts parts into groups, one rule after the other: a part is in the group of the last rule that names it,
/// else in its file's.
void put_into_groups(io::Document& document, const std::vector<GroupRule>& rules);

/// From the texts NAME=PATTERN. Throws UserError for a text of another form: before files are read, which may
/// take long.
std::vector<GroupRule> groups_from(const std::vector<std::string>& texts);

/// The same as put_into_groups, but throws UserError for a pattern that names no part.
void add_groups(const std::vector<GroupRule>& rules, io::Document& document);

/// Groups that parts were taken out of, of those that the document's exclusions name: these no longer hold
/// for the parts.
std::vector<std::string> groups_left(const io::Document& before, const io::Document& after);

/// From the texts A:B. Throws UserError for a text of another form.
std::vector<Exclusion> exclusions_from(const std::vector<std::string>& texts);

/// The same of another option, which messages name: "--pair".
std::vector<Exclusion> name_pairs(const std::vector<std::string>& texts, std::string_view option);

/// From the texts LINK:OBSTACLE, patterns of names. Throws UserError for a text of another form.
std::vector<Exclusion> link_obstacle_pairs(const std::vector<std::string>& texts);

/// To the document's own. Throws UserError for patterns that name no parts.
void add_exclusions(const std::vector<Exclusion>& exclusions, io::Document& document);

}  // namespace graze::cli
