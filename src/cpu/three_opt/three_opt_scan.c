/* The tasks of a scan, and their minima. See three_opt_place.h. */
#include <omp.h>
#include <string.h>
#include "halt.h"
#include "three_opt.h"

/* ---- tasks ---- */

static uint64_t groups_of(int32_t edges) { return ((uint64_t)edges + BLOCK - 1) / BLOCK; }

/* Blocks of the cube; blocks within routes: of at least one edge each, or as many as of a single one; strips: a route has
 * two edges at least that matter, and spans of at least PAD. */
uint64_t place_tasks_most(int32_t edges) {
  const uint64_t groups = groups_of(edges), all = groups * (groups + 1) / 2;
  uint64_t strips = 0;
  for (int32_t route = 1; route <= edges; route += route / 8 + 1) {
    const int32_t span = strip_span(route + route / 8 + 1);
    const uint64_t count = ((uint64_t)edges / (uint64_t)route + 1) * ((uint64_t)edges / (uint64_t)span + 1);
    strips = strips > count ? strips : count;
  }
  return 2 * all + (uint64_t)edges + strips + groups_of(edges) + 1;
}

static void add(ThreeOptPlace *place, TaskKind kind, int32_t a, int32_t b) {
  place->tasks[place->tasks_count++] = (Task){kind, a, b};
}

static void add_blocks(ThreeOptPlace *place, TaskKind kind, int32_t from, int32_t to) {
  for (int32_t i = from; i < to; i += BLOCK)
    for (int32_t j = i; j < to; j += BLOCK) /* no pair of these lies in different routes */
      if (kind == TASK_ROUTE || place->route_end[i] < (j + BLOCK < to ? j + BLOCK : to))
        add(place, kind, i, j);
}

static void add_route(ThreeOptPlace *place, int32_t first, int32_t end) {
  const int32_t span = strip_span(end - first);
  if (end - first >= 3) add_blocks(place, TASK_ROUTE, first, end);
  if (end - first < 2) return;
  for (int32_t t = 0; t < place->edges; t += span)
    if (t < first || t + span > end) add(place, TASK_STRIP, first, t);
}

void place_tasks(ThreeOptPlace *place) {
  place->tasks_count = 0;
  add_blocks(place, TASK_CUBE, 0, place->edges);
  for (int32_t first = 0; first < place->edges; first = place->route_end[first])
    add_route(place, first, place->route_end[first]);
  for (int32_t p = 0; p < place->edges; p += PAIR_ROWS) add(place, TASK_PAIRS, p, 0);
}

/* ---- minima ---- */

int32_t block_edges(const Frame *frame, int32_t edge) {
  return edge + BLOCK < frame->to ? BLOCK : frame->to - edge;
}

static void keep_rows(ThreeOptPlace *place, RowKind kind, Task task, int32_t count, const int32_t *row) {
#pragma omp critical(three_opt_rows)
  for (int32_t a = 0; a < count; a++) row_keep(&place->rows[kind][task.a + a], row[a], task.b);
}

static void block_task(ThreeOptPlace *place, Worker *worker, const Frame *frame, Task task) {
  int32_t row[BLOCK] = {0};
  const int32_t ni = block_edges(frame, task.a);
  block_minima(frame, worker, task.a, ni, task.b, block_edges(frame, task.b), row);
  keep_rows(place, frame->cube ? ROW_CUBE : ROW_ROUTE, task, ni, row);
}

/* The smallest packed value of a block; a lower bound of its deltas when shifted back. */
static void filter_task(ThreeOptPlace *place, Worker *worker, uint32_t number) {
  const Task task = place->tasks[number];
  const Frame frame = three_opt_cube(place, true);
  int32_t row[BLOCK] = {0};
  const int32_t ni = block_edges(&frame, task.a);
  block_minima(&frame, worker, task.a, ni, task.b, block_edges(&frame, task.b), row);
  place->filter[number] = place->ops->smallest(row, ni);
}

static void run_task(ThreeOptPlace *place, Worker *worker, uint32_t number, bool filtered) {
  const Task task = place->tasks[number];
  const Frame cube = three_opt_cube(place, place->evaluator == THREE_OPT_PACKED && place->shift == 0);
  const Frame route = three_opt_route(place, place->route[task.a]);
  if (task.kind == TASK_CUBE && filtered)
    filter_task(place, worker, number);
  else if (task.kind == TASK_CUBE)
    block_task(place, worker, &cube, task);
  else if (task.kind == TASK_ROUTE)
    block_task(place, worker, &route, task);
  else if (task.kind == TASK_STRIP)
    strip_minima(place, worker, task.a, task.b);
  else
    pair_minima(place, task.a);
}

/* Blocks take milliseconds in long tours; there may be many small tasks. */
static bool task_due_to_halt(const Task *task) {
  return task->kind == TASK_CUBE || task->kind == TASK_ROUTE ? halt_due() : halt_poll();
}

static void clear(ThreeOptPlace *place) {
  for (int kind = 0; kind < ROW_KINDS; kind++)
    memset(place->rows[kind], 0, sizeof *place->rows[kind] * (size_t)place->edges);
  memset(place->pairs, 0, sizeof *place->pairs * (size_t)place->edges);
}

/* The smallest delta known so far. */
static int32_t smallest_known(const ThreeOptPlace *place) {
  int32_t smallest = place->ops->smallest(place->pairs, place->edges);
  for (int kind = 0; kind < ROW_KINDS; kind++)
    for (int32_t i = 0; i < place->edges; i++)
      smallest = smallest < place->rows[kind][i].delta ? smallest : place->rows[kind][i].delta;
  return smallest;
}

/* Decides in 32 bits the blocks that could have the best move, by their packed values. */
static void decide(ThreeOptPlace *place, ThreeOptShare share) {
  const Frame cube = three_opt_cube(place, false);
  int32_t known = smallest_known(place);
#pragma omp parallel for schedule(dynamic) num_threads(place->threads)
  for (uint32_t number = share.part; number < place->tasks_count; number += share.parts) {
    if (place->tasks[number].kind != TASK_CUBE || place->filter[number] >= 0 || halt_due()) continue;
    int32_t best;
#pragma omp atomic read
    best = known;
    if ((int64_t)place->filter[number] * ((int64_t)1 << place->shift) > best) continue;
    block_task(place, &place->workers[omp_get_thread_num()], &cube, place->tasks[number]);
#pragma omp critical(three_opt_rows)
    for (int32_t a = 0; a < block_edges(&cube, place->tasks[number].a); a++) {
      const int32_t delta = place->rows[ROW_CUBE][place->tasks[number].a + a].delta;
      best = best < delta ? best : delta;
    }
#pragma omp atomic write
    known = best;
  }
}

Status place_minima(ThreeOptPlace *place, ThreeOptShare share, bool all_rows) {
  const bool shifted = place->evaluator == THREE_OPT_PACKED && place->shift > 0;
  const bool filtered = shifted && !all_rows;
  clear(place);
  place_prepare(place, !shifted || filtered);
#pragma omp parallel for schedule(dynamic) num_threads(place->threads)
  for (uint32_t number = share.part; number < place->tasks_count; number += share.parts)
    if (!task_due_to_halt(&place->tasks[number]))
      run_task(place, &place->workers[omp_get_thread_num()], number, filtered);
  if (filtered) decide(place, share);
  return halt_after("a scan of 3-opt moves");
}
