/* See deal_rows.h. */
#include "deal_rows.h"

#include <stdlib.h>
#include <string.h>
#include "mpi/exchange.h"

typedef struct Rows { /* rows of each group, [first, first + count) */
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

/* Those of `part`'s islands, in a set that has the rows of `whole`. */
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

/* A parcel: the number of rows of each group, then the rows of one field after the other. */
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

/* The rows of all parcels of one field, of which the first starts at at[rank]. */
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

Status rows_deal(const Comm *comm, const Span *from, const Span *to, FieldSet *rows) {
  Parcels out = {0}, in = {0};
  FieldSet next = {0};
  Status status = comm_agree(comm, parcels_pack(comm, from, to, rows, &out));
  if (status == OK) status = comm_exchange(comm, &out, &in);
  parcels_free(&out, comm->size);
  if (status == OK) status = comm_agree(comm, parcels_unpack(comm, &in, rows, &next));
  parcels_free(&in, comm->size);
  FieldSet *const gone = status == OK ? rows : &next;
  fieldset_free(gone);
  if (status == OK) *rows = next;
  return status;
}
