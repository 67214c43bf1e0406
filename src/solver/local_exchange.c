/* See local_exchange.h. */
#include "local_exchange.h"

#include <stdlib.h>

typedef struct Parcel { /* what a part sends; owned */
  void *migrant, *group;
} Parcel;

static Status group_download(Backend *be, void *to, const void *from, size_t bytes) {
  return be->ops->download(be, to, from, bytes);
}

static Status group_upload(Backend *be, void *to, const void *from, size_t bytes) {
  return be->ops->upload(be, to, from, bytes);
}

static size_t group_bytes(const Solver *solver, const Archipelago *a) {
  return solver->groups ? solver->groups->bytes(a) : 0;
}

static Status parcel_pack(const Solver *solver, Archipelago *a, Parcel *out) {
  const size_t migrant = solver->migrant_bytes(a), group = group_bytes(solver, a);
  out->migrant = calloc(1, migrant + 1);
  out->group = calloc(1, group + 1);
  if (!out->migrant || !out->group) FAIL(ERR_MEMORY, "no memory for a migrant of %zu bytes", migrant + group);
  TRY(solver->emigrate(a, out->migrant));
  return group ? solver->groups->emigrate(a, group_download, out->group) : OK;
}

static Status parcel_unpack(const Solver *solver, Archipelago *a, const Parcel *in) {
  TRY(solver->immigrate(a, in->migrant));
  return group_bytes(solver, a) ? solver->groups->immigrate(a, group_upload, in->group) : OK;
}

Status local_exchange(const Solver *solver, Archipelago *const *part, int parts) {
  Parcel *parcel = calloc((size_t)parts, sizeof *parcel);
  if (!parcel) FAIL(ERR_MEMORY, "no memory for %d migrants", parts);
  Status status = OK;
  for (int i = 0; i < parts && status == OK; i++) status = parcel_pack(solver, part[i], &parcel[i]);
  for (int i = 0; i < parts && status == OK; i++)
    status = parcel_unpack(solver, part[i], &parcel[(i + parts - 1) % parts]);
  for (int i = 0; i < parts; i++) {
    free(parcel[i].migrant);
    free(parcel[i].group);
  }
  free(parcel);
  return status;
}
