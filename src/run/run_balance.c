/* Blocks of islands by the measured speed of the ranks (speeds.h), where these differ: when the speeds are looked at, and what is
 * measured. What a rank computes never depends on it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/collect.h"
#include "mpi/loss.h"
#include "provenance.h"
#include "run_state.h"

#define LOOK_FIRST_S 0.1 /* first slices load programs and are short */
#define LOOK_S       0.35
#define SHORTER      0.15 /* slices of slow ranks, where steps are their own */
#define LOOK_GROWTH  1.15 /* of the time between two looks, */
#define LOOK_MOST_S  20
#define GAIN_LEAST   0.02 /* of the time: what is less is noise */
#define COST_LEAST_S 0.05 /* of a redistribution, with what it disturbs */
#define ROWS_BYTES_S 1e9  /* 2,640 swarms of 128 particles and 512 tasks took 5 s */

/* ---- opening and closing ---- */

/* What a redistribution may cost, by the rows that travel at most, until one has been measured. */
static double cost_guess_s(const Run *run) {
  Memory need;
  run->solver->needs(run->inst, &run->islands.local.backend, &run->plan, run->islands.local.span, &need);
  int64_t us = (int64_t)fmin(1e15, (double)need.saved / ROWS_BYTES_S * 1e6);
  comm_max(run->comm, &us, 1);
  return fmax(COST_LEAST_S, 1e-6 * (double)us);
}

static Status balance_alloc(Balance *b, size_t ranks) {
  b->speed = calloc(ranks, sizeof *b->speed);
  b->forecast = calloc(ranks, sizeof *b->forecast);
  b->share = calloc(ranks, sizeof *b->share);
  b->count = calloc(ranks, sizeof *b->count);
  if (b->speed && b->forecast && b->share && b->count) return OK;
  FAIL(ERR_MEMORY, "no memory for the shares of %zu ranks", ranks);
}

Status run_balance_open(Run *run) {
  Balance *b = &run->balance;
  const size_t ranks = (size_t)run->comm->size;
  b->on = islands_uneven(&run->islands, run->comm);
  if (!b->on) return OK;
  TRY(comm_agree(run->comm, balance_alloc(b, ranks)));
  b->cost_s = cost_guess_s(run);
  b->every_s = LOOK_FIRST_S;
  b->look_at = clock_s() + LOOK_FIRST_S;
  if (run->comm->rank == 0) run->view.shares = b->share;
  run_balance_gather(run);
  TRY(comm_alive());
  for (size_t r = 0; r < ranks; r++) b->speed[r].guess = b->share[r].guess;
  return OK;
}

void balance_free(Balance *b) {
  free(b->speed);
  free(b->forecast);
  free(b->share);
  free(b->count);
}

/* ---- measures ---- */

void balance_spent(Balance *b, double took_s) {
  b->busy_s += took_s;
  b->epoch_s += took_s;
}

void balance_epoch(Balance *b) {
  if (!b->broken) {
    b->epochs_s += b->epoch_s;
    b->epochs++;
  }
  b->broken = false;
  b->epoch_s = 0;
}

static double epoch_mean_s(const Balance *b) { return b->epochs ? b->epochs_s / b->epochs : b->before_s; }

/* What every rank has done in this leg, on all ranks. */
void run_balance_gather(Run *run) {
  Balance *b = &run->balance;
  RunShare share;
  if (!b->on) return;
  memset(&share, 0, sizeof share);
  share.islands = run->islands.local.span.count;
  share.moves = islands_progress(&run->islands).moves;
  share.window_moves = share.moves - b->moves;
  share.window_s = b->busy_s;
  share.epoch_s = epoch_mean_s(b);
  share.guess = run->islands.weight;
  TEXT_COPY(share.backend, run->islands.local.backend.ops->name);
  comm_gather_all(run->comm, &share, sizeof share, b->share);
}

/* Notes what was measured. False: a rank with islands has done no work yet that could be counted. */
static bool measures_note(Balance *b, int ranks) {
  for (int r = 0; r < ranks; r++)
    if (b->share[r].islands && !(b->share[r].window_moves && b->share[r].window_s > 0)) return false;
  for (int r = 0; r < ranks; r++) {
    const RunShare *s = &b->share[r];
    if (s->islands) speed_note(&b->speed[r], s->islands, s->window_s * s->islands / (double)s->window_moves);
  }
  return true;
}

static void window_begin(Balance *b, uint64_t moves) {
  b->busy_s = 0;
  b->moves = moves;
  b->looks++;
  b->looked_at = clock_s();
  b->look_at = b->looked_at + b->every_s;
}

/* ---- slices and the clock ---- */

double run_balance_slice(const Run *run) {
  const Balance *b = &run->balance;
  uint64_t most = 0;
  for (int r = 0; r < run->comm->size; r++)
    if (b->share[r].window_moves > most) most = b->share[r].window_moves;
  return most ? 1 - SHORTER * (1 - (double)b->share[run->comm->rank].window_moves / (double)most) : 1;
}

double run_balance_pace(const Run *run) {
  const double begun = run->balance.done;
  return begun < 1 ? (run->clock.done - begun) / (1 - begun) : 1;
}

BalanceDue balance_due(const Balance *b, double deadline) {
  if (!b->on) return BALANCE_LATER;
  const double now = clock_s(), over = now - b->look_at;
  if (deadline - now < fmax(LOOK_FIRST_S, b->cost_s) || over < 0) return BALANCE_LATER;
  return b->looks > 1 && over < b->every_s ? BALANCE_AT_EPOCH : BALANCE_NOW;
}

/* ---- redistribution ---- */

/* The part of the time that other blocks would spare, 0 to 1. */
static double gain_of(Balance *b, int ranks, uint32_t islands) {
  double now = 0;
  speed_forecast(b->speed, ranks, b->forecast);
  for (int r = 0; r < ranks; r++) now = fmax(now, speed_time(&b->forecast[r], 0, b->share[r].islands));
  const double gain = 1 - speed_shares(b->forecast, ranks, islands, b->count) / now;
  return gain > GAIN_LEAST ? gain : 0;
}

/* Whether other blocks pay, on rank 0. They do when the present ones have lost what a redistribution costs, so that all of them together cost
 * no more than what they spare, and when the rest of the run spares as much. */
static bool shares_choose(Run *run) {
  Balance *b = &run->balance;
  const double gain = gain_of(b, run->comm->size, run->plan.islands), now = clock_s();
  b->lost_s += gain * (now - b->looked_at);
  b->every_s = gain > 0 ? LOOK_S : fmin(LOOK_MOST_S, fmax(LOOK_S, b->every_s * LOOK_GROWTH));
  return gain > 0 && b->lost_s >= b->cost_s && gain * (run->clock.deadline - now) >= b->cost_s;
}

/* What was measured of the blocks before counts no more. */
static void blocks_begin(Balance *b, double start, double done) {
  b->before_s = epoch_mean_s(b);
  b->done = done;
  b->broken = true;
  b->epochs = 0;
  b->epochs_s = 0;
  b->looked_at = clock_s();
  b->look_at = b->looked_at + b->every_s;
  b->cost_s = fmax(COST_LEAST_S, b->looked_at - start);
  b->lost_s = 0;
}

static Status blocks_change(Run *run) {
  Balance *b = &run->balance;
  Islands *s = &run->islands;
  bool gone;
  const double start = clock_s();
  const Status status =
      islands_redistribute(s, run->comm, run->inst, &run->plan, run->view.epoch, b->count, &gone);
  if (status == ERR_MEMORY && !gone) {
    status_clear();
    b->on = false;
    return OK;
  }
  TRY(status);
  blocks_begin(b, start, run->clock.done);
  return comm_agree(run->comm, best_champions_renew(&run->best, s->local.span.count));
}

Status run_balance(Run *run) {
  Balance *b = &run->balance;
  const int ranks = run->comm->size;
  int32_t worth = 0;
  run_balance_gather(run);
  TRY(comm_alive());
  const bool warm = b->looks == 0, measured = !warm && measures_note(b, ranks);
  if (run->comm->rank == 0 && measured) worth = shares_choose(run);
  if (warm || measured) window_begin(b, islands_progress(&run->islands).moves);
  if (!measured) return OK;
  bytes_bcast(run->comm, &worth, sizeof worth, 0);
  TRY(comm_alive());
  if (!worth) return OK;
  bytes_bcast(run->comm, b->count, (size_t)ranks * sizeof *b->count, 0);
  TRY(comm_alive());
  TRY(blocks_change(run));
  run_balance_gather(run);
  return OK;
}
