/* Books of options: see book.h. */
#include "book.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "c_locale.h"
#include "io/decimal.h"
#include "rng.h"

static Status head_make(const BookHead *head, uint64_t count, Items *out) {
  *out = (Items){.count = count, .bytes = sizeof *head, .data = malloc(sizeof *head)};
  if (!out->data) FAIL(ERR_MEMORY, "no memory for a book");
  memcpy(out->data, head, sizeof *head);
  out->digest = XXH3_64bits(head, sizeof *head);
  return OK;
}

/* ---- generated ---- */

/* "n=1e6,N=1000,seed=1" in any order. */
static Status setting_take(const char *spec, const char *word, size_t bytes, double *n, double *steps,
                           double *seed) {
  const struct {
    const char *name;
    double *value, least, most;
  } settings[] = {{"n=", n, 1, 1e12}, {"N=", steps, 1, LOOKBACK_STEPS_MAX}, {"seed=", seed, 0, 9e15}};
  for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
    const size_t name = strlen(settings[k].name);
    if (bytes <= name || strncmp(word, settings[k].name, name) != 0) continue;
    if (!decimal_read(word + name, bytes - name, settings[k].value) ||
        *settings[k].value < settings[k].least || *settings[k].value > settings[k].most ||
        *settings[k].value != (double)(uint64_t)*settings[k].value)
      FAIL(ERR_FORMAT, "%s: expected a whole number from %g to %g behind '%s'", spec, settings[k].least,
           settings[k].most, settings[k].name);
    return OK;
  }
  FAIL(ERR_FORMAT, "%s: expected book:n=COUNT,N=STEPS,seed=SEED, found '%.*s'", spec, (int)bytes, word);
}

static Status book_generate(const char *spec, const PriceSettings *settings, Items *out) {
  double n = 1000, steps = 0, seed = 1;
  BookHead head;
  memset(&head, 0, sizeof head);
  head.settings = *settings;
  head.kind = BOOK_GENERATED;
  for (const char *at = spec + strlen("book:"); *at; at += *at == ',') {
    const size_t bytes = strcspn(at, ",");
    TRY(setting_take(spec, at, bytes, &n, &steps, &seed));
    at += bytes;
  }
  if (steps > 0 && settings->tolerance == 0) head.settings.steps = (uint32_t)steps;
  head.seed = (uint64_t)seed;
  return head_make(&head, (uint64_t)n, out);
}

/* New american puts of S = 100: T 0.1 to 2, sigma 0.1 to 0.6, r 0.01 to 0.1, unless --type, --style and --payoff say otherwise; strikes of vanilla
 * ones 80 to 120, unless --strike says one. */
static Status generated_option(const Items *items, uint64_t i, bool tell, LookbackOption *out) {
  const BookHead *head = book_head(items);
  const RngStream s = {head->seed, (uint32_t)i, (uint32_t)(i >> 32), RNG_INSTANCE};
  (void)tell;
  *out = price_single(&head->settings);
  out->spot = 100;
  out->years = 0.1 + 1.9 * rng_unit(s, 0);
  out->sigma = 0.1 + 0.5 * rng_unit(s, 1);
  out->r = 0.01 + 0.09 * rng_unit(s, 2);
  if (out->flags & LOOKBACK_VANILLA && out->strike == 0) out->strike = 80 + 40 * rng_unit(s, 3);
  return OK;
}

/* ---- a single option ---- */

static Status single_make(const PriceSettings *settings, Items *out) {
  BookHead head;
  memset(&head, 0, sizeof head);
  head.settings = *settings;
  head.kind = BOOK_SINGLE;
  return head_make(&head, 1, out);
}

static Status single_option(const Items *items, uint64_t i, bool tell, LookbackOption *out) {
  (void)i;
  (void)tell;
  *out = price_single(&book_head(items)->settings);
  return OK;
}

/* Both show the option's own fields. */
static void plain_print(FILE *out, const Items *items, uint64_t item) {
  LookbackOption o;
  if (item == UINT64_MAX) {
    fputs("S,M0,T,sigma,r,q,type,style,payoff,strike,", out);
    return;
  }
  (void)book_option(items, item, false, &o);
  c_fprintf(out, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%s,%s,", o.spot, o.extreme, o.years, o.sigma, o.r, o.q,
            o.flags & LOOKBACK_CALL ? "call" : "put", o.flags & LOOKBACK_EUROPEAN ? "european" : "american");
  if (o.flags & LOOKBACK_VANILLA)
    c_fprintf(out, "vanilla,%.17g,", o.strike);
  else
    fputs("lookback,floating,", out);
}

static Status none_kept(const Items *items, int k, TableColumn *out) {
  (void)items;
  (void)k;
  *out = (TableColumn){.bytes = 0};
  return OK;
}

/* ---- all kinds ---- */

typedef struct Kind {
  Status (*option)(const Items *items, uint64_t i, bool tell, LookbackOption *out); /* as it stands there */
  void (*print)(FILE *out, const Items *items, uint64_t item);
  Status (*kept)(const Items *items, int k, TableColumn *out);
  const char *row; /* what stands between the file's name and the row's number; NULL: it is no file */
} Kind;

static const Kind kinds[BOOK_KINDS] = {
    [BOOK_TEXT] = {book_text_option, book_text_print, book_text_kept, ":"},
    [BOOK_COLUMNS] = {book_columns_option, book_columns_print, book_columns_kept, ": row "},
    [BOOK_GENERATED] = {generated_option, plain_print, none_kept, NULL},
    [BOOK_SINGLE] = {single_option, plain_print, none_kept, NULL}};

static const Kind *kind_of(const Items *items) { return &kinds[book_head(items)->kind]; }

static Status option_read(const Items *items, uint64_t i, bool tell, LookbackOption *out) {
  const PriceSettings *settings = &book_head(items)->settings;
  const PricingPlan plan = price_plan(settings);
  TRY(kind_of(items)->option(items, i, tell, out));
  if (isnan(out->strike)) out->strike = out->flags & LOOKBACK_VANILLA ? settings->strike : 0;
  if (out->extreme == 0 && !(out->flags & LOOKBACK_VANILLA)) out->extreme = out->spot;
  return pricing_check(&plan, out, tell);
}

/* The option of every row, by all threads. */
static void rows_fill(const Items *items) {
  BookRow *rows = book_rows(items);
#pragma omp parallel for schedule(static)
  for (uint64_t i = 0; i < items->count; i++)
    if (option_read(items, i, false, &rows[i].option) != OK) rows[i].option.steps = 0;
}

Status book_parse(const char *path, char *text, size_t bytes, const PriceSettings *settings, Items *out) {
  TRY(book_text_take(path, text, bytes, settings, out));
  rows_fill(out);
  return OK;
}

Status book_of_columns(const char *name, const TableFile *table, const PriceSettings *settings, Items *out) {
  TRY(price_settings_check(settings, false));
  TRY(book_columns_take(name, table, settings, out));
  rows_fill(out);
  return OK;
}

Status book_items(const char *spec, const void *settings, Items *out) {
  TRY(price_settings_check(settings, !spec[0]));
  if (!spec[0]) return single_make(settings, out);
  if (strncmp(spec, "book:", strlen("book:")) == 0) return book_generate(spec, settings, out);
  TRY(table_file_is(spec) ? book_columns_read(spec, settings, out) : book_text_read(spec, settings, out));
  rows_fill(out);
  return OK;
}

Status book_option(const Items *items, uint64_t i, bool tell, LookbackOption *out) {
  if (!kind_of(items)->row) return option_read(items, i, tell, out);
  *out = book_rows(items)[i].option;
  if (out->steps) return OK;
  return tell ? option_read(items, i, true, out) : ERR_FORMAT;
}

uint32_t book_number(const Items *items, uint64_t i) {
  return kind_of(items)->row ? book_rows(items)[i].number : 0;
}

void book_name(const Items *items, uint64_t i, char *text, size_t size) {
  const char *row = kind_of(items)->row;
  if (row)
    snprintf(text, size, "%s%s%u", book_head(items)->path, row, book_number(items, i));
  else
    snprintf(text, size, "option %" PRIu64, i + 1);
}

void book_print(FILE *out, const Items *items, uint64_t item) { kind_of(items)->print(out, items, item); }

Status book_kept(const Items *items, int k, TableColumn *out) { return kind_of(items)->kept(items, k, out); }
