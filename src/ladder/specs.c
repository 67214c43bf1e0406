/* See specs.h. */
#include "specs.h"

#include <stdio.h>
#include <string.h>

/* Does the part at `at` belong to the generator before it? */
static bool setting_is(const char *at) {
  const size_t length = strcspn(at, ",");
  return memchr(at, '=', length) && !memchr(at, ':', length);
}

bool ladder_specs_next(const char **at, char spec[SPEC_MAX]) {
  if (!**at) return false;
  size_t length = strcspn(*at, ",");
  while ((*at)[length] && setting_is(*at + length + 1)) length += 1 + strcspn(*at + length + 1, ",");
  snprintf(spec, SPEC_MAX, "%.*s", (int)length, *at);
  *at += length + ((*at)[length] == ',');
  return true;
}
