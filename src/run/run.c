/* One task over all ranks: the story. See run.h for the contract, docs/algorithms-answer.md for the reasons.
 *
 * A run is a loop of rounds: every rank advances its islands by a slice of about SLICE_S, then all ranks agree on errors,
 * stopping, saving and on whether the epoch is over. Slices differ between machines; epochs do not. The slices of all ranks
 * have the same number of steps, that of the slowest rank: no rank waits for a longer slice of another, and a solver whose
 * islands advance in step can be saved within an epoch. */
#include "run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "halt.h"
#include "mpi/collect.h"
#include "mpi/loss.h"
#include "mpi/stop.h"
#include "run_state.h"
#include "slice.h"

#define SLICE_SAVING_S 0.05 /* while a checkpoint is written, so that its next phase begins soon */

/* ---- slices ---- */

/* Ranks differ in speed and the solver lets each have its own number of steps. */
static bool steps_own(const Run *run) { return run->balance.on && run->solver->own_steps; }

/* Steps of the next slice, as this rank proposes: after a slice that the epoch's end cut short, by the one before it. */
static uint32_t steps_wanted(Run *run, double took, double slice) {
  Slices *s = &run->slices;
  const double left = run->clock.deadline - clock_s();
  if (run->islands.progress.epoch_done && took <= slice) return slice_shorter(s->steps, s->step_s, left);
  s->step_s = took / s->steps;
  return steps_own(run) ? slice_even(s->steps, took, slice, left) : slice_next(s->steps, took, slice, left);
}

/* Runs one slice on this rank, and proposes the length of the next one. */
static Status slice_advance(Run *run) {
  Archipelago *a = run->islands.local.archipelago;
  Slices *s = &run->slices;
  s->wanted = 0;
  if (run->islands.progress.epoch_done) return OK;
  const double start = clock_s();
  if (run_paced(run) && run->solver->pacing->pace) run->solver->pacing->pace(a, run_balance_pace(run));
  TRY(run->solver->advance(a, s->steps, &run->islands.progress));
  const double took = clock_s() - start, part = steps_own(run) ? run_balance_slice(run) : 1;
  balance_spent(&run->balance, took / part);
  s->wanted = steps_wanted(run, took, part * (run->saving.writer ? SLICE_SAVING_S : SLICE_S));
  return OK;
}

/* Steps of the next slice, by the least that a rank proposes, or this rank's own. */
static void steps_agree(Run *run, int64_t vote) {
  Slices *s = &run->slices;
  if (!steps_own(run) && vote != INT64_MIN) s->steps = (uint32_t)-vote;
  if (steps_own(run) && s->wanted) s->steps = s->wanted;
}

/* ---- agreement ---- */

/* What ranks exchange after a slice; the maximum of each counts. */
enum {
  VOTE_STATUS,
  VOTE_STOP,
  VOTE_SIGNAL,
  VOTE_SAVE,
  VOTE_WRITING,
  VOTE_SAMPLE,
  VOTE_EXAMINE,
  VOTE_JUDGE,
  VOTE_LOOK,
  VOTE_EPOCH_OPEN,
  VOTE_STEPS,
  VOTE_BEST,
  VOTE_LEFT,
  VOTE_DONE,
  VOTE_BALANCE,
  VOTE_COUNT
};

/* Whether the run is to end for now, by rank 0's clock or its observer. */
static RunEnd run_enough(const Run *run) {
  const RunObserver *o = run->observer;
  return o->enough && o->enough(o->self, &run->view) ? RUN_ASKED : clock_up(&run->clock);
}

/* What rank 0's clock says. */
static void votes_of_clock(const Run *run, int64_t vote[VOTE_COUNT]) {
  const TimeLeft left = clock_left(&run->clock);
  const bool examine = clock_s() >= run->best.examine_at;
  if (!vote[VOTE_SIGNAL]) vote[VOTE_STOP] = run_enough(run);
  vote[VOTE_SAVE] = run_save_due(run);
  vote[VOTE_SAMPLE] = run_sample_due(run);
  vote[VOTE_EXAMINE] = examine;
  vote[VOTE_JUDGE] = examine || !run->best.examine_slow;
  vote[VOTE_LOOK] = clock_s() >= run->best.look_at;
  vote[VOTE_LEFT] = -left.us;
  vote[VOTE_DONE] = left.done;
  vote[VOTE_BALANCE] = balance_due(&run->balance, run->clock.deadline);
}

/* What observers see of the round. sums: finished and moves of all ranks. */
static void view_update(Run *run, const uint64_t *sums) {
  RunView *view = &run->view;
  view->leg_finished = sums[0] - run->earlier.finished;
  view->leg_moves = sums[1];
  view->leg_s = clock_s() - run->clock.started;
  view->outcome.finished = sums[0];
  view->outcome.moves = run->earlier.moves + sums[1];
  view->outcome.elapsed_s = run->earlier.elapsed_s + view->leg_s;
  view->next_save_s = run->saving.writer ? 0 : fmax(0, run->saving.next - clock_s());
}

/* All ranks agree on the votes of each. */
static Status round_agree(Run *run, Status status, int64_t agreed[VOTE_COUNT]) {
  const Progress progress = islands_progress(&run->islands);
  const CheckpointWriter *writer = run->saving.writer;
  const uint32_t wanted = run->slices.wanted;
  uint64_t sums[3] = {progress.finished, progress.moves, progress.improved};
  const int signal_number = stop_signal();
  int64_t vote[VOTE_COUNT] = {[VOTE_STATUS] = status,
                              [VOTE_STOP] = signal_number ? RUN_SIGNAL : RUN_GOING,
                              [VOTE_SIGNAL] = signal_number,
                              [VOTE_WRITING] = writer && checkpoint_busy(writer),
                              [VOTE_EPOCH_OPEN] = !progress.epoch_done,
                              [VOTE_STEPS] = wanted ? -(int64_t)wanted : INT64_MIN,
                              [VOTE_BEST] = -progress.best,
                              [VOTE_LEFT] = INT64_MIN};
  if (run->comm->rank == 0) votes_of_clock(run, vote);
  memcpy(agreed, vote, sizeof vote);
  comm_max(run->comm, agreed, VOTE_COUNT);
  comm_sum(run->comm, sums, 3);
  TRY(comm_alive());
  clock_agree(&run->clock, (TimeLeft){-agreed[VOTE_LEFT], agreed[VOTE_DONE]});
  halt_until(run_halt_s(run));
  run->islands.improved = sums[2];
  steps_agree(run, agreed[VOTE_STEPS]);
  view_update(run, sums);
  return OK;
}

/* ---- epochs ---- */

static Status epoch_begin(Run *run, RunEnd *end) {
  bool over;
  TRY(comm_agree(run->comm, islands_begin(&run->islands, run->view.epoch, &over)));
  int64_t more = !over;
  comm_max(run->comm, &more, 1);
  TRY(comm_alive());
  if (more) return OK;
  *end = RUN_FINISHED;
  run->view.epochs = run->view.epoch;
  return OK;
}

/* Closes an epoch that is over on every rank: champions migrate, and the next epoch begins if there is one. Of a large instance
 * judging may take longer than an epoch: where a time limit ends the run, champions are judged if that is due, and in the end. */
static Status epoch_close(Run *run, bool due, RunEnd *end) {
  const bool later = !due && run->view.limit_s > 0 && run_paced(run);
  if (!later) TRY(run_epoch_judge(run));
  TRY(ring_exchange(run->comm, &run->islands.ring, run->solver, &run->islands.local));
  run->view.epoch++;
  balance_epoch(&run->balance);
  TRY(run_history(run));
  if (run->view.epoch == run->view.epochs)
    *end = RUN_FINISHED;
  else if ((double)run->best.found.cost <= run->goal.target)
    *end = RUN_TARGET;
  if (run->view.epoch != run->view.epochs) TRY(epoch_begin(run, end));
  run->islands.progress.epoch_done = false;
  return later && *end != RUN_GOING ? run_epoch_judge(run) : OK;
}

/* ---- rounds ---- */

/* The best of all ranks, where it is time to examine it. */
static Status round_judge(Run *run, const int64_t *agreed) {
  const bool open = agreed[VOTE_EPOCH_OPEN];
  if (agreed[VOTE_EXAMINE] && open && -agreed[VOTE_BEST] < run->best.found.cost)
    TRY(run_best(run, BEST_SO_FAR));
  if (run_paced(run) && run->clock.ending_s == 0)
    TRY(run_best(run, BEST_UNFINISHED)); /* measures how long the end of the run will take */
  return agreed[VOTE_LOOK] && open ? run_look(run) : OK;
}

/* Tables, blocks of islands and checkpoints, where it is time for them. */
static Status round_keep(Run *run, const int64_t *agreed, RunEnd end) {
  const BalanceDue due = (BalanceDue)agreed[VOTE_BALANCE];
  const BalanceDue least = agreed[VOTE_EPOCH_OPEN] ? BALANCE_NOW : BALANCE_AT_EPOCH;
  if (agreed[VOTE_SAMPLE]) TRY(run_sample(run));
  if (end == RUN_GOING && due >= least) TRY(run_balance(run));
  if (run->saving.writer && !agreed[VOTE_WRITING]) TRY(run_save_step(run));
  return agreed[VOTE_SAVE] && end == RUN_GOING ? run_save_begin(run) : OK;
}

/* One round: a slice, agreement, and what follows from it. */
static Status round_run(Run *run, RunEnd *end, int *signal_number) {
  int64_t agreed[VOTE_COUNT];
  const Status status = slice_advance(run);
  TRY(round_agree(run, status, agreed));
  if (agreed[VOTE_STATUS] != OK) return comm_agree(run->comm, status);
  TRY(round_judge(run, agreed));
  if (!agreed[VOTE_EPOCH_OPEN]) TRY(epoch_close(run, agreed[VOTE_JUDGE], end));
  if (*end == RUN_GOING) *end = (RunEnd)agreed[VOTE_STOP];
  *signal_number = (int)agreed[VOTE_SIGNAL];
  run_bound_look(run);
  if (run->comm->rank == 0) run->observer->progress(run->observer->self, &run->view);
  return round_keep(run, agreed, *end);
}

/* ---- the run ---- */

/* The islands are there: the clock of the search begins, and the observer is shown the run. */
static Status run_started(Run *run) {
  const RunObserver *o = run->observer;
  const double limit = run_limit_s(&run->options);
  TRY(run_complete(run));
  run->clock.started = clock_s();
  if (limit > 0) run->view.limit_s = fmax(0.001, run->clock.began + limit - run->clock.started);
  run->saving.next = run->clock.started + run->options.every_s;
  run->best.look_at = run->clock.started + trace_interval(run->earlier.elapsed_s, 0);
  const bool asked = run->comm->rank == 0 && o->ready;
  TRY(comm_agree(run->comm, asked ? o->ready(o->self, &run->view) : OK));
  if (run->comm->rank == 0) o->started(o->self, &run->view);
  return OK;
}

/* A finished run that is resumed has no rounds. Another one has a checkpoint from the start, so that there is something to resume. */
static Status rounds_begin(Run *run, RunEnd *end) {
  if (run->earlier.over) *end = RUN_FINISHED;
  return run->earlier.over || run->options.lazy ? OK : run_save(run);
}

/* What is left to do when the rounds are over: the best of all, tables, the last checkpoint. */
static Status rounds_end(Run *run, RunEnd end) {
  const bool over = end == RUN_FINISHED || end == RUN_TARGET;
  halt_rest();
  run->view.end = end;
  if (!over) TRY(run_best(run, BEST_UNFINISHED));
  TRY(run_sample(run));
  run_balance_gather(run);
  if (!(run->options.lazy && over)) TRY(run_save(run));
  return run_save_image(run);
}

/* Ends a run whose round was given up: finds the best so far, makes no new checkpoint. Collective.
 * The islands are between two states that could be saved, so the last checkpoint stays. Each of their solutions is complete,
 * as it was before the step or after it, so the best of them can be shown. */
static Status run_halted(Run *run, RunEnd *end, int *signal_number) {
  status_clear();
  *end = run_halt_end(run, signal_number);
  run->view.end = *end;
  halt_rest();
  TRY(run_best(run, BEST_UNFINISHED));
  return run_save_finish(run);
}

/* A run that is over has a solution, unless its solver's search for one has found none. */
static Status solution_found(const Run *run, RunEnd end) {
  char tried[STATUS_MESSAGE_MAX / 2], work[64];
  const bool over = end == RUN_FINISHED || end == RUN_TIME;
  if (run->best.found.cost != COST_NONE || !over || !run->solver->tried) return OK;
  run->solver->tried(run->islands.local.archipelago, tried, sizeof tried);
  snprintf(work, sizeof work, "%llu", (unsigned long long)run->view.outcome.moves);
  FAIL(ERR_NO_SOLUTION, "%s: found no solution%s, %s %s of a search for one%s", run->inst->name, tried, work,
       run->solver->work,
       end == RUN_TIME ? " within the time limit: a longer --time may find one, or a resumed checkpoint"
                       : "");
}

/* Shows the result, with its lower bound. */
static Status run_show(Run *run, RunEnd end) {
  run->view.end = end;
  TRY(run_bound_end(run, end));
  if (run->comm->rank == 0) run->observer->ended(run->observer->self, &run->view);
  return solution_found(run, end);
}

/* Shows the best that was found until the failure. */
static void failure_show(Run *run, Status status) {
  const bool shown = status != OK && status != ERR_STOPPED && status != ERR_USAGE && status != ERR_LOST;
  if (!shown || run->comm->rank != 0 || !run->view.outcome.best_gene) return;
  run->view.end = RUN_FAILED;
  run->observer->ended(run->observer->self, &run->view);
}

Status run_task(const Comm *comm, const Options *options, const RunInput *input, const RunObserver *observer,
                RunEnd *end, int *signal_number) {
  Run run = {.comm = comm,
             .input = input,
             .observer = observer,
             .options = *options,
             .clock = {.options = &run.options, .deadline = INFINITY},
             .slices = {.steps = 1},
             .best = {.found = {.cost = COST_NONE}},
             .view = {.outcome = {.best = COST_NONE}}};
  Status status = OK;
  *end = RUN_GOING;
  *signal_number = 0;
  run.clock.began = comm->began > 0 ? comm->began : clock_s();
  halt_watch(stop_signal, run_halt_s(&run));
  TRY_GOTO(input->resume ? run_resume(&run) : run_begin(&run), cleanup);
  TRY_GOTO(run_started(&run), cleanup);
  TRY_GOTO(rounds_begin(&run, end), cleanup);
  while (*end == RUN_GOING && status == OK) status = round_run(&run, end, signal_number);
  if (status == ERR_STOPPED)
    status = run_halted(&run, end, signal_number);
  else if (status == OK && !run.earlier.over)
    status = rounds_end(&run, *end);
  if (status == OK) status = run_show(&run, *end);
cleanup:
  if (status == ERR_STOPPED) *end = run_halt_end(&run, signal_number); /* there is nothing to show */
  halt_rest();
  failure_show(&run, status);
  run_close(&run);
  return status;
}
