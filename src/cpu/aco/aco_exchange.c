/* Tours of ants on the CPU, as arrays or as pieces: neighbours, exchanges of edges, queues. Contract: solver/aco/aco_kernels.h. */
#include <stdlib.h>
#include "aco_ant.h"

/* ---- the queue ---- */

Status aco_queue_make(AcoTour *t, int32_t n) {
  *t = (AcoTour){.n = n};
  t->queue = malloc((size_t)n * sizeof *t->queue);
  t->queued = calloc((size_t)n, 1);
  if (!t->queue || !t->queued) FAIL(ERR_MEMORY, "no memory for a queue of %d cities", n);
  return OK;
}

void aco_queue_free(AcoTour *t) {
  free(t->queue);
  free(t->queued);
}

void aco_queue_push(AcoTour *t, int32_t city) {
  if (t->queued[city] || (t->pieces && t->count == ACO_QUEUE)) return;
  const int32_t at = t->head + t->count++;
  t->queue[at < t->n ? at : at - t->n] = city;
  t->queued[city] = 1;
}

void aco_queue_pop(AcoTour *t) {
  t->queued[t->queue[t->head]] = 0;
  t->count--;
  if (++t->head == t->n) t->head = 0;
}

/* ---- arrays ---- */

/* Reverses `length` cities from position p on, around the tour. */
static void path_reverse(AcoTour *t, int32_t p, int32_t length) {
  int32_t i = p, j = p + length - 1 < t->n ? p + length - 1 : p + length - 1 - t->n;
  for (int32_t k = 0; k < length / 2; k++) {
    const int32_t left = t->tour[i], right = t->tour[j];
    t->tour[i] = right;
    t->position[right] = i;
    t->tour[j] = left;
    t->position[left] = j;
    if (++i == t->n) i = 0;
    if (--j < 0) j = t->n - 1;
  }
}

/* Reverses the path from the position of `from` to that of `to`, or the rest of the tour if that is shorter. */
static void part_reverse(AcoTour *t, int32_t from, int32_t to) {
  const int32_t i = t->position[from], j = t->position[to], length = (j < i ? j + t->n : j) - i + 1;
  if (2 * length <= t->n)
    path_reverse(t, i, length);
  else
    path_reverse(t, j + 1 < t->n ? j + 1 : 0, t->n - length);
}

/* ---- both ---- */

int32_t aco_tour_neighbour(const AcoTour *t, int32_t city, int direction) {
  const int32_t p = t->position[city];
  if (t->pieces) return t->tour[aco_pieces_beside(t->pieces, p, direction)];
  if (direction) return t->tour[p ? p - 1 : t->n - 1];
  return t->tour[p + 1 < t->n ? p + 1 : 0];
}

void aco_tour_exchange(AcoTour *t, int32_t a, int32_t b, int32_t c, int32_t d) {
  if (a == d || b == c) return;
  const bool forward = aco_tour_neighbour(t, a, 0) == b;
  if (!t->pieces)
    forward ? part_reverse(t, b, c) : part_reverse(t, c, b); /* a b .. c d, or d c .. b a */
  else if (forward)
    aco_pieces_reverse(t->pieces, t->position[a], t->position[c]);
  else
    aco_pieces_reverse(t->pieces, t->position[b], t->position[d]);
}

void aco_tour_move_turned(AcoTour *t, int32_t a, int32_t b, int32_t c, int32_t e, int32_t s, int32_t g) {
  aco_tour_exchange(t, a, b, c, e);
  aco_tour_exchange(t, b, e, g, s);
}

void aco_tour_move_straight(AcoTour *t, int32_t a, int32_t b, int32_t c, int32_t e, int32_t s, int32_t g) {
  aco_tour_exchange(t, b, a, c, e);
  aco_tour_exchange(t, b, c, g, s);
  aco_tour_exchange(t, c, s, a, e);
}

bool aco_tour_room(const AcoTour *t) { return !t->pieces || t->pieces->count <= ACO_PIECES - 3; }
