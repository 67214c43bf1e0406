/* From links to a tour on CUDA: every 2^STRIDE_BITS-th city is a milestone; all milestones set out in both
 * directions at once and stop at the next one. The host puts the milestones, not the cities, in a row; then the
 * walks in the tour's direction are made again, each writing its part (list ranking by sublists, Helman and JaJa
 * 1999). Included by greedy.cu alone. */
#ifndef CORDEE_TOUR_WALK_CUH
#define CORDEE_TOUR_WALK_CUH

#include "candidates.cuh"
#include "../solver/greedy_step.h"

#include <stdlib.h>

enum { STRIDE_BITS = 6, STRIDE_MASK = (1 << STRIDE_BITS) - 1 };

/* A walk from a milestone; walk 2 k + d is that of milestone k by link d. */
typedef struct Walk {
  int32_t steps; /* to the next milestone */
  int32_t next;  /* the walk that goes on from there */
  int32_t begin; /* position of its own milestone; -1: against the tour's direction */
} Walk;

static int32_t milestones_of(int32_t n) { return (int32_t)(((int64_t)n + STRIDE_MASK) >> STRIDE_BITS); }

__global__ static void walks_measure(const int32_t *link, int32_t walks, Walk *walk) {
  const int64_t w = element();
  if (w >= walks) return;
  int32_t before = (int32_t)(w / 2) << STRIDE_BITS, at = link[2 * (int64_t)before + w % 2], steps = 1;
  while (at & STRIDE_MASK) {
    const int32_t next = greedy_next(link, before, at);
    before = at, at = next, ++steps;
  }
  walk[w].steps = steps;
  walk[w].next = 2 * (at >> STRIDE_BITS) + (link[2 * (int64_t)at] == before);
}

__global__ static void walks_write(const int32_t *link, int32_t walks, const Walk *walk, int32_t *tour) {
  const int64_t w = element();
  if (w >= walks || walk[w].begin < 0) return;
  int32_t before = (int32_t)(w / 2) << STRIDE_BITS, at = link[2 * (int64_t)before + w % 2],
          *to = tour + walk[w].begin;
  *to++ = before;
  while (at & STRIDE_MASK) {
    const int32_t next = greedy_next(link, before, at);
    *to++ = at, before = at, at = next;
  }
}

/* Positions of the walks from city 0 on, in the direction of its lower neighbour. */
static Status walks_place(const int32_t *link, int32_t n, int32_t walks, Walk *walk, Walk *host,
                          cudaStream_t stream) {
  const size_t bytes = (size_t)walks * sizeof *walk;
  int32_t first[2];
  CUDA_TRY(cudaMemcpyAsync(first, link, sizeof first, cudaMemcpyDeviceToHost, stream));
  CUDA_TRY(cudaMemcpyAsync(host, walk, bytes, cudaMemcpyDeviceToHost, stream));
  CUDA_TRY(cudaStreamSynchronize(stream));
  for (int32_t w = 0; w < walks; ++w) host[w].begin = -1;
  for (int32_t w = first[1] < first[0], at = 0; at < n; w = host[w].next) {
    if (host[w].begin >= 0) FAIL(ERR_INTERNAL, "links of %d cities make no tour", n);
    host[w].begin = at, at += host[w].steps;
  }
  CUDA_TRY(cudaMemcpyAsync(walk, host, bytes, cudaMemcpyHostToDevice, stream));
  return OK;
}

/* link (n, 2) of one closed tour; room: n int32 to work in; tour (n). Returns when done. ERR_MEMORY, ERR_DEVICE. */
static Status tour_walk(const int32_t *link, int32_t n, int32_t *room, int32_t *tour, cudaStream_t stream) {
  const int32_t walks = 2 * milestones_of(n);
  Walk *host = (Walk *)malloc((size_t)walks * sizeof *host), *walk = (Walk *)room;
  if (!host) FAIL(ERR_MEMORY, "no memory for the walks of %d cities", n);
  walks_measure<<<blocks_for(walks), THREADS, 0, stream>>>(link, walks, walk);
  Status status = walks_place(link, n, walks, walk, host, stream);
  if (status == OK) walks_write<<<blocks_for(walks), THREADS, 0, stream>>>(link, walks, walk, tour);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
  free(host);
  if (status == OK) CUDA_TRY(error);
  return status;
}

#endif
