/* Slack induction by string removals on CUDA: twin of src/cpu/sisr. Contract: solver/sisr/sisr_kernels.h.
 *
 * A block has a part, a warp makes a proposal of a round on its own copy of the solution in shared memory: lanes are the neighbours
 * of a customer that is inserted. Copies are put right after the round by what proposals have noted. Kernels: sisr_round.cuh, in
 * units of their own (sisr_free.cu and others). */
#include <cstdio>
#include <cstring>
#include "gpu/cuda_try.h"
#include "sisr_place.cuh"
#include "sisr_rounds.h"

namespace {

using namespace sisr;

/* ---- which kernel ---- */

RoundsKernel kernel_of(const SisrPlace *place) {
  switch (place->mode) {
  case WINDOWS:
    return rounds_windows(place->kind);
  case LIMITED:
    return rounds_limited(place->kind);
  default:
    return rounds_free(place->kind);
  }
}

size_t point_bytes(const RouteData *data) { return data->matrix ? sizeof(int) : sizeof(int2); }

size_t part_bytes(const SisrPlace *place, const PartHead &head) {
  return block_bytes(head.m + 1, head.slots, place->device.width, place->mode,
                     point_bytes(&place->book.task[0].host));
}

int32_t sisr_part_most(const Backend *be, const RouteData *data, int32_t width, int32_t slots) {
  const size_t room = cuda_state(be)->shared_block;
  int32_t low = 0, high = SISR_PART_MAX;
  while (low < high) {
    const int32_t middle = (low + high + 1) / 2;
    if (block_bytes(middle + 1, slots, width, mode_of(data), point_bytes(data)) <= room)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

/* ---- solutions in and out ---- */

/* Parts of a task that are whole chains see the same instance: the first one's table. */
void heads_make(SisrPlace *place, uint32_t k, const SisrChains *chains) {
  const SisrTask &task = place->book.task[k];
  uint32_t whole = UINT32_MAX, row = place->book.row[k];
  for (uint32_t p = 0; p < chains->count; p++, row++) {
    const SisrPart &from = chains->part[p];
    const bool all = from.customers == task.host.customers;
    if (all && whole == UINT32_MAX) whole = row;
    place->heads[row] = {task.first + from.chain,
                         from.number,
                         place->book.chain[k] + from.chain,
                         k,
                         all ? whole : row,
                         from.customers,
                         from.routes_most,
                         from.routes_least};
    place->shared = std::max(place->shared, part_bytes(place, place->heads[row]));
  }
}

Status heads_put(Backend *be, SisrPlace *place, const SisrChains *chains) {
  place->shared = 0;
  for (uint32_t k = 0; k < place->book.tasks; k++) heads_make(place, k, &chains[k]);
  return be->ops->upload(be, place->part, place->heads, place->count * sizeof *place->heads);
}

Status numbers_put(Backend *be, SisrPlace *place) {
  const SisrBook &b = place->book;
  TableTask *const table = (TableTask *)place->scratch;
  for (uint32_t k = 0; k < b.tasks; k++)
    table[k] = {b.task[k].near, b.task[k].near_width, b.task[k].first, b.row[k], b.cell[k]};
  TRY(be->ops->upload(be, place->table, table, b.tasks * sizeof *table));
  TRY(be->ops->upload(be, place->part_of, b.part, b.cells * sizeof *b.part));
  TRY(be->ops->upload(be, place->local, b.local, b.cells * sizeof *b.local));
  return be->ops->upload(be, place->id, b.id, place->count * b.stride * sizeof *b.id);
}

Status links_put(Backend *be, SisrPlace *place, const SisrChains *chains, bool kept) {
  Place &d = place->device;
  sisr_book_read(&place->book, chains, kept, be->threads, place->links, place->costs);
  TRY(be->ops->upload(be, kept ? d.kept : d.link, place->links,
                      place->count * place->book.stride * sizeof *place->links));
  return be->ops->upload(be, kept ? d.kept_cost : d.cost, place->costs, place->count * sizeof *place->costs);
}

Status tables_put(Backend *be, SisrPlace *place) {
  TableInput in = {place->table, place->part, place->part_of, place->local, place->id};
  uint32_t tables = 0, *const own = place->links; /* links are uploaded, their place is free */
  for (uint32_t p = 0; p < place->count; p++)
    if (place->heads[p].table == p) own[tables++] = p;
  void *device, *args[] = {&in, &place->device, &device};
  TRY(cuda_workspace(be, tables * sizeof *own, &device));
  TRY(be->ops->upload(be, device, own, tables * sizeof *own));
  CUDA_TRY(cudaLaunchKernel(tables_kernel, tables, 512, args, 0, cuda_state(be)->stream));
  return OK;
}

Status sisr_put(Backend *be, SisrPlace *place, const SisrChains *chains) {
  place->count = sisr_book_set(&place->book, chains, be->threads);
  TRY(heads_put(be, place, chains));
  TRY(numbers_put(be, place));
  TRY(links_put(be, place, chains, false));
  TRY(links_put(be, place, chains, true));
  return tables_put(be, place);
}

/* All of them are asked for their genes, or none. */
Status chains_get(Backend *be, SisrPlace *place, const SisrChains *chains, bool kept) {
  const Place &d = place->device;
  TRY(be->ops->download(be, place->costs, kept ? d.kept_cost : d.cost, place->count * sizeof *place->costs));
  if (kept ? chains->kept.gene : chains->now.gene)
    TRY(be->ops->download(be, place->links, kept ? d.kept : d.link,
                          place->count * place->book.stride * sizeof *place->links));
  sisr_book_write(&place->book, chains, kept, be->threads, place->links, place->costs);
  return OK;
}

Status sisr_get(Backend *be, SisrPlace *place, const SisrChains *chains) {
  TRY(chains_get(be, place, chains, false));
  return chains_get(be, place, chains, true);
}

/* ---- rounds ---- */

Status turns_put(Backend *be, SisrPlace *place, const SisrTurn *turn) {
  const SisrBook &b = place->book;
  Rounds *const rounds = (Rounds *)place->scratch;
  for (uint32_t k = 0; k < b.tasks; k++) rounds[k] = {turn[k].first, turn[k].rounds};
  TRY(be->ops->upload(be, place->rounds, rounds, b.tasks * sizeof *rounds));
  float *const temperature = (float *)place->scratch;
  for (uint32_t k = 0; k < b.tasks; k++)
    memcpy(temperature + b.chain[k], turn[k].temperature, b.task[k].chains * sizeof *temperature);
  return be->ops->upload(be, place->temperature, temperature, b.chains * sizeof *temperature);
}

Status sisr_advance(Backend *be, SisrPlace *place, const SisrTurn *turn) {
  const RoundsKernel kernel = kernel_of(place);
  TRY(turns_put(be, place, turn));
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)place->shared));
  void *args[] = {&place->device};
  CUDA_TRY(cudaLaunchKernel(kernel, place->count, place->device.width * sisr::WARP, args, place->shared,
                            cuda_state(be)->stream));
  return OK;
}

Status sisr_describe(Backend *be, const SisrPlace *place, Description *out) {
  int blocks = 0;
  *out = {};
  const RoundsKernel kernel = kernel_of(place);
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)place->shared));
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, place->device.width * WARP,
                                                         place->shared));
  snprintf(out->shape, sizeof out->shape,
           "%u chains in %u parts, %d proposals a round, a warp each; %zu bytes of shared memory a part, %d "
           "at once",
           place->book.chains, place->count, place->device.width, place->shared,
           blocks * cuda_state(be)->sms);
  return OK;
}

/* On 128 multiprocessors of 1,024 threads and 228 KiB of shared memory each. Routes of eight customers. */
uint32_t sisr_parts(int32_t customers, int32_t width) {
  const uint32_t threads = 1024 / (width * WARP);
  const size_t bytes = block_bytes(customers + 1, customers / 8 + 8, width, FREE, sizeof(int2)) + 1024;
  const uint32_t fit = (uint32_t)((228 << 10) / bytes);
  return 128 * std::max(1u, std::min(threads, fit));
}

} // namespace

extern "C" const SisrKernels sisr_kernels_cuda = {sisr_open, sisr_close,   sisr_bytes, sisr_part_most,
                                                  sisr_put,  sisr_advance, sisr_get,   sisr_describe,
                                                  8,         sisr_parts};
