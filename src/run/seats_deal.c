/* Islands that change owners: see seats.h. */
#include <stdlib.h>
#include "deal_rows.h"
#include "node_memory.h"
#include "seats.h"

static uint64_t bytes_beyond(uint64_t after, uint64_t before) { return after > before ? after - before : 0; }

/* Whether there is room for what the new islands need beyond the old ones, and for the rows of both. */
static Status deal_fits(Seats *s, const Comm *comm, const Instance *inst, const Plan *plan, Span span) {
  Seat *seat = &s->seat[0];
  Memory now, next;
  s->solver->needs(inst, &seat->backend, plan, seat->span, &now);
  s->solver->needs(inst, &seat->backend, plan, span, &next);
  next.host = bytes_plus(bytes_beyond(next.host, now.host), now.saved);
  next.device = bytes_beyond(next.device, now.device);
  return node_memory_check(comm, &next, seat, 1);
}

/* Archipelagos of all ranks are made anew, also where the islands are the same: what is known of the time begins anew for all. */
static Status islands_renew(Seats *s, const Instance *inst, const Plan *plan, uint32_t epoch,
                            const FieldSet *rows) {
  const uint64_t moves = s->moved + s->seat[0].progress.moves;
  seats_empty(s);
  TRY(seats_create(s, inst, plan));
  s->moved = moves;
  return s->solver->load(s->seat[0].islands, epoch, rows);
}

Status seats_deal(Seats *s, const Comm *comm, const Instance *inst, const Plan *plan, uint32_t epoch,
                  const uint32_t *count, bool *gone) {
  FieldSet rows = {0};
  Ring ring = {0};
  Span span;
  Status status = OK;
  *gone = false;
  TRY_GOTO(ring_open(comm, plan->islands, &count[comm->rank], 1, &ring, &span), cleanup);
  TRY_GOTO(deal_fits(s, comm, inst, plan, span), cleanup);
  TRY_GOTO(comm_agree(comm, seats_save(s, &rows)), cleanup);
  TRY_GOTO(rows_deal(comm, s->ring.span, ring.span, &rows), cleanup);
  const Ring old = s->ring;
  s->ring = ring;
  ring = old;
  s->span = s->seat[0].span = span;
  rows.own = true;
  status = comm_agree(comm, islands_renew(s, inst, plan, epoch, &rows));
  *gone = status != OK;
  if (*gone) seats_empty(s);
cleanup:
  ring_close(&ring);
  fieldset_free(&rows);
  return status;
}
