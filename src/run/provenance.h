/* Where and when a result was made: the same for checkpoints, legs and rows of results. Local. */
#ifndef CORDEE_RUN_PROVENANCE_H
#define CORDEE_RUN_PROVENANCE_H

#include "backend.h"

typedef struct Provenance {
  char host[256], backend[16], device[96], version[64];
  char date[32];      /* now: UTC, ISO 8601 */
  double unix_time_s; /* now */
} Provenance;

Provenance provenance_make(const Backend *be);

/* Copies a text into an array, truncated if need be. */
#define TEXT_COPY(to, from) snprintf(to, sizeof(to), "%.*s", (int)sizeof(to) - 1, from)

#endif
