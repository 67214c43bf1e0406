/* --instance of ladders of graphs and networks: several files or generators with commas between, "degrees:n=1e4,min=6,max=18,rmat.mtx.gz". */
#ifndef CORDEE_LADDER_SPECS_H
#define CORDEE_LADDER_SPECS_H

#include <stdbool.h>
#include <stddef.h>

enum { SPEC_MAX = 512 };

/* The next one of the list at *at, which moves behind it; false: the end. A part NAME=VALUE without a colon is a setting of the generator
 * before it. A longer one than SPEC_MAX is cut. */
bool ladder_specs_next(const char **at, char spec[SPEC_MAX]);

#endif
