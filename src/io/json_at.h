/* JSON that people write, read by jansson: values with their places, for messages that name the line and the path of what is wrong:
 *
 *   day.json:17: vehicles[3].capacity[1]: expected a number from 0 on, found "much"
 *
 * A place is a chain of members and indices on the caller's stack. Local, host only. */
#ifndef CORDEE_IO_JSON_AT_H
#define CORDEE_IO_JSON_AT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "decimal.h"
#include "status.h"

/* An array that is not in the tree (json_rows.h), where cut k stands as [[k]]: bytes begin..end - 1 of the text. */
typedef struct JsonCut {
  size_t begin, end, rows;
  int line; /* of its begin */
} JsonCut;

typedef struct JsonText {
  const char *path, *text; /* the text need not end in a NUL */
  size_t bytes;
  json_t *root; /* owned, and so is cut: json_text_free */
  JsonCut *cut; /* (cuts) by rising places */
  size_t cuts;
} JsonText;

typedef struct JsonAt {
  const JsonText *of;
  const struct JsonAt *in; /* NULL: it is the root */
  const char *key;         /* of a member; NULL: an element */
  size_t index;            /* of an element */
  json_t *value;           /* borrowed; NULL: it is not there */
} JsonAt;

/* The value of a whole text, in which no object has two members of one name. ERR_FORMAT: "path:line: expected JSON, ..."; ERR_MEMORY. */
Status json_text_read(const char *path, const char *text, size_t bytes, JsonText *out);
void json_text_free(JsonText *text);

JsonAt json_root(const JsonText *text);
/* The member of an object, which may be absent, or be a null, which is the same; the element of an array. `in` outlives it. */
JsonAt json_member(const JsonAt *in, const char *key);
JsonAt json_element(const JsonAt *in, size_t index);

/* "path:line: a[1].b: expected <format...>, found <the value>". The line of an absent value is that of what it should be in. ERR_FORMAT. */
Status json_fail(const JsonAt *at, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What an array stands for that is not in the tree; NULL: it is what it is. */
const JsonCut *json_cut(const JsonAt *at);

/* ERR_FORMAT unless it is an object, an array, a text. */
Status json_want_object(const JsonAt *at);
Status json_want_array(const JsonAt *at);
Status json_want_text(const JsonAt *at);
/* Every member of the object is one of these names, ended by NULL. ERR_FORMAT names the first that is not. */
Status json_members(const JsonAt *at, const char *const *names);

/* A whole number of least..most. ERR_FORMAT. */
Status json_whole(const JsonAt *at, int64_t least, int64_t most, int64_t *out);
/* A number that is not negative, as it is written: of one with a point, 15 significant digits. ERR_FORMAT. */
Status json_exact(const JsonAt *at, Exact *out);
/* A finite number of least..most. ERR_FORMAT. */
Status json_number(const JsonAt *at, double least, double most, double *out);

#endif
