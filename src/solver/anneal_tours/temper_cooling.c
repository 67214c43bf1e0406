/* Temperatures of the annealing of tours. Inside "tempering".
 *
 * The first and the last one are those at which stated shares of the proposals that make the start tour longer are made, or are given.
 * Between them they fall by equal factors (Kirkpatrick, Gelatt, Vecchi 1983) or equal amounts, over the sweeps of a budget, or over the
 * time; or from the first one with the logarithm of the steps. In the last part no move makes a tour longer. */
#include <math.h>
#include <stdlib.h>
#include "solver/cooling.h"
#include "temper_archipelago.h"

enum {
  SAMPLES = 1 << 13,
  STAGES = 1024,
  FROZEN = 16 /* of the stages, the last */,
  HALVINGS = 40,
  LEVELS = 1 << 20
};

/* The share of `count` changes, all above 0, that is made at a temperature. */
static double share_made(const int64_t *delta, uint32_t count, double temperature) {
  double sum = 0;
  for (uint32_t k = 0; k < count; k++) sum += exp(-(double)delta[k] / temperature);
  return sum / count;
}

/* The temperature with that share, in 2^16 of a cost, to 24 bits: the same whatever the last bits of exp are. */
static double temperature_of(const int64_t *delta, uint32_t count, double share) {
  double low = -20, high = 60;
  if (!count) return 0;
  for (int k = 0; k < HALVINGS; k++) {
    const double middle = (low + high) / 2;
    if (share_made(delta, count, exp2(middle)) < share)
      low = middle;
    else
      high = middle;
  }
  return (double)(float)exp2(low - 16);
}

/* In 2^16 of a cost; costs have decimals. */
static double given_temperature(const Archipelago *a, double t) {
  return t * pow(10, a->inst->decimals) / 65536;
}

Status temper_measure(Archipelago *a, const int32_t *tour, int32_t *scratch) {
  const TemperPlan *p = temper_plan(a->plan);
  const BackendOps *ops = a->be->ops;
  int64_t *host = malloc(SAMPLES * sizeof *host);
  void *delta = NULL;
  uint32_t count = 0;
  Status status = host ? OK : status_fail(ERR_MEMORY, "no memory for %d moves", SAMPLES);
  TRY_GOTO(status, cleanup);
  TRY_GOTO(ops->alloc(a->be, SAMPLES * sizeof *host, &delta), cleanup);
  TRY_GOTO(
      ops->tempering->sample(a->be, &a->problem, &a->rules, a->plan->seed, tour, scratch, SAMPLES, delta),
      cleanup);
  TRY_GOTO(ops->download(a->be, host, delta, SAMPLES * sizeof *host), cleanup);
  for (uint32_t k = 0; k < SAMPLES; k++)
    if (host[k] > 0) host[count++] = host[k];
  a->hot = p->t0 > 0 ? given_temperature(a, p->t0) : temperature_of(host, count, p->hot);
  a->cold = p->t_end > 0 ? given_temperature(a, p->t_end) : temperature_of(host, count, p->cold);
  if (a->cold > a->hot) a->cold = a->hot;
cleanup : {
  ops->free(a->be, delta);
  free(host);
}
  return status;
}

/* ---- cooling ---- */

void temper_pace(Archipelago *a, double done) {
  TemperPace *p = &a->pace;
  done = p->begun + (1 - p->begun) * done;
  if (a->at > p->sweeps && done > p->done) p->rate = (done - p->done) / (double)(a->at - p->sweeps);
  p->done = done;
  p->sweeps = a->at;
}

/* Of STAGES in each anneal, at sweep `at`. */
static uint64_t stage_at(const Archipelago *a, uint64_t at) {
  const TemperPlan *p = temper_plan(a->plan);
  const uint64_t all = (uint64_t)STAGES * p->anneals;
  if (!p->open) return (uint64_t)((double)at * (double)all / p->sweeps);
  const double done = a->pace.done + a->pace.rate * (double)(at - a->pace.sweeps);
  return done < 1 ? (uint64_t)(done * (double)all) : all - 1;
}

/* Of an anneal's stage `in`: it stays so for whole sweeps. */
static double cooled_temperature(const Archipelago *a, uint32_t in) {
  const TemperPlan *p = temper_plan(a->plan);
  switch (p->cooling) {
  case TEMPER_LINEAR:
    return cooling_linear(a->hot, a->cold, in, STAGES);
  case TEMPER_LOGARITHMIC:
    return a->hot * cooling_logarithmic(temper_anneal_steps(a->plan, a->inst->n) / STAGES * in);
  default:
    return cooling_temperature(a->hot, a->cold, in, STAGES);
  }
}

static double stage_temperature(const Archipelago *a, uint64_t stage) {
  const uint32_t in = (uint32_t)(stage % STAGES);
  return in < STAGES - FROZEN && a->hot > 0 ? cooled_temperature(a, in) : 0;
}

/* The first sweep after `at` of another stage, at most `end`. */
static uint64_t stage_end(const Archipelago *a, uint64_t at, uint64_t end) {
  const uint64_t stage = stage_at(a, at);
  uint64_t low = at, high = end;
  if (stage_at(a, end) == stage) return end;
  while (high - low > 1) {
    const uint64_t middle = low + (high - low) / 2;
    if (stage_at(a, middle) == stage)
      low = middle;
    else
      high = middle;
  }
  return high;
}

/* The temperature of a level, in that of the first. */
static double level_factor(const TemperPlan *p, uint32_t level) {
  if (level + 1 == p->chains) return p->chains > 1 ? p->spread : 1;
  return cooling_temperature(1, p->spread, (uint32_t)((uint64_t)level * LEVELS / (p->chains - 1)), LEVELS);
}

uint32_t temper_cool(Archipelago *a, uint32_t most) {
  const TemperPlan *p = temper_plan(a->plan);
  const uint64_t at = a->at;
  const double t = stage_temperature(a, stage_at(a, at));
  for (uint32_t k = 0; k < p->chains; k++) a->rules.temperature[k] = t * level_factor(p, k);
  return (uint32_t)(stage_end(a, at, at + most) - at);
}
