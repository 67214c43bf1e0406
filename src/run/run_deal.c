/* Blocks of islands by the measured speed of the ranks (deal.h), where these differ: when the speeds are looked at, and what is
 * measured. What a rank computes never depends on it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/bcast.h"
#include "mpi/collect.h"
#include "provenance.h"
#include "run_state.h"

#define LOOK_FIRST_S 0.3 /* first slices load programs and are short */
#define LOOK_S       0.5
#define LOOK_GROWTH  1.5 /* of the time between two looks, */
#define LOOK_MOST_S  60
#define DEALS_COST                                                                                           \
  50 /* which is so many times as long as the last deal, at least; so is the time left for one */
#define GAIN_LEAST   0.03
#define DEAL_BYTES_S 1e9 /* 2,640 swarms of 128 particles and 512 tasks took 5 s */

/* What a deal may cost, by the rows that travel at most, until one has been measured. */
static double deal_cost_s(const Run *run) {
  Memory need;
  run->solver->needs(run->inst, &run->seats.seat[0].backend, &run->plan, run->seats.span, &need);
  int64_t us = (int64_t)fmin(1e15, (double)need.saved / DEAL_BYTES_S * 1e6);
  comm_max(run->comm, &us, 1);
  return 1e-6 * (double)us;
}

Status run_deal_open(Run *run) {
  Dealing *d = &run->dealing;
  const size_t ranks = (size_t)run->comm->size;
  d->on = seats_uneven(&run->seats, run->comm);
  if (!d->on) return OK;
  d->rank = calloc(ranks, sizeof *d->rank);
  d->share = calloc(ranks, sizeof *d->share);
  d->count = calloc(ranks, sizeof *d->count);
  const bool all = d->rank && d->share && d->count;
  TRY(comm_agree(run->comm,
                 all ? OK : status_fail(ERR_MEMORY, "no memory for the shares of %zu ranks", ranks)));
  d->cost_s = deal_cost_s(run);
  d->every_s = LOOK_S, d->look_at = clock_s() + LOOK_FIRST_S;
  if (run->comm->rank == 0) run->view.shares = d->share;
  run_deal_gather(run, 0);
  for (size_t r = 0; r < ranks; r++) d->rank[r].guess = d->share[r].guess;
  return OK;
}

void run_deal_close(Run *run) { free(run->dealing.rank), free(run->dealing.share), free(run->dealing.count); }

void run_deal_spent(Run *run, double took_s) {
  run->dealing.busy_s += took_s, run->dealing.epoch_s += took_s;
}

void run_deal_epoch(Run *run) {
  Dealing *d = &run->dealing;
  if (!d->broken) d->epochs_s += d->epoch_s, d->epochs++;
  d->broken = false, d->epoch_s = 0;
}

DealDue run_deal_due(const Run *run) {
  const Dealing *d = &run->dealing;
  if (!d->on) return DEAL_LATER;
  const double now = clock_s(), over = now - d->look_at;
  if (run->deadline - now < fmax(LOOK_FIRST_S, DEALS_COST * d->cost_s)) return DEAL_LATER;
  return over < 0 ? DEAL_LATER : d->looks > 1 && over < d->every_s ? DEAL_AT_EPOCH : DEAL_NOW;
}

double run_deal_pace(const Run *run) {
  const double begun = run->dealing.done;
  return begun < 1 ? (run->done - begun) / (1 - begun) : 1;
}

/* What every rank has done, on all ranks. moves: of this one, in this leg. */
void run_deal_gather(Run *run, uint64_t moves) {
  Dealing *d = &run->dealing;
  RunShare mine;
  if (!d->on) return;
  memset(&mine, 0, sizeof mine);
  mine.islands = run->seats.span.count, mine.moves = moves, mine.window_moves = moves - d->moves;
  mine.window_s = d->busy_s, mine.epoch_s = d->epochs ? d->epochs_s / d->epochs : 0;
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

/* On rank 0: whether other blocks would be faster by enough. */
static bool shares_choose(Run *run) {
  Dealing *d = &run->dealing;
  double now = 0;
  for (int r = 0; r < run->comm->size; r++) now = fmax(now, deal_time(&d->rank[r], 0, d->share[r].islands));
  return deal_shares(d->rank, run->comm->size, run->plan.islands, d->count) < (1 - GAIN_LEAST) * now;
}

static void window_begin(Run *run, uint64_t moves) {
  Dealing *d = &run->dealing;
  d->busy_s = 0, d->moves = moves, d->looks++;
  d->look_at = clock_s() + d->every_s;
  d->every_s = fmin(LOOK_MOST_S, d->every_s * LOOK_GROWTH);
}

/* The islands are others now. */
static Status champions_renew(Run *run) {
  free(run->judged), free(run->origin);
  return run_champions_alloc(run);
}

static Status islands_deal(Run *run) {
  Dealing *d = &run->dealing;
  bool gone;
  const double start = clock_s();
  const Status status =
      seats_deal(&run->seats, run->comm, run->inst, &run->plan, run->view.epoch, d->count, &gone);
  if (status == ERR_MEMORY && !gone) return status_clear(), d->on = false, OK;
  TRY(status);
  d->done = run->done, d->broken = true, d->epochs = 0, d->epochs_s = 0;
  d->cost_s = clock_s() - start;
  d->every_s = fmax(d->every_s, DEALS_COST * d->cost_s), d->look_at = clock_s() + d->every_s;
  return comm_agree(run->comm, champions_renew(run));
}

Status run_deal(Run *run, Progress *progress) {
  Dealing *d = &run->dealing;
  int32_t worth = 0;
  run_deal_gather(run, progress->moves);
  const bool warm = d->looks == 0, measured = !warm && measures_note(run);
  if (warm || measured) window_begin(run, progress->moves);
  if (!measured) return OK;
  if (run->comm->rank == 0) worth = shares_choose(run);
  bytes_bcast(run->comm, &worth, sizeof worth, 0);
  if (!worth) return OK;
  bytes_bcast(run->comm, d->count, (size_t)run->comm->size * sizeof *d->count, 0);
  TRY(islands_deal(run));
  *progress = seats_progress(&run->seats);
  progress->epoch_done = false;
  run_deal_gather(run, progress->moves);
  return OK;
}
