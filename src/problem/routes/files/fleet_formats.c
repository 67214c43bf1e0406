/* Which reader a file is for, and all of them as one. See fleet_files.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "fleet_files.h"
#include "io/decimal.h"
#include "problem/routes/routes_options.h"
#include "stops_files.h"
#include "vroom_files.h"

enum { WORD_MAX = 64, SURER = 10 };

/* ---- which reader ---- */

static void skip_line(Lexer *lx) {
  const char *end = memchr(lx->at, '\n', (size_t)(lx->end - lx->at));
  lx->at = end ? end : lx->end;
}

static bool at_digit(const Lexer *lx) { return lx->at < lx->end && *lx->at >= '0' && *lx->at <= '9'; }

/* A value behind a colon, or what begins a line of a section. */
static void value_peek(Lexer *lx, char value[WORD_MAX]) {
  lexer_skip_blanks(lx);
  if (lx->at < lx->end && *lx->at == ':') lx->at++;
  lexer_peek(lx, value, WORD_MAX);
}

/* *windowed: it has time windows. */
static bool type_tells(Lexer *lx, bool *windowed) {
  char value[WORD_MAX];
  value_peek(lx, value);
  const FleetKind *kind = fleet_kind_find(value);
  *windowed |= kind && kind->windowed;
  if (kind) return !kind->plain;
  return c_strcasestr(value, "VRP") || c_strcasestr(value, "PDP") || c_strcasestr(value, "PDTSP");
}

/* Two depots, or more. */
static bool depots_tell(Lexer lx) {
  char value[WORD_MAX];
  long long node;
  int depots = 0;
  value_peek(&lx, value);
  for (lexer_skip_space(&lx); at_digit(&lx); lexer_skip_space(&lx)) {
    if (!lexer_integer(&lx, 1, INT32_MAX, &node)) return false;
    depots++;
  }
  return depots > 1;
}

/* A node with two loads, or more. */
static bool demands_tell(Lexer lx) {
  char value[WORD_MAX];
  double load;
  int numbers = 0;
  value_peek(&lx, value);
  for (lexer_skip_space(&lx); lexer_number(&lx, &load);) numbers++;
  return numbers > 2;
}

/* ---- a matrix that is not symmetric ---- */

typedef struct Token {
  const char *at;
  size_t bytes;
} Token;

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The next number from *at on. False: there is none. */
static bool token_next(const char **at, const char *end, Token *token) {
  const char *p = *at;
  while (p < end && is_space(*p)) p++;
  token->at = p;
  while (p < end && !is_space(*p)) p++;
  token->bytes = (size_t)(p - token->at);
  *at = p;
  return token->bytes > 0 && p < end; /* the last one may be cut off */
}

static bool tokens_equal(Token a, Token b) {
  double x, y;
  if (a.bytes == b.bytes && memcmp(a.at, b.at, a.bytes) == 0) return true;
  return decimal_read(a.at, a.bytes, &x) && decimal_read(b.at, b.bytes, &y) && x == y;
}

/* Row i, whose numbers before the diagonal are compared with column i: `column` (i) has where it goes on in the rows above. False: no numbers
 * are left. */
static bool row_compare(const char **at, const char *end, int32_t i, int32_t n, const char **column,
                        bool *differs) {
  Token here, above;
  for (int32_t j = 0; j < i; j++) {
    if (!token_next(at, end, &here) || !token_next(&column[j], end, &above)) return false;
    *differs |= !tokens_equal(here, above);
  }
  if (*differs || !token_next(at, end, &here)) return false;
  column[i] = *at;
  for (int32_t j = i + 1; j < n; j++)
    if (!token_next(at, end, &here)) return false;
  return true;
}

static bool matrix_tells(const Lexer *lx, long long n) {
  const char *at = lx->at;
  bool differs = false;
  if (n < 2 || n > ROUTES_PLACES_MAX) return false;
  const char **column = malloc((size_t)n * sizeof *column);
  for (int32_t i = 0; column && i < n; i++)
    if (!row_compare(&at, lx->end, i, (int32_t)n, column, &differs)) break;
  free(column);
  return differs;
}

/* ---- probe ---- */

typedef struct Probe {
  long long nodes;
  bool full;              /* FULL_MATRIX */
  bool limited, windowed; /* routes have a limit on their duration, customers have windows */
} Probe;

static bool is_of_fleets(const char *word) {
  static const char *const words[] = {"CAPACITY_SECTION",
                                      "LINEHAUL_SECTION",
                                      "BACKHAUL_SECTION",
                                      "PICKUP_AND_DELIVERY_SECTION",
                                      "PRIZE_SECTION",
                                      "GVRP_SETS",
                                      "MUTUALLY_EXCLUSIVE_GROUP_SECTION",
                                      "RELEASE_TIME_SECTION"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strcmp(words[k], word) == 0) return true;
  return strncmp(word, "VEHICLES_", strlen("VEHICLES_")) == 0 || fleet_foreign(word);
}

/* Has the file time windows and a limit on durations? Problem "cvrp" has no instances with both. Notes in `probe` what it has so far. */
static bool times_tell(const Lexer *lx, const char *word, Probe *probe) {
  Lexer line = *lx;
  if (strcmp(word, "TYPE") == 0 && type_tells(&line, &probe->windowed)) return true;
  probe->windowed |= strcmp(word, "TIME_WINDOW_SECTION") == 0;
  probe->limited |= strcmp(word, "DISTANCE") == 0;
  return probe->windowed && probe->limited;
}

/* Does a line tell that the file is of a fleet? */
static bool line_tells(Lexer *lx, const char *word, Probe *probe) {
  char value[WORD_MAX];
  if (is_of_fleets(word) || times_tell(lx, word, probe)) return true;
  if (strcmp(word, "DEPOT_SECTION") == 0) return depots_tell(*lx);
  if (strcmp(word, "DEMAND_SECTION") == 0) return demands_tell(*lx);
  if (strcmp(word, "EDGE_WEIGHT_SECTION") == 0) {
    value_peek(lx, value);
    return probe->full && matrix_tells(lx, probe->nodes);
  }
  if (strcmp(word, "DIMENSION") == 0) {
    value_peek(lx, value);
    (void)lexer_integer(lx, 1, INT32_MAX, &probe->nodes);
  }
  if (strcmp(word, "EDGE_WEIGHT_FORMAT") == 0) {
    value_peek(lx, value);
    probe->full = strcmp(value, "FULL_MATRIX") == 0;
  }
  return false;
}

int fleet_vrp_probe(const char *path, const char *head, size_t bytes) {
  const int plain = vrp_probe(path, head, bytes);
  Lexer lx = {.path = path, .at = head, .end = head + bytes, .line = 1};
  Probe probe = {0};
  char word[WORD_MAX];
  if (!plain) return 0;
  for (lexer_skip_space(&lx); lx.at < lx.end; lexer_skip_space(&lx)) {
    const bool keyword = *lx.at >= 'A' && *lx.at <= 'Z' && lexer_word(&lx, word, sizeof word);
    if (keyword && strcmp(word, "EOF") == 0) return 0;
    if (keyword && line_tells(&lx, word, &probe)) return plain + SURER;
    skip_line(&lx);
  }
  return 0;
}

bool fleet_vrp_claims(const char *path, const char *text, size_t bytes, const CvrpSettings *settings) {
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  char word[WORD_MAX], value[WORD_MAX];
  if (!cvrp_objective_balances(settings)) return false;
  for (lexer_skip_space(&lx); lx.at < lx.end; lexer_skip_space(&lx)) {
    if (!lexer_word(&lx, word, sizeof word)) return false;
    if (strcmp(word, "TYPE") == 0) {
      value_peek(&lx, value);
      const FleetKind *kind = fleet_kind_find(value);
      return kind && kind->plain;
    }
    skip_line(&lx);
  }
  return false;
}

/* ---- all formats ---- */

/* What says something of tables and JSON alone. */
static Status settings_check(const char *path, const RoutesSettings *settings) {
  const char *what = NULL;
  if (settings->matrix) what = "--matrix";
  if (settings->capacity) what = "--capacity";
  if (settings->speed != 0) what = "--speed";
  if (settings->trips) what = "--trips";
  if (settings->unserved == UNSERVED_ALLOWED) what = "--unserved allowed";
  if (!what) return OK;
  FAIL(ERR_USAGE, "%s: expected no %s with a file of this format, which says such things itself", path, what);
}

/* What text formats do not say themselves, tables and JSON do, which look at all settings. */
static const struct {
  int (*probe)(const char *path, const char *head, size_t bytes);
  Status (*text)(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                 Instance **out);
  Status (*parse)(const char *path, const char *text, size_t bytes, const RoutesSettings *settings,
                  Instance **out);
} formats[] = {{fleet_vrp_probe, fleet_vrp_parse, NULL},
               {fleet_cordeau_probe, fleet_cordeau_parse, NULL},
               {fleet_lacomme_probe, fleet_lacomme_parse, NULL},
               {fleet_lilim_probe, fleet_lilim_parse, NULL},
               {fleet_tsptw_probe, fleet_tsptw_parse, NULL},
               {fleet_dumas_probe, fleet_dumas_parse, NULL},
               {fleet_team_probe, fleet_team_parse, NULL},
               {fleet_orienteering_probe, fleet_orienteering_parse, NULL},
               {vroom_probe, NULL, vroom_parse},
               {stops_probe, NULL, stops_parse}};

enum { FORMATS = sizeof formats / sizeof *formats };

/* The surest; FORMATS: none is. */
static size_t format_find(const char *path, const char *head, size_t bytes, int *sure) {
  size_t surest = FORMATS;
  *sure = 0;
  for (size_t k = 0; k < FORMATS; k++) {
    const int here = formats[k].probe(path, head, bytes);
    if (here <= *sure) continue;
    *sure = here;
    surest = k;
  }
  return surest;
}

int fleet_probe(const char *path, const char *head, size_t bytes) {
  int sure;
  (void)format_find(path, head, bytes, &sure);
  return sure;
}

void fleet_reject(const char *path, const char *text, size_t bytes, char *why, size_t size) {
  (void)path;
  (void)text;
  (void)bytes;
  snprintf(
      why, size,
      "no file of a fleet (no JSON with vehicles and jobs, no table with demands, no four whole numbers of "
      "Cordeau's, no three numbers and nine columns of Li's and Lim's, no // of Lacomme's, no matrix and "
      "windows "
      "behind a number of nodes, no n, m and tmax)");
}

bool fleet_claims(const char *path, const char *text, size_t bytes, const void *settings) {
  const RoutesSettings *said = settings;
  return stops_claims(path, text, bytes, said) || fleet_vrp_claims(path, text, bytes, &said->cvrp);
}

Status fleet_parse(const char *path, const char *text, size_t bytes, const void *settings, Instance **out) {
  const RoutesSettings *said = settings;
  int sure;
  const size_t format = format_find(path, text, bytes, &sure);
  const bool other = stops_claims(path, text, bytes, said) || (format < FORMATS && formats[format].parse);
  if (other && said->cvrp.objective == OBJECTIVE_COMPLETION) return status_at(path, cvrp_completion_refuse());
  if (stops_claims(path, text, bytes, said)) return stops_parse(path, text, bytes, said, out);
  if (format < FORMATS && formats[format].parse) return formats[format].parse(path, text, bytes, said, out);
  TRY(settings_check(path, said));
  if (format == FORMATS) return fleet_vrp_parse(path, text, bytes, &said->cvrp, out);
  return formats[format].text(path, text, bytes, &said->cvrp, out);
}

const char *fleet_optima_column(const void *settings) {
  static const RoutesSettings standard;
  return memcmp(settings, &standard, sizeof standard) == 0 ? NULL : "";
}
