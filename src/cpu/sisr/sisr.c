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
  SisrBook book;
  int32_t width;
  uint32_t count, opened; /* rows that are put, and that have memory */
  Part *part;             /* (parts_most) */
  Tables *table;          /* (parts_most) of parts that are not the whole instance */
  Tables *whole;          /* (tasks) of those that are */
};

/* ---- memory ---- */

/* Of a part's solution. */
static uint64_t part_bytes(const SisrTask *task) {
  const uint64_t m = (uint64_t)task->part_most + 1,
                 windows = task->host.ready ? sizeof(Visit) + sizeof(VisitChange) : 0;
  return m * (2 * sizeof(Node) + 3 * sizeof(int32_t) + windows) +
         SISR_SLOTS_MAX * (sizeof(Route) + 3 * sizeof(int32_t));
}

/* Half of those that there may be, less one a chain (sisr_parts_most), have memory as a rule. */
static uint64_t rows_usual(const SisrTask *task) {
  const uint64_t half = task->parts_most / 2;
  return half > 2 * task->chains ? half - task->chains : task->chains;
}

/* Of all tables: parts that are the whole instance share them, and no other sum of squares is larger than that of parts as large as
 * they may be. */
static uint64_t all_tables_bytes(const SisrTask *task) {
  const uint64_t n = (uint64_t)task->host.customers, most = (uint64_t)task->part_most;
  return most >= n ? tables_bytes(n) : task->chains * (n / most + 1) * tables_bytes(most);
}

static uint64_t cpu_bytes(const Backend *be, const SisrShape *shape) {
  uint64_t bytes = sisr_book_bytes(shape);
  (void)be;
  for (const SisrTask *task = shape->task; task < shape->task + shape->tasks; task++)
    bytes += task->parts_most * (sizeof(Part) + sizeof(Tables)) + rows_usual(task) * part_bytes(task) +
             all_tables_bytes(task);
  return bytes;
}

static int32_t cpu_part_most(const Backend *be, const RouteData *data, int32_t width, int32_t slots) {
  (void)be;
  (void)data;
  (void)width;
  (void)slots;
  return DISTANCES_MOST;
}

static void part_close(Part *part) {
  free(part->packed);
  free(part->node);
  free(part->reach);
  free(part->route);
  free(part->load);
  free(part->span);
  free(part->kept);
  free(part->mark);
  free(part->visit);
  free(part->past);
}

static void cpu_close(Backend *be, SisrPlace *place) {
  (void)be;
  if (!place) return;
  for (uint32_t p = 0; place->part && p < place->opened; p++) part_close(&place->part[p]);
  for (uint32_t p = 0; place->table && p < place->opened; p++) tables_free(&place->table[p]);
  for (uint32_t k = 0; place->whole && k < place->book.tasks; k++) tables_free(&place->whole[k]);
  free(place->table);
  free(place->part);
  free(place->whole);
  sisr_book_free(&place->book);
  free(place);
}

static bool windows_open(Part *part, size_t m) {
  part->visit = malloc(m * sizeof *part->visit);
  part->past = malloc(m * sizeof *part->past);
  return part->visit && part->past;
}

static bool part_open(Part *part, size_t m, bool windows) {
  const size_t slots = SISR_SLOTS_MAX;
  part->packed = malloc(m * sizeof *part->packed);
  part->node = calloc(m, sizeof *part->node);
  part->kept = calloc(m, sizeof *part->kept);
  part->reach = calloc(m, sizeof *part->reach);
  part->mark = calloc(m + slots, sizeof *part->mark);
  part->route = calloc(slots, sizeof *part->route);
  part->load = calloc(slots, sizeof *part->load);
  part->span = calloc(slots, sizeof *part->span);
  if (windows && !windows_open(part, m)) return false;
  return part->packed && part->node && part->kept && part->reach && part->mark && part->route && part->load &&
         part->span;
}

/* Memory for so many rows: they are seldom as many as there may be. */
static Status parts_open(SisrPlace *place, uint32_t count) {
  while (place->opened < count)
    if (!part_open(&place->part[place->opened++], place->book.stride, place->book.task->host.ready))
      FAIL(ERR_MEMORY, "no memory for %u parts of %zu customers", count, place->book.stride - 1);
  return OK;
}

static Status cpu_open(Backend *be, const SisrShape *shape, SisrPlace **out) {
  Status status = OK;
  SisrPlace *place = calloc(1, sizeof *place);
  if (!place) FAIL(ERR_MEMORY, "no memory for %u tasks", shape->tasks);
  place->width = shape->width;
  TRY_GOTO(sisr_book_make(shape, &place->book), cleanup);
  place->part = calloc(place->book.parts_most + (size_t)1, sizeof *place->part);
  place->table = calloc(place->book.parts_most + (size_t)1, sizeof *place->table);
  place->whole = calloc(place->book.tasks + (size_t)1, sizeof *place->whole);
  if (!place->part || !place->table || !place->whole)
    FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for %u parts", place->book.parts_most);
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
  part->routes = 0;
  part->reach[0] = NO_SPAN;
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
      route->size++;
      part->load[part->routes] += part->table->demand[u];
      if (part->timed) route->duration += part->data->service + part->node[u].after;
    }
    part_span(part, (uint16_t)part->routes);
    part->routes++;
  }
}

static void links_set(const uint32_t *from, int32_t m, Node *node) {
  for (int32_t c = 1; c <= m; c++) {
    node[c].next = (uint16_t)(from[c] & 0xffff);
    node[c].prev = (uint16_t)(from[c] >> 16);
  }
}

static bool part_is_whole(const SisrTask *task, const SisrPart *head) {
  return head->customers == task->host.customers;
}

/* Those of the whole instance are made before. */
static Status part_table(SisrPlace *place, uint32_t k, const SisrPart *head, uint32_t row) {
  const bool whole = part_is_whole(&place->book.task[k], head);
  place->part[row].table = whole ? &place->whole[k] : &place->table[row];
  if (whole) return OK;
  return tables_make(&place->book.task[k], &place->book.of[k], head, row - place->book.row[k],
                     &place->table[row]);
}

/* One for all parts that are the whole instance, from the first of them. */
static Status whole_table(SisrPlace *place, uint32_t k, const SisrChains *chains) {
  const SisrTask *const task = &place->book.task[k];
  for (uint32_t p = 0; p < chains->count && !place->whole[k].m; p++)
    if (part_is_whole(task, &chains->part[p]))
      TRY(tables_make(task, &place->book.of[k], &chains->part[p], p, &place->whole[k]));
  return OK;
}

static void part_put(SisrPlace *place, uint32_t k, const SisrChains *chains, uint32_t row) {
  const SisrTask *const task = &place->book.task[k];
  const SisrNumbers *const numbers = &place->book.of[k];
  const uint32_t p = row - place->book.row[k];
  const SisrPart *const head = &chains->part[p];
  const size_t at = head->chain * (numbers->nodes - 1) + (size_t)head->first;
  Part *const part = &place->part[row];
  part->head = *head;
  part->m = head->customers;
  part->slots = head->routes_most;
  part->data = &task->data;
  part->chain = task->first + head->chain;
  part->seed = task->seed;
  part->timed = part->data->max_duration != INT32_MAX;
  part->shortcut = part->data->matrix || task->route_cost ? -1 : 1;
  part->route_cost = task->route_cost;
  part->id = numbers->id + p * numbers->stride;
  sisr_links_of(numbers, head, chains->now.gene + at, part->packed);
  links_set(part->packed, part->m, part->node);
  sisr_links_of(numbers, head, chains->kept.gene + at, part->packed);
  links_set(part->packed, part->m, part->kept);
  part_number(part);
  if (part->visit) schedule_set(part);
  part->cost = chains->now.cost[p];
  part->kept_cost = chains->kept.cost[p];
  part->kept_is_now = false;
}

static Status tables_put(SisrPlace *place, const SisrChains *chains, int threads) {
  Status status = OK;
#pragma omp parallel for schedule(dynamic) num_threads(threads) if (place->book.tasks > 1)
  for (uint32_t k = 0; k < place->book.tasks; k++) {
    const Status mine = whole_table(place, k, &chains[k]);
#pragma omp critical
    if (mine != OK) status = mine;
  }
  return status;
}

static Status cpu_put(Backend *be, SisrPlace *place, const SisrChains *chains) {
  place->count = sisr_book_set(&place->book, chains, be->threads);
  TRY(parts_open(place, place->count));
  TRY(tables_put(place, chains, be->threads));
  Status status = OK;
#pragma omp parallel for schedule(dynamic) num_threads(be->threads)
  for (uint32_t row = 0; row < place->count; row++) {
    const uint32_t k = place->book.owner[row];
    const Status mine = part_table(place, k, &chains[k].part[row - place->book.row[k]], row);
    if (mine == OK) part_put(place, k, &chains[k], row);
#pragma omp critical
    if (mine != OK) status = mine;
  }
  return status;
}

static void genes_get(const SisrPlace *place, uint32_t row, const Node *node, int32_t *gene) {
  const uint32_t k = place->book.owner[row];
  Part *const part = &place->part[row];
  if (!gene) return;
  for (int32_t c = 1; c <= part->m; c++)
    part->packed[c] = (uint32_t)node[c].next | (uint32_t)node[c].prev << 16;
  sisr_genes_of(&place->book.of[k], row - place->book.row[k], part->m, part->packed,
                gene + part->head.chain * (place->book.of[k].nodes - 1) + part->head.first);
}

static Status cpu_get(Backend *be, SisrPlace *place, const SisrChains *chains) {
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t row = 0; row < place->count; row++) {
    const uint32_t k = place->book.owner[row], p = row - place->book.row[k];
    const Part *const part = &place->part[row];
    chains[k].now.cost[p] = part->cost;
    chains[k].kept.cost[p] = part->kept_cost;
    genes_get(place, row, part->node, chains[k].now.gene);
    genes_get(place, row, part->kept, chains[k].kept.gene);
  }
  return OK;
}

/* ---- rounds ---- */

static Status cpu_advance(Backend *be, SisrPlace *place, const SisrTurn *turn) {
  const SearchOps *const ops = search_ops();
#pragma omp parallel for schedule(dynamic) num_threads(be->threads)
  for (uint32_t row = 0; row < place->count; row++) {
    const SisrTurn *const mine = &turn[place->book.owner[row]];
    Part *const part = &place->part[row];
    part_rounds(part, ops, part->seed, place->width, mine->temperature[part->head.chain], mine->first,
                mine->rounds);
  }
  return OK;
}

static Status cpu_describe(Backend *be, const SisrPlace *place, Description *out) {
  *out = (Description){0};
  snprintf(out->shape, sizeof out->shape, "%u chains in %u parts on %d threads, %d proposals a round",
           place->book.chains, place->count, be->threads, place->width);
  return OK;
}

static uint32_t cpu_parts(int32_t customers, int32_t width) {
  (void)customers;
  (void)width;
  return 2;
}

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
