/* The table of commands. */
#ifndef CORDEE_CMD_HELP_COMMANDS_H
#define CORDEE_CMD_HELP_COMMANDS_H

#include "cmd/command.h"

/* All commands, those of evaluators among them, ended by a NULL name. Rows of two words ("bench batch") are pages of the help:
 * the command of the first word runs them. Made at the first call. */
const Command *command_table(void);
/* The command of that name, or the row of two words; NULL: there is none. */
const Command *command_find(const char *name);
/* Is it a row of two words? */
bool command_is_part(const Command *command);
/* Their names by the options that they take, ended by a NULL name: for options_list. */
const CommandName *command_names(void);

#endif
