/* Transfers of large arrays. Memory that migrants of the ring pass through is pinned. Large downloads, which checkpoints
 * wait for, go to memory that is not pinned. The device copies into one of two page-locked buffers while host threads
 * carry the other one on: a plain copy into memory that nobody has touched yet is held up by one thread's page faults. */
#include "cuda_try.h"

#include <omp.h>
#include <string.h>
#include <algorithm>

enum { PIECE = 16 << 20, THREADS_MOST = 16, GRAIN = 1 << 20 };

static Status staging_open(CudaState *state) {
  for (int k = 0; k < 2; ++k) {
    if (!state->staging[k]) CUDA_TRY(cudaMallocHost(&state->staging[k], PIECE));
    if (!state->staged[k]) CUDA_TRY(cudaEventCreateWithFlags(&state->staged[k], cudaEventDisableTiming));
  }
  return OK;
}

void cuda_staging_close(CudaState *state) {
  for (int k = 0; k < 2; ++k) {
    if (state->staging[k]) cudaFreeHost(state->staging[k]);
    if (state->staged[k]) cudaEventDestroy(state->staged[k]);
  }
}

static size_t piece_bytes(size_t bytes, size_t at) { return std::min((size_t)PIECE, bytes - at); }

static Status piece_fetch(CudaState *state, int k, const char *dev, size_t bytes) {
  CUDA_TRY(cudaMemcpyAsync(state->staging[k], dev, bytes, cudaMemcpyDeviceToHost, state->stream));
  CUDA_TRY(cudaEventRecord(state->staged[k], state->stream));
  return OK;
}

static Status piece_carry(CudaState *state, int k, char *host, size_t bytes, int threads) {
  CUDA_TRY(cudaEventSynchronize(state->staged[k]));
  const char *from = (const char *)state->staging[k];
#pragma omp parallel for schedule(static) num_threads(threads)
  for (size_t at = 0; at < bytes; at += GRAIN)
    memcpy(host + at, from + at, std::min((size_t)GRAIN, bytes - at));
  return OK;
}

Status cuda_download_large(Backend *be, void *host, const void *dev, size_t bytes) {
  CudaState *state = cuda_state(be);
  const int threads = std::min(be->threads > 0 ? be->threads : omp_get_max_threads(), (int)THREADS_MOST);
  char *to = (char *)host;
  const char *from = (const char *)dev;
  TRY(staging_open(state));
  TRY(piece_fetch(state, 0, from, piece_bytes(bytes, 0)));
  for (size_t at = 0, k = 0; at < bytes; at += PIECE, k ^= 1) {
    const size_t next = at + PIECE;
    if (next < bytes) TRY(piece_fetch(state, (int)(k ^ 1), from + next, piece_bytes(bytes, next)));
    TRY(piece_carry(state, (int)k, to + at, piece_bytes(bytes, at), threads));
  }
  return OK;
}

/* ---- pinned memory ---- */

/* Where CUDA refuses, transfers take the usual way. */
void cuda_pin(Backend *be, void *host, size_t bytes) {
  for (PinnedMemory &one : cuda_state(be)->pinned) {
    if (one.at) continue;
    if (cudaHostRegister(host, bytes, cudaHostRegisterDefault) == cudaSuccess)
      one = {(char *)host, bytes};
    else
      cudaGetLastError();
    return;
  }
}

void cuda_unpin(Backend *be, void *host) {
  for (PinnedMemory &one : cuda_state(be)->pinned)
    if (one.at == host) {
      cudaHostUnregister(host);
      one = {};
    }
}

bool cuda_pinned(const Backend *be, const void *host) {
  for (const PinnedMemory &one : cuda_state(be)->pinned)
    if (one.at && (const char *)host >= one.at && (const char *)host < one.at + one.bytes) return true;
  return false;
}
