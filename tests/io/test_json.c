/* JSON by jansson (src/io/json.c): values as text, foreign bytes, exact decimals, files. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "individual.h"
#include "io/json.h"

/* Whether the value is printed so, with a line end behind it. */
static int prints(json_t *value, const char *expected) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  const Status status = json_print(out, value);
  fclose(out);
  const int same = status == OK && bytes == strlen(expected) + 1 && memcmp(text, expected, bytes - 1) == 0 &&
                   text[bytes - 1] == '\n';
  if (!same) printf("# expected %s, found %s", expected, text);
  free(text);
  return same;
}

/* Every byte of anybody's text is a character, and what acts on a terminal is escaped. */
static void texts(void) {
  CU_ASSERT(prints(json_foreign("a\"b\\c/"), "\"a\\\"b\\\\c/\""));
  CU_ASSERT(prints(json_foreign("\n\x1b\x7f\x7f."), "\"\\n\\u001B\\u007f\\u007f.\""));
  CU_ASSERT(prints(json_foreign("\xfc"), "\"\\u00FC\""));
  CU_ASSERT(prints(json_foreign("\x9b"), "\"\\u009B\""));
  CU_ASSERT(prints(json_foreign("\xe2\x80\xae"), "\"\\u202E\""));
  CU_ASSERT(prints(json_foreign("\xf3\xa0\x80\x81"), "\"\\uDB40\\uDC01\""));
  CU_ASSERT(prints(json_foreign(""), "\"\""));
}

static void numbers(void) {
  CU_ASSERT(prints(json_cost(7542, 0), "7542") && prints(json_cost(INT64_MAX - 1, 0), "9223372036854775806"));
  CU_ASSERT(prints(json_cost(73589428, 1), "7358942.8") &&
            prints(json_cost(1413766573081, 6), "1413766.573081"));
  CU_ASSERT(prints(json_cost(COST_NONE, 0), "null") && prints(json_cost(-5, 1), "-0.5"));
  CU_ASSERT(prints(json_rounded(2.0 / 3, 3), "0.667") && prints(json_rounded(NAN, 3), "null"));
  CU_ASSERT(prints(json_count(UINT64_C(1) << 62), "4611686018427387904") &&
            prints(json_key(0x1f), "\"000000000000001f\""));
}

static void objects(void) {
  json_t *all = json_object(), *list = json_array();
  json_push(list, json_integer(1));
  json_push(list, json_true());
  json_add(all, "z", list);
  json_add(all, "a", json_options("seed = 3\nkind = x y\nbad\n"));
  CU_ASSERT(prints(all, "{\"z\": [1, true], \"a\": {\"seed\": \"3\", \"kind\": \"x y\"}}"));
}

/* A value that could not be made: nothing is printed, and the next one is whole again. */
static void torn_values(void) {
  json_t *all = json_object();
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  json_add(all, "x", NULL);
  CU_ASSERT_EQUAL(json_print(out, all), ERR_MEMORY);
  CU_ASSERT_EQUAL(json_print(out, NULL), ERR_MEMORY);
  fclose(out);
  CU_ASSERT_EQUAL(bytes, 0);
  free(text);
  status_clear();
  CU_ASSERT(prints(json_object(), "{}"));
}

/* A part of a page ends no script in it. */
static void pages(void) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  json_t *list = json_array();
  json_push(list, json_foreign("</script>&"));
  json_push(list, json_real(1.0 / 3));
  json_embed(out, list);
  json_embed(out, NULL);
  fclose(out);
  CU_ASSERT_STRING_EQUAL(text, "[\"\\u003c/script>&\",0.333333333]\"\"");
  free(text);
}

static void files(void) {
  char path[] = "/tmp/cordee-json-XXXXXX", text[64] = "";
  const int fd = mkstemp(path);
  json_t *all = json_object();
  json_add(all, "n", json_integer(5));
  CU_ASSERT_EQUAL(json_write(path, all), OK);
  FILE *in = fopen(path, "r");
  CU_ASSERT(in && fgets(text, sizeof text, in) && strcmp(text, "{\"n\": 5}\n") == 0);
  if (in) fclose(in);
  close(fd);
  unlink(path);
  CU_ASSERT_EQUAL(json_write("/nonexistent/x.json", json_object()), ERR_IO);
  CU_ASSERT_EQUAL(json_write(path, NULL), ERR_MEMORY);
  status_clear();
}

int main(void) {
  static const HarnessTest tests[] = {TEST(texts), TEST(numbers), TEST(objects), TEST(torn_values),
                                      TEST(pages), TEST(files),   {NULL, NULL}};
  return harness_run("json", tests);
}
