/* SPDX-License-Identifier: MIT
 *
 * The functions behind the subcommands.
 */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#define COMMAND(name, function, summary) int function(int argc, char **argv);
#include "commands.def"
#undef COMMAND

#endif
