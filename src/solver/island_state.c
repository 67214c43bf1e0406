/* The state of islands by a list of arrays: see island_state.h. */
#include "island_state.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "loaded.h"
#include "problem.h"

static IslandState *state_of(Archipelago *a) { return (IslandState *)(void *)a; }
static const IslandState *state_const(const Archipelago *a) { return (const IslandState *)(const void *)a; }
static const StateArray *array_of(const IslandState *s, int k) { return s->table->array + k; }
static bool in_memory(const StateArray *t) { return t->host || t->dev; }

static void **place_of(const IslandState *s, size_t at) {
  return (void **)(void *)((char *)(uintptr_t)s + at);
}
static void *host_of(const IslandState *s, int k) { return *place_of(s, array_of(s, k)->host); }
static char *dev_of(const IslandState *s, int k) { return *place_of(s, array_of(s, k)->dev); }

/* ---- sizes ---- */

static size_t genes_of(const Instance *inst) { return inst->problem->genes(inst); }

static size_t rows_of(const StateArray *t, const Instance *inst, const Plan *plan) {
  return t->rows ? t->rows(inst, plan) : 1;
}

static size_t width_of(const StateArray *t, const Instance *inst, const Plan *plan) {
  if (t->width) return t->width(inst, plan);
  return t->meaning == STATE_SOLUTIONS ? genes_of(inst) : 1;
}

static size_t values_of(const IslandState *s, int k) {
  return rows_of(array_of(s, k), s->inst, s->plan) * width_of(array_of(s, k), s->inst, s->plan);
}

/* Whether array k is a field of checkpoints. */
static bool is_field(const IslandState *s, int k) {
  const StateArray *t = array_of(s, k);
  return t->name && (!t->optional || values_of(s, k) > 0);
}

/* The bytes of array k for all islands of the archipelago. */
static size_t bytes_of_array(const IslandState *s, int k) {
  const StateArray *t = array_of(s, k);
  return (t->shared ? 1 : s->span.count) * values_of(s, k) * dtype_bytes(t->dtype);
}

void island_needs(const IslandTable *table, const Instance *inst, const Plan *plan, Span span, Memory *out) {
  *out = (Memory){.of = ""};
  for (int k = 0; k < table->arrays && span.count; k++) {
    const StateArray *t = table->array + k;
    const uint64_t values = bytes_of(rows_of(t, inst, plan), width_of(t, inst, plan), dtype_bytes(t->dtype)),
                   bytes = bytes_times(t->shared ? 1 : span.count, values);
    if (t->host) out->host = bytes_plus(out->host, bytes);
    if (t->dev) out->device = bytes_plus(out->device, bytes);
    if (t->name) out->saved = bytes_plus(out->saved, bytes);
  }
}

/* ---- memory ---- */

static Status array_make(IslandState *s, int k) {
  const StateArray *t = array_of(s, k);
  const size_t bytes = bytes_of_array(s, k);
  int64_t *host = t->host ? calloc(1, bytes + 1) : NULL;
  if (t->host) *place_of(s, t->host) = host;
  if (t->host && !host) FAIL(ERR_MEMORY, "no memory for %zu bytes of %u islands", bytes, s->span.count);
  if (t->dev) TRY(s->be->ops->alloc(s->be, bytes, place_of(s, t->dev)));
  if (t->meaning != STATE_COSTS) return OK;
  for (size_t r = 0; r < bytes / sizeof *host; r++) host[r] = COST_NONE;
  return t->dev ? s->be->ops->upload(s->be, dev_of(s, k), host, bytes) : OK;
}

void island_destroy(Archipelago *a) {
  if (!a) return;
  IslandState *s = state_of(a);
  for (int k = 0; k < s->table->arrays; k++) {
    const StateArray *t = array_of(s, k);
    if (t->host) free(host_of(s, k));
    if (t->dev) s->be->ops->free(s->be, dev_of(s, k));
  }
  if (s->table->release) s->table->release(a);
  free(s->order);
  free(a);
}

static Status state_make(Archipelago *a) {
  IslandState *s = state_of(a);
  const bool any = s->span.count > 0;
  if (any && s->table->prepare) TRY(s->table->prepare(a));
  for (int k = 0; k < s->table->arrays; k++)
    if (in_memory(array_of(s, k))) TRY(array_make(s, k));
  TRY(island_begin(a, 0));
  return any && s->table->first ? s->table->first(a) : OK;
}

Status island_create(const IslandTable *table, const Instance *inst, Backend *be, const Plan *plan, Span span,
                     Archipelago **out) {
  Archipelago *a = calloc(1, table->bytes);
  if (!a) FAIL(ERR_MEMORY, "no memory for %u islands", span.count);
  *state_of(a) = (IslandState){.inst = inst,
                               .be = be,
                               .plan = plan,
                               .span = span,
                               .table = table,
                               .champions = {.span = span, .n = genes_of(inst)}};
  const Status status = state_make(a);
  if (status == OK) *out = a;
  if (status != OK) island_destroy(a);
  return status;
}

/* ---- epochs ---- */

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

Status island_begin(Archipelago *a, uint32_t epoch) {
  IslandState *s = state_of(a);
  const uint64_t all = s->table->steps(s->plan),
                 each = s->table->epoch ? s->table->epoch(s->plan) : s->plan->epoch, at = epoch * each;
  s->at = least(at, all);
  s->end = least(at + each, all);
  return OK;
}

uint32_t island_epochs(uint64_t steps, bool open, const Plan *plan) {
  return open ? EPOCHS_OPEN : (uint32_t)((steps + plan->epoch - 1) / plan->epoch);
}

static bool steps_over(const Archipelago *a) { return state_const(a)->at == UINT32_MAX; }
const SolverPacing island_pacing = {.over = steps_over};

/* ---- copies ---- */

Status island_download(Archipelago *a, int k) {
  IslandState *s = state_of(a);
  return s->be->ops->download(s->be, host_of(s, k), dev_of(s, k), bytes_of_array(s, k));
}

Status island_upload(Archipelago *a, int k) {
  IslandState *s = state_of(a);
  return s->be->ops->upload(s->be, dev_of(s, k), host_of(s, k), bytes_of_array(s, k));
}

/* Only arrays that kernels write and the host has, too, have such a copy. */
static Status copy_renew(Archipelago *a, int k) {
  const StateArray *t = array_of(state_of(a), k);
  return t->whose == STATE_BACKEND && t->host && t->dev ? island_download(a, k) : OK;
}

static Status copies_renew(Archipelago *a) {
  for (int k = 0; k < state_of(a)->table->arrays; k++) TRY(copy_renew(a, k));
  return OK;
}

Status island_row_download(Archipelago *a, int k, size_t row, int32_t *solution) {
  IslandState *s = state_of(a);
  const size_t bytes = genes_of(s->inst) * sizeof *solution;
  return s->be->ops->download(s->be, solution, dev_of(s, k) + row * bytes, bytes);
}

Status island_row_upload(Archipelago *a, int k, size_t row, const int32_t *solution) {
  IslandState *s = state_of(a);
  const size_t bytes = genes_of(s->inst) * sizeof *solution;
  return s->be->ops->upload(s->be, dev_of(s, k) + row * bytes, solution, bytes);
}

/* ---- costs ---- */

static int64_t cost_in(const IslandState *s, int k, size_t row, const int64_t *costs) {
  const StateArray *t = array_of(s, k);
  return costs[row * width_of(array_of(s, t->cost), s->inst, s->plan) + (size_t)t->cost_at];
}

/* The same in the instance's unit. */
static int64_t cost_of(const IslandState *s, int64_t cost) {
  if (!s->table->cost_of || cost == COST_NONE) return cost;
  return s->table->cost_of((const Archipelago *)s, cost);
}

int64_t island_cost(const Archipelago *a, int k, size_t row) {
  const IslandState *s = state_const(a);
  return cost_in(s, k, row, host_of(s, array_of(s, k)->cost));
}

static size_t cheapest(const Archipelago *a, int k, size_t first, size_t count) {
  size_t best = first;
  for (size_t r = first + 1; r < first + count; r++)
    if (island_cost(a, k, r) < island_cost(a, k, best)) best = r;
  return best;
}

size_t island_cheapest(const Archipelago *a, int k, uint32_t i) {
  const IslandState *s = state_const(a);
  const size_t rows = rows_of(array_of(s, k), s->inst, s->plan);
  return cheapest(a, k, i * rows, rows);
}

/* ---- champions ---- */

/* Copies row `row` of array k into out: its cost, its island and, if out->gene is given, the solution in the instance's numbers. */
static Status row_show(Archipelago *a, int k, size_t row, Individual *out) {
  IslandState *s = state_of(a);
  const StateArray *t = array_of(s, k);
  const size_t genes = genes_of(s->inst);
  out->cost = cost_of(s, island_cost(a, k, row));
  out->island = s->span.first + (uint32_t)(row / rows_of(t, s->inst, s->plan));
  out->length = (uint32_t)genes;
  if (out->cost == COST_NONE || !out->gene) return OK;
  if (t->whose == STATE_HOST) {
    memcpy(out->gene, (const int32_t *)host_of(s, k) + row * genes, genes * sizeof *out->gene);
    return OK;
  }
  TRY(island_row_download(a, k, row, out->gene));
  for (size_t g = 0; s->order && g < genes; g++) out->gene[g] = s->order[out->gene[g]];
  return OK;
}

Status island_champion(Archipelago *a, uint32_t i, Individual *out) {
  const int k = state_of(a)->table->source[0];
  TRY(copy_renew(a, array_of(state_of(a), k)->cost));
  return row_show(a, k, island_cheapest(a, k, i), out);
}

/* Finds the cheapest solution of all arrays of solutions; *array is -1 if there is none. */
static Status best_find(Archipelago *a, int *array, size_t *row, int64_t *cost) {
  IslandState *s = state_of(a);
  *array = -1;
  *cost = COST_NONE;
  for (const int *k = s->table->source; *k >= 0 && s->span.count; k++) {
    TRY(copy_renew(a, array_of(s, *k)->cost));
    const size_t found = cheapest(a, *k, 0, s->span.count * rows_of(array_of(s, *k), s->inst, s->plan));
    if (island_cost(a, *k, found) >= *cost) continue;
    *array = *k;
    *row = found;
    *cost = island_cost(a, *k, found);
  }
  *cost = cost_of(s, *cost);
  return OK;
}

/* Every solution in the list is whole at any time. */
Status island_best(Archipelago *a, bool unfinished, Individual *out) {
  int array;
  size_t row = 0;
  (void)unfinished;
  TRY(best_find(a, &array, &row, &out->cost));
  return array < 0 ? OK : row_show(a, array, row, out);
}

Status island_progress(Archipelago *a, uint64_t moves, Progress *out) {
  const IslandState *s = state_of(a);
  int array;
  size_t row;
  *out = (Progress){.moves = moves, .finished = s->at * s->span.count, .epoch_done = s->at == s->end};
  return best_find(a, &array, &row, &out->best);
}

/* ---- migration ---- */

typedef struct Migrant {
  int64_t cost; /* COST_NONE: there is none */
  int32_t solution[];
} Migrant;

size_t island_migrant_bytes(const Archipelago *a) {
  const IslandState *s = state_const(a);
  if (s->table->migrant_bytes) return s->table->migrant_bytes(a);
  return sizeof(Migrant) + genes_of(s->inst) * sizeof(int32_t);
}

/* A champion on the backend is packed as it lies there, in the kernels' numbers. */
static Status champion_pack(Archipelago *a, uint32_t i, Migrant *out) {
  IslandState *s = state_of(a);
  const int k = s->table->source[0];
  const size_t row = island_cheapest(a, k, i), genes = genes_of(s->inst);
  out->cost = island_cost(a, k, row);
  if (array_of(s, k)->whose == STATE_BACKEND) return island_row_download(a, k, row, out->solution);
  memcpy(out->solution, (const int32_t *)host_of(s, k) + row * genes, genes * sizeof *out->solution);
  return OK;
}

static Status migrant_pack(Archipelago *a, uint32_t i, void *migrant) {
  const IslandTable *table = state_of(a)->table;
  return table->pack ? table->pack(a, i, migrant) : champion_pack(a, i, migrant);
}

static Status migrant_settle(Archipelago *a, uint32_t i, const void *migrant) {
  IslandState *s = state_of(a);
  const Migrant *in = migrant;
  if (s->table->settle) return s->table->settle(a, i, migrant);
  champions_offer(&s->champions, i, in->cost, in->solution);
  return OK;
}

Status island_emigrate(Archipelago *a, void *migrant) {
  TRY(copies_renew(a));
  return migrant_pack(a, state_of(a)->span.count - 1, migrant);
}

/* The last island comes first, so that each sends what it had before the exchange. */
static Status migrants_settle(Archipelago *a, const void *migrant, void *room) {
  TRY(copies_renew(a));
  for (uint32_t i = state_of(a)->span.count; i-- > 1;) {
    TRY(migrant_pack(a, i - 1, room));
    TRY(migrant_settle(a, i, room));
  }
  return migrant_settle(a, 0, migrant);
}

Status island_immigrate(Archipelago *a, const void *migrant) {
  const IslandTable *table = state_of(a)->table;
  void *room = malloc(island_migrant_bytes(a) + 1);
  if (!room) FAIL(ERR_MEMORY, "no memory for a migrant of %zu bytes", island_migrant_bytes(a));
  const Status status = migrants_settle(a, migrant, room);
  free(room);
  TRY(status);
  return table->arrived ? table->arrived(a) : OK;
}

/* ---- saving ---- */

static void counter_put(const IslandState *s, Dtype dtype, void *data) {
  for (uint32_t i = 0; i < s->span.count; i++)
    if (dtype == DTYPE_U32)
      ((uint32_t *)data)[i] = (uint32_t)s->at;
    else
      ((uint64_t *)data)[i] = s->at;
}

/* Solutions, as they were copied, get the instance's numbers; those without a cost become zeros. */
static void solutions_put(const Archipelago *a, int k, int32_t *data) {
  const IslandState *s = state_const(a);
  const size_t genes = genes_of(s->inst), rows = s->span.count * rows_of(array_of(s, k), s->inst, s->plan);
  const bool renumber = s->order && array_of(s, k)->whose == STATE_BACKEND;
  for (size_t r = 0; r < rows; r++, data += genes) {
    if (island_cost(a, k, r) == COST_NONE) memset(data, 0, genes * sizeof *data);
    for (size_t g = 0; renumber && g < genes && island_cost(a, k, r) != COST_NONE; g++)
      data[g] = s->order[data[g]];
  }
}

static Status array_save(Archipelago *a, int k, FieldSet *out) {
  IslandState *s = state_of(a);
  const StateArray *t = array_of(s, k);
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, t->name, t->dtype, s->span.count, values_of(s, k), &data));
  if (!data) return OK;
  if (t->save) return t->save(a, k, data);
  if (t->meaning == STATE_COUNTER)
    counter_put(s, t->dtype, data);
  else if (t->host)
    memcpy(data, host_of(s, k), bytes_of_array(s, k));
  else
    TRY(s->be->ops->download(s->be, data, dev_of(s, k), bytes_of_array(s, k)));
  if (t->meaning == STATE_SOLUTIONS) solutions_put(a, k, data);
  return OK;
}

Status island_save(Archipelago *a, FieldSet *out) {
  const IslandTable *table = state_of(a)->table;
  TRY(copies_renew(a));
  for (int k = 0; k < table->arrays; k++)
    if (is_field(state_of(a), k)) TRY(array_save(a, k, out));
  return table->saved ? table->saved(a, out) : OK;
}

/* ---- loading: a file may have any content ---- */

static uint64_t counter_in(const Field *f, size_t i) {
  return f->dtype == DTYPE_U32 ? ((const uint32_t *)f->data)[i] : ((const uint64_t *)f->data)[i];
}

static Status counter_load(IslandState *s, const Field *f) {
  for (size_t i = 0; i < f->rows; i++) {
    const uint64_t at = counter_in(f, i);
    if (at < s->at || at > s->end || at != counter_in(f, 0))
      FAIL(ERR_FORMAT, "field %s: expected the same from %llu to %llu, found %llu", f->name,
           (unsigned long long)s->at, (unsigned long long)s->end, (unsigned long long)at);
  }
  s->at = counter_in(f, 0);
  return OK;
}

Status island_costs_known(const Archipelago *a, const Field *const *field, int k) {
  (void)a;
  for (size_t r = 0; r < field[k]->rows * field[k]->columns; r++)
    if (((const int64_t *)field[k]->data)[r] == COST_NONE)
      FAIL(ERR_FORMAT, "field %s: expected a cost, found none", field[k]->name);
  return OK;
}

static Status solutions_check(const IslandState *s, const Field *const *field, int k) {
  const StateArray *t = array_of(s, k);
  const size_t genes = genes_of(s->inst), rows = s->span.count * rows_of(t, s->inst, s->plan);
  const int32_t *gene = field[k]->data;
  for (size_t r = 0; r < rows; r++, gene += genes) {
    const int64_t cost = cost_in(s, k, r, field[t->cost]->data);
    if (cost != COST_NONE) TRY(loaded_solution(s->inst, t->name, r, gene, cost_of(s, cost)));
  }
  return OK;
}

static Status fields_find(const IslandState *s, const FieldSet *in, const Field **field) {
  for (int k = 0; k < s->table->arrays; k++)
    if (is_field(s, k))
      TRY(fieldset_get_rows(in, FIELD_ISLAND, array_of(s, k)->name, array_of(s, k)->dtype, s->span.count,
                            values_of(s, k), &field[k]));
  return OK;
}

/* The counter comes first, then numbers and costs, then solutions, which take the longest. */
static Status fields_check(Archipelago *a, const Field *const *field, bool judged) {
  IslandState *s = state_of(a);
  const int arrays = s->table->arrays;
  for (int k = 0; k < arrays; k++)
    if (array_of(s, k)->meaning == STATE_COUNTER) TRY(counter_load(s, field[k]));
  for (int k = 0; k < arrays; k++)
    if (field[k] && array_of(s, k)->check) TRY(array_of(s, k)->check(a, field, k));
  for (int k = 0; k < arrays && !judged; k++)
    if (array_of(s, k)->name && array_of(s, k)->meaning == STATE_SOLUTIONS) TRY(solutions_check(s, field, k));
  return OK;
}

/* Solutions go island by island through room (rows of an island, genes). number (genes): the kernels' number of each gene. */
static Status solutions_upload(const IslandState *s, const Field *const *field, int k, const int32_t *number,
                               int32_t *room) {
  const StateArray *t = array_of(s, k);
  const size_t genes = genes_of(s->inst), rows = rows_of(t, s->inst, s->plan), values = rows * genes;
  for (uint32_t i = 0; i < s->span.count; i++) {
    const int32_t *from = (const int32_t *)field[k]->data + i * values;
    for (size_t v = 0; v < values; v++)
      room[v] = cost_in(s, k, i * rows + v / genes, field[t->cost]->data) == COST_NONE ? 0 : number[from[v]];
    TRY(s->be->ops->upload(s->be, dev_of(s, k) + i * values * sizeof *room, room, values * sizeof *room));
  }
  return OK;
}

static Status solutions_renumber(const IslandState *s, const Field *const *field, int k) {
  const size_t genes = genes_of(s->inst);
  int32_t *number = malloc(genes * sizeof *number + 1), *room = malloc(values_of(s, k) * sizeof *room + 1);
  Status status = OK;
  if (!number || !room) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for %zu genes", values_of(s, k));
  for (size_t g = 0; g < genes; g++) number[s->order[g]] = (int32_t)g;
  status = solutions_upload(s, field, k, number, room);
cleanup:
  free(number);
  free(room);
  return status;
}

static Status array_load(Archipelago *a, const Field *const *field, int k) {
  const IslandState *s = state_of(a);
  const StateArray *t = array_of(s, k);
  if (t->load) return t->load(a, field, k);
  if (t->host) memcpy(host_of(s, k), field[k]->data, bytes_of_array(s, k));
  if (!t->dev) return OK;
  if (s->order && t->meaning == STATE_SOLUTIONS) return solutions_renumber(s, field, k);
  return s->be->ops->upload(s->be, dev_of(s, k), field[k]->data, bytes_of_array(s, k));
}

Status island_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  IslandState *s = state_of(a);
  const Field *field[FIELDS_MAX] = {NULL};
  TRY(island_begin(a, epoch));
  if (!s->span.count) return OK;
  TRY(fields_find(s, in, field));
  TRY(fields_check(a, field, in->own));
  for (int k = 0; k < s->table->arrays; k++)
    if (field[k]) TRY(array_load(a, field, k));
  return s->table->loaded ? s->table->loaded(a, in) : OK;
}
