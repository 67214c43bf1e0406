/* See aco_pieces.h. */
#include "aco_pieces.h"

void aco_pieces_open(AcoPieces *v, int32_t n) {
  v->n = n;
  v->count = 1;
  v->low[0] = 0;
  v->place[0] = v->turned[0] = v->piece[0] = 0;
  for (int32_t k = 1; k <= ACO_PIECES; k++) v->low[k] = n;
}

/* The piece that has position p. */
static int32_t piece_of(const AcoPieces *v, int32_t p) {
  int32_t k = 0;
  for (int32_t step = ACO_PIECES / 2; step; step /= 2) k = v->low[k + step] <= p ? k + step : k;
  return k;
}

int32_t aco_pieces_beside(const AcoPieces *v, int32_t p, int direction) {
  const int32_t k = piece_of(v, p), q = v->turned[k] == direction ? p + 1 : p - 1;
  if (q >= v->low[k] && q < v->low[k + 1]) return q;
  int32_t x = direction ? v->place[k] - 1 : v->place[k] + 1;
  if (x < 0) x = v->count - 1;
  if (x == v->count) x = 0;
  const int32_t other = v->piece[x];
  return v->turned[other] == direction ? v->low[other] : v->low[other + 1] - 1;
}

/* Splits piece k before position p; its first part in the ant's tour stays at its place. */
static void piece_split(AcoPieces *v, int32_t k, int32_t p) {
  const int32_t x = v->place[k];
  for (int32_t j = v->count++; j > k + 1; j--) {
    v->low[j] = v->low[j - 1];
    v->place[j] = v->place[j - 1];
    v->turned[j] = v->turned[j - 1];
  }
  v->low[k + 1] = p;
  v->place[k + 1] = (uint8_t)x;
  v->turned[k + 1] = v->turned[k];
  for (int32_t j = 0; j < v->count; j++) v->place[j] += v->place[j] > x;
  v->place[v->turned[k] ? k : k + 1]++;
  for (int32_t j = 0; j < v->count; j++) v->piece[v->place[j]] = (uint8_t)j;
}

/* Cuts the tour behind position p. */
static void piece_cut(AcoPieces *v, int32_t p) {
  const int32_t k = piece_of(v, p), first = v->turned[k] ? p : p + 1; /* of the upper part */
  if (first > v->low[k] && first < v->low[k + 1]) piece_split(v, k, first);
}

void aco_pieces_reverse(AcoPieces *v, int32_t p, int32_t q) {
  piece_cut(v, p);
  piece_cut(v, q);
  const int32_t x = v->place[piece_of(v, p)], y = v->place[piece_of(v, q)];
  int32_t i = (x < y ? x : y) + 1, j = x < y ? y : x;
  for (int32_t k = i; k <= j; k++) v->turned[v->piece[k]] ^= 1;
  for (; i < j; i++, j--) {
    const uint8_t a = v->piece[i], b = v->piece[j];
    v->piece[i] = b;
    v->place[b] = (uint8_t)i;
    v->piece[j] = a;
    v->place[a] = (uint8_t)j;
  }
}

void aco_pieces_write(const AcoPieces *v, const int32_t *source, int32_t *tour) {
  for (int32_t x = 0; x < v->count; x++) {
    const int32_t k = v->piece[x], low = v->low[k], count = v->low[k + 1] - low;
    for (int32_t i = 0; i < count; i++) *tour++ = source[v->turned[k] ? low + count - 1 - i : low + i];
  }
}
