/* Large arrays of JSON that are read row by row (src/io/json_rows.c): the same values, lines and refusals as those of a whole tree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "io/json_rows.h"
#include "rng.h"

static const char *const names[] = {"durations", "costs", NULL};

/* Appends the compact text of a value. */
static void append(char *to, size_t size, const json_t *value) {
  char *const text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
  snprintf(to + strlen(to), size - strlen(to), "%s;", text ? text : "none");
  free(text);
}

/* The rows of a member of the root, one after another. */
static Status member_rows(const JsonText *json, const char *name, char *to, size_t size) {
  const JsonAt root = json_root(json), member = json_member(&root, name);
  JsonRows rows;
  Status status = OK;
  if (!json_is_array(member.value)) {
    append(to, size, member.value);
    return OK;
  }
  json_rows_begin(&member, &rows);
  for (size_t k = 0; k < rows.count && status == OK; k++) {
    JsonAt row;
    status = json_rows_next(&rows, &row);
    if (status == OK) append(to, size, row.value);
  }
  json_rows_end(&rows);
  return status;
}

/* What is read of a text, with a tree of all of it or not; returns the status. */
static Status text_rows(const char *text, bool whole, char *to, size_t size, size_t *cuts) {
  JsonText json;
  to[0] = 0;
  Status status = whole ? json_text_read("a.json", text, strlen(text), &json)
                        : json_text_read_rows("a.json", text, strlen(text), names, &json);
  if (status != OK) return status;
  *cuts = json.cuts;
  for (int k = 0; names[k] && status == OK; k++) status = member_rows(&json, names[k], to, size);
  json_text_free(&json);
  return status;
}

static void same_rows(void) {
  static const struct {
    const char *text;
    size_t cuts;
  } cases[] = {{"{\"durations\": [[1, 2], [3,\n4]], \"costs\": [[5]]}", 2},
               {" {\n\"x\": [[0]], \"costs\" :\n[ [1.5, -2e3, true] , [], 7, null ] }", 1},
               {"{\"durations\": [1, [2]], \"costs\": []}", 0},
               {"{\"durations\": [[{\"a\": 1}], [\"]\"]], \"costs\": 3}", 0},
               {"{\"x\\\"durations\": [[1]], \"durations\": [[[0]]]}", 1},
               {"{\"x\": \"\\\"durations\\\": [[1]]\", \"costs\": [[0]]}", 1}};
  char whole[256], parts[256];
  size_t cuts = 0;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    CU_ASSERT_EQUAL(text_rows(cases[k].text, true, whole, sizeof whole, &cuts), OK);
    CU_ASSERT_EQUAL(text_rows(cases[k].text, false, parts, sizeof parts, &cuts), OK);
    CU_ASSERT_STRING_EQUAL(parts, whole);
    CU_ASSERT_EQUAL(cuts, cases[k].cuts);
  }
}

/* A text that is altered anywhere is refused in both ways or in neither, and says the same. */
static void altered_texts(void) {
  static const char good[] = "{\"durations\": [[1, 2.5],\n [30, [4]]], \"costs\": [[5], [6]]}";
  static const char bytes[] = "[]{},:\"\\ \n01e.-nt";
  int refused = 0;
  for (uint64_t seed = 0; seed < 20000; seed++) {
    char text[sizeof good], whole[256], parts[256];
    size_t cuts;
    const RngStream stream = {.seed = seed};
    memcpy(text, good, sizeof good);
    for (uint32_t k = 0; k <= seed % 3; k++)
      text[rng_below(stream, 2 * k, sizeof good - 1)] = bytes[rng_below(stream, 2 * k + 1, sizeof bytes - 1)];
    const Status first = text_rows(text, true, whole, sizeof whole, &cuts),
                 second = text_rows(text, false, parts, sizeof parts, &cuts);
    refused += first != OK;
    CU_ASSERT_EQUAL(second == OK, first == OK);
    if (first == OK) CU_ASSERT_STRING_EQUAL(parts, whole);
  }
  CU_ASSERT(refused > 1000 && refused < 19000);
}

static void lines_of_faults(void) {
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"{\n\"durations\": [[1],\n[2,]]}", "a.json:3: expected JSON: unexpected token near ']'"},
      {"{\n\"durations\": [[1]\n,\n\n[2] 3]}", "a.json:5: expected JSON: ',' or ']' behind a row, found '3'"},
      {"{\"durations\": [[1],\n[2]],\n x}", "a.json:3: expected JSON: string or '}' expected near 'x'"}};
  char text[256];
  size_t cuts;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    status_clear();
    CU_ASSERT_EQUAL(text_rows(cases[k].text, false, text, sizeof text, &cuts), ERR_FORMAT);
    CU_ASSERT_STRING_EQUAL(status_message(), cases[k].message);
  }
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(same_rows), TEST(altered_texts), TEST(lines_of_faults), {NULL, NULL}};
  return harness_run("json_rows", tests);
}
