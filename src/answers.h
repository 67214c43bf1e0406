/* Which answers this version gives, as a text that results keep: the release, and the number of times that answers have changed since. */
#ifndef CORDEE_ANSWERS_H
#define CORDEE_ANSWERS_H

#include <stdio.h>
#include <string.h>
#include "version.h"

/* To be raised with every change after which the same instance, options and seed have another answer; a new release begins with 1. */
enum { ANSWERS_REVISION = 1, ANSWERS_TEXT_MAX = 64 };

/* The release and the revision, with a slash between them. */
static inline void answers_text(char text[ANSWERS_TEXT_MAX]) {
  const int release = (int)strcspn(program_version, "+");
  snprintf(text, ANSWERS_TEXT_MAX, "%.*s/%d", release < 40 ? release : 40, program_version, ANSWERS_REVISION);
}

#endif
