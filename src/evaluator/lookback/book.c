/* Books of options: see book.h. */
#include "book.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
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

Status book_generate(const char *spec, const PriceSettings *settings, Items *out) {
  double n = 1000, steps = 0, seed = 1;
  BookHead head;
  memset(&head, 0, sizeof head);
  head.settings = *settings, head.kind = BOOK_GENERATED;
  for (const char *at = spec + strlen("book:"); *at; at += *at == ',') {
    const size_t bytes = strcspn(at, ",");
    TRY(setting_take(spec, at, bytes, &n, &steps, &seed));
    at += bytes;
  }
  if (steps > 0 && settings->tolerance == 0) head.settings.steps = (uint32_t)steps;
  head.seed = (uint64_t)seed;
  return head_make(&head, (uint64_t)n, out);
}

/* New american puts of S = 100: T 0.1 to 2, sigma 0.1 to 0.6, r 0.01 to 0.1, unless --type and --style say otherwise. */
void book_generated_option(const Items *items, uint64_t i, LookbackOption *out) {
  const BookHead *head = book_head(items);
  const RngStream s = {head->seed, (uint32_t)i, (uint32_t)(i >> 32), RNG_INSTANCE};
  *out = price_single(&head->settings);
  out->spot = out->extreme = 100;
  out->years = 0.1 + 1.9 * rng_unit(s, 0), out->sigma = 0.1 + 0.5 * rng_unit(s, 1),
  out->r = 0.01 + 0.09 * rng_unit(s, 2);
}

/* ---- all kinds ---- */

Status book_items(const char *spec, const void *settings, Items *out) {
  TRY(price_settings_check(settings, !spec[0]));
  if (strncmp(spec, "book:", strlen("book:")) == 0) return book_generate(spec, settings, out);
  if (spec[0]) return book_table_read(spec, settings, out);
  BookHead head;
  memset(&head, 0, sizeof head);
  head.settings = *(const PriceSettings *)settings, head.kind = BOOK_SINGLE;
  return head_make(&head, 1, out);
}

Status book_option(const Items *items, uint64_t i, bool tell, LookbackOption *out) {
  const BookHead *head = book_head(items);
  if (head->kind == BOOK_TABLE) return book_table_option(items, i, tell, out);
  if (head->kind == BOOK_GENERATED)
    book_generated_option(items, i, out);
  else
    *out = price_single(&head->settings);
  return OK;
}

uint32_t book_line(const Items *items, uint64_t i) {
  if (book_head(items)->kind != BOOK_TABLE) return 0;
  return ((const BookPlace *)((const char *)items->data + sizeof(BookHead)))[i].line;
}

void book_name(const Items *items, uint64_t i, char *text, size_t size) {
  const BookHead *head = book_head(items);
  if (head->kind == BOOK_TABLE)
    snprintf(text, size, "%s:%u", head->path, book_line(items, i));
  else
    snprintf(text, size, "option %" PRIu64, i + 1);
}

void book_print(FILE *out, const Items *items, uint64_t item) {
  LookbackOption o;
  if (book_head(items)->kind == BOOK_TABLE) {
    book_table_print(out, items, item);
    return;
  }
  if (item == UINT64_MAX) {
    fputs("S,M0,T,sigma,r,q,type,style,", out);
    return;
  }
  (void)book_option(items, item, false, &o);
  fprintf(out, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%s,%s,", o.spot, o.extreme, o.years, o.sigma, o.r, o.q,
          o.flags & LOOKBACK_CALL ? "call" : "put", o.flags & LOOKBACK_EUROPEAN ? "european" : "american");
}
