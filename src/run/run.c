/* One task over all ranks: the story. See run.h for the contract, docs/algorithms.md for the reasons.
 *
 * A run is a loop of rounds: every rank advances its islands by a slice of about SLICE_S, then all ranks agree on errors,
 * stopping, saving and on whether the epoch is over. Slices differ between machines; epochs do not. The slices of all ranks
 * have the same number of steps, that of the slowest rank: no rank waits for a longer slice of another, and a solver whose
 * islands advance in step can be saved within an epoch. */
#include "run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "slice.h"
#include "mpi/collect.h"
#include "mpi/limit.h"
#include "run_state.h"
#include "mpi/stop.h"

#define SLICE_SAVING_S 0.05 /* while a checkpoint is written, so that its next phase begins soon */

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
  VOTE_DEAL,
  VOTE_COUNT
};

/* Ranks differ in speed and the solver lets each have its own number of steps. */
static bool steps_own(const Run *run) { return run->dealing.on && run->solver->own_steps; }

/* Runs one slice on this rank and proposes the length of the next one: after a slice that the epoch's end cut short, by the one before it. */
static Status slice_advance(Run *run, Progress *progress) {
  run->wanted_steps = 0;
  if (progress->epoch_done) return OK;
  const double start = clock_s();
  const Status status = seats_advance(&run->seats, run->steps, run_paced(run) ? run_deal_pace(run) : -1);
  *progress = seats_progress(&run->seats);
  TRY(status);
  const double end = clock_s(), took = end - start, part = steps_own(run) ? run_deal_slice(run) : 1,
               slice = part * (run->writer ? SLICE_SAVING_S : SLICE_S);
  run_deal_spent(run, took / part);
  if (progress->epoch_done && took <= slice) {
    run->wanted_steps = slice_shorter(run->steps, run->step_s, run->deadline - end);
    return OK;
  }
  run->step_s = took / run->steps;
  run->wanted_steps =
      (steps_own(run) ? slice_even : slice_next)(run->steps, took, slice, run->deadline - end);
  return OK;
}

/* Steps of the next slice. */
static void steps_agree(Run *run, int64_t vote) {
  if (!steps_own(run) && vote != INT64_MIN) run->steps = (uint32_t)-vote;
  if (steps_own(run) && run->wanted_steps) run->steps = run->wanted_steps;
}

/* Whether the run is to end for now, by rank 0's clock or its observer. */
static RunEnd run_enough(const Run *run) {
  const RunObserver *o = run->observer;
  return o->enough && o->enough(o->self, &run->view) ? RUN_ASKED : run_time_up(run);
}

/* All ranks agree on the votes of each. Rank 0's clock decides for all. */
static void round_agree(Run *run, Status status, const Progress *progress, int64_t agreed[VOTE_COUNT]) {
  const bool clock = run->comm->rank == 0;
  const TimeLeft left = run_time_left(run);
  int64_t vote[VOTE_COUNT] = {[VOTE_STATUS] = status,
                              [VOTE_STOP] = stop_signal() ? RUN_SIGNAL
                                            : clock       ? run_enough(run)
                                                          : RUN_GOING,
                              [VOTE_SIGNAL] = stop_signal(),
                              [VOTE_SAVE] = clock && run_save_due(run),
                              [VOTE_WRITING] = run->writer && checkpoint_busy(run->writer),
                              [VOTE_SAMPLE] = clock && run_sample_due(run),
                              [VOTE_EXAMINE] = clock && clock_s() >= run->examine_at,
                              [VOTE_JUDGE] = clock && (!run->examine_slow || clock_s() >= run->examine_at),
                              [VOTE_LOOK] = clock && run_look_due(run),
                              [VOTE_EPOCH_OPEN] = !progress->epoch_done,
                              [VOTE_STEPS] = run->wanted_steps ? -(int64_t)run->wanted_steps : INT64_MIN,
                              [VOTE_BEST] = -progress->best,
                              [VOTE_LEFT] = clock ? -left.us : INT64_MIN,
                              [VOTE_DONE] = clock ? left.done : 0,
                              [VOTE_DEAL] = clock ? run_deal_due(run) : DEAL_LATER};
  uint64_t sums[3] = {progress->finished, progress->moves, progress->improved};
  memcpy(agreed, vote, sizeof vote);
  comm_max(run->comm, agreed, VOTE_COUNT);
  comm_sum(run->comm, sums, 3);
  run_time_agree(run, (TimeLeft){-agreed[VOTE_LEFT], agreed[VOTE_DONE]});
  halt_until(run_halt_s(run));
  run->improved = sums[2];
  steps_agree(run, agreed[VOTE_STEPS]);
  run->view.outcome.finished = sums[0];
  run->view.leg_finished = sums[0] - run->before_finished;
  run->view.outcome.moves = run->before_moves + sums[1];
  run->view.leg_moves = sums[1];
  run->view.leg_s = clock_s() - run->started;
  run->view.outcome.elapsed_s = run->before_s + run->view.leg_s;
  run->view.next_save_s = run->writer ? 0 : fmax(0, run->save_next - clock_s());
}

static Status epoch_begin(Run *run, RunEnd *end) {
  bool over;
  TRY(comm_agree(run->comm, seats_begin(&run->seats, run->view.epoch, run->improved, &over)));
  int64_t more = !over;
  comm_max(run->comm, &more, 1);
  if (!more) {
    *end = RUN_FINISHED;
    run->view.epochs = run->view.epoch;
  }
  return OK;
}

/* Closes an epoch that is over on every rank: champions migrate, and the next epoch begins if there is one. Of a large instance
 * judging may take longer than an epoch: where a time limit ends the run, champions are judged if that is due, and in the end. */
static Status epoch_close(Run *run, bool due, RunEnd *end) {
  const bool later = !due && run->view.limit_s > 0 && run_paced(run);
  if (!later) TRY(run_epoch_judge(run));
  TRY(ring_exchange(run->comm, &run->seats.ring, run->solver, run->seats.seat, run->seats.count));
  run->view.epoch++;
  run_deal_epoch(run);
  TRY(run_history(run));
  if (run->view.epoch == run->view.epochs)
    *end = RUN_FINISHED;
  else if ((double)run->best.cost <= run->target)
    *end = RUN_TARGET;
  if (run->view.epoch != run->view.epochs) TRY(epoch_begin(run, end));
  return later && *end != RUN_GOING ? run_epoch_judge(run) : OK;
}

/* One round: a slice, agreement, and what follows from it. */
static Status round_run(Run *run, Progress *progress, RunEnd *end, int *signal_number) {
  int64_t agreed[VOTE_COUNT];
  Status status = slice_advance(run, progress);
  round_agree(run, status, progress, agreed);
  if (agreed[VOTE_STATUS] != OK) return comm_agree(run->comm, status);
  if (agreed[VOTE_EXAMINE] && agreed[VOTE_EPOCH_OPEN] && -agreed[VOTE_BEST] < run->best.cost)
    TRY(run_best(run, BEST_SO_FAR));
  if (run_paced(run) && run->ending_s == 0)
    TRY(run_best(run, BEST_UNFINISHED)); /* measures how long the end of the run will take */
  if (agreed[VOTE_LOOK] && agreed[VOTE_EPOCH_OPEN]) TRY(run_look(run));
  if (!agreed[VOTE_EPOCH_OPEN]) {
    TRY(epoch_close(run, agreed[VOTE_JUDGE], end));
    seats_reopen(&run->seats);
    progress->epoch_done = false;
  }
  if (*end == RUN_GOING) *end = (RunEnd)agreed[VOTE_STOP];
  *signal_number = (int)agreed[VOTE_SIGNAL];
  run_bound_look(run);
  if (run->comm->rank == 0) run->observer->progress(run->observer->self, &run->view);
  if (agreed[VOTE_SAMPLE]) TRY(run_sample(run, progress->moves));
  const DealDue due = (DealDue)agreed[VOTE_DEAL];
  if (*end == RUN_GOING && due >= (agreed[VOTE_EPOCH_OPEN] ? DEAL_NOW : DEAL_AT_EPOCH))
    TRY(run_deal(run, progress));
  if (run->writer && !agreed[VOTE_WRITING]) TRY(run_save_step(run));
  return agreed[VOTE_SAVE] && *end == RUN_GOING ? run_save_begin(run) : OK;
}

static Status rounds_run(Run *run, RunEnd *end, int *signal_number) {
  Progress progress = {.best = COST_NONE};
  Status status = OK;
  if (!run->options.lazy) TRY(run_save(run)); /* so that there is something to resume from the start */
  while (*end == RUN_GOING && status == OK) status = round_run(run, &progress, end, signal_number);
  if (status == ERR_STOPPED) return run_halted(run, end, signal_number);
  TRY(status);
  halt_rest();
  run->view.end = *end;
  if (*end == RUN_TIME || *end == RUN_LIMIT || *end == RUN_ASKED || *end == RUN_SIGNAL)
    TRY(run_best(run, BEST_UNFINISHED));
  TRY(run_sample(run, progress.moves));
  run_deal_gather(run, progress.moves);
  const bool over = *end == RUN_FINISHED || *end == RUN_TARGET;
  if (!(run->options.lazy && over)) TRY(run_save(run));
  return run_save_image(run);
}

static Status observer_ready(Run *run) {
  const RunObserver *o = run->observer;
  const bool asked = run->comm->rank == 0 && o->ready;
  return comm_agree(run->comm, asked ? o->ready(o->self, &run->view) : OK);
}

/* A run that is over has a solution, unless its solver's search for one has found none. */
static Status solution_found(const Run *run, RunEnd end) {
  char tried[STATUS_MESSAGE_MAX / 2], work[64];
  const Archipelago *islands = run->seats.seat[0].islands;
  const bool over = end == RUN_FINISHED || end == RUN_TIME;
  if (run->best.cost != COST_NONE || !over || !run->solver->tried) return OK;
  run->solver->tried(islands, tried, sizeof tried);
  snprintf(work, sizeof work, "%llu", (unsigned long long)run->view.outcome.moves);
  FAIL(ERR_NO_SOLUTION, "%s: found no solution%s, %s %s of a search for one%s", run->inst->name, tried, work,
       run->solver->work,
       end == RUN_TIME ? " within the time limit: a longer --time may find one, or a resumed checkpoint"
                       : "");
}

Status run_input_seated(const Comm *comm, const Options *options, const RunInput *input,
                        const SeatPlan *seats, const RunObserver *observer, RunEnd *end, int *signal_number) {
  Run run = {.comm = comm,
             .input = input,
             .observer = observer,
             .options = *options,
             .steps = 1,
             .best = {.cost = COST_NONE},
             .view = {.outcome = {.best = COST_NONE}},
             .deadline = INFINITY};
  Status status = OK;
  *end = RUN_GOING;
  *signal_number = 0;
  run.began = comm->began > 0 ? comm->began : clock_s();
  halt_watch(stop_signal, run_halt_s(&run));
  TRY_GOTO(run_open(&run, seats), cleanup);
  run.started = clock_s();
  if (run_limit_s(options) > 0)
    run.view.limit_s = fmax(0.001, run.began + run_limit_s(options) - run.started);
  run.save_next = run.started + run.options.every_s;
  run.look_at = run.started + trace_interval(run.before_s, 0);
  TRY_GOTO(observer_ready(&run), cleanup);
  if (comm->rank == 0) observer->started(observer->self, &run.view);
  if (run.leg_done)
    *end = run.view.end = RUN_FINISHED;
  else
    TRY_GOTO(rounds_run(&run, end, signal_number), cleanup);
  TRY_GOTO(run_bound_end(&run, *end), cleanup);
  if (comm->rank == 0) observer->ended(observer->self, &run.view);
  status = solution_found(&run, *end);
cleanup:
  if (status == ERR_STOPPED)
    *end = run_halt_end(&run, signal_number); /* during set-up: there is nothing to show */
  halt_rest();
  if (status != OK && status != ERR_STOPPED && status != ERR_USAGE && comm->rank == 0 &&
      run.view.outcome.best_gene) {
    run.view.end = RUN_FAILED;
    observer->ended(observer->self, &run.view);
  }
  run_close(&run);
  return status;
}

Status run_task_seated(const Comm *comm, const Options *options, const char *file, bool resume,
                       const SeatPlan *seats, const RunObserver *observer, RunEnd *end, int *signal_number) {
  const RunInput input = {.file = file, .resume = resume};
  return run_input_seated(comm, options, &input, seats, observer, end, signal_number);
}

Status run_input(const Comm *comm, const Options *options, const RunInput *input, const RunObserver *observer,
                 RunEnd *end, int *signal_number) {
  return run_input_seated(comm, options, input, NULL, observer, end, signal_number);
}

Status run_task(const Comm *comm, const Options *options, const char *file, bool resume,
                const RunObserver *observer, RunEnd *end, int *signal_number) {
  return run_task_seated(comm, options, file, resume, NULL, observer, end, signal_number);
}
