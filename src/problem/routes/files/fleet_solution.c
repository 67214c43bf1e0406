/* Solutions of fleets as text: see fleet_solution.h. */
#include "fleet_solution.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "io/decimal.h"
#include "io/lexer.h"
#include "io/output.h"
#include "vroom_files.h"

enum { WORD_MAX = 16 };

/* ---- reading: customers ---- */

typedef struct Reader {
  Lexer lx;
  const RoutesInstance *routes;
  int32_t *gene;
  int32_t count, lists; /* genes so far, and routes that are not empty */
  int32_t route;        /* the last route's number */
  bool sintef;          /* there is a heading, as in SINTEF's form, whose routes have any numbers */
  uint8_t *seen;        /* (n + 1) customers so far */
  FleetNumber *number;  /* (n) sorted by number, then by customer; NULL: numbers are in a row */
  int32_t *out, outs;   /* (n) customers who are said to be left out */
} Reader;

int fleet_number_compare(const void *a, const void *b) {
  const FleetNumber *x = a, *y = b;
  if (x->number != y->number) return x->number < y->number ? -1 : 1;
  return (x->customer > y->customer) - (x->customer < y->customer);
}

/* Which end of a pair a customer of a number that several have is said to be, by P or D before the number. */
typedef enum End { END_UNSAID, END_PICKUP, END_DELIVERY } End;

/* Of the customers who have the number, the job; else the pickup, or its own delivery once the pickup was there. 0: it tells no one. */
static int32_t customer_choose(const Reader *r, const FleetNumber *first, int count) {
  const RoutesInstance *routes = r->routes;
  for (int k = 0; k < count; k++)
    if (!routes_pair_end(routes, first[k].customer)) return first[k].customer;
  if (count == 1) return first->customer;
  const int32_t pickup = first[routes_pair_end(routes, first->customer) < 0].customer,
                delivery = routes->partner[pickup];
  if (first[0].customer != delivery && first[1].customer != delivery) return 0;
  return r->seen[pickup] ? delivery : pickup;
}

/* Numbers of jobs, of pickups and of deliveries are three sets. */
static int32_t customer_of_end(const Reader *r, const FleetNumber *first, int count, End end) {
  if (end == END_UNSAID) return customer_choose(r, first, count);
  for (int k = 0; k < count; k++)
    if (routes_pair_end(r->routes, first[k].customer) == (end == END_PICKUP ? 1 : -1))
      return first[k].customer;
  return 0;
}

/* 0: there is none of that number. */
static int32_t customer_find(const Reader *r, int64_t number, End end) {
  const int32_t n = r->routes->head.n;
  int count = 0;
  if (!r->number) {
    const int64_t customer = number - r->routes->first_customer + 1;
    return customer >= 1 && customer <= n ? (int32_t)customer : 0;
  }
  int32_t low = 0, high = n;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (r->number[middle].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  while (low + count < n && r->number[low + count].number == number) count++;
  return count ? customer_of_end(r, &r->number[low], count, end) : 0;
}

static Status customer_fail(const Reader *r, const Lexer *place) {
  const int32_t first = r->routes->first_customer;
  if (r->number && r->routes->partner)
    return lexer_fail(place, "the number of a customer, behind P (a pickup) or D where several have it");
  if (r->number) return lexer_fail(place, "the number of a customer");
  return lexer_fail(place, "a customer from %d to %d", first, first + r->routes->head.n - 1);
}

static bool at_line_end(const Lexer *lx) { return lx->at == lx->end || *lx->at == '\n'; }

/* "P" or "D" before a number, which it skips. */
static End read_end(Reader *r) {
  Lexer *const lx = &r->lx;
  if (!r->number || !r->routes->partner || lx->end - lx->at < 2 || lx->at[1] < '0' || lx->at[1] > '9')
    return END_UNSAID;
  const char mark = *lx->at;
  const bool pickup = mark == 'P' || mark == 'p', delivery = mark == 'D' || mark == 'd';
  lx->at += pickup || delivery;
  if (pickup) return END_PICKUP;
  return delivery ? END_DELIVERY : END_UNSAID;
}

/* One customer who was not there before. */
static Status read_customer(Reader *r, int32_t *customer) {
  long long number;
  lexer_skip_blanks(&r->lx);
  const Lexer place = r->lx;
  const End end = read_end(r);
  if (!lexer_integer(&r->lx, INT64_MIN / 2, INT64_MAX / 2, &number)) return customer_fail(r, &place);
  *customer = customer_find(r, number, end);
  if (!*customer) return customer_fail(r, &place);
  if (r->seen[*customer]) return lexer_fail(&place, "customer %lld once", number);
  r->seen[*customer] = 1;
  return OK;
}

/* ---- reading: routes ---- */

/* The reload depot of a place's number, where depots come first in the file, or of 0, if there is one depot alone; -1: none. */
static int32_t reload_of_number(const RoutesInstance *routes, int64_t number) {
  for (int32_t d = 0; d < routes->reloads && routes->first_place == 0 && number < routes->first_customer; d++)
    if (routes->reload[d].place == number) return d;
  return number == 0 && routes->reloads == 1 ? 0 : -1;
}

/* "@d", or a number that is no customer's. -1: it is no reload. */
static int32_t reload_read(Reader *r) {
  const RoutesInstance *routes = r->routes;
  Lexer ahead = r->lx;
  long long number;
  const bool named = ahead.at < ahead.end && *ahead.at == '@';
  ahead.at += named;
  if (!lexer_integer(&ahead, 0, INT32_MAX, &number) || (!named && customer_find(r, number, END_UNSAID)))
    return -1;
  const int32_t depot = named ? (int32_t)number - 1 : reload_of_number(routes, number);
  if (depot < 0 || depot >= routes->reloads) return -1;
  r->lx = ahead;
  return depot;
}

/* A reload, if there is one: what comes next begins a trip of the vehicle. */
static Status read_reload(Reader *r, int32_t begin, int32_t *type) {
  const Lexer place = r->lx;
  const int32_t depot = r->routes->reloads ? reload_read(r) : -1;
  if (depot < 0) return OK;
  if (r->count == begin) return lexer_fail(&place, "a customer before a reload");
  r->gene[r->routes->head.n + r->lists++] = *type;
  *type = ROUTES_NEXT_TRIP - depot;
  lexer_skip_blanks(&r->lx);
  return at_line_end(&r->lx) ? lexer_fail(&r->lx, "a customer after a reload") : OK;
}

/* The customers up to the end of the line, as a route unless there are none. end_zero: a 0 ends them, which is no customer. */
static Status read_visits(Reader *r, int32_t type, bool end_zero) {
  int32_t begin = r->count;
  for (;;) {
    int32_t customer;
    lexer_skip_blanks(&r->lx);
    Lexer ahead = r->lx;
    long long zero;
    if (end_zero && lexer_integer(&ahead, 0, 0, &zero)) {
      r->lx = ahead;
      TRY(lexer_line_end(&r->lx));
      break;
    }
    if (!end_zero && at_line_end(&r->lx)) break;
    const int32_t lists = r->lists;
    if (!end_zero) TRY(read_reload(r, begin, &type));
    if (r->lists > lists) {
      begin = r->count;
      continue;
    }
    TRY(read_customer(r, &customer));
    r->gene[r->count] = r->count == begin ? -customer : customer;
    r->count++;
  }
  if (r->count > begin) r->gene[r->routes->head.n + r->lists++] = type;
  return OK;
}

/* "(type t)", if it is there. */
static Status read_type(Reader *r, int32_t *type) {
  char word[WORD_MAX] = "";
  long long number;
  lexer_skip_blanks(&r->lx);
  if (r->lx.at == r->lx.end || *r->lx.at != '(') return OK;
  r->lx.at++;
  const Lexer place = r->lx;
  if (!lexer_word(&r->lx, word, sizeof word) || c_strcasecmp(word, "type") != 0)
    return lexer_fail(&place, "type after (");
  lexer_skip_blanks(&r->lx);
  const Lexer at = r->lx;
  for (number = 0; r->lx.at < r->lx.end && *r->lx.at >= '0' && *r->lx.at <= '9'; r->lx.at++)
    if (number < INT32_MAX) number = number * 10 + (*r->lx.at - '0');
  if (number < 1 || number > r->routes->types)
    return lexer_fail(&at, "a vehicle type from 1 to %d", r->routes->types);
  lexer_skip_blanks(&r->lx);
  if (r->lx.at == r->lx.end || *r->lx.at != ')') return lexer_fail(&r->lx, ") after type %lld", number);
  r->lx.at++;
  *type = (int32_t)number - 1;
  return OK;
}

/* "#k", "k" */
static Status read_number(Reader *r, int32_t *number) {
  long long value = 0;
  const int32_t most = r->routes->vehicles ? r->routes->vehicles : r->route + 1;
  lexer_skip_blanks(&r->lx);
  const Lexer place = r->lx;
  if (r->lx.at < r->lx.end && *r->lx.at == '#') r->lx.at++;
  lexer_skip_blanks(&r->lx);
  const char *begin = r->lx.at;
  for (; r->lx.at < r->lx.end && *r->lx.at >= '0' && *r->lx.at <= '9'; r->lx.at++)
    if (value < INT32_MAX) value = value * 10 + (*r->lx.at - '0');
  if (r->sintef && !r->routes->vehicles && r->lx.at > begin) value = r->route + 1;
  if (value <= r->route || value > most) {
    if (most > r->route + 1) return lexer_fail(&place, "#%d to #%d after Route", r->route + 1, most);
    return lexer_fail(&place, "#%d after Route", r->route + 1);
  }
  *number = (int32_t)value;
  return OK;
}

/* Behind its first word. Without a type it is that of the vehicle of that number, or the only one. */
static Status read_route(Reader *r) {
  const RoutesInstance *routes = r->routes;
  int32_t type = routes->types == 1 ? 0 : -1;
  lexer_skip_blanks(&r->lx);
  if (routes->vehicles && r->route == routes->vehicles)
    return lexer_fail(&r->lx, "%d routes at most, as there are so many vehicles", routes->vehicles);
  TRY(read_number(r, &r->route));
  if (routes->vehicles) type = routes->vehicle[r->route - 1];
  TRY(read_type(r, &type));
  lexer_skip_blanks(&r->lx);
  if (type < 0) return lexer_fail(&r->lx, "(type t) after Route #%d, as vehicles differ", r->route);
  if (r->lx.at == r->lx.end || *r->lx.at != ':') return lexer_fail(&r->lx, ": after Route #%d", r->route);
  r->lx.at++;
  return read_visits(r, type, false);
}

/* ---- reading: files ---- */

static void skip_colon(Lexer *lx) {
  lexer_skip_blanks(lx);
  if (lx->at < lx->end && *lx->at == ':') lx->at++;
}

/* "Tour: customers", of one vehicle. */
static Status read_tour(Reader *r) {
  if (r->route || r->routes->types > 1 || r->routes->vehicles > 1)
    return lexer_fail(&r->lx, "Tour once, and of one vehicle");
  r->route = 1;
  skip_colon(&r->lx);
  return read_visits(r, 0, false);
}

static Status read_cost(Reader *r) {
  double cost;
  skip_colon(&r->lx);
  if (!lexer_number(&r->lx, &cost)) return lexer_fail(&r->lx, "a number after Cost");
  return lexer_line_end(&r->lx);
}

static Status read_unserved(Reader *r) {
  skip_colon(&r->lx);
  for (lexer_skip_blanks(&r->lx); !at_line_end(&r->lx); lexer_skip_blanks(&r->lx))
    TRY(read_customer(r, &r->out[r->outs++]));
  return OK;
}

/* What is said before the routes, as problem/cvrp reads it; "Optimal: True", which PyVRP's solutions say behind them, is nothing to read either. */
static bool is_heading(const char *word) {
  static const char *const words[] = {"Instance",  "Author",     "Authors",  "Date",
                                      "Reference", "References", "Solution", "Objective"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (c_strcasecmp(words[k], word) == 0) return true;
  return false;
}

static Status read_lines(Reader *r) {
  for (bool any = false;; any = true) {
    char word[WORD_MAX] = "";
    lexer_skip_space(&r->lx);
    if (any && r->lx.at == r->lx.end) return OK;
    const Lexer place = r->lx;
    (void)lexer_word(&r->lx, word, sizeof word);
    if (c_strcasecmp(word, "Route") == 0) {
      TRY(read_route(r));
    } else if (c_strcasecmp(word, "Tour") == 0) {
      TRY(read_tour(r));
    } else if (c_strcasecmp(word, "Cost") == 0) {
      TRY(read_cost(r));
    } else if (c_strcasecmp(word, "Unserved") == 0) {
      TRY(read_unserved(r));
    } else if (c_strcasecmp(word, "Optimal") == 0) {
      while (!at_line_end(&r->lx)) r->lx.at++;
    } else if (!r->route && is_heading(word)) {
      r->sintef = true;
      while (!at_line_end(&r->lx)) r->lx.at++;
    } else {
      return lexer_fail(&place, "Route #%d, Cost or Unserved", r->route + 1);
    }
  }
}

/* Cordeau's: "depot vehicle duration load 0 customers 0". */
static Status read_depot_route(Reader *r) {
  long long depot, zero;
  double any;
  if (!lexer_integer(&r->lx, 1, r->routes->types, &depot))
    return lexer_fail(&r->lx, "a depot from 1 to %d", r->routes->types);
  for (int k = 0; k < 3; k++)
    if (!lexer_number(&r->lx, &any)) return lexer_fail(&r->lx, "vehicle, duration and load of a route");
  if (!lexer_integer(&r->lx, 0, 0, &zero)) return lexer_fail(&r->lx, "0, for the depot");
  return read_visits(r, (int32_t)depot - 1, true);
}

static Status read_depots(Reader *r) {
  double cost;
  if (!lexer_number(&r->lx, &cost)) return lexer_fail(&r->lx, "a cost");
  TRY(lexer_line_end(&r->lx));
  for (;;) {
    lexer_skip_space(&r->lx);
    if (r->lx.at == r->lx.end) return OK;
    TRY(read_depot_route(r));
  }
}

/* Those of whom the file says nothing, or that they are left out, behind all routes. */
static Status left_out_add(Reader *r) {
  const RoutesInstance *routes = r->routes;
  const int32_t n = routes->head.n;
  for (int32_t c = 1; c <= n; c++) {
    if (r->seen[c]) continue;
    const int32_t priced = routes_pair_end(routes, c) < 0 ? -routes->partner[c] : c;
    if (routes->stop[priced].prize == ROUTES_REQUIRED)
      return lexer_fail(&r->lx, "customer %lld in a route, or behind Unserved",
                        (long long)routes_customer_number(routes, c));
    r->out[r->outs++] = c;
  }
  for (int32_t k = 0; k < r->outs; k++) r->gene[r->count + k] = k ? r->out[k] : -r->out[k];
  for (int32_t k = r->lists; k < n; k++) r->gene[n + k] = ROUTES_LEFT_OUT;
  return OK;
}

static Status reader_open(Reader *r) {
  const RoutesInstance *routes = r->routes;
  const size_t n = (size_t)routes->head.n;
  r->seen = calloc(n + 1, sizeof *r->seen);
  r->out = malloc(n * sizeof *r->out);
  r->number = routes->id ? malloc(n * sizeof *r->number) : NULL;
  if (!r->seen || !r->out || (routes->id && !r->number))
    FAIL(ERR_MEMORY, "no memory for a solution of %zu customers", n);
  for (size_t k = 0; r->number && k < n; k++) r->number[k] = (FleetNumber){routes->id[k + 1], (int32_t)k + 1};
  if (r->number) qsort(r->number, n, sizeof *r->number, fleet_number_compare);
  return OK;
}

Status fleet_solution_parse(const char *path, const char *text, size_t bytes, const Instance *inst,
                            int32_t *gene) {
  Reader r = {.lx = {.path = path, .at = text, .end = text + bytes, .line = 1},
              .routes = routes_of(inst),
              .gene = gene};
  Status status = reader_open(&r);
  lexer_skip_space(&r.lx);
  const bool depots = r.lx.at < r.lx.end && *r.lx.at >= '0' && *r.lx.at <= '9';
  if (status == OK) status = depots ? read_depots(&r) : read_lines(&r);
  if (status == OK) status = left_out_add(&r);
  free(r.seen);
  free(r.out);
  free(r.number);
  return status;
}

Status fleet_solution_read(const char *path, const Instance *inst, int32_t *gene, char *remark) {
  (void)remark;
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  const Status status =
      (vroom_is_answer(text, bytes) ? vroom_read : fleet_solution_parse)(path, text, bytes, inst, gene);
  free(text);
  return status;
}
