/* See lattice_host.h. */
#include "lattice_host.h"

#include <omp.h>
#include "evaluator/lookback/layers.h"

enum { NODES_LEAST = 512 /* of a thread: with fewer it waits longer than it computes */ };

/* Nodes from..end - 1 of thread k; of some threads none. */
static void share_of(uint32_t nodes, uint32_t k, uint32_t threads, uint32_t *from, uint32_t *end) {
  const uint32_t most = nodes < NODES_LEAST ? 1 : nodes / NODES_LEAST, all = most < threads ? most : threads;
  *from = k < all ? (uint32_t)((uint64_t)nodes * k / all) : nodes;
  *end = k < all ? (uint32_t)((uint64_t)nodes * (k + 1) / all) : nodes;
}

static void share_compute(const LookbackLayers *l, uint32_t nodes, const char *next, char *out) {
  uint32_t from, end;
  share_of(nodes, (uint32_t)omp_get_thread_num(), (uint32_t)omp_get_num_threads(), &from, &end);
  if (from == end) return;
  if (l->single)
    layer_single(l, from, end, (const float *)next, (float *)out);
  else
    layer_double(l, from, end, (const double *)next, (double *)out);
}

/* No more threads than the widest layer has shares for. In room, of two layers; returns where the last one is. */
static const char *layers_compute(const LookbackLayers *l, int threads, uint32_t left, size_t bytes,
                                  char *room) {
  const int most = l->steps < 2 * NODES_LEAST ? 1 : (int)(l->steps / NODES_LEAST);
#pragma omp parallel num_threads(most < threads ? most : threads)
  {
    char *next = room, *out = room + bytes;
    for (uint32_t nodes = l->steps; nodes > left; nodes--) {
      share_compute(l, nodes, next, out);
      char *const swap = next;
      next = out;
      out = swap;
#pragma omp barrier
    }
  }
  return (l->steps - left) % 2 ? room + bytes : room;
}

Status lattice_host(const LookbackLayers *l, int threads, uint32_t left, void *layer) {
  const size_t size = l->single ? sizeof(float) : sizeof(double), bytes = ((size_t)l->steps + 1) * size;
  char *const room = malloc(2 * bytes);
  if (!room) FAIL(ERR_MEMORY, "no memory for layers of %u nodes", l->steps + 1);
  memcpy(room, l->payoff, bytes);
  memcpy(layer, layers_compute(l, threads, left, bytes, room), ((size_t)left + 1) * size);
  free(room);
  return OK;
}
