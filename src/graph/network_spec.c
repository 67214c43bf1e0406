/* The words of generated networks: see network.h. */
#include <string.h>
#include "io/decimal.h"
#include "network_kinds.h"

static bool name_is(const char *spec, const NetworkKind *kind) {
  const size_t length = strlen(kind->name);
  return strncmp(spec, kind->name, length) == 0 && spec[length] == ':';
}

bool network_spec_is(const char *spec) {
  for (int k = 0; k < NETWORK_KINDS; k++)
    if (name_is(spec, &network_kinds[k])) return true;
  return false;
}

/* A whole number of least..most. */
static Status whole_read(const char *spec, const char *text, size_t bytes, double least, double most,
                         double *out) {
  if (!decimal_read(text, bytes, out) || *out < least || *out > most || *out != (double)(uint64_t)*out)
    FAIL(ERR_FORMAT, "%s: expected a whole number from %.17g to %.17g, found '%.*s'", spec, least, most,
         (int)bytes, text);
  return OK;
}

/* "1-10000" */
static Status capacities_read(const char *spec, const char *text, size_t bytes, NetworkSpec *out) {
  const char *const dash = memchr(text, '-', bytes);
  const size_t first = dash ? (size_t)(dash - text) : bytes;
  double least, most;
  TRY(whole_read(spec, text, first, 0, 1e9, &most));
  least = most;
  if (dash) TRY(whole_read(spec, dash + 1, bytes - first - 1, least, 1e9, &most));
  out->least = (uint32_t)least;
  out->most = (uint32_t)most;
  return OK;
}

static bool word_is(const char *word, size_t bytes, const char *name) {
  return bytes == strlen(name) && memcmp(word, name, bytes) == 0;
}

static Status setting_read(const char *spec, const char *word, size_t bytes, NetworkSpec *out) {
  const NetworkKind *const kind = &network_kinds[out->kind];
  const char *const equals = memchr(word, '=', bytes);
  const size_t name = equals ? (size_t)(equals - word) : bytes, rest = equals ? bytes - name - 1 : 0;
  double value;
  const struct {
    const char *name;
    uint64_t *value;
    double most;
  } shared[] = {{"seed", &out->seed, 9e15}, {"count", &out->count, 1e12}};
  for (int k = 0; k < NETWORK_SETTINGS && kind->setting[k].name; k++) {
    const Setting *const s = &kind->setting[k];
    if (!equals || !word_is(word, name, s->name)) continue;
    TRY(whole_read(spec, equals + 1, rest, s->least, s->most, &value));
    out->setting[k] = (uint32_t)value;
    return OK;
  }
  for (int k = 0; k < 2; k++) {
    if (!equals || !word_is(word, name, shared[k].name)) continue;
    TRY(whole_read(spec, equals + 1, rest, k, shared[k].most, &value));
    *shared[k].value = (uint64_t)value;
    return OK;
  }
  if (equals && word_is(word, name, "c")) return capacities_read(spec, equals + 1, rest, out);
  FAIL(ERR_FORMAT, "%s: expected a setting of %s such as %s=%u, found '%.*s'", spec, kind->name,
       kind->setting[0].name, kind->setting[0].standard, (int)bytes, word);
}

static Status spec_check(const char *spec, const NetworkSpec *s) {
  uint64_t vertices, arcs;
  network_spec_sizes(s, &vertices, &arcs);
  const double widest = s->kind == NETWORK_GENRMF ? (double)s->setting[0] * s->setting[0] : 3;
  if (vertices < 2 || vertices > NETWORK_VERTICES_MAX || arcs > NETWORK_ARCS_MAX ||
      (double)arcs * s->most * widest > 0x1p60)
    FAIL(ERR_FORMAT,
         "%s: expected 2 to %d vertices, at most %d arcs and capacities within 2^60 together, found %llu "
         "vertices and %llu arcs",
         spec, NETWORK_VERTICES_MAX, NETWORK_ARCS_MAX, (unsigned long long)vertices,
         (unsigned long long)arcs);
  if (s->kind == NETWORK_RANDOM && 2 * (uint64_t)s->setting[2] > s->setting[0])
    FAIL(ERR_FORMAT, "%s: expected at most n/2 terminals, found %u of n = %u", spec, s->setting[2],
         s->setting[0]);
  return OK;
}

Status network_spec_read(const char *spec, NetworkSpec *out) {
  NetworkSpec s = {.seed = 1, .count = 1};
  while (!name_is(spec, &network_kinds[s.kind]))
    if (++s.kind == NETWORK_KINDS) FAIL(ERR_FORMAT, "%s: expected genrmf:, rlg: or random:", spec);
  const NetworkKind *const kind = &network_kinds[s.kind];
  s.least = 1;
  s.most = kind->most;
  for (int k = 0; k < NETWORK_SETTINGS; k++) s.setting[k] = kind->setting[k].standard;
  for (const char *at = spec + strlen(kind->name) + 1; *at; at += *at == ',') {
    const size_t bytes = strcspn(at, ",");
    TRY(setting_read(spec, at, bytes, &s));
    at += bytes;
  }
  TRY(spec_check(spec, &s));
  *out = s;
  return OK;
}
