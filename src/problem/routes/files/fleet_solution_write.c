/* Solutions of fleets as text: how they are written. See fleet_solution.h. */
#include <stdlib.h>
#include "cost.h"
#include "fleet_solution.h"
#include "io/decimal.h"
#include "io/output.h"

typedef struct SolutionText {
  const RoutesInstance *routes;
  const FleetPlan *all;
  const FleetRoute **of_vehicle; /* (vehicles) NULL: it is not used */
  bool zero;                     /* a reload is 0 */
  bool marked;                   /* P and D tell pickups and deliveries of the same number from others */
  int64_t cost;
} SolutionText;

/* Is a 0 a reload? */
static bool zero_reloads(const RoutesInstance *routes) {
  bool customer = false;
  for (int32_t c = 1; c <= routes->head.n && routes->reloads == 1; c++)
    customer |= routes_customer_number(routes, c) == 0;
  return routes->reloads == 1 && !customer;
}

/* Have two customers the same number, and are not the ends of one pair? */
static Status numbers_compare(const RoutesInstance *routes, bool *shared) {
  const int32_t n = routes->head.n;
  *shared = false;
  if (!routes->id || !routes->partner) return OK;
  FleetNumber *all = malloc((size_t)n * sizeof *all);
  if (!all) FAIL(ERR_MEMORY, "no memory for the numbers of %d customers", n);
  for (int32_t c = 1; c <= n; c++) all[c - 1] = (FleetNumber){routes->id[c], c};
  qsort(all, (size_t)n, sizeof *all, fleet_number_compare);
  for (int32_t k = 1; k < n; k++) {
    const int32_t partner = routes->partner[all[k].customer];
    *shared |= all[k].number == all[k - 1].number && abs(partner) != all[k - 1].customer;
  }
  free(all);
  return OK;
}

static void reload_print(FILE *out, const SolutionText *t, int32_t depot) {
  if (t->zero)
    fputs(" 0", out);
  else
    fprintf(out, " @%d", depot + 1);
}

static void customers_print(FILE *out, const SolutionText *t, const FleetRoute *route) {
  const RoutesInstance *routes = t->routes;
  for (int32_t k = 0; k < route->count; k++) {
    const int32_t c = route->step[k];
    if (c < 0) {
      reload_print(out, t, FLEET_RELOAD - c);
      continue;
    }
    const int end = t->marked ? routes_pair_end(routes, c) : 0;
    char text[DIGITS_MAX + 2] = " ", *to = text + 1;
    if (end) *to++ = end > 0 ? 'P' : 'D';
    fwrite_unlocked(text, 1, (size_t)(digits_put(to, routes_customer_number(routes, c)) - text), out);
  }
  fputc('\n', out);
}

static void vehicles_print(FILE *out, const SolutionText *t) {
  for (int32_t v = 0; v < t->routes->vehicles; v++) {
    fprintf(out, "Route #%d:", v + 1);
    if (t->of_vehicle[v])
      customers_print(out, t, t->of_vehicle[v]);
    else
      fputc('\n', out);
  }
}

static void types_print(FILE *out, const SolutionText *t) {
  for (int32_t k = 0; k < t->all->count; k++) {
    const FleetRoute *route = &t->all->route[k];
    if (route->type == ROUTES_LEFT_OUT) continue;
    fprintf(out, "Route #%d", k + 1);
    if (t->routes->types > 1) fprintf(out, " (type %d)", route->type + 1);
    fputc(':', out);
    customers_print(out, t, route);
  }
}

static void solution_print(FILE *out, const void *what) {
  const SolutionText *t = what;
  const FleetRoute *last = &t->all->route[t->all->count - 1];
  char cost[COST_TEXT_MAX];
  if (t->routes->vehicles)
    vehicles_print(out, t);
  else
    types_print(out, t);
  fprintf(out, "Cost %s\n", cost_text(t->cost, t->routes->head.decimals, cost));
  if (last->type != ROUTES_LEFT_OUT) return;
  fputs("Unserved:", out);
  customers_print(out, t, last);
}

static int32_t served_routes(const FleetPlan *all) {
  return all->count - (all->route[all->count - 1].type == ROUTES_LEFT_OUT);
}

Status fleet_solution_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  const RoutesInstance *routes = routes_of(inst);
  int32_t first;
  FleetPlan all;
  TRY(fleet_plan_make(routes, gene, &all));
  SolutionText text = {.routes = routes,
                       .all = &all,
                       .zero = zero_reloads(routes),
                       .of_vehicle = calloc((size_t)routes->vehicles + 1, sizeof *text.of_vehicle),
                       .cost = cost - routes_missing(inst, gene, &first) * routes->absent_cost -
                               served_routes(&all) * routes->route_cost};
  if (routes->longest_first) text.cost %= routes->balance;
  Status status =
      text.of_vehicle ? OK : status_fail(ERR_MEMORY, "no memory for %d vehicles", routes->vehicles);
  if (status == OK) status = numbers_compare(routes, &text.marked);
  for (int32_t k = 0; status == OK && k < all.count; k++)
    if (all.route[k].vehicle >= 0) text.of_vehicle[all.route[k].vehicle] = &all.route[k];
  if (status == OK) status = output_write(path, solution_print, &text);
  free(text.of_vehicle);
  fleet_plan_free(&all);
  return status;
}
