/* Climbers on the CPU: twin of src/gpu/climb/climb.cu, contract in src/solver/climb/climb_kernels.h, oracle
 * in tests/oracle/oracle.c.
 *
 * Slots: a thread advances one slot at a time, in its workspace (climb_workspace.h) and with the problem's
 * move. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "individual.h"
#include "solver/climb/climb_kernels.h"
#include "climb_workspace.h"

/* The best improving move that was seen. */
typedef struct Best {
  MoveVisitor visitor;
  Move move;
} Best;

static void best_see(MoveVisitor *v, const ClimbWorkspace *b, int64_t delta, int32_t i, int32_t j) {
  (void)b;
  move_keep(&((Best *)v)->move, delta, i, j);
}

/* delta 0: there is none. When the run halts, any answer. */
static Move move_choose(ClimbWorkspace *b) {
  Best best = {.visitor = {best_see}};
  const float least = b->move->least(b);
  if (halt_requested()) return best.move;
  b->move->visit(b, climb_threshold(b->problem->move, least, b->move->slack(b)), &best.visitor);
  return best.move;
}

/* Takes the next climber of an instance that has one left. Each slot tries a different island first. */
static bool climber_take(const ClimbState *st, uint32_t s, uint32_t instance, uint32_t *island,
                         uint32_t *climber) {
  for (uint32_t k = 0; k < st->group; k++) {
    uint32_t at = instance * st->group + (s + k) % st->group;
    if (__atomic_load_n(&st->drawn[at], __ATOMIC_RELAXED) >= st->quota[at]) continue;
    uint32_t number = __atomic_fetch_add(&st->drawn[at], 1, __ATOMIC_RELAXED);
    if (number >= st->quota[at]) continue;
    *island = at;
    *climber = st->base + number;
    return true;
  }
  return false;
}

static void slot_start(const ClimbProblem *problem, const ClimbState *st, uint32_t s, uint32_t instance) {
  uint32_t island = st->slot_island[s], index = island - instance * st->group;
  int32_t n = problem->n, *tour = st->slot_tour + (size_t)s * n;
  RngStream stream = {st->seed[instance], st->first + index, st->slot_climber[s], RNG_TOUR};
  if (st->kick && n >= 8 && st->champion_cost[island] != COST_NONE) {
    stream.purpose = RNG_KICK;
    start_kick(stream, n, st->champion_tour + (size_t)island * n, tour);
  } else {
    start_random(stream, (int32_t)instance * n, n, tour);
  }
  st->slot_cost[s] = 0;
  for (int32_t p = 0; p < n; p++) st->slot_cost[s] += city_distance(problem, tour[p], tour[(p + 1) % n]);
}

/* Starts the next climber; false if all are taken. */
static bool slot_draw(const ClimbProblem *problem, const ClimbState *st, uint32_t s) {
  uint32_t instance = __atomic_load_n(st->cursor, __ATOMIC_RELAXED);
  while (instance < st->instances &&
         !climber_take(st, s, instance, &st->slot_island[s], &st->slot_climber[s])) {
    uint32_t next = instance + 1; /* unless another slot has advanced the cursor already */
    if (__atomic_compare_exchange_n(st->cursor, &instance, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      instance = next;
  }
  if (instance == st->instances) return false;
  slot_start(problem, st, s, instance);
  return true;
}

/* Offers the finished climber of slot s to its island and empties the slot. */
static void slot_finish(const ClimbProblem *problem, const ClimbState *st, uint32_t s) {
  uint32_t island = st->slot_island[s], climber = st->slot_climber[s];
  int64_t cost = st->slot_cost[s];
#pragma omp critical(contender)
  if (cost < st->contender_cost[island] ||
      (cost == st->contender_cost[island] && climber < st->contender_climber[island])) {
    st->contender_cost[island] = cost;
    st->contender_climber[island] = climber;
    memcpy(st->contender_tour + (size_t)island * problem->n, st->slot_tour + (size_t)s * problem->n,
           problem->n * sizeof *st->slot_tour);
  }
  st->slot_island[s] = SLOT_EMPTY;
}

/* Adds the work of slot s to the counters of its island's instance. */
static void slot_count(const ClimbState *st, uint32_t island, uint64_t steps, uint64_t finished) {
  uint64_t *counters = st->counters + 2 * (size_t)(island / st->group);
  __atomic_fetch_add(&counters[0], steps, __ATOMIC_RELAXED);
  __atomic_fetch_add(&counters[1], finished, __ATOMIC_RELAXED);
}

static void slot_advance(ClimbWorkspace *b, const ClimbState *st, uint32_t s, uint32_t steps) {
  int32_t *tour = st->slot_tour + (size_t)s * b->tour.n;
  bool loaded = false;
  uint64_t done = 0; /* of the current climber */
  for (; steps; steps--) {
    if (st->slot_island[s] == SLOT_EMPTY) {
      if (s >= st->drawing || !slot_draw(b->problem, st, s)) return;
      loaded = false;
    }
    if (!loaded) {
      workspace_load(b, tour);
      loaded = true;
    }
    Move move = move_choose(b);
    if (halt_requested()) break; /* the search may be incomplete: the climber stays where it is */
    done++;
    if (move.delta < 0) {
      b->move->apply(b, tour, move);
      st->slot_cost[s] += move.delta;
    } else {
      slot_count(st, st->slot_island[s], done, 1);
      slot_finish(b->problem, st, s);
      done = 0;
    }
  }
  if (done) slot_count(st, st->slot_island[s], done, 0);
}

static Status climb_advance(Backend *be, const ClimbProblem *problem, const ClimbState *state,
                            uint32_t steps) {
  Status failed = OK;
#pragma omp parallel num_threads(be->threads)
  {
    ClimbWorkspace work;
    Status status = workspace_make(&work, problem, move_find(problem->move));
    if (status != OK)
#pragma omp atomic write
      failed = status;
#pragma omp for schedule(dynamic, 1)
    for (uint32_t s = 0; s < state->slots; s++)
      if (status == OK) slot_advance(&work, state, s, steps);
    if (status == OK) workspace_free(&work);
  }
  return failed;
}

static Status climb_slots(Backend *be, const ClimbProblem *problem, uint32_t *slots) {
  (void)problem;
  *slots = (uint32_t)be->threads;
  return OK;
}

static Status climb_describe(Backend *be, const ClimbProblem *problem, Description *out) {
  move_find(problem->move)->describe(problem, out);
  size_t used = strlen(out->shape);
  snprintf(out->shape + used, sizeof out->shape - used, ", %d thread%s, a climber each", be->threads,
           be->threads == 1 ? "" : "s");
  out->ceiling_moves_s *= be->threads;
  return OK;
}

const ClimbKernels climb_kernels_cpu = {climb_slots, climb_describe, climb_advance};
