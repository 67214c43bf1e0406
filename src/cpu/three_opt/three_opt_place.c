/* A place of 3-opt on the CPU: memory, and what a tour's edges know of their routes. See three_opt_place.h. */
#include "three_opt_place.h"

#include <stdlib.h>
#include <string.h>
#include "memory.h"
#include "three_opt.h"

/* ---- memory ---- */

/* Arrays one after the other, each on a cache line of its own; base NULL: only counts. */
typedef struct Arena {
  char *base;
  uint64_t used;
} Arena;

static void *take(Arena *arena, uint64_t bytes) {
  void *start = arena->base ? arena->base + arena->used : NULL;
  arena->used += (bytes + 63) / 64 * 64;
  return start;
}

static uint64_t whole_bytes(int32_t edges, ThreeOptEvaluator evaluator) {
  const bool packed = evaluator == THREE_OPT_PACKED;
  const int32_t panels = (edges - 1) / (packed ? PANEL_PACKED : PANEL) + 1;
  const uint64_t bytes = panel_offset(panels, packed);
  return bytes <= WHOLE_BYTES_MAX ? bytes : 0;
}

static uint64_t distance_bytes(int32_t nodes) {
  const uint64_t bytes = sizeof(int32_t) * (uint64_t)nodes * distance_stride(nodes);
  return bytes <= DISTANCE_BYTES_MAX ? bytes : 0;
}

static void lay_workers(ThreeOptPlace *place, Arena *arena) {
  place->workers = take(arena, sizeof *place->workers * (uint64_t)place->threads);
  for (int32_t t = 0; t < place->threads; t++) {
    Worker worker;
    for (int k = 0; k < 2; k++) worker.distance[k] = take(arena, sizeof(int32_t) * (PANEL_MOST + PAD));
    for (int k = 0; k < 4; k++)
      worker.inner[k] = take(arena, sizeof(int32_t) * ((uint64_t)place->nodes + PAD));
    worker.folded = take(arena, sizeof(int32_t) * TABLES * PANEL_MOST);
    for (int k = 0; k < 3; k++) worker.tile[k] = take(arena, (uint64_t)BLOCK * ROW_BYTES);
    worker.strip = take(arena, strip_bytes(place->nodes - 1));
    if (arena->base) place->workers[t] = worker;
  }
}

/* nodes, evaluator and threads are set. */
static void lay_out(ThreeOptPlace *place, Arena *arena) {
  place->tour = take(arena, sizeof(int32_t) * distance_stride(place->nodes));
  if (place->evaluator == THREE_OPT_HIERARCHY) return;
  const uint64_t array = sizeof(int32_t) * distance_stride(place->nodes);
  int32_t **const arrays[] = {&place->x,
                              &place->y,
                              &place->length,
                              &place->route,
                              &place->route_end,
                              &place->pairs,
                              &place->ends[FIRST].share,
                              &place->ends[FIRST].load,
                              &place->ends[FIRST].time,
                              &place->ends[NEXT].share,
                              &place->ends[NEXT].load,
                              &place->slack,
                              &place->time_slack,
                              &place->time_first,
                              &place->time_next,
                              &place->ends[NEXT].time};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) *arrays[k] = take(arena, array);
  for (int k = 0; k < ROW_KINDS; k++) place->rows[k] = take(arena, sizeof(RowBest) * (uint64_t)place->nodes);
  const uint64_t tasks = place_tasks_most(place->nodes - 1);
  place->tasks = take(arena, sizeof *place->tasks * tasks);
  place->filter = take(arena, sizeof *place->filter * tasks);
  lay_workers(place, arena);
  const uint64_t distances = distance_bytes(place->nodes);
  place->distance = distances ? take(arena, distances) : NULL;
  const uint64_t whole = whole_bytes(place->nodes - 1, place->evaluator);
  place->whole = whole ? take(arena, whole) : NULL;
}

/* Of the arrays, the hierarchy's apart, and room to align them. */
static uint64_t arrays_bytes(int threads, int32_t nodes, ThreeOptEvaluator evaluator) {
  ThreeOptPlace place = {.evaluator = evaluator, .nodes = nodes, .threads = threads};
  Arena arena = {NULL, 0};
  lay_out(&place, &arena);
  return arena.used + 64;
}

uint64_t place_bytes(int threads, const RouteData *data, int32_t nodes, ThreeOptEvaluator evaluator,
                     int levels) {
  const bool hierarchy = evaluator == THREE_OPT_HIERARCHY;
  return sizeof(ThreeOptPlace) + arrays_bytes(threads, nodes, evaluator) +
         (hierarchy ? three_opt_hierarchy_bytes(data, nodes, levels) : 0);
}

void place_close(ThreeOptPlace *place) {
  if (!place) return;
  three_opt_hierarchy_close(place->hierarchy);
  free(place->memory);
  free(place);
}

Status place_open(Backend *be, const RouteData *data, int32_t nodes, ThreeOptEvaluator evaluator, int levels,
                  ThreeOptPlace **out) {
  const uint64_t bytes = arrays_bytes(be->threads, nodes, evaluator);
  ThreeOptPlace *place = calloc(1, sizeof *place);
  char *memory = place ? calloc(1, bytes) : NULL;
  if (!memory) {
    free(place);
    FAIL(ERR_MEMORY, "no memory for 3-opt on tours of %d nodes: %llu bytes", nodes,
         (unsigned long long)bytes);
  }
  place->data = *data;
  place->evaluator = evaluator;
  place->nodes = nodes;
  place->threads = be->threads;
  place->ops = three_opt_ops();
  place->memory = memory;
  Arena arena = {memory + (64 - (uintptr_t)memory % 64) % 64, 0};
  lay_out(place, &arena);
  Status status = OK;
  if (evaluator == THREE_OPT_HIERARCHY)
    status = three_opt_hierarchy_open(data, nodes, levels, &place->hierarchy);
  if (status == OK)
    *out = place;
  else
    place_close(place);
  return status;
}

/* ---- the tour ---- */

/* By the width of the box of all positions. */
static Roots roots_of(const ThreeOptPlace *place) {
  const int32_t *const axes[] = {place->x, place->y};
  const int32_t divisor = place->data.divisor;
  int64_t width = 0;
  for (int axis = 0; axis < 2; axis++) {
    int64_t low = INT32_MAX, high = INT32_MIN;
    for (int32_t p = 0; p < place->n; p++) {
      low = low < axes[axis][p] ? low : axes[axis][p];
      high = high > axes[axis][p] ? high : axes[axis][p];
    }
    width = width > high - low ? width : high - low;
  }
  if (divisor < 0) return ROOTS_WIDE;
  if (width < 1 << 14 && divisor == 1) return ROOTS_SINGLE;
  if (width < 1 << 22 && divisor == 1) return ROOTS_DOUBLE;
  return width < 1 << 24 && divisor < 1 << 24 ? ROOTS_EXACT : ROOTS_WIDE;
}

static void set_positions(ThreeOptPlace *place) {
  const RouteData *data = &place->data;
  for (int32_t p = 0; p < place->n + PANEL_MOST + PAD; p++) {
    if (p >= place->n) place->tour[p] = 0;
    if (!data->matrix) {
      place->x[p] = data->x[place->tour[p]];
      place->y[p] = data->y[place->tour[p]];
    }
  }
  place->view = (TourView){place->tour, place->x, place->y, &place->data, ROOTS_WIDE};
  place->view.roots = data->matrix ? ROOTS_MATRIX : roots_of(place);
}

static void set_lengths(ThreeOptPlace *place) {
  int32_t longest = 0;
  for (int32_t e = 0; e < place->edges; e++) {
    const int32_t length = route_distance(&place->data, place->tour[e], place->tour[e + 1]);
    place->length[e] = length;
    place->ends[FIRST].share[e] = three_opt_first_share(length);
    place->ends[NEXT].share[e] = three_opt_next_share(length);
    longest = longest > length ? longest : length;
  }
  const int32_t reach = 2 * three_opt_next_share(longest); /* no folded value is below -reach */
  place->shift = 0;
  while (reach > (int64_t)PACKED_REACH << place->shift) place->shift++;
  place->infinite = 2 * (int32_t)((reach + ((int64_t)1 << place->shift) - 1) >> place->shift);
}

/* Loads and times, without a limit on them times are 0. */
static void set_firsts(ThreeOptPlace *place) {
  const RouteData *data = &place->data;
  const bool timed = data->max_duration != INT32_MAX;
  EdgeEnds *first = &place->ends[FIRST];
  for (int32_t e = 0; e < place->edges; e++) {
    const bool begins = place->tour[e] == 0;
    first->load[e] = begins ? 0 : first->load[e - 1] + data->demand[place->tour[e]];
    first->time[e] = begins || !timed ? 0 : first->time[e - 1] + place->length[e - 1] + data->service;
    place->route[e] = begins ? e : place->route[e - 1];
  }
}

static void set_nexts(ThreeOptPlace *place) {
  const RouteData *data = &place->data;
  const bool timed = data->max_duration != INT32_MAX;
  EdgeEnds *next = &place->ends[NEXT];
  for (int32_t e = place->edges - 1; e >= 0; e--) {
    const bool ends = place->tour[e + 1] == 0;
    next->load[e] = ends ? 0 : next->load[e + 1] + data->demand[place->tour[e + 1]];
    next->time[e] = ends || !timed ? 0 : next->time[e + 1] + place->length[e + 1] + data->service;
    place->route_end[e] = ends ? e + 1 : place->route_end[e + 1];
  }
}

static void set_slacks(ThreeOptPlace *place) {
  const EdgeEnds *first = &place->ends[FIRST], *next = &place->ends[NEXT];
  for (int32_t e = 0; e < place->edges; e++) {
    place->slack[e] = place->data.capacity - first->load[e] - next->load[e];
    place->time_first[e] = first->time[e] + first->share[e];
    place->time_next[e] = next->time[e] + next->share[e];
    place->time_slack[e] = place->data.max_duration - place->time_first[e] - place->time_next[e];
  }
}

/* Nothing can be joined to what lies behind the tour. */
static void set_padding(ThreeOptPlace *place) {
  for (int32_t e = place->edges; e < place->edges + PANEL_MOST + PAD; e++)
    for (int end = FIRST; end <= NEXT; end++) {
      place->ends[end].load[e] = INT32_MAX;
      place->ends[end].share[e] = place->ends[end].time[e] = 0;
    }
}

Status place_put(ThreeOptPlace *place, const int32_t *tour, int32_t n) {
  if (n < 4 || n > place->nodes)
    FAIL(ERR_INTERNAL, "3-opt: expected a tour of 4 to %d nodes, found %d", place->nodes, n);
  memmove(place->tour, tour, sizeof *tour * (size_t)n);
  place->n = n;
  place->edges = n - 1;
  if (place->evaluator == THREE_OPT_HIERARCHY) return OK;
  place->prepared = PREPARED_NONE;
  set_positions(place);
  set_lengths(place);
  set_firsts(place);
  set_nexts(place);
  set_slacks(place);
  set_padding(place);
  place_tasks(place);
  return OK;
}
