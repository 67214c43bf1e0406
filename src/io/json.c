/* See json.h. */
#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "individual.h"
#include "output.h"
#include "text.h"

enum {
  DIGITS = 15,
  DIGITS_PAGE = 9
};                              /* of numbers with a point: what a double keeps of any decimal; for eyes */
static _Thread_local bool torn; /* a value was missing since the last json_print */

void json_add(json_t *object, const char *name, json_t *value) {
  if (json_object_set_new(object, name, value) != 0) torn = true;
}

void json_push(json_t *array, json_t *value) {
  if (json_array_append_new(array, value) != 0) torn = true;
}

json_t *json_foreign(const char *text) {
  size_t bytes;
  char *copy = text_utf8(text, &bytes);
  json_t *string = copy ? json_stringn(copy, bytes) : NULL;
  free(copy);
  return string;
}

json_t *json_count(uint64_t value) { return json_integer((json_int_t)value); }

json_t *json_rounded(double value, int decimals) {
  const double unit = pow(10, decimals);
  return isfinite(value) ? json_real(round(value * unit) / unit) : json_null();
}

json_t *json_cost(int64_t cost, int32_t decimals) {
  if (cost == COST_NONE) return json_null();
  return decimals ? json_real((double)cost / pow(10, decimals)) : json_integer(cost);
}

json_t *json_key(uint64_t key) {
  char text[24];
  snprintf(text, sizeof text, "%016" PRIx64, key);
  return json_string(text);
}

json_t *json_options(const char *lines) {
  json_t *object = json_object();
  for (const char *at = lines; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    char name[64], value[512];
    if (c_sscanf(at, "%63s = %511[^\n]", name, value) == 2) json_add(object, name, json_foreign(value));
  }
  return object;
}

/* Escapes those of these characters, which stand inside texts only. */
static int chunk_escape(const char *text, size_t bytes, FILE *out, const char *which) {
  const char *const end = text + bytes;
  for (const char *at = text; at < end; at++) {
    if (!strchr(which, *at)) continue;
    fwrite(text, 1, (size_t)(at - text), out);
    fprintf(out, "\\u%04x", (unsigned)(unsigned char)*at);
    text = at + 1;
  }
  return fwrite(text, 1, (size_t)(end - text), out) == (size_t)(end - text) ? 0 : -1;
}

/* Of ASCII only DEL acts on a terminal and is no control character to JSON. */
static int chunk_print(const char *text, size_t bytes, void *out) {
  return chunk_escape(text, bytes, out, "\x7f");
}
static int chunk_embed(const char *text, size_t bytes, void *out) {
  return chunk_escape(text, bytes, out, "<\x7f");
}

/* Whether it can be written; asked once a value. */
static Status whole_check(const json_t *value) {
  const bool whole = value && !torn;
  torn = false;
  if (!whole) FAIL(ERR_MEMORY, "no memory for JSON");
  return OK;
}

static const size_t dump_flags = JSON_ENSURE_ASCII | JSON_ENCODE_ANY | JSON_REAL_PRECISION(DIGITS),
                    embed_flags =
                        JSON_ENSURE_ASCII | JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(DIGITS_PAGE);

static int dump(const json_t *value, json_dump_callback_t chunk, FILE *out, size_t flags) {
  const CLocale before = c_locale_enter();
  const int failed = json_dump_callback(value, chunk, out, flags);
  c_locale_leave(before);
  return failed;
}

static void value_print(FILE *out, const void *value) {
  (void)dump(value, chunk_print, out, dump_flags); /* the stream keeps an error */
  fputc('\n', out);
}

Status json_write(const char *path, json_t *value) {
  Status status = whole_check(value);
  if (status == OK) status = output_write(path, value_print, value);
  json_decref(value);
  return status;
}

Status json_print(FILE *out, json_t *value) {
  const Status status = whole_check(value);
  if (status == OK) value_print(out, value);
  json_decref(value);
  return status;
}

void json_embed(FILE *out, json_t *value) {
  const bool whole = value && !torn;
  torn = false;
  if (!whole || dump(value, chunk_embed, out, embed_flags) != 0) fputs("\"\"", out);
  json_decref(value);
}

json_t *json_feature(const char *type, json_t *coordinates, json_t *properties) {
  json_t *feature = json_object(), *geometry = json_object();
  json_add(geometry, "type", json_string(type));
  json_add(geometry, "coordinates", coordinates);
  json_add(feature, "type", json_string("Feature"));
  json_add(feature, "geometry", geometry);
  json_add(feature, "properties", properties);
  return feature;
}
