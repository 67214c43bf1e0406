/* Designs of `cordee-ladder 2opt`, with the published rates, and the columns of its table. */
#ifndef CORDEE_LADDER_TWO_OPT_TABLE_H
#define CORDEE_LADDER_TWO_OPT_TABLE_H

#include "published.h"

extern const LadderDesign two_opt_designs[]; /* ended by a NULL name */
extern const LadderColumn two_opt_columns[]; /* ended by a NULL key */

#endif
