/* One task over all ranks: the story. See run.h for what it promises, docs/algorithms.md for why it is so.
 *
 * Time passes in rounds: every rank advances its islands by a slice of about SLICE_S, then all agree on errors,
 * stopping, saving and on whether the epoch is over. Slices fall differently on every machine; epochs do not. On all
 * ranks of a run slices are of the same number of steps, that of the slowest: nobody waits for a slice that was meant
 * to be longer, and solvers whose islands go in step (anneal, ils) can be saved within an epoch. */
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

/* What ranks tell each other after a slice; the largest of each wins. */
enum {
  SAY_STATUS,
  SAY_STOP,
  SAY_SIGNAL,
  SAY_SAVE,
  SAY_WRITING,
  SAY_SAMPLE,
  SAY_LOOK,
  SAY_EPOCH_OPEN,
  SAY_STEPS,
  SAY_BEST,
  SAY_LEFT,
  SAY_DONE,
  SAY_COUNT
};

/* One slice on this rank, and the length of the next one, if it has a say. An epoch's end cuts a slice short, so it tells
 * nothing, unless it was too long all the same. */
static Status slice_advance(Run *run, Progress *progress) {
  run->wish = 0;
  if (progress->epoch_done) return OK;
  const double start = clock_s();
  const Status status = seats_advance(&run->seats, run->steps, run_paced(run) ? run->done : -1);
  *progress = seats_progress(&run->seats);
  TRY(status);
  const double end = clock_s(), took = end - start, slice = run->writer ? SLICE_SAVING_S : SLICE_S;
  if (!progress->epoch_done || took > slice)
    run->wish = slice_next(run->steps, took, slice, run->deadline - end);
  return OK;
}

/* All ranks learn what each has to say; rank 0's clock decides for all. */
static void round_agree(Run *run, Status status, const Progress *progress, int64_t heard[SAY_COUNT]) {
  const bool clock = run->comm->rank == 0;
  const TimeLeft left = run_time_left(run);
  int64_t said[SAY_COUNT] = {[SAY_STATUS] = status,
                             [SAY_STOP] = stop_signal() ? RUN_SIGNAL
                                          : clock       ? run_time_up(run)
                                                        : RUN_GOING,
                             [SAY_SIGNAL] = stop_signal(),
                             [SAY_SAVE] = clock && run_save_due(run),
                             [SAY_WRITING] = run->writer && checkpoint_busy(run->writer),
                             [SAY_SAMPLE] = clock && run_sample_due(run),
                             [SAY_LOOK] = clock && clock_s() >= run->look_next,
                             [SAY_EPOCH_OPEN] = !progress->epoch_done,
                             [SAY_STEPS] = run->wish ? -(int64_t)run->wish : INT64_MIN,
                             [SAY_BEST] = -progress->best,
                             [SAY_LEFT] = clock ? -left.us : INT64_MIN,
                             [SAY_DONE] = clock ? left.done : 0};
  uint64_t sums[3] = {progress->finished, progress->moves, progress->improved};
  memcpy(heard, said, sizeof said);
  comm_max(run->comm, heard, SAY_COUNT);
  comm_sum(run->comm, sums, 3);
  run_time_agree(run, (TimeLeft){-heard[SAY_LEFT], heard[SAY_DONE]});
  halt_until(run_halt_s(run));
  run->improved = sums[2];
  if (heard[SAY_STEPS] != INT64_MIN) run->steps = (uint32_t)-heard[SAY_STEPS];
  run->view.outcome.climbers = sums[0], run->view.leg_climbers = sums[0] - run->before_climbers;
  run->view.outcome.moves = run->before_moves + sums[1], run->view.leg_moves = sums[1];
  run->view.leg_s = clock_s() - run->started;
  run->view.outcome.elapsed_s = run->before_s + run->view.leg_s;
  run->view.next_save_s = run->writer ? 0 : fmax(0, run->save_next - clock_s());
}

static Status epoch_begin(Run *run, RunEnd *end) {
  bool over;
  TRY(comm_agree(run->comm, seats_begin(&run->seats, run->view.epoch, run->improved, &over)));
  int64_t more = !over;
  comm_max(run->comm, &more, 1);
  if (!more) *end = RUN_FINISHED, run->view.epochs = run->view.epoch;
  return OK;
}

/* The epoch is over on every rank: champions travel, and the next one begins unless that was the last. */
static Status epoch_close(Run *run, RunEnd *end) {
  TRY(run_best(run, BEST_EPOCH));
  TRY(run_judge_champions(run));
  TRY(ring_exchange(run->comm, &run->seats.ring, run->solver, run->seats.seat, run->seats.count));
  run->view.epoch++;
  TRY(run_history(run));
  if (run->view.epoch == run->view.epochs)
    *end = RUN_FINISHED;
  else if ((double)run->best.cost <= run->target)
    *end = RUN_TARGET;
  return run->view.epoch == run->view.epochs ? OK : epoch_begin(run, end);
}

/* One round: slice, agreement, and what follows from it. */
static Status round_run(Run *run, Progress *progress, RunEnd *end, int *signal_number) {
  int64_t heard[SAY_COUNT];
  Status status = slice_advance(run, progress);
  round_agree(run, status, progress, heard);
  if (heard[SAY_STATUS] != OK) return comm_agree(run->comm, status);
  if (heard[SAY_LOOK] && -heard[SAY_BEST] < run->best.cost) TRY(run_best(run, BEST_SO_FAR));
  if (run_paced(run) && run->ending_s == 0)
    TRY(run_best(run, BEST_UNFINISHED)); /* a rehearsal: how long will it take? */
  if (!heard[SAY_EPOCH_OPEN]) {
    TRY(epoch_close(run, end));
    seats_reopen(&run->seats);
    progress->epoch_done = false;
  }
  if (*end == RUN_GOING) *end = (RunEnd)heard[SAY_STOP];
  *signal_number = (int)heard[SAY_SIGNAL];
  if (run->comm->rank == 0) run->observer->progress(run->observer->self, &run->view);
  if (heard[SAY_SAMPLE]) TRY(run_sample(run, progress->moves));
  if (run->writer && !heard[SAY_WRITING]) TRY(run_save_step(run));
  return heard[SAY_SAVE] && *end == RUN_GOING ? run_save_begin(run) : OK;
}

static Status rounds_run(Run *run, RunEnd *end, int *signal_number) {
  Progress progress = {.best = COST_NONE};
  Status status = OK;
  if (!run->options.lazy) TRY(run_save(run)); /* from the first second on there is something to resume */
  while (*end == RUN_GOING && status == OK) status = round_run(run, &progress, end, signal_number);
  if (status == ERR_STOPPED) return run_halted(run, end, signal_number);
  TRY(status);
  halt_rest();
  run->view.end = *end;
  if (*end == RUN_TIME || *end == RUN_LIMIT || *end == RUN_SIGNAL) TRY(run_best(run, BEST_UNFINISHED));
  TRY(run_sample(run, progress.moves));
  const bool over = *end == RUN_FINISHED || *end == RUN_TARGET;
  return run->options.lazy && over ? OK : run_save(run);
}

Status run_task_seated(const Comm *comm, const Options *options, const char *file, bool resume,
                       const SeatPlan *seats, const RunObserver *observer, RunEnd *end, int *signal_number) {
  Run run = {.comm = comm,
             .observer = observer,
             .options = *options,
             .steps = 1,
             .best = {.cost = COST_NONE},
             .view = {.outcome = {.best = COST_NONE}},
             .deadline = INFINITY};
  Status status = OK;
  *end = RUN_GOING, *signal_number = 0;
  stop_listen();
  run.began = comm->began > 0 ? comm->began : clock_s();
  halt_watch(stop_signal, run_halt_s(&run));
  TRY_GOTO(run_open(&run, file, resume, seats), cleanup);
  run.started = clock_s();
  if (run_limit_s(options) > 0)
    run.view.limit_s = fmax(0.001, run.began + run_limit_s(options) - run.started);
  run.save_next = run.started + run.options.every_s;
  if (comm->rank == 0) observer->started(observer->self, &run.view);
  if (run.leg_done)
    *end = run.view.end = RUN_FINISHED;
  else
    TRY_GOTO(rounds_run(&run, end, signal_number), cleanup);
  if (comm->rank == 0) observer->ended(observer->self, &run.view);
cleanup:
  if (status == ERR_STOPPED)
    *end = run_halt_end(&run, signal_number); /* in set-up: there is nothing to show */
  halt_rest();
  if (status != OK && status != ERR_STOPPED && comm->rank == 0 && run.view.outcome.best_gene) {
    run.view.end = RUN_FAILED;
    observer->ended(observer->self, &run.view);
  }
  run_close(&run);
  return status;
}

Status run_task(const Comm *comm, const Options *options, const char *file, bool resume,
                const RunObserver *observer, RunEnd *end, int *signal_number) {
  return run_task_seated(comm, options, file, resume, NULL, observer, end, signal_number);
}
