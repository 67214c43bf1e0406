/* Books of options (src/evaluator/lookback/book*.c): what a row may say, every row and header that is refused, generated books. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "evaluator/lookback/book.h"
#include "fixtures/harness.h"

static const PriceSettings plain = {.steps = 0};

static Status parse(const char *text, Items *out) {
  status_clear();
  return book_parse("b.csv", strdup(text), strlen(text), &plain, out);
}

static LookbackOption row(const Items *items, uint64_t i) {
  LookbackOption o = {0};
  CU_ASSERT_EQUAL(book_option(items, i, true, &o), OK);
  return o;
}

static void columns_may_come_in_any_order(void) {
  Items items;
  CU_ASSERT_EQUAL_FATAL(
      parse("desk,r, sigma ,T,S\r\n# no row\n\n\"a,b\",.05,3e-1,1.5,100\nx,0,0.2,+2.,50\n", &items), OK);
  CU_ASSERT_EQUAL_FATAL(items.count, 2);
  const LookbackOption a = row(&items, 0), b = row(&items, 1);
  CU_ASSERT(a.spot == 100 && a.extreme == 100 && a.years == 1.5 && a.sigma == 0.3 && a.r == 0.05 && a.q == 0);
  CU_ASSERT(a.steps == STEPS_STANDARD && a.flags == 0);
  CU_ASSERT(b.spot == 50 && b.r == 0 && b.years == 2);
  CU_ASSERT_EQUAL(book_number(&items, 0), 4);
  CU_ASSERT_EQUAL(book_number(&items, 1), 5);
  free(items.data);
}

static void all_columns_are_read(void) {
  Items items;
  CU_ASSERT_EQUAL_FATAL(parse("id,S,M0,T,sigma,r,q,type,style,strike,N\n"
                              "7,100,90,1,.2,.1,.05,CALL,European,floating,1e3\n"
                              "8,100,,1,.2,.1,,,,,\n",
                              &items),
                        OK);
  const LookbackOption a = row(&items, 0), b = row(&items, 1);
  CU_ASSERT(a.extreme == 90 && a.q == 0.05 && a.steps == 1000);
  CU_ASSERT_EQUAL(a.flags, LOOKBACK_CALL | LOOKBACK_EUROPEAN);
  CU_ASSERT(b.extreme == 100 && b.flags == 0 && b.steps == STEPS_STANDARD);
  free(items.data);
}

static void vanilla_rows_are_read(void) {
  Items items;
  LookbackOption none;
  CU_ASSERT_EQUAL_FATAL(
      parse("S,T,sigma,r,payoff,strike,M0\n100,1,.2,.1,Vanilla,9.5e1,\n100,1,.2,.1,,floating,\n"
            "100,1,.2,.1,vanilla,floating,\n100,1,.2,.1,vanilla,90,95\n",
            &items),
      OK);
  const LookbackOption a = row(&items, 0), b = row(&items, 1);
  CU_ASSERT(a.flags == LOOKBACK_VANILLA && a.strike == 95 && a.extreme == 0);
  CU_ASSERT(b.flags == 0 && b.strike == 0 && b.extreme == 100);
  CU_ASSERT_EQUAL(book_option(&items, 2, true, &none), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), "strike: expected a number above 0, at most 1e+20, found 0");
  status_clear();
  CU_ASSERT_EQUAL(book_option(&items, 3, true, &none), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), "M0: expected none of a vanilla option, found 95");
  status_clear();
  free(items.data);
}

static void settings_stand_where_no_column_says(void) {
  const PriceSettings settings = {.steps = 77, .type = 1, .style = 1};
  const char text[] = "S,T,sigma,r,type\n1,1,1,1,put\n1,1,1,1,\n";
  Items items, other;
  CU_ASSERT_EQUAL_FATAL(book_parse("b", strdup(text), strlen(text), &settings, &items), OK);
  CU_ASSERT_EQUAL_FATAL(book_parse("c", strdup(text), strlen(text), &plain, &other), OK);
  CU_ASSERT_EQUAL(row(&items, 0).flags, LOOKBACK_EUROPEAN);
  CU_ASSERT_EQUAL(row(&items, 1).flags, LOOKBACK_CALL | LOOKBACK_EUROPEAN);
  CU_ASSERT_EQUAL(row(&items, 1).steps, 77);
  CU_ASSERT_NOT_EQUAL(items.digest, other.digest); /* other prices: another file of records */
  free(items.data);
  free(other.data);
}

/* A lookback option has none of it, but may not say one itself. */
static void a_strike_is_said_for_vanilla_rows(void) {
  const PriceSettings settings = {.strike = 95};
  const char text[] =
      "S,T,sigma,r,payoff,strike\n1,1,1,1,vanilla,\n1,1,1,1,lookback,\n1,1,1,1,lookback,floating\n"
      "1,1,1,1,vanilla,110\n1,1,1,1,lookback,90\n1,1,1,1,vanilla,floating\n";
  const char none[] = "S,T,sigma,r,payoff\n1,1,1,1,vanilla\n1,1,1,1,lookback\n";
  Items items, other;
  LookbackOption o;
  CU_ASSERT_EQUAL_FATAL(book_parse("b", strdup(text), strlen(text), &settings, &items), OK);
  CU_ASSERT_EQUAL_FATAL(book_parse("c", strdup(none), strlen(none), &settings, &other), OK);
  CU_ASSERT(row(&items, 0).strike == 95 && row(&items, 1).strike == 0 && row(&items, 2).strike == 0);
  CU_ASSERT(row(&items, 3).strike == 110);
  CU_ASSERT_EQUAL(book_option(&items, 4, false, &o), ERR_FORMAT);
  CU_ASSERT_EQUAL(book_option(&items, 5, false, &o), ERR_FORMAT);
  CU_ASSERT(row(&other, 0).strike == 95 && row(&other, 1).strike == 0);
  free(items.data);
  free(other.data);
}

static void header_refused(const char *text, const char *message) {
  Items items;
  CU_ASSERT_EQUAL(parse(text, &items), ERR_FORMAT);
  CU_ASSERT_PTR_NULL(items.data);
  CU_ASSERT_STRING_EQUAL(status_message(), message);
  if (strcmp(status_message(), message) != 0) fprintf(stderr, "# found: %s\n", status_message());
}

static void headers_that_are_refused(void) {
  header_refused("", "b.csv:1: expected columns S, T, sigma and r, found no S, no T, no sigma and no r");
  header_refused("S,T,r\n1,1,1\n", "b.csv:1: expected columns S, T, sigma and r, found no sigma");
  header_refused("s,T,sigma\n1,1,1\n", "b.csv:1: expected columns S, T, sigma and r, found no S and no r");
  header_refused("S,T,r,sigma,S\n", "b.csv:1: expected one column 'S', found two");
  header_refused("S,T,r,sigma\n\n# none\n", "b.csv:2: expected rows of options, found none");
}

static void row_refused(const char *text, const char *message) {
  char table[512];
  Items items;
  LookbackOption o;
  snprintf(table, sizeof table, "S,T,sigma,r,type,style,strike,N\n%s\n1,1,1,0,,,,", text);
  CU_ASSERT_EQUAL_FATAL(parse(table, &items), OK);
  CU_ASSERT_EQUAL(book_option(&items, 0, true, &o), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), message);
  if (strcmp(status_message(), message) != 0) fprintf(stderr, "# found: %s\n", status_message());
  status_clear();
  CU_ASSERT_EQUAL(book_option(&items, 0, false, &o), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), "");
  CU_ASSERT_EQUAL(book_option(&items, 1, true, &o), OK); /* alone */
  free(items.data);
}

static void rows_that_are_refused(void) {
  row_refused("1,1,1", "expected 8 columns as in the first line, found 3");
  row_refused("1,1,1,1,,,,,", "expected 8 columns as in the first line, found 9");
  row_refused("x,1,1,1,,,,", "S: expected a number, found 'x'");
  row_refused("1,1,nan,1,,,,", "sigma: expected a number, found 'nan'");
  row_refused("1,,1,1,,,,", "T: expected a number, found ''");
  row_refused("1,1,1,1e,,,,", "r: expected a number, found '1e'");
  row_refused("1,1,1,1e999,,,,", "r: expected a number, found '1e999'");
  row_refused("1,1,1,1,straddle,,,", "type: expected put or call, found 'straddle'");
  row_refused("1,1,1,1,put,asian,,", "style: expected american or european, found 'asian'");
  row_refused("1,1,1,1,put,,fixed,", "strike: expected floating or a number, found 'fixed'");
  row_refused("1,1,1,1,put,,90,",
              "strike: expected floating of a lookback option, found 90 (payoff vanilla has a strike)");
  row_refused("1,1,1,1,put,,,1.5", "N: expected a whole number from 1 to 1000000, found 1.5");
  row_refused("1,1,1,1,put,,,0", "N: expected a whole number from 1 to 1000000, found 0");
}

static void rows_are_handed_through(void) {
  Items items;
  char *text;
  size_t bytes;
  CU_ASSERT_EQUAL_FATAL(parse("S,T,sigma,r,desk\n1,1,1,1,\"a,\"\"b\"\n1,1\n", &items), OK);
  FILE *out = open_memstream(&text, &bytes);
  book_print(out, &items, UINT64_MAX);
  book_print(out, &items, 0);
  book_print(out, &items, 1);
  fclose(out);
  CU_ASSERT_STRING_EQUAL(text, "S,T,sigma,r,desk,1,1,1,1,\"a,\"\"b\",,,,,,");
  free(text);
  free(items.data);
}

static TableColumn kept_of(const Items *items, int k) {
  TableColumn column;
  CU_ASSERT_EQUAL(book_kept(items, k, &column), OK);
  return column;
}

static void kept_is(const Items *items, int k, const char *name, Dtype dtype, const void *values,
                    size_t bytes) {
  const TableColumn column = kept_of(items, k);
  CU_ASSERT_STRING_EQUAL(column.name, name);
  CU_ASSERT_EQUAL_FATAL(column.dtype, dtype);
  CU_ASSERT_EQUAL_FATAL(column.bytes * items->count, bytes);
  CU_ASSERT_EQUAL(memcmp(column.values, values, bytes), 0);
  free(column.owned);
}

/* Numbers where every row has one, texts otherwise; of a row with other fields than the first line nothing. */
static void unknown_columns_are_kept(void) {
  Items items;
  CU_ASSERT_EQUAL_FATAL(parse("id,S,T,sigma,r,desk,tag,limit,,code\n"
                              "-12,1,1,1,1,\"a \"\"b\"\"\",007,1.5,x,1\n"
                              "123456789012345678,1,1,-1,1,c,8,,,12345678901234567890\n",
                              &items),
                        OK);
  kept_is(&items, 0, "id", DTYPE_I64, (int64_t[]){-12, 123456789012345678}, 16);
  kept_is(&items, 1, "desk", DTYPE_COUNT, "a \"b\"\0\0c\0\0\0\0\0\0", 14);
  kept_is(&items, 2, "tag", DTYPE_COUNT, "0078\0", 6);
  const TableColumn limit = kept_of(&items, 3);
  CU_ASSERT(limit.dtype == DTYPE_F64 && ((const double *)limit.values)[0] == 1.5);
  CU_ASSERT(isnan(((const double *)limit.values)[1]));
  free(limit.owned);
  kept_is(&items, 4, "column 9", DTYPE_COUNT, "x", 2);
  CU_ASSERT_EQUAL(kept_of(&items, 6).name[0], 0);
  free(items.data);
  CU_ASSERT_EQUAL_FATAL(parse("S,T,sigma,r,x\n1,1,1,1,7\n1,1,1,7\n", &items), OK);
  const TableColumn x = kept_of(&items, 0);
  CU_ASSERT(x.dtype == DTYPE_F64 && ((const double *)x.values)[0] == 7);
  CU_ASSERT(isnan(((const double *)x.values)[1]));
  free(x.owned);
  free(items.data);
}

/* Longer than a block of lines, which threads take in turn. */
static void many_lines_keep_their_numbers(void) {
  enum { LINES = 40000 };
  char *text = malloc(64 * LINES), *end = text + sprintf(text, "S,T,sigma,r,n\n");
  Items items;
  for (int k = 2; k < LINES; k++)
    end += k % 7 ? sprintf(end, "%d,1.25,0.2,0.05,%d\n", k, k) : sprintf(end, "# line %d\n\n", k++);
  CU_ASSERT_EQUAL_FATAL(book_parse("b", text, (size_t)(end - text), &plain, &items), OK);
  for (uint64_t i = 0; i < items.count; i++)
    CU_ASSERT_EQUAL(book_number(&items, i), (uint32_t)row(&items, i).spot);
  const TableColumn n = kept_of(&items, 0);
  for (uint64_t i = 0; i < items.count; i++)
    CU_ASSERT_EQUAL(((const int64_t *)n.values)[i], book_number(&items, i));
  free(n.owned);
  free(items.data);
}

static void generated_books(void) {
  Items items;
  CU_ASSERT_EQUAL_FATAL(book_items("book:seed=3,n=1e3,N=50", &plain, &items), OK);
  CU_ASSERT_EQUAL(items.count, 1000);
  for (uint64_t i = 0; i < 1000; i++) {
    const LookbackOption o = row(&items, i);
    CU_ASSERT(o.steps == 50 && o.years >= 0.1 && o.years < 2 && o.sigma >= 0.1 && o.sigma < 0.6 &&
              o.r >= 0.01 && o.r < 0.1);
  }
  CU_ASSERT(row(&items, 0).years != row(&items, 1).years);
  free(items.data);
  CU_ASSERT_EQUAL(book_items("book:n=0", &plain, &items), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), "book:n=0: expected a whole number from 1 to 1e+12 behind 'n='");
  status_clear();
  CU_ASSERT_EQUAL(book_items("book:m=3", &plain, &items), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), "book:m=3: expected book:n=COUNT,N=STEPS,seed=SEED, found 'm=3'");
  status_clear();
}

static const HarnessTest tests[] = {TEST(columns_may_come_in_any_order),
                                    TEST(all_columns_are_read),
                                    TEST(vanilla_rows_are_read),
                                    TEST(a_strike_is_said_for_vanilla_rows),
                                    TEST(settings_stand_where_no_column_says),
                                    TEST(headers_that_are_refused),
                                    TEST(rows_that_are_refused),
                                    TEST(rows_are_handed_through),
                                    TEST(unknown_columns_are_kept),
                                    TEST(many_lines_keep_their_numbers),
                                    TEST(generated_books),
                                    {NULL, NULL}};

int main(void) { return harness_run("books of options", tests); }
