/* A call of recombine_large.cu: its memory, launches, and what the host reads. Inside recombine_large.cu. */
#ifndef CORDEE_GPU_EAX_LARGE_CALL_CUH
#define CORDEE_GPU_EAX_LARGE_CALL_CUH

#include "gpu/device_wide.h"
#include "large_ends.cuh"

#include <algorithm>
#include <vector>

/* One call for a chunk of pairs. */
struct Call {
  Backend *be;
  cudaStream_t stream;
  int sms;
  Large l;
  std::vector<void *> owned; /* of cuda_allocate */
};

#define LAUNCH(call, work, kernel, ...)                                                                      \
  do {                                                                                                       \
    const int64_t blocks_ = ((int64_t)(work) + LARGE_BLOCK - 1) / LARGE_BLOCK;                               \
    kernel<<<(unsigned)std::max<int64_t>(1, std::min<int64_t>(blocks_, 64 * (call)->sms)), LARGE_BLOCK, 0,   \
             (call)->stream>>>(__VA_ARGS__);                                                                 \
    CUDA_TRY(cudaGetLastError());                                                                            \
  } while (0)

static int warps_of(int sms) { return 3 * sms * LARGE_BLOCK / 32; }

/* Bytes that CUB wants for scans of so many numbers. */
static Status scratch_need(int32_t all, size_t *bytes) {
  size_t ints = 0, words = 0;
  CUDA_TRY(device_sums_before(NULL, &ints, NULL, NULL, all, 0));
  CUDA_TRY(device_sums_upto(NULL, &words, NULL, NULL, all, 0));
  *bytes = std::max(ints, words);
  return OK;
}

static char *take(char *base, size_t *at, size_t bytes) {
  char *own = base ? base + *at : NULL;
  *at += (bytes + 255) / 256 * 256;
  return own;
}

/* Lays out the workspace; returns its bytes. base NULL: only counts. */
static size_t carve(Large *l, size_t pairs, size_t n, int sms, size_t scratch, char *base) {
  const size_t all = pairs * n, word = sizeof(int32_t);
  size_t at = 0;
  int32_t **ints[] = {&l->pair.entries, &l->pair.cycles, &l->pair.cuts, &l->pair.gaining, &l->counter};
  for (int32_t **own : ints) *own = (int32_t *)take(base, &at, (pairs + 1) * word);
  int32_t **singles[] = {&l->position, &l->position_b, &l->entry, &l->scan,
                         &l->cycle,    &l->member,     &l->first, &l->unsorted};
  for (int32_t **own : singles) *own = (int32_t *)take(base, &at, (all + pairs + 1) * word);
  int32_t **doubles[] = {&l->city, &l->partner};
  for (int32_t **own : doubles) *own = (int32_t *)take(base, &at, 2 * all * word);
  int32_t **jumps[] = {&l->low[0], &l->low[1], &l->jump[0], &l->jump[1]};
  for (int32_t **own : jumps) *own = (int32_t *)take(base, &at, (2 * all + 2 * pairs + 2) * word);
  l->reach = l->low[0];
  l->trial = (RecombineTrial *)take(base, &at, (size_t)warps_of(sms) * sizeof *l->trial);
  l->scratch = take(base, &at, scratch);
  l->scratch_bytes = scratch;
  return at;
}

/* Memory until the call ends. */
template <class T> static Status own(Call *c, size_t count, T **out) {
  void *dev;
  TRY(cuda_allocate(c->be, count * sizeof **out, &dev));
  c->owned.push_back(dev);
  *out = (T *)dev;
  return OK;
}

static Status read(const Call *c, const int32_t *dev, size_t count, int32_t *host) {
  CUDA_TRY(cudaMemcpyAsync(host, dev, count * sizeof *host, cudaMemcpyDeviceToHost, c->stream));
  CUDA_TRY(cudaStreamSynchronize(c->stream));
  return OK;
}

static Status zero(const Call *c, void *dev, size_t bytes) {
  CUDA_TRY(cudaMemsetAsync(dev, 0, bytes, c->stream));
  return OK;
}

static Status sums(Call *c, const int32_t *in, int32_t *out, int32_t count) {
  size_t bytes = c->l.scratch_bytes;
  CUDA_TRY(device_sums_before(c->l.scratch, &bytes, in, out, count, c->stream));
  return OK;
}

#endif
