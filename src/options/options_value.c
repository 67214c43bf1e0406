/* Values of options: from text, within their bounds, and back. See options_table.h. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "c_locale.h"
#include "options_table.h"

typedef enum Reading {
  READ_NOTHING,
  READ_BEYOND,
  READ_VALUE
} Reading; /* BEYOND: a number that no variable holds */

static const char *const kind_words[] = {[KIND_COUNT] = "a count such as 1000 or 1e6",
                                         [KIND_REAL] = "a number",
                                         [KIND_SECONDS] = "a number of seconds",
                                         [KIND_LIST] = "numbers with commas between",
                                         [KIND_CHOICE] = "one of",
                                         [KIND_COUNTED] = "one of",
                                         [KIND_TEXT] = "text",
                                         [KIND_PATH] = "a path"};

static const char *const *shown_choices(const OptionSpec *spec) {
  return spec->shown ? spec->shown : spec->choices;
}

bool option_word_counts(const OptionSpec *spec, int word) {
  const char *text = spec->choices[word];
  return spec->kind == KIND_COUNTED && text[strlen(text) - 1] == ':';
}

/* Writes " eax none", with a blank before each; "exactly:K" of a word that takes a count. */
static void choices_list(const OptionSpec *spec, char *list, size_t size) {
  const char *const *shown = shown_choices(spec);
  list[0] = 0;
  for (int k = 0; shown && shown[k]; k++)
    snprintf(list + strlen(list), size - strlen(list), " %s%s", shown[k],
             option_word_counts(spec, k) ? "K" : "");
}

static Status bad_value(const OptionSpec *spec, const char *text) {
  char choices[256];
  choices_list(spec, choices, sizeof choices);
  FAIL(ERR_USAGE, "--%s: expected %s%s, found '%s'", spec->name, kind_words[spec->kind], choices, text);
}

static Status out_of_bounds(const OptionSpec *spec, const char *text) {
  FAIL(ERR_USAGE, "--%s: expected %s to %s, found %s", spec->name, spec->least, spec->most, text);
}

/* ---- numbers ---- */

static size_t digits(const char **at) {
  const size_t count = strspn(*at, "0123456789");
  *at += count;
  return count;
}

static void sign(const char **at) { *at += **at == '-' || **at == '+'; }

/* Whether the text is decimal digits, with a point and an exponent perhaps, and nothing else: what strtod takes besides is no number here. */
static bool is_decimal(const char *at) {
  sign(&at);
  size_t count = digits(&at);
  if (*at == '.') {
    at++;
    count += digits(&at);
  }
  if (count && (*at == 'e' || *at == 'E')) {
    at++;
    sign(&at);
    count = digits(&at);
  }
  return count && !*at;
}

/* The value is never -0, which some sums distinguish from 0. */
static Reading read_real(const char *text, double *value) {
  if (!is_decimal(text)) return READ_NOTHING;
  *value = c_strtod(text, NULL) + 0.0;
  return isfinite(*value) ? READ_VALUE : READ_BEYOND;
}

/* Whole digits are read exactly; anything else as a double that must be whole and below 2^63. */
static Reading read_integer(const char *text, int64_t *value) {
  char *end;
  double number;
  Reading reading = read_real(text, &number);
  if (reading != READ_VALUE) return reading;
  errno = 0;
  *value = strtoll(text, &end, 10);
  if (!*end) return errno ? READ_BEYOND : READ_VALUE;
  if (number != floor(number)) return READ_NOTHING;
  if (!(fabs(number) < 0x1p63)) return READ_BEYOND;
  *value = (int64_t)number;
  return READ_VALUE;
}

static Status set_count(const OptionSpec *spec, const char *text, void *at) {
  int64_t value, least = 0, most = 0;
  Reading reading = read_integer(text, &value);
  if (reading == READ_NOTHING) return bad_value(spec, text);
  (void)read_integer(spec->least, &least);
  (void)read_integer(spec->most, &most);
  if (reading == READ_BEYOND || value < least || value > most) return out_of_bounds(spec, text);
  memcpy(at, &value, sizeof value);
  return OK;
}

static Status set_real(const OptionSpec *spec, const char *text, void *at) {
  double value, least = 0, most = 0;
  Reading reading = read_real(text, &value);
  if (reading == READ_NOTHING) return bad_value(spec, text);
  (void)read_real(spec->least, &least);
  (void)read_real(spec->most, &most);
  if (reading == READ_BEYOND || value < least || value > most) return out_of_bounds(spec, text);
  memcpy(at, &value, sizeof value);
  return OK;
}

/* ---- words ---- */

/* The whole path of a plain file that an instance needs, so that a run can be resumed elsewhere. */
static const char *path_whole(const OptionSpec *spec, const char *text, char path[PATH_MAX]) {
  struct stat info;
  const bool plain =
      spec->problem && spec->kind == KIND_PATH && stat(text, &info) == 0 && S_ISREG(info.st_mode);
  return plain && realpath(text, path) && strlen(path) < OPTION_SHORT_MAX ? path : text;
}

static Status set_text(const OptionSpec *spec, const char *text, void *at) {
  char path[PATH_MAX];
  if (!text[0]) return bad_value(spec, text);
  text = path_whole(spec, text, path);
  const int most = spec->problem ? OPTION_SHORT_MAX : OPTION_PATH_MAX;
  if (strlen(text) >= (size_t)most)
    FAIL(ERR_USAGE, "--%s: expected at most %d characters, found %zu", spec->name, most - 1, strlen(text));
  strcpy(at, text);
  return OK;
}

static Status set_choice(const OptionSpec *spec, const char *text, void *at) {
  for (int64_t k = 0; spec->choices[k]; k++)
    if (strcmp(spec->choices[k], text) == 0 || strcmp(shown_choices(spec)[k], text) == 0) {
      memcpy(at, &k, sizeof k);
      return OK;
    }
  return bad_value(spec, text);
}

/* The number behind "at most 5", "at-most 5" or "at-most:5", which begins as "at-most:" does; NULL: it does not. */
static const char *counted_rest(const char *word, const char *text) {
  for (; *word; word++, text++) {
    const bool mark = *word == '-' || *word == ':';
    if (*text != *word && !(mark && *text == ' ')) return NULL;
  }
  return text;
}

static Status set_counted(const OptionSpec *spec, const char *text, void *at) {
  for (int k = 0; spec->choices[k]; k++) {
    int64_t value = 0, least, most;
    const bool bare = spec->bare && k == spec->bare && is_decimal(text);
    const char *rest = bare ? text : counted_rest(spec->choices[k], text);
    if (!rest || (!option_word_counts(spec, k) && *rest)) continue;
    if (option_word_counts(spec, k)) {
      const Reading reading = read_integer(rest, &value);
      if (reading == READ_NOTHING) break;
      (void)read_integer(spec->least, &least);
      (void)read_integer(spec->most, &most);
      if (reading == READ_BEYOND || value < least || value > most) return out_of_bounds(spec, rest);
    }
    value = counted_make(k, value);
    memcpy(at, &value, sizeof value);
    return OK;
  }
  return bad_value(spec, text);
}

static Status set_flag(const OptionSpec *spec, const char *text, void *at) {
  (void)spec;
  (void)text;
  *(bool *)at = true;
  return OK;
}

/* A list is kept as text: whoever uses it takes its numbers one by one. */
static Status set_list(const OptionSpec *spec, const char *text, void *at) {
  char number[32];
  int64_t value;
  for (const char *from = text;; from++) {
    const size_t length = strcspn(from, ",");
    if (length >= sizeof number) return bad_value(spec, text);
    snprintf(number, sizeof number, "%.*s", (int)length, from);
    if (read_integer(number, &value) == READ_NOTHING) return bad_value(spec, text);
    TRY(set_count(spec, number, &value));
    from += length;
    if (!*from) return set_text(spec, text, at);
  }
}

bool options_list_next(const char **at, int32_t *number) {
  char text[32];
  int64_t value = 0;
  const size_t length = strcspn(*at, ",");
  if (!length) return false;
  snprintf(text, sizeof text, "%.*s", (int)length, *at);
  (void)read_integer(text, &value);
  *number = (int32_t)value;
  *at += length + ((*at)[length] == ',');
  return true;
}

/* ---- all kinds ---- */

Status option_set(const OptionSpec *spec, const char *text, Options *options) {
  static Status (*const set[])(const OptionSpec *, const char *, void *) = {
      [KIND_COUNT] = set_count, [KIND_REAL] = set_real,       [KIND_SECONDS] = set_real,
      [KIND_LIST] = set_list,   [KIND_CHOICE] = set_choice,   [KIND_TEXT] = set_text,
      [KIND_FLAG] = set_flag,   [KIND_COUNTED] = set_counted, [KIND_PATH] = set_text};
  return set[spec->kind](spec, text, (char *)options + spec->offset);
}

Status option_set_all(const OptionSpec *spec, CommandMask mask, const char *text, Options *options) {
  Status status = OK;
  bool taken = false;
  for (const OptionSpec *same = option_specs(); same->name; same++) {
    if (!option_taken(same, mask) || !option_same_name(same, spec)) continue;
    const Status set = option_set(same, text, options);
    options->refused[option_row(same)] = set != OK;
    taken |= set == OK;
    if (set != OK) status = set;
  }
  if (taken && status != OK) {
    status_clear();
    status = OK;
  }
  return status;
}

Status option_expected(const OptionSpec *spec, const char *what, const char *name) {
  char choices[256];
  choices_list(spec, choices, sizeof choices);
  if (spec->least)
    FAIL(ERR_USAGE, "--%s: expected %s to %s with %s %s", spec->name, spec->least, spec->most, what, name);
  FAIL(ERR_USAGE, "--%s: expected %s%s with %s %s", spec->name, kind_words[spec->kind], choices, what, name);
}

/* The shortest text that reads back. */
static void real_print(double real, char *text, size_t size) {
  for (int precision = 6; precision <= 17; precision++) {
    c_snprintf(text, size, "%.*g", precision, real);
    if (c_strtod(text, NULL) == real) return;
  }
}

static void counted_print(const OptionSpec *spec, int64_t value, char *text, size_t size) {
  const int word = counted_word(value);
  snprintf(text, size, "%s", spec->choices[word]);
  if (option_word_counts(spec, word))
    snprintf(text + strlen(text), size - strlen(text), "%lld", (long long)counted_count(value));
}

void option_print_value(const OptionSpec *spec, const void *at, bool shown, char *text, size_t size) {
  switch (spec->kind) {
  case KIND_FLAG: /* of one that is given */
    snprintf(text, size, "%s", *(const bool *)at ? "1" : "");
    return;
  case KIND_LIST:
  case KIND_TEXT:
  case KIND_PATH:
    snprintf(text, size, "%s", (const char *)at);
    return;
  case KIND_CHOICE:
    snprintf(text, size, "%s", (shown ? shown_choices(spec) : spec->choices)[*(const int64_t *)at]);
    return;
  case KIND_COUNTED:
    counted_print(spec, *(const int64_t *)at, text, size);
    return;
  case KIND_SECONDS:
  case KIND_REAL:
    real_print(*(const double *)at, text, size);
    return;
  default:
    snprintf(text, size, "%lld", (long long)*(const int64_t *)at);
  }
}

void option_print(const OptionSpec *spec, const Options *options, char *text, size_t size) {
  option_print_value(spec, (const char *)options + spec->offset, false, text, size);
}

void option_print_shown(const OptionSpec *spec, const Options *options, char *text, size_t size) {
  option_print_value(spec, (const char *)options + spec->offset, true, text, size);
}
