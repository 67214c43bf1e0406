/* See seats.h. */
#include "seats.h"

#include <stdlib.h>
#include <string.h>
#include "mpi/collect.h"

/* Threads of a CPU that a device is taken to equal until it is measured. An H200 equals 350 (pso) to 800 (climb) of a Xeon's; too many cost little: a
 * device that waits is the greater loss. */
enum { DEVICE_THREADS = 768 };

static uint32_t weight_guess(const Backend *be) {
  return strcmp(be->ops->name, "cpu") == 0 ? (uint32_t)be->threads : DEVICE_THREADS;
}

bool seats_uneven(const Seats *s, const Comm *comm) {
  return (s->kinds.mixed || s->kinds.spare) && s->count == 1 && comm->size > 1;
}

Status seats_bind(Seats *s, const Comm *comm, const SeatPlan *plan, bool spare, int threads) {
  for (int k = 0; k < plan->count; k++) {
    BindKinds kinds;
    s->weight[k] = plan->seat[k].weight;
    TRY(rank_bind_mixed(comm, plan->seat[k].backend, spare, threads, &s->seat[k].backend, &kinds));
    if (k == 0) s->kinds = kinds;
    s->count = k + 1;
  }
  if (seats_uneven(s, comm)) s->weight[0] = weight_guess(&s->seat[0].backend);
  return OK;
}

uint64_t seats_threads(const Seats *s, const Comm *comm) {
  uint64_t threads = (uint64_t)s->seat[0].backend.threads;
  comm_sum(comm, &threads, 1);
  return s->kinds.leader == &backend_cpu ? threads : 0;
}

Status seats_share(Seats *s, const Comm *comm, const Solver *solver, uint32_t islands) {
  Span span[SEATS_MAX];
  s->solver = solver;
  TRY(ring_open(comm, islands, s->weight, s->count, &s->ring, span));
  for (int k = 0; k < s->count; k++) s->seat[k].span = span[k];
  s->span = s->ring.span[comm->rank];
  return OK;
}

Status seats_create(Seats *s, const Instance *inst, const Plan *plan) {
  for (int k = 0; k < s->count; k++) {
    Seat *seat = &s->seat[k];
    seat->progress = (Progress){.best = COST_NONE};
    TRY(s->solver->create(inst, &seat->backend, plan, seat->span, &seat->islands));
  }
  return OK;
}

Status seats_start(Seats *s, const int32_t *initial) {
  for (int k = 0; k < s->count; k++) TRY(solver_start(s->solver, s->seat[k].islands, initial));
  return OK;
}

void seats_empty(Seats *s) {
  for (int k = 0; k < SEATS_MAX; k++) {
    if (s->solver) s->solver->destroy(s->seat[k].islands);
    s->seat[k].islands = NULL;
  }
}

void seats_close(Seats *s) {
  seats_empty(s);
  ring_close(&s->ring);
  for (int k = 0; k < SEATS_MAX; k++) {
    Seat *seat = &s->seat[k];
    if (seat->backend.ops) seat->backend.ops->close(&seat->backend);
  }
}

Status seats_begin(Seats *s, uint32_t epoch, uint64_t improved, bool *over) {
  const SolverPacing *pacing = s->solver->pacing;
  *over = true;
  for (int k = 0; k < s->count; k++) {
    const Seat *seat = &s->seat[k];
    if (pacing && pacing->improved) pacing->improved(seat->islands, improved);
    TRY(s->solver->begin(seat->islands, epoch));
    if (seat->span.count && !(pacing && pacing->over && pacing->over(seat->islands))) *over = false;
  }
  return OK;
}

Status seats_advance(Seats *s, uint32_t steps, double done) {
  const SolverPacing *pacing = s->solver->pacing;
  for (int k = 0; k < s->count; k++) {
    Seat *seat = &s->seat[k];
    if (seat->progress.epoch_done) continue;
    if (done >= 0 && pacing->pace) pacing->pace(seat->islands, done);
    TRY(s->solver->advance(seat->islands, steps, &seat->progress));
  }
  return OK;
}

Progress seats_progress(const Seats *s) {
  Progress all = {.moves = s->moved, .best = COST_NONE, .epoch_done = true};
  for (int k = 0; k < s->count; k++) {
    const Progress *one = &s->seat[k].progress;
    all.moves += one->moves;
    all.finished += one->finished;
    all.improved += one->improved;
    all.epoch_done = all.epoch_done && one->epoch_done;
    if (one->best < all.best) all.best = one->best;
  }
  return all;
}

void seats_reopen(Seats *s) {
  for (int k = 0; k < s->count; k++) s->seat[k].progress.epoch_done = false;
}

Status seats_best(Seats *s, bool unfinished, int32_t *gene, int32_t *spare, Individual *out) {
  *out = (Individual){.cost = COST_NONE, .gene = gene};
  for (int k = 0; k < s->count; k++) {
    Individual one = {.cost = COST_NONE, .gene = out->gene == gene && k > 0 ? spare : gene};
    if (!s->seat[k].islands) continue;
    TRY(s->solver->best(s->seat[k].islands, unfinished, &one));
    if (k == 0 || one.cost < out->cost) *out = one;
  }
  return OK;
}

Status seats_champion(Seats *s, uint32_t i, Individual *out) {
  int k = 0;
  while (i >= s->seat[k].span.count) i -= s->seat[k++].span.count;
  return s->solver->champion(s->seat[k].islands, i, out);
}

/* ---- checkpoints ---- */

/* Appends the rows of `more` to those of `f`. */
static Status field_append(Field *f, const Field *more) {
  const size_t row_bytes = f->columns * dtype_bytes(f->dtype), bytes = more->rows * row_bytes;
  if (bytes == 0) return OK;
  char *data = realloc(f->data, f->rows * row_bytes + bytes);
  if (!data) FAIL(ERR_MEMORY, "no memory for %zu rows of %s", f->rows + more->rows, f->name);
  memcpy(data + f->rows * row_bytes, more->data, bytes);
  f->data = data;
  f->rows += more->rows;
  return OK;
}

/* Every archipelago saves the same fields in the same order. */
static Status fields_append(FieldSet *set, const FieldSet *more) {
  if (set->count != more->count) FAIL(ERR_INTERNAL, "the seats have different fields to save");
  for (int i = 0; i < set->count; i++) TRY(field_append(&set->field[i], &more->field[i]));
  return OK;
}

Status seats_save(Seats *s, FieldSet *out) {
  TRY(s->solver->save(s->seat[0].islands, out));
  for (int k = 1; k < s->count; k++) {
    FieldSet more = {0};
    Status status = s->solver->save(s->seat[k].islands, &more);
    if (status == OK) status = fields_append(out, &more);
    fieldset_free(&more);
    if (status != OK) return status;
  }
  return OK;
}

Status seats_load(Seats *s, const char *path, uint32_t epoch) {
  for (int k = 0; k < s->count; k++) {
    FieldSet fields = {0};
    Status status = checkpoint_read_fields(path, s->seat[k].span, s->solver->renamed, &fields);
    if (status == OK) status = status_at(path, s->solver->load(s->seat[k].islands, epoch, &fields));
    fieldset_free(&fields);
    if (status != OK) return status;
  }
  return OK;
}
