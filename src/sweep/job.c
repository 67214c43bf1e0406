/* See job.h. */
#include "job.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "io/lexer.h"
#include "job_lines.h"
#include "options/options.h"
#include "problem/instance_file.h"
#include "solver.h"
#include "status.h"

/* ---- methods ---- */

/* Which options of a job file its tasks read: those of their methods.
 *
 * Methods of a job's tasks. A section is a product, so one that lists several methods has options that some of its
 * tasks do not read; an option that none reads was written by mistake. */

static const JobKey *key_named(JobKey *const *key, size_t keys, const char *name) {
  for (size_t k = 0; k < keys; k++)
    if (strcmp(key[k]->name, name) == 0) return key[k];
  return NULL;
}

/* An alias may stand for several. */
static bool method_reads(int row, const char *method) {
  const Solver *solver;
  bool reads = options_row_read(row, method);
  for (int k = 0; (solver = solver_at(k)); k++)
    reads |= solver_called(solver, method) && options_row_read(row, solver->name);
  return reads;
}

/* method NULL: not known, so it may read all. Are all keys read now? */
static bool method_marks(JobKey *const *key, size_t keys, const char *method) {
  bool all = true;
  for (size_t k = 0; k < keys; k++) {
    key[k]->said = true;
    key[k]->read |= key[k]->row < 0 || !method || method_reads(key[k]->row, method);
    all &= key[k]->read;
  }
  return all;
}

/* NULL: there is no telling. */
static const char *default_method(const char *instance) {
  const Problem *problem = instance_probe(instance);
  const Solver *solver;
  return problem && solver_find("", problem, &solver) == OK ? solver->name : NULL;
}

/* Marks which of a section's keys, those from [defaults] included, the method of a task reads: the methods that it
 * lists or, where it lists none, the default methods of its instances. Keys as job_key_check leaves them. */
static void job_keys_mark(JobKey *const *key, size_t keys) {
  const JobKey *method = key_named(key, keys, "method"), *instance = key_named(key, keys, "instance");
  if (method)
    for (size_t w = 0; w < method->words; w++) (void)method_marks(key, keys, method->word[w].text);
  else
    for (uint64_t v = 0; v < instance->values; v++)
      if (method_marks(key, keys, default_method(instance->value[v].text))) return;
}

static Status key_read(const char *path, const JobSection *section, const JobKey *key) {
  char readers[128];
  if (!key->said || key->read) return OK;
  options_row_readers(key->row, readers, sizeof readers);
  FAIL(ERR_FORMAT,
       "%s:%d: %s belongs to method %s, and no task with what [%s] says uses that: say method = %s, or drop "
       "it",
       path, key->line, key->name, readers, section->name, readers);
}

/* That every key which is in a section is read by a task of one. Sections are marked. ERR_FORMAT with `path:line:
 * ...`. */
static Status job_keys_read(const char *path, const JobLines *lines) {
  for (size_t s = 0; s < lines->sections; s++)
    for (size_t k = 0; k < lines->section[s].keys; k++)
      TRY(key_read(path, &lines->section[s], &lines->section[s].key[k]));
  return OK;
}

/* ---- tasks ---- */

/* Job files. On rank 0. job_lines.c reads the text, job_values.c and job_values.c say what its words stand for;
 * here sections become tasks: counted first, so that a slip of the pen costs no memory. */

typedef struct Grid { /* a section with what it takes from [defaults] */
  const JobSection *section;
  JobKey **key; /* (keys), as written: [defaults] first; the last one's values change fastest */
  size_t keys;
  uint64_t tasks;
} Grid;

typedef struct Seen { /* keys of tasks, open addressing; 0: free */
  uint64_t *key, mask;
} Seen;

static JobKey *key_find(const JobSection *section, const char *name) {
  for (size_t k = 0; k < section->keys; k++)
    if (strcmp(section->key[k].name, name) == 0) return &section->key[k];
  return NULL;
}

static bool is_defaults(const JobSection *section) { return strcmp(section->name, "defaults") == 0; }

/* ---- what a job file may not say ---- */

static Status section_check(const char *path, const JobSection *section, bool first) {
  const JobKey *instance = key_find(section, "instance");
  if (is_defaults(section)) {
    if (!first)
      FAIL(ERR_FORMAT, "%s:%d: expected [defaults] before all other sections, found it after one", path,
           section->line);
    if (instance)
      FAIL(ERR_FORMAT, "%s:%d: expected instance in the other sections, found it in [defaults]", path,
           instance->line);
  } else if (!instance)
    FAIL(ERR_FORMAT, "%s:%d: expected instance = FILES in [%s], found none", path, section->line,
         section->name);
  for (size_t k = 0; k < section->keys; k++) TRY(job_key_check(path, &section->key[k]));
  return OK;
}

static Status lines_check(const char *path, const JobLines *lines) {
  size_t sections = lines->sections;
  for (size_t s = 0; s < sections; s++) TRY(section_check(path, &lines->section[s], s == 0));
  if (sections == 0 || (sections == 1 && is_defaults(&lines->section[0])))
    FAIL(ERR_FORMAT, "%s:%d: expected a section with an instance, found the end of the file", path,
         lines->lines);
  return OK;
}

/* ---- a section's tasks ---- */

static Status grid_make(const char *path, JobSection *defaults, JobSection *section, Grid *out) {
  const size_t inherited = defaults ? defaults->keys : 0;
  *out =
      (Grid){.section = section, .tasks = 1, .key = malloc((inherited + section->keys) * sizeof(JobKey *))};
  if (!out->key) FAIL(ERR_MEMORY, "%s:%d: no memory for [%s]", path, section->line, section->name);
  for (size_t k = 0; k < inherited; k++)
    if (!key_find(section, defaults->key[k].name)) out->key[out->keys++] = &defaults->key[k];
  for (size_t k = 0; k < section->keys; k++) out->key[out->keys++] = &section->key[k];
  for (size_t k = 0; k < out->keys; k++)
    out->tasks = out->key[k]->values > JOB_TASKS_MAX / out->tasks ? JOB_TASKS_MAX + 1
                                                                  : out->tasks * out->key[k]->values;
  return OK;
}

/* The values of task t of a grid: value[k] is key k's. */
static void grid_values(const Grid *grid, uint64_t t, const JobValue **value) {
  for (size_t k = grid->keys; k-- > 0; t /= grid->key[k]->values)
    value[k] = &grid->key[k]->value[t % grid->key[k]->values];
}

/* order[i]: the keys that are options, by their rows in the options' table. */
static size_t grid_order(const Grid *grid, size_t *order) {
  size_t count = 0;
  for (size_t k = 0; k < grid->keys; k++) {
    if (grid->key[k]->row < 0) continue;
    size_t at = count++;
    for (; at > 0 && grid->key[order[at - 1]]->row > grid->key[k]->row; at--) order[at] = order[at - 1];
    order[at] = k;
  }
  return count;
}

static char *options_join(const JobValue *const *value, const size_t *order, size_t count) {
  size_t length = 0;
  for (size_t i = 0; i < count; i++) length += strlen(value[order[i]]->text);
  char *text = malloc(length + 1), *end = text;
  if (text) *text = 0;
  for (size_t i = 0; text && i < count; i++) end = stpcpy(end, value[order[i]]->text);
  return text;
}

static void task_free(Task *task) {
  free(task->instance);
  free(task->section);
  free(task->options);
}

static const JobValue *grid_instance(const Grid *grid, const JobValue *const *value) {
  size_t k = 0;
  while (grid->key[k]->row >= 0) k++;
  return value[k];
}

/* ERR_MEMORY without a message. */
static Status task_make(const Grid *grid, uint64_t t, const JobValue **value, const size_t *order,
                        size_t options, Task *out) {
  grid_values(grid, t, value);
  const JobValue *instance = grid_instance(grid, value);
  Task task = {strdup(instance->text), strdup(grid->section->name), options_join(value, order, options), 0};
  if (task.instance && task.section && task.options) {
    task.key = XXH3_64bits_withSeed(task.options, strlen(task.options), instance->hash);
    *out = task;
    return OK;
  }
  task_free(&task);
  return ERR_MEMORY;
}

/* ---- all of them ---- */

static Status seen_make(uint64_t tasks, Seen *seen) {
  uint64_t slots = 2;
  while (slots < 2 * tasks) slots *= 2;
  *seen = (Seen){calloc(slots, sizeof *seen->key), slots - 1};
  return seen->key ? OK : ERR_MEMORY;
}

/* Was the key seen before? It is from now on. */
static bool seen_before(Seen *seen, uint64_t key) {
  uint64_t slot = (key += key == 0) & seen->mask;
  while (seen->key[slot] && seen->key[slot] != key) slot = (slot + 1) & seen->mask;
  const bool before = seen->key[slot] == key;
  seen->key[slot] = key;
  return before;
}

static Status grid_expand(const char *path, const Grid *grid, Seen *seen, Job *job) {
  for (size_t k = 0; k < grid->keys; k++) TRY(job_key_fill(path, grid->key[k]));
  const JobValue **value = malloc(grid->keys * sizeof *value);
  size_t *order = malloc(grid->keys * sizeof *order);
  Status status = value && order ? OK : ERR_MEMORY;
  const size_t options = order ? grid_order(grid, order) : 0;
  for (uint64_t t = 0; status == OK && t < grid->tasks; t++) {
    Task *task = &job->task[job->tasks];
    status = task_make(grid, t, value, order, options, task);
    if (status != OK) continue;
    if (seen_before(seen, task->key))
      task_free(task);
    else
      job->tasks++;
  }
  free(value);
  free(order);
  return status == OK ? OK : status_fail(status, "%s: no memory for its tasks", path);
}

static Status grids_expand(const char *path, const Grid *grid, size_t grids, Job *out) {
  Job job = {0};
  Seen seen = {0};
  uint64_t tasks = 0;
  for (size_t g = 0; g < grids; g++) {
    tasks += grid[g].tasks;
    if (tasks > JOB_TASKS_MAX)
      FAIL(ERR_FORMAT, "%s:%d: expected at most %d tasks in all, found more with those of [%s]", path,
           grid[g].section->line, JOB_TASKS_MAX, grid[g].section->name);
  }
  Status status = seen_make(tasks, &seen);
  job.task = malloc(tasks * sizeof *job.task);
  if (status != OK || !job.task)
    FAIL_GOTO(cleanup, ERR_MEMORY, "%s: no memory for %llu tasks", path, (unsigned long long)tasks);
  for (size_t g = 0; g < grids; g++) TRY_GOTO(grid_expand(path, &grid[g], &seen, &job), cleanup);
  *out = job;
  job = (Job){0};
cleanup : {
  free(seen.key);
  job_free(&job);
}
  return status;
}

static Status lines_expand(const char *path, JobLines *lines, Job *out) {
  TRY(lines_check(path, lines));
  JobSection *defaults = is_defaults(&lines->section[0]) ? &lines->section[0] : NULL;
  const size_t first = defaults ? 1 : 0, grids = lines->sections - first;
  Grid *grid = calloc(grids, sizeof *grid);
  if (!grid) FAIL(ERR_MEMORY, "%s: no memory for its sections", path);
  Status status = OK;
  for (size_t g = 0; g < grids; g++)
    TRY_GOTO(grid_make(path, defaults, &lines->section[first + g], &grid[g]), cleanup);
  for (size_t g = 0; g < grids; g++) job_keys_mark(grid[g].key, grid[g].keys);
  TRY_GOTO(job_keys_read(path, lines), cleanup);
  status = grids_expand(path, grid, grids, out);
cleanup:
  for (size_t g = 0; g < grids; g++) free(grid[g].key);
  free(grid);
  return status;
}

Status job_read(const char *path, Job *out) {
  char *text;
  size_t bytes;
  JobLines lines = {0};
  TRY(text_read(path, &text, &bytes));
  Status status = job_lines_read(path, text, bytes, &lines);
  free(text);
  if (status == OK) status = lines_expand(path, &lines, out);
  job_lines_free(&lines);
  return status;
}

void job_free(Job *job) {
  for (size_t t = 0; t < job->tasks; t++) task_free(&job->task[t]);
  free(job->task);
  *job = (Job){0};
}
