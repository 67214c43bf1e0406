/* libFuzzer target: any bytes are a book of options or refused with a place, and each row is an option within bounds or refused alone.
 * Built and run by tools/fuzz; no part of `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "evaluator/lookback/book.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "broken: %s\n", what);
  abort();
}

static void row_look(const Items *items, uint64_t i) {
  const PricingPlan plan = price_plan(&book_head(items)->settings);
  LookbackOption option, again;
  const Status status = book_option(items, i, false, &option);
  expect(!status_message()[0], "rows are read in silence");
  expect(book_option(items, i, true, &again) == status, "a row is the same twice");
  expect((status == OK) == !status_message()[0], "a row that is refused says why");
  status_clear();
  if (status != OK) return;
  expect(pricing_check(&plan, &option, false) == OK, "an option of a book can be priced");
  expect(option.spot > 0 && option.sigma > 0 && option.years > 0 && option.steps >= 1,
         "what can be priced is within bounds");
}

static void kept_look(const Items *items) {
  TableColumn column;
  for (int k = 0; book_kept(items, k, &column) == OK && column.name[0]; k++) {
    expect(column.bytes >= 1 && column.bytes <= TABLE_TEXT_MAX, "a value of a kept column has bytes");
    free(column.owned);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const PriceSettings settings = {.steps = 0};
  Items items;
  FILE *out = fopen("/dev/null", "w");
  if (!out) return 0;
  char *text = malloc(size + 1);
  if (!text) {
    fclose(out);
    return 0;
  }
  memcpy(text, data, size);
  if (book_parse("b", text, size, &settings, &items) != OK) {
    expect(strncmp(status_message(), "b:", 2) == 0 && !items.data, "a refusal names the file");
    fclose(out);
    status_clear();
    return 0;
  }
  for (uint64_t i = 0; i < items.count; i++) {
    expect(i == 0 || book_number(&items, i) > book_number(&items, i - 1), "lines ascend");
    row_look(&items, i);
    book_print(out, &items, i);
  }
  book_print(out, &items, UINT64_MAX);
  kept_look(&items);
  free(items.data);
  fclose(out);
  return 0;
}
