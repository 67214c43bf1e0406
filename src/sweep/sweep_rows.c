/* What the parts of a sweep share: options of a task, the time left, rows of results and their way to rank 0. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "answers.h"
#include "c_locale.h"
#include "io/output.h"
#include "mpi/message.h"
#include "mpi/stop.h"
#include "problem.h"
#include "problem/instance_file.h"
#include "problem/judge.h"
#include "run/provenance.h"
#include "sweep.h"
#include "sweep_state.h"
#include "tasks/draft.h"
#include "tasks/tasks.h"

/* ---- options ---- */

Status task_options(const Sweep *s, const char *lines, Options *out) {
  char name[64], value[OPTION_PATH_MAX];
  options_default(out);
  for (const char *at = lines; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    int begins = 0;
    if (c_sscanf(at, "%63s = %n", name, &begins) != 1 || !begins)
      FAIL(ERR_INTERNAL, "expected name = value, found '%s'", at);
    snprintf(value, sizeof value, "%.*s", (int)strcspn(at + begins, "\n"), at + begins);
    TRY(options_assign(out, FOR_SOLVE, name, value));
  }
  out->stop_before_s = s->options->stop_before_s;
  out->threads = s->options->threads;
  tasks_options(&s->tasks, out);
  return OK;
}

void task_checkpoint_path(const Sweep *s, const SweepTask *task, char *path, size_t size) {
  snprintf(path, size, "%s/%016" PRIx64 ".h5", s->folder, task->key);
}

bool task_checkpoint_exists(const Sweep *s, const SweepTask *task) {
  char path[OPTION_PATH_MAX + 64];
  task_checkpoint_path(s, task, path, sizeof path);
  return access(path, F_OK) == 0;
}

/* and the files beside it. */
static void task_checkpoint_remove(const Sweep *s, const SweepTask *task) {
  static const char *const suffixes[] = {"", ".prev", ".lock", NULL};
  char path[OPTION_PATH_MAX + 64], file[OPTION_PATH_MAX + 80];
  task_checkpoint_path(s, task, path, sizeof path);
  for (int k = 0; suffixes[k]; k++) {
    snprintf(file, sizeof file, "%s%s", path, suffixes[k]);
    unlink(file);
  }
  temporary_tidy(path, 0);
}

/* ---- time left ---- */

/* How long a sweep will still take. On rank 0.
 *
 * Estimates are wrong in proportion, and differently for each kind of task. So each kind is corrected by how long its
 * finished tasks took, and kinds without finished tasks by the mean of the others. */

void kind_task(KindTime *kind, double estimate_s) {
  kind->left_s += estimate_s;
  kind->tasks++;
}

void kind_row(KindTime *kind, double estimate_s, double took_s) {
  kind->left_s -= estimate_s;
  if (kind->left_s < 0 || --kind->tasks == 0) kind->left_s = 0;
  if (took_s > 0) {
    kind->done_s += estimate_s;
    kind->took_s += took_s;
    kind->rows++;
  }
}

double kinds_left(const KindTime *kind, int kinds, int groups, double wall_s) {
  double done = 0, took = 0, left = 0;
  size_t rows = 0;
  for (int k = 0; k < kinds; k++) {
    done += kind[k].done_s;
    took += kind[k].took_s;
    rows += kind[k].rows;
  }
  if (!(done > 0 && took > 0)) return -1;
  for (int k = 0; k < kinds; k++)
    left += kind[k].left_s * (kind[k].done_s > 0 ? kind[k].took_s / kind[k].done_s : took / done);
  /* of the first rows it is not known how long the other groups have worked */
  const double each = rows < 2 * (size_t)groups ? 1.0 / groups : wall_s / took;
  return left * each;
}

/* ---- stop ---- */

double sweep_left_s(const Sweep *s) {
  if (s->options->time_s <= 0) return 0;
  const double left = s->started + s->options->time_s - clock_s();
  return left > 0.001 ? left : 0.001;
}

/* A second after the sweep's own limit. */
double sweep_halt_s(void *self) {
  const Sweep *s = self;
  return s->options->time_s > 0 ? s->started + s->options->time_s + 1 : INFINITY;
}

/* Rank 0 alone asks SLURM. */
int sweep_enough(void *self) {
  const Sweep *s = self;
  const double before = s->comm->rank == 0 ? s->options->stop_before_s : 0;
  if (stop_signal()) return SWEEP_SIGNAL;
  if (before > 0 && limit_near(before)) return SWEEP_LIMIT;
  return s->options->time_s > 0 && clock_s() - s->started >= s->options->time_s ? SWEEP_TIME : SWEEP_GOING;
}

/* ---- rows ---- */

void row_clear(ResultRow *row) {
  memset(row, 0, sizeof *row);
  row->best = COST_NONE;
  row->batch = 1;
}

void row_provenance(ResultRow *row, const Backend *be, int ranks) {
  const Provenance here = provenance_make(be);
  row->finished_unix_s = here.unix_time_s;
  row->ranks = ranks;
  TEXT_COPY(row->host, here.host);
  TEXT_COPY(row->backend, here.backend);
  TEXT_COPY(row->device, here.device);
  TEXT_COPY(row->version, here.version);
}

static void row_instance(ResultRow *row, const Instance *inst) {
  snprintf(row->name, sizeof row->name, "%s", inst->name);
  instance_size_text(inst, row->size_text, sizeof row->size_text);
  snprintf(row->problem, sizeof row->problem, "%s", inst->problem->name);
  row->n = (int32_t)instance_genes(inst);
  row->decimals = inst->decimals;
  row->inputs = inst->digest; /* until it is written: row_commit */
}

/* Removes the improvement whose neighbours are closest in proportion, neither the first one nor the last: the others are about
 * evenly spaced on a logarithmic axis. */
static void trace_thin(ResultRow *row) {
  const double *s = row->trace_s;
  int out = 1;
  for (int k = 2; k + 1 < row->trace_rows; k++)
    if (s[k + 1] * s[out - 1] < s[out + 1] * s[k - 1]) out = k;
  row->trace_rows--;
  for (int k = out; k < row->trace_rows; k++) {
    row->trace_s[k] = row->trace_s[k + 1];
    row->trace_searches[k] = row->trace_searches[k + 1];
    row->trace_best[k] = row->trace_best[k + 1];
  }
}

void row_trace(ResultRow *row, double elapsed_s, uint64_t searches, int64_t best) {
  if (best == COST_NONE || (row->trace_rows && row->trace_best[row->trace_rows - 1] == best)) return;
  if (row->trace_rows == RESULT_TRACE) trace_thin(row);
  const int k = row->trace_rows++;
  row->trace_s[k] = elapsed_s;
  row->trace_searches[k] = searches;
  row->trace_best[k] = best;
}

void row_fail(ResultRow *row, Status status) {
  row->state = RESULT_FAILED;
  row->exit_code = status_exit_code(status);
  row->best = COST_NONE;
  snprintf(row->message, sizeof row->message, "%s", status_message());
  if (!row->message[0]) snprintf(row->message, sizeof row->message, "no reason is known");
  status_clear();
}

/* Copies the best solution so far; allocates the copy at the first call. */
static void gene_keep(Collector *c, const RunView *view) {
  const size_t bytes = instance_genes(view->inst) * sizeof *c->gene;
  if (!c->gene) c->gene = malloc(bytes);
  if (c->gene && view->outcome.best_gene) memcpy(c->gene, view->outcome.best_gene, bytes);
}

/* A sum of prizes for which a row has no room leaves its gap unknown. */
static void worth_fill(ResultRow *row, const Instance *inst) {
  const int64_t worth = inst->problem->worth ? inst->problem->worth(inst) : 0;
  if (worth > UINT32_MAX)
    row->best_known = 0;
  else
    row->worth = (uint32_t)worth;
}

void row_fill(ResultRow *row, const Instance *inst, const Solver *solver, const Plan *plan,
              const Outcome *o) {
  row_instance(row, inst);
  row->state = RESULT_VERIFIED;
  TEXT_COPY(row->method, solver->name);
  row->seed = plan->seed;
  row->islands = plan->islands;
  row->searches = o->finished;
  row->moves = o->moves;
  row->elapsed_s = o->elapsed_s;
  row->best = o->best;
  row->best_island = o->best_island;
  row->best_known = o->best_known;
  row->bound = o->bound;
  worth_fill(row, inst);
  row_trace(row, o->elapsed_s, o->finished, o->best);
  if (!o->best_gene || o->best == COST_NONE) return;
  if (judge_missing(inst, o->best_gene, row->message, sizeof row->message))
    row->exit_code = EXIT_INCOMPLETE;
  else
    judge_caution(inst, o->best_gene, o->best, o->best_known, row->message, sizeof row->message);
}

void row_collect(Collector *c, const RunView *view) {
  c->row.trace_rows = 0;
  for (size_t k = 0; k < view->trace_rows; k++)
    row_trace(&c->row, view->trace[k].elapsed_s, view->trace[k].searches, view->trace[k].best);
  row_fill(&c->row, view->inst, view->solver, view->plan, &view->outcome);
  gene_keep(c, view);
}

/* ---- rows in a message ---- */

/* Rows in a message. Most words of a row are zero, the ends of its texts and its trace: a row of 4 KiB has about 600
 * bytes without them. */

enum { ROW_WORDS = sizeof(ResultRow) / sizeof(uint64_t), MASKS = (ROW_WORDS + 63) / 64 };
_Static_assert(sizeof(ResultRow) % sizeof(uint64_t) == 0, "a row is whole words");
_Static_assert(ROW_PACKED_MOST == sizeof(uint64_t) * (1 + MASKS + ROW_WORDS), "most that a row needs");

static size_t genes_bytes(const ResultRow *row) {
  return row->state == RESULT_VERIFIED ? (size_t)row->n * sizeof(int32_t) : 0;
}

size_t row_packed_most(const ResultRow *row) { return ROW_PACKED_MOST + genes_bytes(row); }

/* The task, which words are not zero, these words, the genes. */
size_t row_pack(uint64_t task, const ResultRow *row, const int32_t *gene, char *out) {
  uint64_t word[ROW_WORDS], mask[MASKS] = {0}, packed[1 + MASKS + ROW_WORDS];
  size_t words = 1 + MASKS;
  memcpy(word, row, sizeof word);
  for (size_t w = 0; w < ROW_WORDS; w++)
    if (word[w]) {
      mask[w / 64] |= (uint64_t)1 << w % 64;
      packed[words++] = word[w];
    }
  packed[0] = task;
  memcpy(packed + 1, mask, sizeof mask);
  memcpy(out, packed, words * sizeof *packed);
  if (genes_bytes(row)) memcpy(out + words * sizeof *packed, gene, genes_bytes(row));
  return words * sizeof *packed + genes_bytes(row);
}

size_t row_unpack(const char *in, uint64_t *task, ResultRow *row, const char **gene) {
  uint64_t word[ROW_WORDS] = {0}, mask[MASKS];
  const char *at = in;
  memcpy(task, at, sizeof *task);
  at += sizeof *task;
  memcpy(mask, at, sizeof mask);
  at += sizeof mask;
  for (size_t w = 0; w < ROW_WORDS; w++)
    if (mask[w / 64] >> w % 64 & 1) {
      memcpy(&word[w], at, sizeof *word);
      at += sizeof *word;
    }
  memcpy(row, word, sizeof word);
  *gene = at;
  return (size_t)(at - in) + genes_bytes(row);
}

/* ---- messages ---- */

/* Rows on their way to rank 0, which alone writes.
 *
 * Rows are packed, with their genes, and sent together without waiting; rank 0 takes what has come between its own
 * slices of work. */

enum { TAG_ROWS = 1, TAG_LEAVE, IDLE_US = 500, TOGETHER = 1 << 16 /* bytes, about */ };

void view_refresh(Sweep *s) {
  const double now = clock_s();
  s->view.elapsed_s = now - s->started;
  const double planned = s->view.estimate_s - (now - s->planned), left = s->row_left_s - (now - s->row_at);
  if (s->row_at > 0 && s->row_left_s >= 0)
    s->view.left_s = left > 0 ? left : 0;
  else
    s->view.left_s = planned > 0 ? planned : -1;
}

/* Tasks that cannot be run have their rows from the start. */
static size_t tasks_running(Sweep *s) {
  const size_t begun = (size_t)tasks_begun(&s->tasks) + s->rejections;
  return begun > s->view.ran ? begun - s->view.ran : 0;
}

static void progress_show(Sweep *s) {
  view_refresh(s);
  s->view.running = tasks_running(s);
  s->observer->progress(s->observer->self, &s->view);
}

static void row_other(ResultRow *row, const char *message) {
  row->state = RESULT_FAILED;
  row->exit_code = status_exit_code(ERR_FORMAT);
  row->best = COST_NONE;
  snprintf(row->message, sizeof row->message, "the instance has changed while the sweep ran: %s", message);
}

/* The row of another instance than was planned for is none of the task; nor would its solution fit. */
static void row_fit(const SweepTask *task, ResultRow *row) {
  char sizes[64];
  if (row->state == RESULT_VERIFIED && row->n != task->n) {
    snprintf(sizes, sizeof sizes, "expected n = %d, found %d", task->n, row->n);
    row_other(row, sizes);
  } else if (row->state == RESULT_VERIFIED && row->inputs != task->instance_digest)
    row_other(row, "expected the data that it was planned with, found others");
  row->inputs = task->inputs;
  row->answers = ANSWERS_REVISION;
}

/* Results that cannot be written end the sweep. The message is kept until then: tasks have messages of their own. */
static void write_note(Sweep *s, Status status) {
  s->write_status = status;
  if (status == OK) return;
  snprintf(s->write_message, sizeof s->write_message, "%s", status_message());
  status_clear();
  queue_stop(&s->tasks.queue, SWEEP_ERROR);
}

/* A row of a task that was planned; those that cannot be run have no estimate. */
static void row_count(Sweep *s, const SweepTask *task, const ResultRow *row) {
  if (task->estimate_s <= 0) return;
  const double took = row->state == RESULT_VERIFIED ? row->elapsed_s : 0;
  kind_row(&s->kind[task->kind], task->estimate_s, took);
  s->row_at = clock_s();
  s->row_left_s = kinds_left(s->kind, KINDS, s->view.groups, s->row_at - s->planned);
}

void row_commit(Sweep *s, const SweepTask *task, ResultRow *row, const int32_t *gene) {
  if (s->write_status != OK) return; /* the sweep is ending */
  row_fit(task, row);
  Status status = results_write_row(s->results, task->row, row, gene);
  if (status == OK && task->lasting) status = results_sync(s->results);
  write_note(s, status);
  if (status != OK) return;
  if (task->lasting) task_checkpoint_remove(s, task);
  s->view.ran++;
  s->view.verified += row->state == RESULT_VERIFIED;
  s->view.failed += row->state == RESULT_FAILED;
  row_count(s, task, row);
  view_refresh(s);
  s->observer->row(s->observer->self, &s->view, row);
}

static void rows_flush(Sweep *s) {
  if (s->rows) message_send(&s->outbox, s->comm, s->rows, TAG_ROWS);
  s->rows = NULL;
}

/* Makes room for a row of so many bytes in s->rows. */
static Status rows_reserve(Sweep *s, size_t bytes) {
  if (s->rows && s->rows->bytes + bytes > s->rows_room) rows_flush(s);
  if (s->rows) return OK;
  s->rows_room = bytes > TOGETHER ? bytes : TOGETHER;
  s->rows = message_new(s->rows_room);
  if (!s->rows) FAIL(ERR_MEMORY, "no memory to send a row");
  s->rows->bytes = 0;
  return OK;
}

Status row_send(Sweep *s, const SweepTask *task, ResultRow *row, const int32_t *gene) {
  if (s->comm->rank == 0) {
    row_commit(s, task, row, gene);
    return OK;
  }
  TRY(rows_reserve(s, row_packed_most(row)));
  s->rows->bytes += row_pack((uint64_t)(task - s->work.task), row, gene, s->rows->data + s->rows->bytes);
  return OK;
}

static void rows_commit(Sweep *s, const Arrival *a) {
  int32_t *const genes = malloc(a->bytes + 1);
  if (!genes) return write_note(s, status_fail(ERR_MEMORY, "no memory for rows that came"));
  for (size_t at = 0; at < a->bytes;) {
    uint64_t task;
    ResultRow row;
    const char *gene;
    at += row_unpack((const char *)a->data + at, &task, &row, &gene);
    memcpy(genes, gene, (size_t)((const char *)a->data + at - gene));
    row_commit(s, &s->work.task[task], &row, genes);
  }
  free(genes);
}

static void rows_receive(Sweep *s) {
  for (Arrival a; message_receive(s->comm, &a); free(a.data)) {
    if (a.tag == TAG_LEAVE)
      s->senders_left--;
    else
      rows_commit(s, &a);
  }
  if (s->write_status == OK) write_note(s, results_settle(s->results));
}

void rows_poll(void *self) {
  Sweep *s = self;
  rows_flush(s);
  messages_move(&s->outbox, s->comm);
  if (s->comm->rank != 0) return;
  rows_receive(s);
  progress_show(s);
}

Status rows_finish(void *self) {
  Sweep *s = self;
  rows_flush(s);
  messages_drain(&s->outbox, s->comm);
  if (s->comm->rank != 0) {
    message_signal(s->comm, TAG_LEAVE);
    return OK;
  }
  while (rows_receive(s), s->senders_left > 0) {
    tasks_stopping(&s->tasks);
    progress_show(s);
    usleep(IDLE_US);
  }
  return s->write_status == OK ? OK : status_fail(s->write_status, "%s", s->write_message);
}
