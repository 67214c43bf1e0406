/* Task parallel: a thread an ant. */
#ifndef CORDEE_LADDER_GPU_COLONY_THREAD_CUH
#define CORDEE_LADDER_GPU_COLONY_THREAD_CUH

#include "gpu/pick.cuh"
#include "solver/aco/aco_step.h"
#include "ladder/colony_kernels.h"

namespace aco_ladder {

/* What all designs read. */
struct Args {
  AcoProblem problem;
  AcoState state;
  const uint32_t *matrix; /* (n, n) or NULL */
  uint32_t iteration, words;
  uint32_t *visited; /* (words, ants of all islands): a bit a city */
};

__device__ static inline uint32_t word_of(const Args &a, uint32_t row, uint32_t step) {
  const philox4x32_ctr_t w = aco_words(a.state.seed, a.state.first + row % a.state.islands, a.iteration,
                                       row / a.state.islands, step / 4);
  return pick(step % 4, w.v[0], w.v[1], w.v[2], w.v[3]);
}

/* An ant of a thread. */
struct Walker {
  const Args *a;
  uint32_t row, ants;
  int32_t city;
  __device__ bool visited(int32_t c) const {
    return a->visited[(c >> 5) * (size_t)ants + row] >> (c & 31) & 1;
  }
  __device__ void visit(int32_t c) {
    a->visited[(c >> 5) * (size_t)ants + row] |= 1u << (c & 31);
    city = c;
  }
};

__device__ static int32_t nearest_of(const Walker &w) {
  const int32_t n = w.a->problem.tour.n;
  int32_t best = -1;
  double reach = 0;
  for (int32_t c = 0; c < n; c++) {
    if (w.visited(c)) continue;
    const double measure = aco_measure(&w.a->problem.tour, w.city, c);
    if (best < 0 || measure < reach) {
      best = c;
      reach = measure;
    }
  }
  return best;
}

/* By its candidates. */
__device__ static int32_t candidate_next(const Walker &w, uint32_t word) {
  const int32_t n = w.a->problem.tour.n, width = w.a->problem.width;
  const uint32_t *row = w.a->state.choice + ((size_t)(w.row % w.a->state.islands) * n + w.city) * width;
  uint32_t total = 0;
  for (int32_t k = 0; k < width; k++) total += w.visited((int32_t)(row[k] & 0xffff)) ? 0 : row[k] >> 16;
  if (!total) return nearest_of(w);
  const uint32_t at = aco_below(word, total);
  uint32_t sum = 0;
  int32_t k = -1;
  while (sum <= at) {
    k++;
    sum += w.visited((int32_t)(row[k] & 0xffff)) ? 0 : row[k] >> 16;
  }
  return (int32_t)(row[k] & 0xffff);
}

/* Among all cities: one pass for the total, one for the choice. */
__device__ static int32_t any_next(const Walker &w, uint32_t word) {
  const int32_t n = w.a->problem.tour.n;
  const uint32_t *row = w.a->matrix + (size_t)w.city * n;
  uint32_t total = 0, sum = 0;
  for (int32_t c = 0; c < n; c++) total += w.visited(c) ? 0 : row[c];
  const uint32_t at = aco_below(word, total);
  for (int32_t first = 0; first < ACO_LADDER_THREADS; first++)
    for (int32_t c = first; c < n; c += ACO_LADDER_THREADS) {
      sum += w.visited(c) ? 0 : row[c];
      if (sum > at) return c;
    }
  return -1;
}

template <bool ALL_CITIES> __global__ static void thread_kernel(Args a, uint32_t ants) {
  const uint32_t row = blockIdx.x * blockDim.x + threadIdx.x;
  const int32_t n = a.problem.tour.n;
  if (row >= ants) return;
  Walker w = {&a, row, ants, 0};
  int32_t *tour = a.state.tour + (size_t)row * n;
  int64_t cost = 0;
  for (uint32_t k = 0; k < a.words; k++) a.visited[k * (size_t)ants + row] = 0;
  w.visit(tour[0] = (int32_t)aco_below(word_of(a, row, 0), (uint32_t)n));
  for (int32_t s = 1; s < n; s++) {
    const uint32_t word = word_of(a, row, (uint32_t)s);
    const int32_t next = ALL_CITIES ? any_next(w, word) : candidate_next(w, word);
    cost += tour_distance(&a.problem.tour, w.city, next);
    w.visit(tour[s] = next);
  }
  a.state.cost[row] = cost + tour_distance(&a.problem.tour, w.city, tour[0]);
  a.state.ant[row] = row / a.state.islands;
}

} // namespace aco_ladder

#endif
