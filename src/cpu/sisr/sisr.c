/* Slack induction by string removals on the CPU: twin of src/gpu/sisr/sisr.cu. Contract: solver/sisr/sisr_kernels.h; its judge:
 * tests/oracle/oracle_sisr.c. Threads take whole parts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "sisr_part.h"
#include "solver/sisr/sisr_numbers.h"

enum { DISTANCES_MOST = 4095 /* customers of a part */ };

struct SisrPlace {
  SisrShape shape;
  uint32_t count;
  Part *part; /* (parts_most) */
  SisrNumbers numbers;
};

/* ---- memory ---- */

static uint64_t part_bytes(const SisrShape *shape) {
  const uint64_t m = (uint64_t)shape->part_most + 1;
  return m * (m * sizeof(int32_t) + SISR_NEAR * sizeof(uint16_t) + 2 * sizeof(Link) + 4 * sizeof(int32_t)) +
         SISR_SLOTS_MAX * sizeof(Route) + (shape->data.ready ? m * (sizeof(Visit) + sizeof(VisitChange)) : 0);
}

static uint64_t cpu_bytes(const Backend *be, const SisrShape *shape) {
  (void)be;
  return shape->parts_most * (sizeof(Part) + part_bytes(shape)) + sisr_numbers_bytes(shape);
}

static int32_t cpu_part_most(const Backend *be, const RouteData *data, int32_t width, int32_t slots) {
  (void)be, (void)data, (void)width, (void)slots;
  return DISTANCES_MOST;
}

static void part_close(Part *part) {
  free(part->packed), free(part->demand), free(part->near), free(part->distance), free(part->link);
  free(part->before), free(part->after), free(part->route), free(part->kept);
  free(part->visit), free(part->past);
}

static void cpu_close(Backend *be, SisrPlace *place) {
  (void)be;
  if (!place) return;
  for (uint32_t p = 0; place->part && p < place->shape.parts_most; p++) part_close(&place->part[p]);
  sisr_numbers_free(&place->numbers);
  free(place->part);
  free(place);
}

static bool part_open(Part *part, const SisrShape *shape) {
  const size_t m = (size_t)shape->part_most + 1;
  part->data = NULL;
  part->packed = malloc(m * sizeof *part->packed), part->demand = malloc(m * sizeof *part->demand);
  part->near = malloc(m * SISR_NEAR * sizeof *part->near);
  part->distance = malloc(m * m * sizeof *part->distance);
  part->link = calloc(m, sizeof *part->link), part->kept = calloc(m, sizeof *part->kept);
  part->before = calloc(m, sizeof *part->before), part->after = calloc(m, sizeof *part->after);
  part->route = calloc(SISR_SLOTS_MAX, sizeof *part->route);
  if (shape->data.ready) {
    part->visit = malloc(m * sizeof *part->visit), part->past = malloc(m * sizeof *part->past);
    if (!part->visit || !part->past) return false;
  }
  return part->packed && part->demand && part->near && part->distance && part->link && part->kept &&
         part->before && part->after && part->route;
}

static Status cpu_open(Backend *be, const SisrShape *shape, SisrPlace **out) {
  Status status = OK;
  SisrPlace *place = calloc(1, sizeof *place);
  if (!place) FAIL(ERR_MEMORY, "no memory for %u chains", shape->chains);
  place->shape = *shape;
  TRY_GOTO(sisr_numbers_make(shape, &place->numbers), cleanup);
  place->part = calloc(shape->parts_most + (size_t)1, sizeof *place->part);
  bool made = place->part != NULL;
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

/* The nearest customers that are in the part. */
static void near_set(const SisrPlace *place, const Part *part, uint32_t p, int32_t a) {
  const SisrShape *shape = &place->shape;
  const size_t row = part->head.chain * place->numbers.nodes;
  const int32_t *const from = shape->near + (size_t)part->id[a] * (size_t)shape->near_width;
  uint16_t *const near = part->near + (size_t)a * SISR_NEAR;
  int32_t count = 0;
  for (int32_t k = 0; k < shape->near_width && count < SISR_NEAR; k++)
    if (place->numbers.part[row + (size_t)from[k]] == (int32_t)p)
      near[count++] = (uint16_t)place->numbers.local[row + (size_t)from[k]];
  for (; count < SISR_NEAR; count++) near[count] = 0;
}

/* The instance as the part sees it. */
static void part_tables(const SisrPlace *place, uint32_t p) {
  const RouteData *data = &place->shape.data;
  Part *const part = &place->part[p];
  for (int32_t a = 0; a <= part->m; a++) {
    int32_t *const row = part->distance + (size_t)a * (size_t)(part->m + 1);
    part->demand[a] = data->demand[part->id[a]];
    for (int32_t b = 0; b <= part->m; b++) row[b] = route_distance(data, part->id[a], part->id[b]);
    if (a) near_set(place, part, p, a);
  }
}

void part_number(Part *part) {
  memset(part->route, 0, (size_t)part->slots * sizeof *part->route);
  part->routes = 0;
  for (int32_t c = 1; c <= part->m; c++) part->link[c].route = NO_ROUTE;
  for (int32_t c = 1; c <= part->m; c++) {
    if (part->link[c].route != NO_ROUTE) continue;
    uint16_t u = (uint16_t)c;
    while (part->link[u].prev) u = part->link[u].prev;
    Route *const route = &part->route[part->routes];
    part_link(part, route, 0, u);
    route->duration = part->before[u];
    for (; u; u = part->link[u].next) {
      part->link[u].route = (uint16_t)part->routes;
      part_link(part, route, u, part->link[u].next);
      route->size++, route->load += part->demand[u];
      route->duration += part->data->service + part->after[u];
    }
    part->routes++;
  }
}

static void links_set(const uint32_t *from, int32_t m, Link *link) {
  for (int32_t c = 1; c <= m; c++)
    link[c].next = (uint16_t)(from[c] & 0xffff), link[c].prev = (uint16_t)(from[c] >> 16);
}

static void part_put(SisrPlace *place, const SisrPart *head, uint32_t p, const SisrSolutions *now,
                     const SisrSolutions *kept) {
  const size_t at = head->chain * (place->numbers.nodes - 1) + (size_t)head->first;
  Part *const part = &place->part[p];
  part->head = *head, part->m = head->customers, part->slots = head->routes_most;
  part->data = &place->shape.data, part->chain = place->shape.first + head->chain;
  part->route_cost = place->shape.route_cost;
  part->id = place->numbers.id + p * place->numbers.stride;
  part_tables(place, p);
  sisr_links_of(&place->numbers, head, now->gene + at, part->packed);
  links_set(part->packed, part->m, part->link);
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
#pragma omp parallel for schedule(dynamic) num_threads(be->threads)
  for (uint32_t p = 0; p < count; p++) part_put(place, &parts[p], p, now, kept);
  return OK;
}

static void genes_get(SisrPlace *place, uint32_t p, const Link *link, int32_t *gene) {
  Part *const part = &place->part[p];
  if (!gene) return;
  for (int32_t c = 1; c <= part->m; c++)
    part->packed[c] = (uint32_t)link[c].next | (uint32_t)link[c].prev << 16;
  sisr_genes_of(&place->numbers, p, part->m, part->packed,
                gene + part->head.chain * (place->numbers.nodes - 1) + part->head.first);
}

static Status cpu_get(Backend *be, SisrPlace *place, SisrSolutions *now, SisrSolutions *kept) {
  (void)be;
  for (uint32_t p = 0; p < place->count; p++) {
    Part *const part = &place->part[p];
    now->cost[p] = part->cost, kept->cost[p] = part->kept_cost;
    genes_get(place, p, part->link, now->gene);
    genes_get(place, p, part->kept, kept->gene);
  }
  return OK;
}

/* ---- rounds ---- */

static Status cpu_advance(Backend *be, SisrPlace *place, const float *temperature, uint64_t first,
                          uint32_t rounds) {
#pragma omp parallel for schedule(dynamic) num_threads(be->threads)
  for (uint32_t p = 0; p < place->count; p++)
    part_rounds(&place->part[p], place->shape.seed, place->shape.width,
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
