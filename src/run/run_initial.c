/* The solution that a run starts from (--initial): read and judged on rank 0, the same on all ranks. See run_state.h. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "c_locale.h"
#include "io/path.h"
#include "mpi/bcast.h"
#include "mpi/collect.h"
#include "problem/instance_file.h"
#include "problem/judge.h"
#include "run_state.h"

Status run_initial_path(const char *given, const Instance *inst, const char *instance, char path[PATH_MAX]) {
  const char *suffix = inst->problem->words.suffix;
  char name[PATH_MAX];
  struct stat info;
  const bool folder = suffix && stat(given, &info) == 0 && S_ISDIR(info.st_mode);
  path_stem(instance, "", name, sizeof name);
  const char *dot = strrchr(name, '.');
  const int length = dot ? (int)(dot - name) : (int)strlen(name);
  const int wanted = folder ? snprintf(path, PATH_MAX, "%s/%.*s%s", given, length, name, suffix)
                            : snprintf(path, PATH_MAX, "%s", given);
  if (wanted < PATH_MAX) return OK;
  FAIL(ERR_USAGE, "--initial: expected a path of less than %d characters", PATH_MAX);
}

/* The one in memory. */
static Status initial_copy(Run *run) {
  memcpy(run->initial, run->input->initial, run->genes * sizeof *run->initial);
  return status_at("the start solution", judge_solution(run->inst, run->initial, &run->initial_cost));
}

static Status initial_read(Run *run) {
  char path[PATH_MAX], remark[INSTANCE_REMARK_MAX];
  int64_t cost;
  if (run->input->initial) return initial_copy(run);
  TRY(run_initial_path(run->options.initial, run->inst, run->input->file, path));
  TRY(solution_read_told(path, run->inst, run->initial, remark));
  if (remark[0]) run_note(run, "%s: %s", path, remark);
  TRY(status_at(path, judge_solution(run->inst, run->initial, &cost)));
  run->initial_cost = cost;
  return OK;
}

void run_initial_name(Run *run) {
  int64_t given = run->input->initial != NULL;
  comm_max(run->comm, &given, 1);
  if (given) c_snprintf(run->options.initial, sizeof run->options.initial, RUN_IN_MEMORY);
}

Status run_initial(Run *run) {
  if (!run->options.initial[0]) return OK;
  const size_t bytes = run->genes * sizeof *run->initial;
  run->initial = malloc(bytes);
  TRY(comm_agree(run->comm, run->initial ? OK : status_fail(ERR_MEMORY, "no memory for a solution")));
  TRY(comm_agree(run->comm, run->comm->rank == 0 ? initial_read(run) : OK));
  bytes_bcast(run->comm, run->initial, bytes, 0);
  bytes_bcast(run->comm, &run->initial_cost, sizeof run->initial_cost, 0);
  return OK;
}

void run_initial_best(Run *run) {
  if (!run->initial || run->inst->problem->margin) return;
  memcpy(run->best.gene, run->initial, run->genes * sizeof *run->initial);
  run->best.cost = run->view.outcome.best = run->initial_cost;
  run->best.island = 0;
  run->best.length = (uint32_t)run->genes;
}
