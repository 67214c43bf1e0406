/* What the annealer's kernels read: the options (anneal_options.h) by task, and lists of them by machine. */
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "anneal_options.h"
#include "problem/matching/matching.h"

static int32_t ticks(const AnnealOptions *b, int32_t t, int32_t m) {
  return (int32_t)((matching_of(b->inst)->etc[option_at(b, t, m)] + b->model->tick / 2) / b->model->tick);
}

/* The length of a tick with which the sum of all options fits. */
static void tick_make(AnnealOptions *b) {
  int64_t most = 0;
  for (int32_t m = 0; m < matching_of(b->inst)->machines; m++) most = b->total[m] > most ? b->total[m] : most;
  b->model->tick = most / (INT32_MAX - b->inst->n) + 1;
  b->model->units_tick *= (double)b->model->tick;
}

typedef struct Sizes {
  size_t tasks, machines, options, entries, near;
} Sizes;

static Sizes sizes_of(const AnnealTables *k) {
  const size_t machines = (size_t)k->machines;
  return (Sizes){(size_t)k->tasks, machines, (size_t)(k->entries - ANNEAL_PAD), (size_t)k->entries,
                 machines * ANNEAL_BUCKETS};
}

/* The arrays of the tables: one list to allocate, upload and free them by. */
enum { ARRAYS = 8 };
typedef struct Array {
  const void **pointer;
  size_t bytes;
} Array;

static void arrays_of(AnnealTables *k, Array out[ARRAYS]) {
  const Sizes s = sizes_of(k);
  const Array all[ARRAYS] = {{(const void **)&k->start, (s.tasks + 1) * sizeof *k->start},
                             {(const void **)&k->option, s.options * sizeof *k->option},
                             {(const void **)&k->rank, s.tasks * s.machines},
                             {(const void **)&k->entry, s.entries * sizeof *k->entry},
                             {(const void **)&k->list, (s.machines + 1) * sizeof *k->list},
                             {(const void **)&k->near, s.near * sizeof *k->near},
                             {(const void **)&k->price, s.machines * sizeof *k->price},
                             {(const void **)&k->base, s.machines * sizeof *k->base}};
  memcpy(out, all, sizeof all);
}

static Status tables_alloc(AnnealOptions *b) {
  AnnealTables *k = &b->model->host;
  int64_t options = 0;
  k->machines = matching_of(b->inst)->machines;
  for (int32_t t = 0; t < b->inst->n; t++)
    if (b->count[t] > 1) {
      options += b->count[t];
      k->tasks++;
    }
  if (options > INT32_MAX - ANNEAL_PAD)
    FAIL(ERR_USAGE, "anneal: expected at most 2^31 options, found %lld", (long long)options);
  k->entries = (int32_t)options + ANNEAL_PAD;
  Array array[ARRAYS];
  arrays_of(k, array);
  for (int i = 0; i < ARRAYS; i++)
    if (!(*array[i].pointer = calloc(array[i].bytes + 1, 1)))
      FAIL(ERR_MEMORY, "no memory for %lld options", (long long)options);
  b->model->task = malloc(((size_t)k->tasks + 1) * sizeof *b->model->task);
  b->model->settled = malloc((size_t)b->inst->n * sizeof *b->model->settled);
  return b->model->task && b->model->settled ? OK
                                             : status_fail(ERR_MEMORY, "no memory for %d tasks", b->inst->n);
}

typedef struct Sized {
  double size;
  int32_t machine;
} Sized;

static int sized_order(const void *a, const void *b) {
  const Sized *x = a, *y = b;
  if (x->size != y->size) return x->size < y->size ? -1 : 1;
  return (x->machine > y->machine) - (x->machine < y->machine);
}

/* The options of instance task t, cheapest first, as task `task` of the tables. */
static void task_options(AnnealOptions *b, int32_t t, int32_t task) {
  AnnealTables *k = &b->model->host;
  Sized row[ANNEAL_OPTIONS_MAX];
  int32_t count = 0;
  uint32_t *start = (uint32_t *)k->start;
  for (int32_t m = 0; m < k->machines; m++)
    if (b->rank[option_at(b, t, m)] != ANNEAL_NONE) row[count++] = (Sized){b->size[option_at(b, t, m)], m};
  /* cppcheck-suppress uninitvar ; the loop has set `count` of them */
  qsort(row, (size_t)count, sizeof *row, sized_order);
  uint8_t *rank = (uint8_t *)k->rank + (size_t)task * (size_t)k->machines;
  memset(rank, ANNEAL_NONE, (size_t)k->machines);
  for (int32_t i = 0; i < count; i++) {
    rank[row[i].machine] = (uint8_t)i;
    ((AnnealOption *)k->option)[start[task] + (uint32_t)i] =
        (AnnealOption){ticks(b, t, row[i].machine), row[i].machine, task, 0};
  }
  start[task + 1] = start[task] + (uint32_t)count;
}

static void tasks_make(AnnealOptions *b) {
  AnnealModel *model = b->model;
  int32_t task = 0;
  for (int32_t t = 0; t < b->inst->n; t++) {
    model->settled[t] = -1;
    if (b->count[t] > 1) {
      model->task[task] = t;
      task_options(b, t, task++);
      continue;
    }
    for (int32_t m = 0; m < matching_of(b->inst)->machines; m++)
      if (b->rank[option_at(b, t, m)] != ANNEAL_NONE) model->settled[t] = m;
    ((int32_t *)model->host.base)[model->settled[t]] += ticks(b, t, model->settled[t]);
  }
}

typedef struct Entry {
  int32_t machine, time;
  uint32_t option;
} Entry;

static int entry_order(const void *a, const void *b) {
  const Entry *x = a, *y = b;
  if (x->machine != y->machine) return x->machine < y->machine ? -1 : 1;
  if (x->time != y->time) return x->time < y->time ? -1 : 1;
  return (x->option > y->option) - (x->option < y->option);
}

/* The buckets of machine m: the first entry of each size. */
static void machine_buckets(AnnealTables *k, int32_t m) {
  int32_t *near = (int32_t *)k->near + (size_t)m * ANNEAL_BUCKETS, e = k->list[m];
  for (int32_t bucket = 0; bucket < ANNEAL_BUCKETS; bucket++) {
    while (e < k->list[m + 1] &&
           (float)k->option[k->entry[e]].time * k->price[m] * (float)ANNEAL_BUCKETS_UNIT < (float)bucket)
      e++;
    near[bucket] = e;
  }
}

static Status lists_make(AnnealOptions *b) {
  AnnealTables *k = &b->model->host;
  const size_t options = (size_t)(k->entries - ANNEAL_PAD);
  Entry *entry = malloc((options + 1) * sizeof *entry);
  if (!entry) FAIL(ERR_MEMORY, "no memory for %zu options", options);
  int32_t *list = (int32_t *)k->list;
  for (size_t o = 0; o < options; o++) {
    entry[o] = (Entry){k->option[o].machine, k->option[o].time, (uint32_t)o};
    list[k->option[o].machine + 1]++;
  }
  qsort(entry, options, sizeof *entry, entry_order);
  for (size_t i = 0; i < options; i++) {
    ((uint32_t *)k->entry)[ANNEAL_PAD + i] = entry[i].option;
    ((AnnealOption *)k->option)[entry[i].option].entry = ANNEAL_PAD + (int32_t)i;
  }
  free(entry);
  list[0] = ANNEAL_PAD;
  for (int32_t m = 0; m < k->machines; m++) {
    list[m + 1] += list[m];
    ((float *)k->price)[m] = (float)(b->price[m] * (double)b->model->tick * b->per_unit);
    machine_buckets(k, m);
  }
  return OK;
}

static Status tables_upload(Backend *be, AnnealModel *model) {
  Array from[ARRAYS], to[ARRAYS];
  model->device = model->host;
  arrays_of(&model->host, from);
  arrays_of(&model->device, to);
  for (int i = 0; i < ARRAYS; i++) *to[i].pointer = NULL;
  for (int i = 0; i < ARRAYS; i++) {
    TRY(be->ops->alloc(be, from[i].bytes, (void **)to[i].pointer));
    if (from[i].bytes) TRY(be->ops->upload(be, (void *)*to[i].pointer, *from[i].pointer, from[i].bytes));
  }
  return OK;
}

/* ---- all of it ---- */

Status anneal_model_make(const Instance *inst, Backend *be, AnnealModel *model) {
  Status status = OK;
  AnnealOptions b;
  *model = (AnnealModel){.n = inst->n, .tick = 1};
  TRY_GOTO(anneal_options_make(inst, be->threads, model, &b), cleanup);
  tick_make(&b);
  TRY_GOTO(halt_check("the options of tasks"), cleanup);
  TRY_GOTO(tables_alloc(&b), cleanup);
  tasks_make(&b);
  TRY_GOTO(halt_check("the options of tasks"), cleanup);
  TRY_GOTO(lists_make(&b), cleanup);
  TRY_GOTO(tables_upload(be, model), cleanup);
cleanup:
  anneal_options_free(&b);
  return status;
}

void anneal_model_free(Backend *be, AnnealModel *model) {
  Array host[ARRAYS], device[ARRAYS];
  arrays_of(&model->host, host);
  arrays_of(&model->device, device);
  for (int i = 0; i < ARRAYS; i++) {
    free((void *)*host[i].pointer);
    be->ops->free(be, (void *)*device[i].pointer);
  }
  free(model->task);
  free(model->settled);
  free(model->incumbent);
}

void anneal_decode(const AnnealModel *model, const uint8_t *choice, int32_t n, int32_t *assignment) {
  memcpy(assignment, model->settled, (size_t)n * sizeof *assignment);
  for (int32_t k = 0; k < model->host.tasks; k++)
    assignment[model->task[k]] = model->host.option[model->host.start[k] + choice[k]].machine;
}
