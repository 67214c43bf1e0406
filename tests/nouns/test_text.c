/* Foreign text in every sink (src/text.h): what each does with encodings, controls, marks and formulas. */
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"

typedef struct Case {
  const char *text, *expected;
} Case;

static void cases_check(void (*sink)(FILE *out, const char *text), const Case *cases) {
  for (; cases->text; cases++) {
    char *made = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&made, &size);
    sink(out, cases->text);
    fclose(out);
    CU_ASSERT_STRING_EQUAL(made, cases->expected);
    if (strcmp(made, cases->expected) != 0) printf("# expected '%s', found '%s'\n", cases->expected, made);
    free(made);
  }
}

static void line_sink(FILE *out, const char *text) { fputs(text_line(text), out); }

static void lines(void) {
  static const Case cases[] = {{"berlin52", "berlin52"},
                               {"", ""},
                               {"a\x1b[31mb", "a\\x1b[31mb"},
                               {"a\nb\tc\rd\x7f", "a\\x0ab\\x09c\\x0dd\\x7f"},
                               {"Z\xc3\xbcrich", "Z\xc3\xbcrich"}, /* UTF-8 */
                               {"Z\xfcrich", "Z\xc3\xbcrich"},     /* Latin-1 */
                               {"\x9b"
                                "31m",
                                "\\x9b31m"},          /* C1 as a byte */
                               {"\xc2\x9b", "\\x9b"}, /* and as a character */
                               {"\xe2\x80\xae"
                                "abc",
                                "\\u202eabc"}, /* right to left */
                               {"\xe2\x81\xa6", "\\u2066"},
                               {"\xef\xbb\xbf"
                                "a",
                                "\\ufeff"
                                "a"},
                               {"\xf3\xa0\x80\x81", "\\U000e0001"},
                               {"\xe2\x82\xac \xf0\x9f\x98\x80", "\xe2\x82\xac \xf0\x9f\x98\x80"},
                               {"\xe2\x82", "\xc3\xa2\\x82"},    /* cut short */
                               {"\xc0\xaf", "\xc3\x80\xc2\xaf"}, /* overlong: not a slash */
                               {"\xe0\x80\xaf", "\xc3\xa0\\x80\xc2\xaf"},
                               {"\xed\xa0\x80", "\xc3\xad\xc2\xa0\\x80"},       /* a surrogate */
                               {"\xf4\x90\x80\x80", "\xc3\xb4\\x90\\x80\\x80"}, /* beyond U+10FFFF */
                               {"\xff\xfe", "\xc3\xbf\xc3\xbe"},
                               {NULL, NULL}};
  cases_check(line_sink, cases);
}

static void utf8_sink(FILE *out, const char *text) {
  size_t bytes;
  char *copy = text_utf8(text, &bytes);
  CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
  fwrite(copy, 1, bytes, out);
  free(copy);
}

static void utf8(void) {
  static const Case cases[] = {{"a\"b\\c", "a\"b\\c"},
                               {"\n\x1b\x7f", "\n\x1b\x7f"},
                               {"\xfc\xfc\xfc", "\xc3\xbc\xc3\xbc\xc3\xbc"},
                               {"\x9b", "\xc2\x9b"},
                               {"\xe2\x80\xae", "\xe2\x80\xae"},
                               {"\xf3\xa0\x80\x81", "\xf3\xa0\x80\x81"},
                               {"", ""},
                               {NULL, NULL}};
  cases_check(utf8_sink, cases);
}

static void html(void) {
  static const Case cases[] = {{"<a b='c' d=\"e\">&", "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;"},
                               {"a\tb\nc\rd", "a\tb\nc\\x0dd"},
                               {"\xfc\x9b\x1b", "\xc3\xbc\\x9b\\x1b"},
                               {"\xe2\x80\xae", "\\u202e"},
                               {NULL, NULL}};
  cases_check(text_html, cases);
}

static void csv(void) {
  static const Case cases[] = {{"plain", "plain"},
                               {"", ""},
                               {"a,b", "\"a,b\""},
                               {"a\"b", "\"a\"\"b\""},
                               {"a\rb", "\"a\rb\""}, /* a CR alone ends a line for some readers */
                               {"a\nb", "\"a\nb\""},
                               {" a", "\" a\""},
                               {"a ", "\"a \""},
                               {"=1+1", "'=1+1"},
                               {"=A1,\"x\"", "\"'=A1,\"\"x\"\"\""},
                               {"+x", "'+x"},
                               {"-x", "'-x"},
                               {"-", "'-"},
                               {"-inf", "'-inf"},
                               {"+1+2", "'+1+2"},
                               {"-1e", "'-1e"},
                               {"@x", "'@x"},
                               {"\tx", "'\tx"},
                               {"\rx", "\"'\rx\""},
                               {"\nx", "\"'\nx\""},
                               {"\xef\xbc\x9dx", "'\xef\xbc\x9dx"}, /* wide = */
                               {"-12", "-12"},
                               {"+1.5", "+1.5"},
                               {"-.5e-3", "-.5e-3"},
                               {"\xfc\x1b", "\xc3\xbc\\x1b"},
                               {NULL, NULL}};
  cases_check(text_csv, cases);
}

/* As many earlier lines as text.h promises are still there. */
static void lines_last(void) {
  const char *line[16];
  for (int k = 0; k < 16; k++) {
    const char text[] = {'\n', (char)('a' + k), 0};
    line[k] = text_line(text);
  }
  for (int k = 0; k < 16; k++) {
    CU_ASSERT_EQUAL(line[k][4], 'a' + k);
    CU_ASSERT_STRING_EQUAL(line[k] + 5, "");
  }
}

static void fit(void) {
  CU_ASSERT_EQUAL(text_fit("abcdef", 6, 4), 4);
  CU_ASSERT_EQUAL(text_fit("abcdef\nxyz", 6, 40), 6);
  CU_ASSERT_EQUAL(text_fit("a\xc3\xbc"
                           "bc",
                           5, 2),
                  3);
  CU_ASSERT_EQUAL(text_fit("\xe6\xbc\xa2\xe5\xad\x97", 6, 3), 3); /* two columns each */
  CU_ASSERT_EQUAL(text_fit("\xe2\x96\x88\xe2\x96\x81", 6, 2), 6); /* blocks: one */
  CU_ASSERT_EQUAL(text_fit("", 0, 5), 0);
}

/* The same pointer for equal texts, whatever memory they come from. */
static void kept(void) {
  char text[] = "a b";
  const char *const first = text_kept(text), *const other = text_kept("a c");
  CU_ASSERT_STRING_EQUAL(first, "a b");
  CU_ASSERT_STRING_EQUAL(other, "a c");
  CU_ASSERT_PTR_EQUAL(text_kept("a b"), first);
  CU_ASSERT_PTR_NOT_EQUAL(first, text);
  text[0] = 'x';
  CU_ASSERT_STRING_EQUAL(first, "a b");
}

int main(void) {
  static const HarnessTest tests[] = {TEST(lines),      TEST(utf8), TEST(html), TEST(csv),
                                      TEST(lines_last), TEST(fit),  TEST(kept), {NULL, NULL}};
  return harness_run("text", tests);
}
