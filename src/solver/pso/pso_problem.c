/* The "pso" solver's plan, and what its kernels read: ranges, coefficients, times in ticks. */
#include <math.h>
#include <stdlib.h>
#include "pso_archipelago.h"
#include "problem/matching/matching.h"
#include "problem/function/function.h"

/* ---- the plan ---- */

static Status sizes_check(const Instance *inst, const Plan *plan) {
  const PsoPlan *p = pso_plan(plan);
  const PsoProblem sizes = {.n = inst->n, .migrants = (int32_t)p->migrants};
  if (p->migrants > p->particles)
    FAIL(ERR_USAGE, "--migrants: expected 0 to %u, the particles of a swarm, found %u", p->particles,
         p->migrants);
  if (inst->problem == &problem_matching && matching_of(inst)->never)
    FAIL(ERR_USAGE, "pso: expected an instance in which every machine may run every task, found times that "
                    "are inf: use another method");
  if (inst->n > 1 << 28) FAIL(ERR_USAGE, "pso: expected at most 2^28 dimensions, found %d", inst->n);
  if (matching_of(inst)->machines > 1 << 24)
    FAIL(ERR_USAGE, "pso: expected at most 2^24 machines, found %d", matching_of(inst)->machines);
  if ((double)p->iterations * p->particles * plan->islands > 1e18)
    FAIL(ERR_USAGE, "--iterations: expected at most 1e18 particle iterations in all, found %g",
         (double)p->iterations * p->particles * plan->islands);
  if (pso_parcel_floats(&sizes) > INT32_MAX / sizeof(float))
    FAIL(ERR_USAGE, "--migrants: expected to make less than 2 GiB with %d dimensions each, found %u", inst->n,
         p->migrants);
  return OK;
}

Status pso_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  (void)backend;
  if (!plan->islands) plan->islands = 10;
  if (!plan->epoch) plan->epoch = 50;
  if (plan->epoch > pso_plan(plan)->iterations && pso_plan(plan)->iterations)
    plan->epoch = pso_plan(plan)->iterations;
  return sizes_check(inst, plan);
}

double pso_decay(const Plan *plan, double w, uint64_t count) {
  for (; count && w * pso_plan(plan)->decay != w; count--) w *= pso_plan(plan)->decay;
  return w;
}

/* The inertia as a float; values whose product with a speed (PSO_STILL or more) could be subnormal become 0. */
static float inertia_float(double w) { return w < 0x1p-60 ? 0.0f : (float)w; }

void pso_inertia(const Archipelago *a, uint32_t count, float *w) {
  const PsoPlan *p = pso_plan(a->plan);
  const double last = p->iterations > 1 ? p->iterations - 1 : 1;
  double decayed = a->decayed;
  for (uint32_t k = 0; k < count; k++, decayed = pso_decay(a->plan, decayed, 1)) {
    double linear = p->w + (0.4 - p->w) * ((double)a->at + k) / last;
    const double other = p->inertia == INERTIA_LINEAR ? linear : 1;
    w[k] = inertia_float(p->inertia == INERTIA_DECAY ? decayed : other);
  }
}

/* Clerc and Kennedy's, for c1 + c2 > 4; else 1. */
static double constriction(const PsoPlan *p) {
  double phi = p->c1 + p->c2;
  return p->inertia == INERTIA_CONSTRICTION && phi > 4 ? 2 / fabs(2 - phi - sqrt(phi * phi - 4 * phi)) : 1;
}

/* ---- the problem ---- */

/* Units of a tick: the fewest with which every load, with each time rounded up, stays below 2^32 - 1. */
static int64_t tick_units(const Instance *inst) {
  int64_t sum = 0, room = (int64_t)UINT32_MAX - inst->n;
  const int64_t *etc = matching_of(inst)->etc;
  for (int32_t t = 0; t < inst->n; t++) {
    int64_t longest = 0;
    for (int32_t m = 0; m < matching_of(inst)->machines; m++, etc++)
      longest = *etc > longest ? *etc : longest;
    sum += longest;
  }
  return sum > room ? (sum + room - 1) / room : 1;
}

static Status ticks_make(Archipelago *a) {
  const size_t count = (size_t)a->inst->n * (size_t)matching_of(a->inst)->machines,
               bytes = count * sizeof(uint32_t);
  const int64_t tick = tick_units(a->inst);
  uint32_t *ticks = malloc(bytes);
  if (!ticks) FAIL(ERR_MEMORY, "no memory for %zu times", count);
  for (size_t k = 0; k < count; k++) ticks[k] = (uint32_t)((matching_of(a->inst)->etc[k] + tick - 1) / tick);
  Status status = a->be->ops->alloc(a->be, bytes, (void **)&a->problem.ticks);
  if (status == OK) status = a->be->ops->upload(a->be, (void *)a->problem.ticks, ticks, bytes);
  free(ticks);
  a->exact = tick == 1;
  return status;
}

Status pso_problem_make(Archipelago *a) {
  const PsoPlan *p = pso_plan(a->plan);
  const bool matching = a->inst->problem == &problem_matching;
  const float low = matching ? 0 : -function_range(function_of(a->inst)->function);
  const float high =
      matching ? (float)(matching_of(a->inst)->machines - 1) : function_range(function_of(a->inst)->function);
  a->problem = (PsoProblem){.problem = matching ? PSO_MATCHING : PSO_FUNCTION,
                            .function = function_of(a->inst)->function,
                            .n = a->inst->n,
                            .machines = matching_of(a->inst)->machines,
                            .particles = (int32_t)p->particles,
                            .migrants = (int32_t)p->migrants,
                            .discrete = p->form == FORM_DISCRETE,
                            .low = low,
                            .high = high,
                            .speed = matching ? (float)matching_of(a->inst)->machines : 0.5f * (high - low),
                            .per_range = high > low ? 1.0f / (high - low) : 0,
                            .c1 = (float)p->c1,
                            .c2 = (float)p->c2,
                            .c3 = (float)p->c3,
                            .chi = (float)constriction(p)};
  return matching ? ticks_make(a) : OK;
}

void pso_problem_free(Archipelago *a) { a->be->ops->free(a->be, (void *)a->problem.ticks); }
