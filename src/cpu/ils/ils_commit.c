/* Accepting proposals, and the new tour: see ils_commit.h. Twin of src/gpu/ils/ils_commit.cuh.
 *
 * Proposals of the same snapshot are compatible if their cuts do not cross. Then each of them leaves the path
 * with all cuts of the other in one piece, with its ends where they were; so the other still gives a tour. */
#include "ils_commit.h"

#include <stdlib.h>
#include <string.h>

/* The number of cuts of x before position p, modulo all; -1: p is one of them. */
static int32_t cut_gap(const IlsProposal *x, int32_t p) {
  int32_t k = 0;
  while (k < x->cuts && x->cut[k] < p) k++;
  if (k < x->cuts && x->cut[k] == p) return -1;
  return k % x->cuts;
}

static bool cuts_cross(const IlsProposal *x, const IlsProposal *y) {
  if (x->cut[x->cuts - 1] < y->cut[0] || y->cut[y->cuts - 1] < x->cut[0]) return false;
  int32_t gap = cut_gap(x, y->cut[0]);
  bool together = gap >= 0;
  for (int32_t k = 1; k < y->cuts && together; k++) together = cut_gap(x, y->cut[k]) == gap;
  return !together;
}

static uint32_t proposals_take(const IlsProposal *proposal, const bool *made, uint32_t kicks,
                               const IlsProposal **taken) {
  uint32_t count = 0;
  int32_t cuts = 0;
  for (uint32_t k = 0; k < kicks; k++) {
    if (!made[k]) continue;
    if ((cuts += proposal[k].cuts) > ILS_CUTS) break;
    uint32_t j = 0;
    while (j < count && !cuts_cross(taken[j], proposal + k)) j++;
    if (j == count) taken[count++] = proposal + k;
  }
  return count;
}

static int ascending(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* Sorts all cuts; returns the number of pieces. Piece i runs from cut[i - 1] + 1 to cut[i], the first from 0,
 * the last to n - 1. */
static int32_t pieces_cut(IlsCommit *work, uint32_t count, int32_t n) {
  int32_t pieces = 0;
  for (uint32_t k = 0; k < count; k++)
    for (int32_t i = 0; i < work->taken[k]->cuts; i++) work->cut[pieces++] = work->taken[k]->cut[i];
  qsort(work->cut, (size_t)pieces, sizeof *work->cut, ascending);
  if (work->cut[pieces - 1] != n - 1) work->cut[pieces++] = n - 1;
  return pieces;
}

/* The end of a piece, 2 i (low) or 2 i + 1 (high) of piece i, at an end of a segment. */
static int32_t end_find(const IlsCommit *work, int32_t pieces, int32_t end) {
  int32_t position = end / 2, low = 0, high = pieces - 1;
  while (low < high) {
    int32_t middle = (low + high) / 2;
    if (work->cut[middle] < position)
      low = middle + 1;
    else
      high = middle;
  }
  return 2 * low + end % 2;
}

static void proposal_link(IlsCommit *work, int32_t pieces, int32_t n, const IlsProposal *p) {
  for (int32_t s = 0; s < p->count; s++) {
    int32_t leave = p->leave[s], enter = p->enter[s + 1 < p->count ? s + 1 : 0];
    if (ils_joint(n, leave, enter) >= 0) continue;
    int32_t a = end_find(work, pieces, leave), b = end_find(work, pieces, enter);
    work->link[a] = b;
    work->link[b] = a;
  }
}

static int32_t piece_low(const IlsCommit *work, int32_t i) { return i ? work->cut[i - 1] + 1 : 0; }

/* Follows the links from the start of the tour: the place of each piece and its direction. */
static void pieces_place(IlsCommit *work, uint32_t count, int32_t pieces, int32_t n) {
  work->link[0] = 2 * pieces - 1;
  work->link[2 * pieces - 1] = 0;
  for (uint32_t k = 0; k < count; k++) proposal_link(work, pieces, n, work->taken[k]);
  int32_t end = 0, place = 0;
  do {
    int32_t i = end / 2;
    work->place[i] = place;
    work->reversed[i] = end % 2;
    place += work->cut[i] - piece_low(work, i) + 1;
    end = work->link[end ^ 1];
  } while (end != 0);
}

static bool piece_stays(const IlsCommit *work, int32_t i) {
  return !work->reversed[i] && work->place[i] == piece_low(work, i);
}

static void pieces_move(const IlsCommit *work, int32_t pieces, int32_t *tour, int32_t *position) {
  for (int32_t i = 0; i < pieces; i++) {
    int32_t low = piece_low(work, i), size = work->cut[i] - low + 1, *to = work->buffer + work->place[i];
    if (piece_stays(work, i)) continue;
    if (work->reversed[i])
      for (int32_t k = 0; k < size; k++) to[size - 1 - k] = tour[low + k];
    else
      memcpy(to, tour + low, (size_t)size * sizeof *to);
  }
  for (int32_t i = 0; i < pieces; i++) {
    if (piece_stays(work, i)) continue;
    int32_t place = work->place[i], size = work->cut[i] - piece_low(work, i) + 1;
    memcpy(tour + place, work->buffer + place, (size_t)size * sizeof *tour);
    for (int32_t k = place; k < place + size; k++) position[tour[k]] = k;
  }
}

/* Only at the ends of pieces neighbours change. */
static void pieces_link(const IlsFrame *frame, const IlsCommit *work, int32_t pieces, const int32_t *tour,
                        IlsNeighbours *neighbours) {
  for (int32_t i = 0; i < pieces; i++) {
    int32_t first = work->place[i], last = first + work->cut[i] - piece_low(work, i);
    ils_neighbours_set(frame, tour, first, neighbours);
    ils_neighbours_set(frame, tour, last, neighbours);
  }
}

uint32_t ils_commit(const IlsProblem *problem, const IlsState *state, uint32_t t, const IlsProposal *proposal,
                    const bool *made, IlsCommit *work, const IlsFrame *frame, IlsNeighbours *neighbours) {
  size_t n = (size_t)problem->tour.n;
  uint32_t count = proposals_take(proposal, made, state->kicks, work->taken);
  if (!count) return 0;
  int32_t pieces = pieces_cut(work, count, (int32_t)n);
  pieces_place(work, count, pieces, (int32_t)n);
  pieces_move(work, pieces, state->tour + t * n, state->position + t * n);
  pieces_link(frame, work, pieces, state->tour + t * n, neighbours);
  for (uint32_t k = 0; k < count; k++) state->cost[t] += work->taken[k]->delta;
  return count;
}
