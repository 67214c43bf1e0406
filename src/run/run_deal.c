/* Blocks of islands by the measured speed of the ranks (deal.h), where these differ: when the speeds are looked at, and what is
 * measured. What a rank computes never depends on it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/bcast.h"
#include "mpi/collect.h"
#include "provenance.h"
#include "run_state.h"

#define LOOK_FIRST_S 0.1 /* first slices load programs and are short */
#define LOOK_S       0.35
#define SHORTER      0.15 /* slices of slow ranks, where steps are their own */
#define LOOK_GROWTH  1.15 /* of the time between two looks, */
#define LOOK_MOST_S  20
#define GAIN_LEAST   0.02 /* of the time: what is less is noise */
#define COST_LEAST_S 0.05 /* of a deal, with what it disturbs */
#define DEAL_BYTES_S 1e9  /* 2,640 swarms of 128 particles and 512 tasks took 5 s */

/* What a deal may cost, by the rows that travel at most, until one has been measured. */
static double deal_cost_s(const Run *run) {
  Memory need;
  run->solver->needs(run->inst, &run->seats.seat[0].backend, &run->plan, run->seats.span, &need);
  int64_t us = (int64_t)fmin(1e15, (double)need.saved / DEAL_BYTES_S * 1e6);
  comm_max(run->comm, &us, 1);
  return fmax(COST_LEAST_S, 1e-6 * (double)us);
}

Status run_deal_open(Run *run) {
  Dealing *d = &run->dealing;
  const size_t ranks = (size_t)run->comm->size;
  d->on = seats_uneven(&run->seats, run->comm);
  if (!d->on) return OK;
  d->rank = calloc(ranks, sizeof *d->rank);
  d->forecast = calloc(ranks, sizeof *d->forecast);
  d->share = calloc(ranks, sizeof *d->share);
  d->count = calloc(ranks, sizeof *d->count);
  const bool all = d->rank && d->forecast && d->share && d->count;
  TRY(comm_agree(run->comm,
                 all ? OK : status_fail(ERR_MEMORY, "no memory for the shares of %zu ranks", ranks)));
  d->cost_s = deal_cost_s(run);
  d->every_s = LOOK_FIRST_S;
  d->look_at = clock_s() + LOOK_FIRST_S;
  if (run->comm->rank == 0) run->view.shares = d->share;
  run_deal_gather(run, 0);
  for (size_t r = 0; r < ranks; r++) d->rank[r].guess = d->share[r].guess;
  return OK;
}

void run_deal_close(Run *run) {
  Dealing *d = &run->dealing;
  free(d->rank);
  free(d->forecast);
  free(d->share);
  free(d->count);
}

double run_deal_slice(const Run *run) {
  const Dealing *d = &run->dealing;
  uint64_t most = 0;
  for (int r = 0; r < run->comm->size; r++)
    if (d->share[r].window_moves > most) most = d->share[r].window_moves;
  return most ? 1 - SHORTER * (1 - (double)d->share[run->comm->rank].window_moves / (double)most) : 1;
}

void run_deal_spent(Run *run, double took_s) {
  run->dealing.busy_s += took_s;
  run->dealing.epoch_s += took_s;
}

void run_deal_epoch(Run *run) {
  Dealing *d = &run->dealing;
  if (!d->broken) {
    d->epochs_s += d->epoch_s;
    d->epochs++;
  }
  d->broken = false;
  d->epoch_s = 0;
}

DealDue run_deal_due(const Run *run) {
  const Dealing *d = &run->dealing;
  if (!d->on) return DEAL_LATER;
  const double now = clock_s(), over = now - d->look_at;
  if (run->deadline - now < fmax(LOOK_FIRST_S, d->cost_s)) return DEAL_LATER;
  return over < 0 ? DEAL_LATER : d->looks > 1 && over < d->every_s ? DEAL_AT_EPOCH : DEAL_NOW;
}

double run_deal_pace(const Run *run) {
  const double begun = run->dealing.done;
  return begun < 1 ? (run->done - begun) / (1 - begun) : 1;
}

static double epoch_mean_s(const Dealing *d) { return d->epochs ? d->epochs_s / d->epochs : d->before_s; }

/* What every rank has done, on all ranks. moves: of this one, in this leg. */
void run_deal_gather(Run *run, uint64_t moves) {
  Dealing *d = &run->dealing;
  RunShare mine;
  if (!d->on) return;
  memset(&mine, 0, sizeof mine);
  mine.islands = run->seats.span.count;
  mine.moves = moves;
  mine.window_moves = moves - d->moves;
  mine.window_s = d->busy_s;
  mine.epoch_s = epoch_mean_s(d);
  mine.guess = run->seats.weight[0];
  TEXT_COPY(mine.backend, run->seats.seat[0].backend.ops->name);
  comm_gather_all(run->comm, &mine, sizeof mine, d->share);
}

/* Notes what was measured. False: a rank with islands has done no work yet that could be counted. */
static bool measures_note(Run *run) {
  Dealing *d = &run->dealing;
  for (int r = 0; r < run->comm->size; r++)
    if (d->share[r].islands && !(d->share[r].window_moves && d->share[r].window_s > 0)) return false;
  for (int r = 0; r < run->comm->size; r++) {
    const RunShare *s = &d->share[r];
    if (s->islands) deal_note(&d->rank[r], s->islands, s->window_s * s->islands / (double)s->window_moves);
  }
  return true;
}

/* The part of the time that other blocks would spare, 0 to 1. */
static double gain_of(Run *run) {
  Dealing *d = &run->dealing;
  double now = 0;
  deal_forecast(d->rank, run->comm->size, d->forecast);
  for (int r = 0; r < run->comm->size; r++)
    now = fmax(now, deal_time(&d->forecast[r], 0, d->share[r].islands));
  const double gain = 1 - deal_shares(d->forecast, run->comm->size, run->plan.islands, d->count) / now;
  return gain > GAIN_LEAST ? gain : 0;
}

/* On rank 0: whether other blocks pay. They do when the present ones have lost what a deal costs, so that all deals together cost no more
 * than what they spare, and when the rest of the run spares as much. */
static bool shares_choose(Run *run) {
  Dealing *d = &run->dealing;
  const double gain = gain_of(run), now = clock_s();
  d->lost_s += gain * (now - d->looked_at);
  d->every_s = gain > 0 ? LOOK_S : fmin(LOOK_MOST_S, fmax(LOOK_S, d->every_s * LOOK_GROWTH));
  return gain > 0 && d->lost_s >= d->cost_s && gain * (run->deadline - now) >= d->cost_s;
}

static void window_begin(Run *run, uint64_t moves) {
  Dealing *d = &run->dealing;
  d->busy_s = 0;
  d->moves = moves;
  d->looks++;
  d->looked_at = clock_s();
  d->look_at = d->looked_at + d->every_s;
}

/* The islands are others now. */
static Status champions_renew(Run *run) {
  free(run->judged);
  free(run->origin);
  return run_champions_alloc(run);
}

static Status islands_deal(Run *run) {
  Dealing *d = &run->dealing;
  bool gone;
  const double start = clock_s();
  const Status status =
      seats_deal(&run->seats, run->comm, run->inst, &run->plan, run->view.epoch, d->count, &gone);
  if (status == ERR_MEMORY && !gone) {
    status_clear();
    d->on = false;
    return OK;
  }
  TRY(status);
  d->before_s = epoch_mean_s(d);
  d->done = run->done;
  d->broken = true;
  d->epochs = 0;
  d->epochs_s = 0;
  d->looked_at = clock_s();
  d->look_at = d->looked_at + d->every_s;
  d->cost_s = fmax(COST_LEAST_S, d->looked_at - start);
  d->lost_s = 0;
  return comm_agree(run->comm, champions_renew(run));
}

Status run_deal(Run *run, Progress *progress) {
  Dealing *d = &run->dealing;
  int32_t worth = 0;
  run_deal_gather(run, progress->moves);
  const bool warm = d->looks == 0, measured = !warm && measures_note(run);
  if (run->comm->rank == 0 && measured) worth = shares_choose(run);
  if (warm || measured) window_begin(run, progress->moves);
  if (!measured) return OK;
  bytes_bcast(run->comm, &worth, sizeof worth, 0);
  if (!worth) return OK;
  bytes_bcast(run->comm, d->count, (size_t)run->comm->size * sizeof *d->count, 0);
  TRY(islands_deal(run));
  *progress = seats_progress(&run->seats);
  progress->epoch_done = false;
  run_deal_gather(run, progress->moves);
  return OK;
}
