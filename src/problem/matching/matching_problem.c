/* Task matching's row of the registry: see matching.h. */
#include <stdlib.h>
#include <string.h>
#include "etc.h"
#include "io/output.h"
#include "matching.h"
#include "matching_bounds.h"
#include "problem.h"
#include "problem/list_file.h"

/* ---- assignments as files ---- */

/* Assignments as files: the machine (1-based) of each task, a line each (list_file.h). Problem.solution_write,
 * solution_read. */

static void sizes_tell(const Instance *inst, ListSize size[2]) {
  size[0] = (ListSize){"tasks", inst->n};
  size[1] = (ListSize){"machines", matching_of(inst)->machines};
}

static void machine_write(FILE *out, int32_t machine) { fprintf(out, "%d\n", machine + 1); }

static Status machine_read(Lexer *lx, const Instance *inst, int32_t k, int32_t *gene) {
  const int32_t machines = matching_of(inst)->machines;
  long long machine;
  if (!lexer_integer(lx, 1, machines, &machine))
    return lexer_fail(lx, "the machine of task %d of %d: a number from 1 to %d", k + 1, inst->n, machines);
  *gene = (int32_t)(machine - 1);
  return OK;
}

static const ListForm form = {"assignment", "makespan", sizes_tell, machine_write, machine_read};

static Status assignment_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  return list_write(path, &form, inst, gene, cost);
}

static Status assignment_read(const char *path, const Instance *inst, int32_t *gene, char *remark) {
  (void)remark;
  return list_read(path, &form, inst, gene);
}

/* ---- .csv ---- */

typedef struct Machines {
  int32_t n;
  const int32_t *gene;
} Machines;

static void machines_print(FILE *out, const void *what) {
  const Machines *m = what;
  fputs("task,machine\r\n", out);
  for (int32_t k = 0; k < m->n; k++) fprintf(out, "%d,%d\r\n", k + 1, m->gene[k] + 1);
}

static Status csv_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  (void)cost;
  return output_write(path, machines_print, &(Machines){inst->n, gene});
}

/* Problem.forms. .csv: task and machine, a line each. */
static const SolutionForm assignment_forms[] = {{".csv", NULL, csv_write, "task,machine"}, {.suffix = NULL}};

/* ---- arrays in memory ---- */

static Status sizes_check(int32_t tasks, int32_t machines, const int64_t *times, int32_t decimals) {
  if (tasks < 1) FAIL(ERR_FORMAT, "tasks: expected 1 to %d, found %d", INT32_MAX, tasks);
  if (machines < 1) FAIL(ERR_FORMAT, "machines: expected 1 to %d, found %d", INT32_MAX, machines);
  if ((int64_t)tasks * machines > INT32_MAX)
    FAIL(ERR_FORMAT, "expected at most %d times, found %d tasks x %d machines", INT32_MAX, tasks, machines);
  if (decimals < 0 || decimals > ETC_DECIMALS_MAX)
    FAIL(ERR_FORMAT, "decimals: expected 0 to %d, found %d", ETC_DECIMALS_MAX, decimals);
  if (!times) FAIL(ERR_FORMAT, "times: expected %d x %d times, found NULL", tasks, machines);
  return OK;
}

/* One task. *room: what remains of LOAD_MAX; *restricted: whether some machine may not run some task. */
static Status task_copy(MatchingInstance *inst, int32_t task, const int64_t *times, int64_t *room,
                        bool *restricted) {
  const int32_t machines = inst->machines;
  int64_t longest = 0, *to = &inst->etc[(size_t)task * (size_t)machines];
  for (int32_t m = 0; m < machines; m++) {
    to[m] = times[(size_t)task * (size_t)machines + (size_t)m];
    if (to[m] < 1 && to[m] != ETC_NEVER)
      FAIL(ERR_FORMAT, "times[%d][%d]: expected 1 or more, or -1, found %lld", task, m, (long long)to[m]);
    if (to[m] > *room)
      FAIL(ERR_FORMAT,
           "times[%d][%d]: expected longest times of all tasks that sum to at most 2^60, found %lld", task, m,
           (long long)to[m]);
    longest = to[m] > longest ? to[m] : longest;
    *restricted |= to[m] == ETC_NEVER;
  }
  if (longest == 0) FAIL(ERR_FORMAT, "times[%d]: expected a time on some machine, found none", task);
  *room -= longest;
  return OK;
}

static Status times_copy(MatchingInstance *inst, const int64_t *times) {
  int64_t room = LOAD_MAX;
  bool restricted = false;
  for (int32_t t = 0; t < inst->head.n; t++) TRY(task_copy(inst, t, times, &room, &restricted));
  return restricted ? etc_never_fill("times", LOAD_MAX - room, inst) : OK;
}

Status matching_of_times(int32_t tasks, int32_t machines, const int64_t *times, int32_t decimals,
                         Instance **out) {
  Instance *inst;
  TRY(sizes_check(tasks, machines, times, decimals));
  TRY(matching_alloc(tasks, machines, decimals, &inst));
  const Status status = times_copy((MatchingInstance *)inst, times);
  if (status != OK) {
    instance_free(inst);
    return status;
  }
  inst->digest = instance_digest(inst);
  *out = inst;
  return OK;
}

/* ---- row of the registry ---- */

static int matching_probe(const char *path, const char *head, size_t bytes) {
  return head && etc_tells(path, head, bytes, NULL, 0) ? 50 : 0;
}

static void matching_reject(const char *path, const char *text, size_t bytes, char *why, size_t size) {
  (void)etc_tells(path, text, bytes, why, size);
}

static Status matching_parse(const char *path, const char *text, size_t bytes, const void *settings,
                             Instance **out) {
  const MatchingSettings *own = settings;
  TRY(etc_parse(path, text, bytes, out));
  if (own) ((MatchingInstance *)*out)->bound_time = own->bound_time;
  return OK;
}

static Status matching_arrays_alloc(Instance *inst) {
  MatchingInstance *matching = (MatchingInstance *)inst;
  const size_t machines = (size_t)matching->machines;
  matching->etc = instance_array_alloc((size_t)inst->n * machines * sizeof *matching->etc);
  matching->proven = malloc(sizeof *matching->proven + machines * sizeof(uint32_t));
  if (matching->etc && matching->proven) {
    matching->proven->known = false;
    matching->proven->raised = false;
    return OK;
  }
  free(matching->etc);
  free(matching->proven);
  FAIL(ERR_MEMORY, "no memory for an instance");
}

static void matching_release(Instance *inst) {
  MatchingInstance *matching = (MatchingInstance *)inst;
  free(matching->etc);
  free(matching->proven);
}

static void matching_arrays(const Instance *inst, InstanceArray arrays[INSTANCE_ARRAYS]) {
  const MatchingInstance *matching = matching_of(inst);
  arrays[0] =
      (InstanceArray){matching->etc, (size_t)inst->n * (size_t)matching->machines * sizeof *matching->etc};
}

static int matching_head(const Instance *inst, int32_t head[INSTANCE_HEAD_MAX]) {
  const int32_t words[] = {1, 0, inst->n, matching_of(inst)->machines, inst->decimals, 0};
  memcpy(head, words, sizeof words);
  return sizeof words / sizeof *words;
}

static void matching_size_text(const Instance *inst, char *text, size_t size) {
  snprintf(text, size, "%d tasks on %d machines", inst->n, matching_of(inst)->machines);
}

static size_t matching_genes(const Instance *inst) { return (size_t)inst->n; }

static const OptionRow matching_options[] = {
    {.name = "bound-time",
     .kind = KIND_REAL,
     OPTION_FIELD(MatchingSettings, bound_time),
     .standard = "0",
     .argument = "SECONDS",
     .help = "raise the proven bound by knapsacks, one a machine, for at most so long; 0: the bound that "
             "splits tasks alone",
     .least = "0",
     .most = "1e6",
     .place = PLACE_PROBLEM},
    {.name = NULL}};

_Static_assert(sizeof(MatchingSettings) <= SETTINGS_BYTES, "SETTINGS_BYTES is too small");

const Problem problem_matching = {.name = "matching",
                                  .bytes = sizeof(MatchingInstance),
                                  .words = {"task matching", "an ETC file (tasks matched to machines)",
                                            "tasks", "assignment", "instances/etc-i-hihi-60x10-1.etc", 1},
                                  .options = matching_options,
                                  .probe = matching_probe,
                                  .reject = matching_reject,
                                  .parse = matching_parse,
                                  .write = etc_write,
                                  .alloc = matching_arrays_alloc,
                                  .release = matching_release,
                                  .arrays = matching_arrays,
                                  .head = matching_head,
                                  .size_text = matching_size_text,
                                  .genes = matching_genes,
                                  .judge = judge_assignment,
                                  .bound = matching_bound_told,
                                  .solution_write = assignment_write,
                                  .solution_read = assignment_read,
                                  .solution_marks = (const char *const[]){"# cordee assignment", NULL},
                                  .forms = assignment_forms,
                                  .generators = &matching_generators};
