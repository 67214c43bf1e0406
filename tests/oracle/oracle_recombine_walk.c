/* Tours with exchanged edges: see oracle_recombine_inside.h. */
#include "oracle_recombine_inside.h"

#include <string.h>

void oracle_neighbours(int32_t n, const int32_t *tour, Pair2 *nb) {
  for (int32_t p = 0; p < n; p++) {
    nb[tour[p]][0] = tour[(p + n - 1) % n];
    nb[tour[p]][1] = tour[(p + 1) % n];
  }
}

static int32_t flood(Oracle *o, int32_t start, int32_t part) {
  int32_t count = 0, from = -1, at = start;
  do {
    int32_t next = o->nb[at][0] == from ? o->nb[at][1] : o->nb[at][0];
    o->part[at] = part;
    count++;
    from = at;
    at = next;
  } while (at != start);
  return count;
}

/* The cycle's edges of A go; false: one is not in the tour. */
static int edges_remove(Oracle *o, const Cycle *c, int64_t *delta) {
  for (int32_t i = 0; i < c->size; i++) {
    const int32_t *e = o->entry[c->entry[i]];
    const int32_t p = o->where[e[0]], q = o->where[e[1]];
    if ((p + 1) % o->n != q && (q + 1) % o->n != p) return 0;
    o->cut[(p + 1) % o->n == q ? p : q] = 1;
    *delta -= far(o, e[0], e[1]);
  }
  return 1;
}

static void edges_add(Oracle *o, const Cycle *c, int64_t *delta) {
  for (int32_t i = 0; i < 2 * c->size; i++) {
    const int32_t end = 2 * c->entry[i / 2] + i % 2, to = o->partner[end];
    const int32_t v = o->entry[end / 2][end % 2], u = o->entry[end / 2][!(end % 2)],
                  w = o->entry[to / 2][to % 2];
    o->nb[v][(o->where[v] + 1) % o->n == o->where[u]] = w;
    if (end < to) *delta += far(o, v, w);
  }
}

static int32_t number_parts(Oracle *o) {
  int32_t parts = 0;
  for (int32_t p = 0; p < o->n; p++) o->part[p] = -1;
  for (int32_t p = 0; p < o->n; p++)
    if (o->cut[p] && o->part[o->tour[p]] < 0) {
      o->size[parts] = flood(o, o->tour[p], parts);
      parts++;
    }
  return parts;
}

int oracle_exchange(Oracle *o, const Set *s, int64_t limit, int64_t *delta) {
  int32_t edges = 0;
  oracle_neighbours(o->n, o->tour, o->nb);
  memset(o->cut, 0, (size_t)o->n);
  *delta = 0;
  for (int32_t j = 0; j < s->size; j++) edges += o->cycle[s->cycle[j]].size;
  if (edges > RECOMBINE_CUTS) return 0;
  for (int32_t j = 0; j < s->size; j++)
    if (!edges_remove(o, &o->cycle[s->cycle[j]], delta)) return 0;
  for (int32_t j = 0; j < s->size; j++) edges_add(o, &o->cycle[s->cycle[j]], delta);
  if (*delta >= limit) return 0;
  o->parts = number_parts(o);
  return 1;
}

static int slot(const Pair2 p, int32_t c) { return p[1] == c; }

static void cut_side(Oracle *o, int32_t v, int32_t side) {
  o->cut[(o->where[v] + (side ? 0 : o->n - 1)) % o->n] = 1;
}

static int32_t smallest(const Oracle *o) {
  int32_t u = -1;
  for (int32_t k = 0; k < o->parts; k++)
    if (o->size[k] && (u < 0 || o->size[k] < o->size[u])) u = k;
  return u;
}

/* Joins sub-tour u; false: there is no join. */
static int join(Oracle *o, int32_t u, int64_t *delta) {
  const RecombineTask *t = o->task;
  int32_t best[4] = {-1, 0, 0, 0};
  int64_t least = INT64_MAX;
  for (int32_t p = 0; p < o->n; p++)
    for (int32_t k = 0, v = o->tour[p]; k < t->width && o->part[v] == u; k++) {
      const int32_t w = t->list[v * t->width + k];
      if (o->part[w] == u) continue;
      for (int way = 0; way < 8; way++) {
        const int32_t v2 = o->nb[v][way >> 1 & 1], w2 = o->nb[w][way >> 2];
        const int64_t made = way & 1 ? far(o, v, w2) + far(o, v2, w) : far(o, v, w) + far(o, v2, w2);
        const int64_t change = made - far(o, v, v2) - far(o, w, w2);
        if (change < least) {
          least = change;
          best[0] = v;
          best[1] = w;
          best[2] = way;
        }
      }
    }
  if (best[0] < 0) return 0;
  const int32_t v = best[0], w = best[1], way = best[2], hv = way >> 1 & 1, hw = way >> 2;
  const int32_t v2 = o->nb[v][hv], w2 = o->nb[w][hw], other = o->part[w];
  const int sv = slot(o->nb[v2], v), sw = slot(o->nb[w2], w);
  cut_side(o, v, hv);
  cut_side(o, w, hw);
  o->nb[v][hv] = way & 1 ? w2 : w;
  o->nb[w][hw] = way & 1 ? v2 : v;
  o->nb[v2][sv] = way & 1 ? w : w2;
  o->nb[w2][sw] = way & 1 ? v : v2;
  for (int32_t c = 0; c < o->n; c++)
    if (o->part[c] == u) o->part[c] = other;
  o->size[other] += o->size[u];
  o->size[u] = 0;
  *delta += least;
  return 1;
}

static int32_t cuts(const Oracle *o) {
  int32_t count = 0;
  for (int32_t p = 0; p < o->n; p++) count += o->cut[p];
  return count;
}

int oracle_join(Oracle *o, int64_t limit, int32_t *cities, int64_t *delta) {
  for (int32_t left = o->parts; left > 1; left--) {
    const int32_t u = smallest(o);
    if (cities) *cities -= o->size[u];
    if (cities && *cities < 0) {
      o->seen->refused++;
      return 0;
    }
    if (cuts(o) + 2 > RECOMBINE_CUTS || !join(o, u, delta) || *delta >= limit) return 0;
  }
  return 1;
}

/* Turns nb into the tour. */
void oracle_settle(Oracle *o) {
  int32_t longest = 0, last = -1, previous = 0, n = o->n;
  for (int32_t p = 0; p < n; p++)
    if (o->cut[p]) previous = p - n;
  for (int32_t p = 0; p < n; p++) {
    if (!o->cut[p]) continue;
    if (p - previous > longest) {
      longest = p - previous;
      last = p;
    }
    previous = p;
  }
  int32_t from = o->tour[last], at = o->nb[from][1];
  for (int32_t k = 1; k <= n - longest; k++) {
    const int32_t next = o->nb[at][o->nb[at][0] == from];
    o->tour[(last + k) % n] = at;
    from = at;
    at = next;
  }
  for (int32_t p = 0; p < n; p++) o->where[o->tour[p]] = p;
}
