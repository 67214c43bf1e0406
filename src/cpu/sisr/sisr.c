/* Slack induction by string removals on the CPU: twin of src/gpu/sisr/sisr.cu. Contract: solver/sisr/sisr_kernels.h; its judge:
 * tests/oracle/oracle_sisr.c. Threads take whole parts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "schedule.h"
#include "search.h"
#include "tables.h"

enum { DISTANCES_MOST = 4095 /* customers of a part */ };

struct SisrPlace {
  SisrShape shape;
  uint32_t count;
  Part *part;    /* (parts_most) */
  Tables *table; /* (parts_most) of parts that are not the whole instance */
  Tables whole;  /* of those that are */
  SisrNumbers numbers;
};

/* ---- memory ---- */

/* Of a part's solution. */
static uint64_t part_bytes(const SisrShape *shape) {
  const uint64_t m = (uint64_t)shape->part_most + 1,
                 windows = shape->data.ready ? sizeof(Visit) + sizeof(VisitChange) : 0;
  return m * (2 * sizeof(Node) + 3 * sizeof(int32_t) + windows) +
         SISR_SLOTS_MAX * (sizeof(Route) + 3 * sizeof(int32_t));
}

/* Of all tables: parts that are the whole instance share them, and no other sum of squares is larger than that of parts as large as
 * they may be. */
static uint64_t all_tables_bytes(const SisrShape *shape) {
  const uint64_t n = (uint64_t)shape->data.customers, most = (uint64_t)shape->part_most;
  return most >= n ? tables_bytes(n) : shape->chains * (n / most + 1) * tables_bytes(most);
}

static uint64_t cpu_bytes(const Backend *be, const SisrShape *shape) {
  (void)be;
  return shape->parts_most * (sizeof(Part) + sizeof(Tables) + part_bytes(shape)) + all_tables_bytes(shape) +
         sisr_numbers_bytes(shape);
}

static int32_t cpu_part_most(const Backend *be, const RouteData *data, int32_t width, int32_t slots) {
  (void)be, (void)data, (void)width, (void)slots;
  return DISTANCES_MOST;
}

static void part_close(Part *part) {
  free(part->packed), free(part->node), free(part->reach), free(part->route), free(part->load);
  free(part->span), free(part->kept), free(part->mark), free(part->visit), free(part->past);
}

static void cpu_close(Backend *be, SisrPlace *place) {
  (void)be;
  if (!place) return;
  for (uint32_t p = 0; place->part && p < place->shape.parts_most; p++) part_close(&place->part[p]);
  for (uint32_t p = 0; place->table && p < place->shape.parts_most; p++) tables_free(&place->table[p]);
  tables_free(&place->whole);
  free(place->table);
  sisr_numbers_free(&place->numbers);
  free(place->part);
  free(place);
}

static bool windows_open(Part *part, size_t m) {
  part->visit = malloc(m * sizeof *part->visit), part->past = malloc(m * sizeof *part->past);
  return part->visit && part->past;
}

static bool part_open(Part *part, const SisrShape *shape) {
  const size_t m = (size_t)shape->part_most + 1, slots = SISR_SLOTS_MAX;
  part->packed = malloc(m * sizeof *part->packed);
  part->node = calloc(m, sizeof *part->node), part->kept = calloc(m, sizeof *part->kept);
  part->reach = calloc(m, sizeof *part->reach), part->mark = calloc(m + slots, sizeof *part->mark);
  part->route = calloc(slots, sizeof *part->route);
  part->load = calloc(slots, sizeof *part->load), part->span = calloc(slots, sizeof *part->span);
  if (shape->data.ready && !windows_open(part, m)) return false;
  return part->packed && part->node && part->kept && part->reach && part->mark && part->route && part->load &&
         part->span;
}

static Status cpu_open(Backend *be, const SisrShape *shape, SisrPlace **out) {
  Status status = OK;
  SisrPlace *place = calloc(1, sizeof *place);
  if (!place) FAIL(ERR_MEMORY, "no memory for %u chains", shape->chains);
  place->shape = *shape;
  TRY_GOTO(sisr_numbers_make(shape, &place->numbers), cleanup);
  place->part = calloc(shape->parts_most + (size_t)1, sizeof *place->part);
  place->table = calloc(shape->parts_most + (size_t)1, sizeof *place->table);
  bool made = place->part && place->table;
  for (uint32_t p = 0; made && p < shape->parts_most; p++) made = part_open(&place->part[p], shape);
  if (!made)
    FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for %u parts of %d customers", shape->parts_most,
              shape->part_most);
  *out = place;
  return OK;
cleanup:
  cpu_close(be, place);
  return status;
}

/* ---- solutions in and out ---- */

void part_number(Part *part) {
  memset(part->route, 0, SISR_SLOTS_MAX * sizeof *part->route);
  memset(part->load, 0, SISR_SLOTS_MAX * sizeof *part->load);
  for (int32_t k = 0; k < SISR_SLOTS_MAX; k++) part->span[k] = NO_SPAN;
  part->routes = 0, part->reach[0] = NO_SPAN;
  for (int32_t c = 1; c <= part->m; c++) part->node[c].route = NO_ROUTE;
  for (int32_t c = 1; c <= part->m; c++) {
    if (part->node[c].route != NO_ROUTE) continue;
    uint16_t u = (uint16_t)c;
    while (part->node[u].prev) u = part->node[u].prev;
    Route *const route = &part->route[part->routes];
    part_link(part, route, 0, u, part_distance(part, 0, u));
    if (part->timed) route->duration = part->node[u].before;
    for (; u; u = part->node[u].next) {
      part->node[u].route = (uint16_t)part->routes;
      part_link(part, route, u, part->node[u].next, part_distance(part, u, part->node[u].next));
      route->size++, part->load[part->routes] += part->table->demand[u];
      if (part->timed) route->duration += part->data->service + part->node[u].after;
    }
    part_span(part, (uint16_t)part->routes);
    part->routes++;
  }
}

static void links_set(const uint32_t *from, int32_t m, Node *node) {
  for (int32_t c = 1; c <= m; c++)
    node[c].next = (uint16_t)(from[c] & 0xffff), node[c].prev = (uint16_t)(from[c] >> 16);
}

static bool part_is_whole(const SisrPlace *place, const SisrPart *head) {
  return head->customers == place->shape.data.customers;
}

/* Those of the whole instance are made before. */
static Status part_table(SisrPlace *place, const SisrPart *head, uint32_t p) {
  place->part[p].table = part_is_whole(place, head) ? &place->whole : &place->table[p];
  if (part_is_whole(place, head)) return OK;
  return tables_make(&place->shape, &place->numbers, head, p, &place->table[p]);
}

static Status whole_table(SisrPlace *place, const SisrPart *parts, uint32_t count) {
  for (uint32_t p = 0; p < count && !place->whole.m; p++)
    if (part_is_whole(place, &parts[p]))
      TRY(tables_make(&place->shape, &place->numbers, &parts[p], p, &place->whole));
  return OK;
}

static void part_put(SisrPlace *place, const SisrPart *head, uint32_t p, const SisrSolutions *now,
                     const SisrSolutions *kept) {
  const size_t at = head->chain * (place->numbers.nodes - 1) + (size_t)head->first;
  Part *const part = &place->part[p];
  part->head = *head, part->m = head->customers, part->slots = head->routes_most;
  part->data = &place->shape.data, part->chain = place->shape.first + head->chain;
  part->timed = part->data->max_duration != INT32_MAX;
  part->shortcut = part->data->matrix || place->shape.route_cost ? -1 : 1;
  part->route_cost = place->shape.route_cost;
  part->id = place->numbers.id + p * place->numbers.stride;
  sisr_links_of(&place->numbers, head, now->gene + at, part->packed);
  links_set(part->packed, part->m, part->node);
  sisr_links_of(&place->numbers, head, kept->gene + at, part->packed);
  links_set(part->packed, part->m, part->kept);
  part_number(part);
  if (part->visit) schedule_set(part);
  part->cost = now->cost[p], part->kept_cost = kept->cost[p], part->kept_is_now = false;
}

static Status cpu_put(Backend *be, SisrPlace *place, const SisrPart *parts, uint32_t count,
                      const SisrSolutions *now, const SisrSolutions *kept) {
  place->count = count;
  sisr_numbers_set(&place->numbers, parts, count, place->shape.chains, now->gene);
  TRY(whole_table(place, parts, count));
  Status status = OK;
#pragma omp parallel for schedule(dynamic) num_threads(be->threads)
  for (uint32_t p = 0; p < count; p++) {
    const Status mine = part_table(place, &parts[p], p);
    if (mine == OK) part_put(place, &parts[p], p, now, kept);
#pragma omp critical
    if (mine != OK) status = mine;
  }
  return status;
}

static void genes_get(SisrPlace *place, uint32_t p, const Node *node, int32_t *gene) {
  Part *const part = &place->part[p];
  if (!gene) return;
  for (int32_t c = 1; c <= part->m; c++)
    part->packed[c] = (uint32_t)node[c].next | (uint32_t)node[c].prev << 16;
  sisr_genes_of(&place->numbers, p, part->m, part->packed,
                gene + part->head.chain * (place->numbers.nodes - 1) + part->head.first);
}

static Status cpu_get(Backend *be, SisrPlace *place, SisrSolutions *now, SisrSolutions *kept) {
  (void)be;
  for (uint32_t p = 0; p < place->count; p++) {
    Part *const part = &place->part[p];
    now->cost[p] = part->cost, kept->cost[p] = part->kept_cost;
    genes_get(place, p, part->node, now->gene);
    genes_get(place, p, part->kept, kept->gene);
  }
  return OK;
}

/* ---- rounds ---- */

static Status cpu_advance(Backend *be, SisrPlace *place, const float *temperature, uint64_t first,
                          uint32_t rounds) {
  const SearchOps *const ops = search_ops();
#pragma omp parallel for schedule(dynamic) num_threads(be->threads)
  for (uint32_t p = 0; p < place->count; p++)
    part_rounds(&place->part[p], ops, place->shape.seed, place->shape.width,
                temperature[place->part[p].head.chain], first, rounds);
  return OK;
}

static Status cpu_describe(Backend *be, const SisrPlace *place, Description *out) {
  *out = (Description){0};
  snprintf(out->shape, sizeof out->shape, "%u chains in %u parts on %d threads, %d proposals a round",
           place->shape.chains, place->count, be->threads, place->shape.width);
  return OK;
}

static uint32_t cpu_parts(int32_t customers, int32_t width) { return (void)customers, (void)width, 2; }

const SisrKernels sisr_kernels_cpu = {.open = cpu_open,
                                      .close = cpu_close,
                                      .bytes = cpu_bytes,
                                      .part_most = cpu_part_most,
                                      .put = cpu_put,
                                      .advance = cpu_advance,
                                      .get = cpu_get,
                                      .describe = cpu_describe,
                                      .islands = 1,
                                      .parts = cpu_parts};
