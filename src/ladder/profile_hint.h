/* What `cordee-ladder NAME --profile-hint OPTIONS` prints: the command of Nsight Compute that counts what publications report of kernels, for
 * the run with these options. A program cannot read these counters itself; tools/gpu-profile NAME runs the command and makes a table of it. */
#ifndef CORDEE_LADDER_PROFILE_HINT_H
#define CORDEE_LADDER_PROFILE_HINT_H

#include "ladders.h"

/* Whether a word of the command line asks for it. */
bool profile_hint_asked(int argc, char **argv);
/* One line, for a shell. argv[0]: the program, argv[1]: the ladder, whose options are checked. ERR_USAGE. */
Status profile_hint_print(FILE *out, const LadderEntry *ladder, int argc, char **argv);

#endif
