/* See islands.h. */
#include "islands.h"

#include <stdlib.h>
#include <string.h>
#include "mpi/collect.h"

/* Threads of a CPU that a device is taken to equal until it is measured. An H200 equals 350 (pso) to 800 (climb) of a Xeon's; too many cost little: a
 * device that waits is the greater loss. */
enum { DEVICE_THREADS = 768 };

/* ---- from backends to archipelagos ---- */

static uint32_t weight_guess(const Backend *be) {
  return strcmp(be->ops->name, "cpu") == 0 ? (uint32_t)be->threads : DEVICE_THREADS;
}

bool islands_uneven(const Islands *s, const Comm *comm) {
  return (s->kinds.mixed || s->kinds.spare) && comm->size > 1;
}

Status islands_bind(Islands *s, const Comm *comm, const char *backend, bool spare, int threads) {
  TRY(rank_bind_mixed(comm, backend, spare, threads, &s->local.backend, &s->kinds));
  s->weight = islands_uneven(s, comm) ? weight_guess(&s->local.backend) : 1;
  return OK;
}

uint64_t islands_threads(const Islands *s, const Comm *comm) {
  uint64_t threads = (uint64_t)s->local.backend.threads;
  comm_sum(comm, &threads, 1);
  return s->kinds.leader == &backend_cpu ? threads : 0;
}

Status islands_share(Islands *s, const Comm *comm, const Solver *solver, uint32_t islands) {
  s->solver = solver;
  TRY(ring_open(comm, islands, s->weight, &s->ring));
  s->local.span = s->ring.span[comm->rank];
  return OK;
}

Status islands_create(Islands *s, const Instance *inst, const Plan *plan) {
  s->progress = (Progress){.best = COST_NONE};
  return s->solver->create(inst, &s->local.backend, plan, s->local.span, &s->local.archipelago);
}

Status islands_load(Islands *s, const char *path, uint32_t epoch) {
  FieldSet fields = {0};
  Status status = checkpoint_read_fields(path, s->local.span, s->solver->renamed, &fields);
  if (status == OK) status = status_at(path, s->solver->load(s->local.archipelago, epoch, &fields));
  fieldset_free(&fields);
  return status;
}

static void islands_destroy(Islands *s) {
  if (s->solver) s->solver->destroy(s->local.archipelago);
  s->local.archipelago = NULL;
}

void islands_close(Islands *s) {
  Backend *be = &s->local.backend;
  islands_destroy(s);
  ring_close(&s->ring);
  if (be->ops) be->ops->close(be);
}

/* ---- epochs ---- */

Status islands_begin(Islands *s, uint32_t epoch, bool *over) {
  const SolverPacing *pacing = s->solver->pacing;
  Archipelago *a = s->local.archipelago;
  if (pacing && pacing->improved) pacing->improved(a, s->improved);
  TRY(s->solver->begin(a, epoch));
  *over = !s->local.span.count || (pacing && pacing->over && pacing->over(a));
  return OK;
}

Progress islands_progress(const Islands *s) {
  Progress progress = s->progress;
  progress.moves += s->moved;
  return progress;
}

Status islands_best(Islands *s, bool unfinished, int32_t *gene, Individual *out) {
  *out = (Individual){.cost = COST_NONE, .gene = gene};
  return s->local.archipelago ? s->solver->best(s->local.archipelago, unfinished, out) : OK;
}

/* ---- rows of islands that change ranks, as checkpoints have them ---- */

typedef struct Rows { /* the rows [first, first + count) of each group */
  struct {
    uint64_t first, count;
  } of[FIELD_GROUP_COUNT];
} Rows;

static Span span_common(Span a, Span b) {
  const uint64_t first = a.first > b.first ? a.first : b.first, a_end = (uint64_t)a.first + a.count,
                 b_end = (uint64_t)b.first + b.count, end = a_end < b_end ? a_end : b_end;
  return end > first ? (Span){(uint32_t)first, (uint32_t)(end - first)} : (Span){0, 0};
}

/* The island of each search under way, ascending; NULL: the solver keeps no searches. */
static const Field *islands_of(const FieldSet *rows) {
  for (int i = 0; i < rows->count; i++)
    if (rows->field[i].group == FIELD_SEARCH && strcmp(rows->field[i].name, "island") == 0)
      return &rows->field[i];
  return NULL;
}

static uint64_t rows_below(const Field *islands, uint64_t value) {
  uint64_t low = 0, high = islands ? islands->rows : 0;
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (((const uint32_t *)islands->data)[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The rows of `part`'s islands, in a set that has the rows of `whole`. */
static Rows rows_find(const FieldSet *rows, Span whole, Span part) {
  Rows found = {{{0}}};
  if (!part.count) return found;
  const Field *islands = islands_of(rows);
  const uint64_t first = rows_below(islands, part.first);
  found.of[FIELD_ISLAND].first = part.first - whole.first;
  found.of[FIELD_ISLAND].count = part.count;
  found.of[FIELD_SEARCH].first = first;
  found.of[FIELD_SEARCH].count = rows_below(islands, (uint64_t)part.first + part.count) - first;
  return found;
}

static size_t row_bytes(const Field *f) { return f->columns * dtype_bytes(f->dtype); }

/* A parcel has the number of rows of each group, then the rows of one field after the other. */
static Status parcel_pack(const FieldSet *rows, const Rows *which, uint64_t *bytes, char **parcel) {
  uint64_t count[FIELD_GROUP_COUNT];
  *bytes = sizeof count;
  for (int g = 0; g < FIELD_GROUP_COUNT; g++) count[g] = which->of[g].count;
  for (int i = 0; i < rows->count; i++) *bytes += count[rows->field[i].group] * row_bytes(&rows->field[i]);
  *parcel = malloc(*bytes);
  /* lint: malloc-leak: the parcels have it */
  if (!*parcel) FAIL(ERR_MEMORY, "no memory for %llu bytes of islands", (unsigned long long)*bytes);
  char *at = *parcel;
  memcpy(at, count, sizeof count);
  at += sizeof count;
  for (int i = 0; i < rows->count; i++) {
    const Field *f = &rows->field[i];
    const size_t part = which->of[f->group].count * row_bytes(f);
    if (part) memcpy(at, (const char *)f->data + which->of[f->group].first * row_bytes(f), part);
    at += part;
  }
  return OK;
}

static Status parcels_pack(const Comm *comm, const Span *from, const Span *to, const FieldSet *rows,
                           Parcels *out) {
  TRY(parcels_make(comm->size, out));
  for (int r = 0; r < comm->size; r++) {
    const Span whole = from[comm->rank], part = span_common(whole, to[r]);
    const Rows which = rows_find(rows, whole, part);
    if (part.count) TRY(parcel_pack(rows, &which, &out->bytes[r], &out->data[r]));
  }
  return OK;
}

/* Copies the rows of one field from all parcels, from at[rank] on, which moves behind them. */
static void field_fill(const Parcels *in, int ranks, const Field *f, size_t *at) {
  char *to = f->data;
  for (int r = 0; r < ranks; r++) {
    uint64_t count[FIELD_GROUP_COUNT];
    if (!in->bytes[r]) continue;
    memcpy(count, in->data[r], sizeof count);
    const size_t part = count[f->group] * row_bytes(f);
    if (part) memcpy(to, in->data[r] + at[r], part);
    to += part;
    at[r] += part;
  }
}

/* `like`: a set of the same fields. */
static Status parcels_unpack(const Comm *comm, const Parcels *in, const FieldSet *like, FieldSet *out) {
  uint64_t total[FIELD_GROUP_COUNT] = {0}, count[FIELD_GROUP_COUNT];
  size_t *at = malloc((size_t)comm->size * sizeof *at);
  if (!at) FAIL(ERR_MEMORY, "no memory for %d parcels", comm->size);
  for (int r = 0; r < comm->size; r++) {
    at[r] = sizeof count;
    if (in->bytes[r]) memcpy(count, in->data[r], sizeof count);
    for (int g = 0; g < FIELD_GROUP_COUNT && in->bytes[r]; g++) total[g] += count[g];
  }
  Status status = OK;
  for (int i = 0; i < like->count && status == OK; i++) {
    const Field *f = &like->field[i];
    void *data;
    status = fieldset_add(out, f->group, f->name, f->dtype, total[f->group], f->columns, &data);
    if (status == OK) field_fill(in, comm->size, &out->field[i], at);
  }
  free(at);
  return status;
}

/* *rows, which has those of the islands of from[rank], becomes those of the islands of to[rank]. from, to: (ranks), the same on every rank; each
 * are all islands, in the order of the ranks. All ranks have the same fields. Collective. ERR_MEMORY: on every rank, and *rows is as it was. */
static Status rows_redistribute(const Comm *comm, const Span *from, const Span *to, FieldSet *rows) {
  Parcels out = {0}, in = {0};
  FieldSet next = {0};
  Status status = comm_agree(comm, parcels_pack(comm, from, to, rows, &out));
  if (status == OK) status = comm_exchange(comm, &out, &in);
  parcels_free(&out, comm->size);
  if (status == OK) status = comm_agree(comm, parcels_unpack(comm, &in, rows, &next));
  parcels_free(&in, comm->size);
  FieldSet *const unused = status == OK ? rows : &next;
  fieldset_free(unused);
  if (status == OK) *rows = next;
  return status;
}

/* ---- islands that change ranks ---- */

static uint64_t bytes_beyond(uint64_t after, uint64_t before) { return after > before ? after - before : 0; }

/* Whether there is room for what the new islands need beyond the old ones, and for the rows of both. */
static Status span_fits(Islands *s, const Comm *comm, const Instance *inst, const Plan *plan, Span span) {
  Backend *be = &s->local.backend;
  Memory now, next;
  s->solver->needs(inst, be, plan, s->local.span, &now);
  s->solver->needs(inst, be, plan, span, &next);
  next.host = bytes_plus(bytes_beyond(next.host, now.host), now.saved);
  next.device = bytes_beyond(next.device, now.device);
  return node_memory_check(comm, &next, be);
}

/* Archipelagos of all ranks are made anew, also where the islands are the same: what is known of the time begins anew for all. */
static Status islands_renew(Islands *s, const Instance *inst, const Plan *plan, uint32_t epoch,
                            const FieldSet *rows) {
  const uint64_t moves = islands_progress(s).moves;
  islands_destroy(s);
  TRY(islands_create(s, inst, plan));
  s->moved = moves;
  return s->solver->load(s->local.archipelago, epoch, rows);
}

Status islands_redistribute(Islands *s, const Comm *comm, const Instance *inst, const Plan *plan,
                            uint32_t epoch, const uint32_t *count, bool *gone) {
  FieldSet rows = {0};
  Ring ring = {0};
  Status status = OK;
  *gone = false;
  TRY_GOTO(ring_open(comm, plan->islands, count[comm->rank], &ring), cleanup);
  TRY_GOTO(span_fits(s, comm, inst, plan, ring.span[comm->rank]), cleanup);
  TRY_GOTO(comm_agree(comm, s->solver->save(s->local.archipelago, &rows)), cleanup);
  TRY_GOTO(rows_redistribute(comm, s->ring.span, ring.span, &rows), cleanup);
  const Ring old = s->ring;
  s->ring = ring;
  ring = old;
  s->local.span = s->ring.span[comm->rank];
  rows.own = true;
  status = comm_agree(comm, islands_renew(s, inst, plan, epoch, &rows));
  *gone = status != OK;
  if (*gone) islands_destroy(s);
cleanup:
  ring_close(&ring);
  fieldset_free(&rows);
  return status;
}
