/* See version.h. */
#include "version.h"

const char program_version[] = CORDEE_VERSION;
