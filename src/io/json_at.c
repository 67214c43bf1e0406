/* See json_at.h. */
#include "json_at.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "text.h"

enum { PATH_SHOWN_MAX = 256, FOUND_MAX = 64, EXPECTED_MAX = 512 };

/* ---- texts ---- */

Status json_text_read(const char *path, const char *text, size_t bytes, JsonText *out) {
  json_error_t error;
  const CLocale before = c_locale_enter();
  json_t *root = json_loadb(text, bytes, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
  c_locale_leave(before);
  *out = (JsonText){.path = path, .text = text, .bytes = bytes, .root = root};
  if (root) return OK;
  if (json_error_code(&error) == json_error_out_of_memory)
    FAIL(ERR_MEMORY, "%s: no memory for its JSON", path);
  FAIL(ERR_FORMAT, "%s:%d: expected JSON: %s", path, error.line > 0 ? error.line : 1, text_line(error.text));
}

void json_text_free(JsonText *text) {
  json_decref(text->root);
  free(text->cut);
  *text = (JsonText){.path = text->path};
}

JsonAt json_root(const JsonText *text) { return (JsonAt){.of = text, .value = text->root}; }

JsonAt json_member(const JsonAt *in, const char *key) {
  json_t *value = json_object_get(in->value, key);
  return (JsonAt){.of = in->of, .in = in, .key = key, .value = json_is_null(value) ? NULL : value};
}

JsonAt json_element(const JsonAt *in, size_t index) {
  return (JsonAt){.of = in->of, .in = in, .index = index, .value = json_array_get(in->value, index)};
}

const JsonCut *json_cut(const JsonAt *at) {
  const json_t *inner = json_array_size(at->value) == 1 ? json_array_get(at->value, 0) : NULL;
  const json_t *number = json_array_size(inner) == 1 ? json_array_get(inner, 0) : NULL;
  const json_int_t k = json_is_integer(number) ? json_integer_value(number) : -1;
  return k >= 0 && (size_t)k < at->of->cuts ? &at->of->cut[k] : NULL;
}

/* ---- lines ---- */

/* A walk over a text that is known to be JSON. */
typedef struct Walk {
  const char *at, *end;
  int line;
} Walk;

static void walk_space(Walk *w) {
  for (; w->at < w->end && strchr(" \t\r\n", *w->at); w->at++) w->line += *w->at == '\n';
}

/* Behind the text in quotes that begins here. */
static void walk_text(Walk *w) {
  for (w->at++; w->at < w->end && *w->at != '"'; w->at++) w->at += *w->at == '\\' && w->at + 1 < w->end;
  w->at += w->at < w->end;
}

/* Behind the value that begins here. */
static void walk_value(Walk *w) {
  int depth = 0;
  walk_space(w);
  do {
    if (w->at >= w->end) return;
    if (*w->at == '"') {
      walk_text(w);
    } else {
      depth += *w->at == '{' || *w->at == '[';
      depth -= *w->at == '}' || *w->at == ']';
      w->line += *w->at == '\n';
      w->at++;
    }
  } while (w->at < w->end && (depth > 0 || !strchr(",}] \t\r\n", *w->at)));
}

/* Whether the text in quotes that begins here is the key as it stands: one with escapes is none of ours. */
static bool walk_is_key(const Walk *w, const char *key) {
  const size_t length = strlen(key);
  return (size_t)(w->end - w->at) > length + 1 && memcmp(w->at + 1, key, length) == 0 &&
         w->at[length + 1] == '"';
}

/* Behind what separates two values. False: there is no further one. */
static bool walk_next(Walk *w) {
  walk_space(w);
  const bool more = w->at < w->end && *w->at == ',';
  w->at += more;
  walk_space(w);
  return more;
}

/* To the member's or element's value in the object or array that begins here. False: it is not found, and the walk stays. */
static bool walk_into(Walk *w, const JsonAt *at) {
  const Walk begin = *w;
  size_t k = 0;
  w->at++;
  walk_space(w);
  do {
    const bool here = at->key ? *w->at == '"' && walk_is_key(w, at->key) : k++ == at->index;
    if (at->key) {
      walk_text(w);
      walk_space(w);
      w->at += w->at < w->end;
      walk_space(w);
    }
    if (here) return true;
    walk_value(w);
  } while (walk_next(w));
  *w = begin;
  return false;
}

/* To the value, or to the innermost that it should be in. False: not to the value itself. */
static bool walk_to(Walk *w, const JsonAt *at) {
  if (at->in && !walk_to(w, at->in)) return false;
  walk_space(w);
  return !at->in || (w->at < w->end && (*w->at == '{' || *w->at == '[') && walk_into(w, at));
}

/* ---- messages ---- */

static void path_print(const JsonAt *at, char path[PATH_SHOWN_MAX]) {
  if (at->in) path_print(at->in, path);
  const size_t used = strlen(path);
  if (at->key)
    snprintf(path + used, PATH_SHOWN_MAX - used, "%s%s", used ? "." : "", text_line(at->key));
  else if (at->in)
    snprintf(path + used, PATH_SHOWN_MAX - used, "[%zu]", at->index);
}

static void found_print(const JsonAt *at, char found[FOUND_MAX]) {
  const json_t *const value = at->value;
  const JsonCut *const cut = json_cut(at);
  if (!value || json_is_null(value))
    snprintf(found, FOUND_MAX, "%s", value ? "null" : "none");
  else if (json_is_string(value))
    snprintf(found, FOUND_MAX, "\"%.40s\"", text_line(json_string_value(value)));
  else if (json_is_integer(value))
    snprintf(found, FOUND_MAX, "%lld", (long long)json_integer_value(value));
  else if (json_is_real(value))
    c_snprintf(found, FOUND_MAX, "%.15g", json_real_value(value));
  else if (json_is_array(value))
    snprintf(found, FOUND_MAX, "an array of %zu", cut ? cut->rows : json_array_size(value));
  else if (json_is_object(value))
    snprintf(found, FOUND_MAX, "an object");
  else
    snprintf(found, FOUND_MAX, "%s", json_is_true(value) ? "true" : "false");
}

Status json_fail(const JsonAt *at, const char *format, ...) {
  char expected[EXPECTED_MAX], found[FOUND_MAX], path[PATH_SHOWN_MAX] = "";
  Walk walk = {at->of->text, at->of->text + at->of->bytes, 1};
  va_list args;
  va_start(args, format);
  c_vsnprintf(expected, sizeof expected, format, args);
  va_end(args);
  (void)walk_to(&walk, at);
  path_print(at, path);
  found_print(at, found);
  FAIL(ERR_FORMAT, "%s:%d: %s%sexpected %s, found %s", at->of->path, walk.line, path, path[0] ? ": " : "",
       expected, found);
}

/* ---- values ---- */

Status json_want_object(const JsonAt *at) {
  return json_is_object(at->value) ? OK : json_fail(at, "an object");
}

Status json_want_array(const JsonAt *at) { return json_is_array(at->value) ? OK : json_fail(at, "an array"); }

Status json_want_text(const JsonAt *at) { return json_is_string(at->value) ? OK : json_fail(at, "a text"); }

Status json_members(const JsonAt *at, const char *const *names) {
  const char *key;
  json_t *value;
  char list[EXPECTED_MAX] = "";
  for (int k = 0; names[k]; k++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", k ? ", " : "", names[k]);
  json_object_foreach(at->value, key, value) {
    bool known = false;
    for (int k = 0; names[k] && !known; k++) known = strcmp(names[k], key) == 0;
    const JsonAt member = {.of = at->of, .in = at, .key = key, .value = value};
    if (!known) return json_fail(&member, "no member of that name, but those that are read (%s)", list);
  }
  return OK;
}

Status json_whole(const JsonAt *at, int64_t least, int64_t most, int64_t *out) {
  const double real = json_is_real(at->value) ? json_real_value(at->value) : 0;
  int64_t whole = json_integer_value(at->value);
  if (json_is_real(at->value) && fabs(real) <= 9e15 && real == floor(real)) whole = (int64_t)real;
  const bool good = json_is_integer(at->value) || (json_is_real(at->value) && (double)whole == real);
  if (!good || whole < least || whole > most)
    return json_fail(at, "a whole number from %lld to %lld", (long long)least, (long long)most);
  *out = whole;
  return OK;
}

Status json_exact(const JsonAt *at, Exact *out) {
  if (json_is_integer(at->value) && json_integer_value(at->value) >= 0) {
    char digits[DIGITS_MAX];
    const char *end = digits_put(digits, json_integer_value(at->value));
    if (exact_read(digits, (size_t)(end - digits), out)) return OK;
  }
  if (json_is_real(at->value) && json_real_value(at->value) >= 0 && exact_of(json_real_value(at->value), out))
    return OK;
  return json_fail(at, "a number from 0 on, of at most %d digits", EXACT_DIGITS_MAX);
}

Status json_number(const JsonAt *at, double least, double most, double *out) {
  const double value = json_number_value(at->value);
  if (!json_is_number(at->value) || !(value >= least && value <= most))
    return json_fail(at, "a number from %g to %g", least, most);
  *out = value;
  return OK;
}
