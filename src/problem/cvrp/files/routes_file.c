/* Solutions of vehicle routing as files, as CVRPLIB has them (.sol).
 *
 *   Route #1: 21 31 19 17 13 7 26
 *   Route #2: 12 1 16 30
 *   Cost 784
 *
 * Routes are numbered from 1, each on a line of its own; customers from 1 to n; the depot is not written. Cost is the
 * distance, whatever the objective is. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "io/decimal.h"
#include "io/lexer.h"
#include "io/output.h"
#include "problem.h"
#include "problem/cvrp/cvrp.h"
#include "vrp_files.h"

enum { WORD_MAX = 16 };

/* "Route #k:", "Route k :" or "Route k", behind its first word; a number is read whatever it is followed by. */
static Status read_route_head(Lexer *lx, int32_t route) {
  long long number = 0;
  lexer_skip_blanks(lx);
  const Lexer place = *lx;
  if (lx->at < lx->end && *lx->at == '#') lx->at++;
  lexer_skip_blanks(lx);
  for (; lx->at < lx->end && *lx->at >= '0' && *lx->at <= '9' && number <= route; lx->at++)
    number = number * 10 + (*lx->at - '0');
  lexer_skip_blanks(lx);
  const bool good = number == route && lx->at < lx->end && *lx->at == ':';
  if (!good) return lexer_fail(&place, "#%d: after Route", route);
  lx->at++;
  return OK;
}

typedef struct Visits {
  const Instance *inst;
  int32_t *gene;
  int32_t count;  /* of customers so far */
  int32_t routes; /* and of routes */
} Visits;

/* The customers up to the end of the line. */
static Status read_route(Lexer *lx, Visits *v) {
  const int32_t n = v->inst->n, begin = v->count;
  TRY(read_route_head(lx, ++v->routes));
  for (;;) {
    long long customer;
    lexer_skip_blanks(lx);
    const bool end = lx->at == lx->end || *lx->at == '\n';
    if (end && v->count > begin) return OK;
    if (v->count == n) return lexer_fail(lx, "%d customers in all", n);
    if (!lexer_integer(lx, 1, n, &customer)) return lexer_fail(lx, "a customer from 1 to %d", n);
    v->gene[v->count] = (int32_t)(v->count == begin ? -customer : customer);
    v->count++;
  }
}

/* "Cost v" and the end of the file. */
static Status read_cost(Lexer *lx, const Visits *v) {
  double cost;
  if (v->count < v->inst->n)
    FAIL(ERR_FORMAT, "%s:%d: expected %d customers, found %d", lx->path, lx->line, v->inst->n, v->count);
  lexer_skip_blanks(lx);
  if (lx->at < lx->end && *lx->at == ':') lx->at++;
  if (!lexer_number(lx, &cost) || cost < 0) return lexer_fail(lx, "a number after Cost");
  TRY(lexer_line_end(lx));
  lexer_skip_space(lx);
  return lx->at == lx->end ? OK : lexer_fail(lx, "the end of the file after Cost");
}

/* What SINTEF's files say before their routes: "Instance name:", "Authors:", "Date:", "Reference:" and "Solution", a line each. */
static bool is_heading(const char *word) {
  static const char *const words[] = {"Instance",  "Author",     "Authors", "Date",
                                      "Reference", "References", "Solution"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (c_strcasecmp(words[k], word) == 0) return true;
  return false;
}

static void skip_line(Lexer *lx) {
  while (lx->at < lx->end && *lx->at != '\n') lx->at++;
}

/* The end of a file without Cost, as SINTEF's are. */
static Status read_end(const Lexer *lx, const Visits *v) {
  if (v->count == v->inst->n) return OK;
  return lexer_fail(lx, "Route #%d, as %d of %d customers have none yet", v->routes + 1,
                    v->inst->n - v->count, v->inst->n);
}

static Status read_lines(Lexer *lx, Visits *v) {
  for (;;) {
    char word[WORD_MAX] = "";
    lexer_skip_space(lx);
    const Lexer place = *lx;
    if (lx->at == lx->end && v->routes) return read_end(lx, v);
    (void)lexer_word(lx, word, sizeof word);
    if (c_strcasecmp(word, "Cost") == 0) return read_cost(lx, v);
    if (!v->routes && is_heading(word)) {
      skip_line(lx);
      continue;
    }
    if (c_strcasecmp(word, "Route") != 0) return lexer_fail(&place, "Route #%d or Cost", v->routes + 1);
    TRY(read_route(lx, v));
  }
}

Status routes_parse(const char *path, const char *text, size_t bytes, const Instance *inst, int32_t *gene) {
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  Visits visits = {.inst = inst, .gene = gene};
  return read_lines(&lx, &visits);
}

Status routes_read(const char *path, const Instance *inst, int32_t *gene, char *remark) {
  (void)remark;
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  const Status status = routes_parse(path, text, bytes, inst, gene);
  free(text);
  return status;
}

typedef struct RoutesText {
  const Instance *inst;
  const int32_t *gene;
  int64_t cost;
} RoutesText;

static void customer_print(FILE *out, int32_t customer) {
  char text[DIGITS_MAX + 1] = " ";
  fwrite_unlocked(text, 1, (size_t)(digits_put(text + 1, customer) - text), out);
}

static void routes_print(FILE *out, const void *what) {
  const RoutesText *t = what;
  char cost[COST_TEXT_MAX];
  int32_t routes = 0;
  for (int32_t k = 0; k < t->inst->n; k++) {
    const int32_t gene = t->gene[k];
    if (gene < 0) {
      fprintf(out, "%sRoute #%d:", routes ? "\n" : "", routes + 1);
      routes++;
    }
    customer_print(out, cvrp_customer(gene));
  }
  const int64_t distance = t->cost - routes * cvrp_of(t->inst)->route_cost;
  fprintf(out, "\nCost %s\n", cost_text(distance, t->inst->decimals, cost));
}

static void visits_print(FILE *out, const void *what) {
  const RoutesText *t = what;
  int32_t route = 0, visit = 0;
  fputs("route,visit,customer\r\n", out);
  for (int32_t k = 0; k < t->inst->n; k++) {
    if (t->gene[k] < 0) {
      route++;
      visit = 0;
    }
    fprintf(out, "%d,%d,%d\r\n", route, ++visit, cvrp_customer(t->gene[k]));
  }
}

static Status visits_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  return output_write(path, visits_print, &(RoutesText){inst, gene, cost});
}

const SolutionForm routes_forms[] = {{".csv", NULL, visits_write, "route,visit,customer"}, {.suffix = NULL}};

Status routes_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  return output_write(path, routes_print, &(RoutesText){inst, gene, cost});
}
