/* See version.h. */
#include "version.h"

const char cordee_version[] = CORDEE_VERSION;
