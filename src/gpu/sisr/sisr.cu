/* Slack induction by string removals on CUDA: twin of src/cpu/sisr. Contract: solver/sisr/sisr_kernels.h.
 *
 * A block has a part, a warp makes a proposal of a round on its own copy of the solution in shared memory: lanes are the neighbours
 * of a customer that is inserted. Copies are put right after the round by what proposals have noted. Kernels: sisr_round.cuh. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include "../cuda_try.h"
#include "sisr_round.cuh"
#include "sisr_tables.cuh"
#include "solver/sisr/sisr_numbers.h"

namespace {

using namespace sisr;

typedef void (*RoundsKernel)(Place, uint64_t, uint32_t);

} // namespace

struct SisrPlace {
  SisrShape shape;
  Place device;
  SisrNumbers numbers;
  Kind kind;
  uint32_t count;
  PartHead *part;           /* (parts_most) on the device */
  int32_t *part_of, *local; /* (chains, customers + 1) on the device */
  int32_t *id;              /* (parts_most, stride) on the device */
  float *temperature;       /* (chains) on the device */
  PartHead *heads;          /* (parts_most) on the host */
  uint32_t *links;          /* (parts_most, stride) on the host */
};

namespace {

/* ---- which kernel ---- */

template <Mode MODE> RoundsKernel rounds_of(Kind kind) {
  static const RoundsKernel kernels[] = {rounds_kernel<Small, MODE>, rounds_kernel<Whole, MODE>,
                                         rounds_kernel<Floor, MODE>, rounds_kernel<Plane, MODE>,
                                         rounds_kernel<Matrix, MODE>};
  return kernels[kind];
}
Mode mode_of(const RouteData *data) {
  return data->ready ? WINDOWS : data->max_duration != INT32_MAX ? LIMITED : FREE;
}
RoundsKernel kernel_of(const SisrPlace *place) {
  switch (mode_of(&place->shape.data)) {
  case WINDOWS:
    return rounds_of<WINDOWS>(place->kind);
  case LIMITED:
    return rounds_of<LIMITED>(place->kind);
  default:
    return rounds_of<FREE>(place->kind);
  }
}

size_t point_bytes(const RouteData *data) { return data->matrix ? sizeof(int) : sizeof(int2); }

size_t shared_bytes(const SisrPlace *place) {
  return block_bytes(place->device.stride, place->device.slots, place->shape.width,
                     mode_of(&place->shape.data), point_bytes(&place->shape.data));
}

/* The kind of an instance's distances, by its coordinates. */
Status kind_find(Backend *be, const RouteData *data, Kind *out) {
  *out = KIND_MATRIX;
  if (data->matrix) return OK;
  const size_t nodes = (size_t)data->customers + 1;
  int32_t *const xy = (int32_t *)malloc(2 * nodes * sizeof *xy);
  if (!xy) FAIL(ERR_MEMORY, "no memory for %zu coordinates", nodes);
  Status status = be->ops->download(be, xy, data->x, nodes * sizeof *xy);
  if (status == OK) status = be->ops->download(be, xy + nodes, data->y, nodes * sizeof *xy);
  if (status == OK) {
    int64_t wide = 0, far = 0;
    for (int half = 0; half < 2; half++) {
      const auto range = std::minmax_element(xy + half * nodes, xy + (half + 1) * nodes);
      wide = std::max(wide, (int64_t)*range.second - *range.first);
      far = std::max({far, (int64_t)std::abs(*range.first), (int64_t)std::abs(*range.second)});
    }
    *out = kind_of(data->divisor, wide, far);
  }
  free(xy);
  return status;
}

/* ---- memory ---- */

uint64_t sisr_bytes(const Backend *be, const SisrShape *shape) {
  const uint64_t stride = (uint64_t)shape->part_most + 1, nodes = (uint64_t)shape->data.customers + 1;
  (void)be;
  return shape->parts_most * (stride * (SISR_NEAR * 2 + (shape->data.ready ? sizeof(int4) : 0) +
                                        sizeof(int2) + 3 * sizeof(int32_t) + sizeof(int32_t)) +
                              sizeof(PartHead) + 16) +
         shape->chains * (2 * nodes + 1) * sizeof(int32_t);
}

void sisr_close(Backend *be, SisrPlace *place) {
  if (!place) return;
  Place &d = place->device;
  void *const all[] = {place->part, place->part_of, place->local, place->id, place->temperature,
                       d.near,      d.at,           d.window,     d.demand,  d.link,
                       d.kept,      d.cost,         d.kept_cost};
  for (void *one : all) be->ops->free(be, one);
  sisr_numbers_free(&place->numbers);
  free(place->heads), free(place->links);
  free(place);
}

template <class T> Status array(Backend *be, T **out, size_t count) {
  return be->ops->alloc(be, count * sizeof(T), (void **)out);
}

Status arrays_make(Backend *be, SisrPlace *place) {
  const SisrShape &s = place->shape;
  Place &d = place->device;
  const size_t rows = s.parts_most * (size_t)d.stride, all = s.chains * ((size_t)s.data.customers + 1);
  TRY(sisr_numbers_make(&s, &place->numbers));
  place->heads = (PartHead *)calloc(s.parts_most + (size_t)1, sizeof *place->heads);
  place->links = (uint32_t *)malloc((rows + 1) * sizeof *place->links);
  if (!place->heads || !place->links) FAIL(ERR_MEMORY, "no memory for %u parts", s.parts_most);
  TRY(array(be, &place->part, s.parts_most));
  TRY(array(be, &place->part_of, all));
  TRY(array(be, &place->local, all));
  TRY(array(be, &place->id, rows));
  TRY(array(be, &place->temperature, s.chains));
  TRY(array(be, &d.near, rows * SISR_NEAR));
  TRY(array(be, &d.at, rows));
  TRY(array(be, &d.demand, rows));
  if (s.data.ready) TRY(array(be, &d.window, rows));
  TRY(array(be, &d.link, rows));
  TRY(array(be, &d.kept, rows));
  TRY(array(be, &d.cost, s.parts_most));
  TRY(array(be, &d.kept_cost, s.parts_most));
  d.part = place->part, d.temperature = place->temperature;
  return OK;
}

Status sisr_open(Backend *be, const SisrShape *shape, SisrPlace **out) {
  Status status = OK;
  SisrPlace *place = (SisrPlace *)calloc(1, sizeof *place);
  if (!place) FAIL(ERR_MEMORY, "no memory for %u chains", shape->chains);
  place->shape = *shape;
  place->device.data = shape->data, place->device.seed = shape->seed,
  place->device.route_cost = shape->route_cost;
  place->device.width = shape->width, place->device.stride = shape->part_most + 1;
  TRY_GOTO(kind_find(be, &shape->data, &place->kind), cleanup);
  TRY_GOTO(arrays_make(be, place), cleanup);
  *out = place;
  return OK;
cleanup:
  sisr_close(be, place);
  return status;
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

/* Parts that are whole chains see the same instance: the first one's table. */
uint32_t table_of(const SisrPlace *place, const SisrPart *parts, uint32_t p) {
  if (parts[p].customers < place->shape.data.customers) return p;
  uint32_t first = 0;
  while (parts[first].customers < place->shape.data.customers) first++;
  return first;
}

Status heads_put(Backend *be, SisrPlace *place, const SisrPart *parts, uint32_t count) {
  place->device.slots = 0;
  for (uint32_t p = 0; p < count; p++) {
    const SisrPart &from = parts[p];
    place->heads[p] = {place->shape.first + from.chain,
                       from.number,
                       from.chain,
                       table_of(place, parts, p),
                       from.customers,
                       from.routes_most,
                       from.routes_least};
    place->device.slots = std::max(place->device.slots, from.routes_most);
  }
  return be->ops->upload(be, place->part, place->heads, count * sizeof *place->heads);
}

Status links_put(Backend *be, SisrPlace *place, const SisrPart *parts, uint32_t count,
                 const SisrSolutions *from, uint32_t *link, int64_t *cost) {
  const size_t stride = (size_t)place->device.stride;
  for (uint32_t p = 0; p < count; p++)
    sisr_links_of(&place->numbers, &parts[p],
                  from->gene + parts[p].chain * (size_t)place->shape.data.customers + parts[p].first,
                  place->links + p * stride);
  TRY(be->ops->upload(be, link, place->links, count * stride * sizeof *link));
  return be->ops->upload(be, cost, from->cost, count * sizeof *cost);
}

Status tables_put(Backend *be, SisrPlace *place, uint32_t count) {
  TableInput in = {place->shape.data, place->shape.near, place->shape.near_width, place->part, place->part_of,
                   place->local,      place->id};
  uint32_t tables = 0, *const own = place->links; /* links are uploaded, their place is free */
  for (uint32_t p = 0; p < count; p++)
    if (place->heads[p].table == p) own[tables++] = p;
  void *device, *args[] = {&in, &place->device, &device};
  TRY(cuda_workspace(be, tables * sizeof *own, &device));
  TRY(be->ops->upload(be, device, own, tables * sizeof *own));
  CUDA_TRY(cudaLaunchKernel(tables_kernel, tables, 512, args, 0, cuda_state(be)->stream));
  return OK;
}

Status sisr_put(Backend *be, SisrPlace *place, const SisrPart *parts, uint32_t count,
                const SisrSolutions *now, const SisrSolutions *kept) {
  const size_t all = place->shape.chains * place->numbers.nodes * sizeof(int32_t);
  place->count = count;
  sisr_numbers_set(&place->numbers, parts, count, place->shape.chains, now->gene);
  TRY(heads_put(be, place, parts, count));
  TRY(be->ops->upload(be, place->part_of, place->numbers.part, all));
  TRY(be->ops->upload(be, place->local, place->numbers.local, all));
  TRY(be->ops->upload(be, place->id, place->numbers.id, count * place->numbers.stride * sizeof(int32_t)));
  TRY(links_put(be, place, parts, count, now, place->device.link, place->device.cost));
  TRY(links_put(be, place, parts, count, kept, place->device.kept, place->device.kept_cost));
  return tables_put(be, place, count);
}

Status genes_get(Backend *be, SisrPlace *place, const uint32_t *link, const int64_t *cost,
                 SisrSolutions *out) {
  const size_t stride = (size_t)place->device.stride;
  TRY(be->ops->download(be, out->cost, cost, place->count * sizeof *cost));
  if (!out->gene) return OK;
  TRY(be->ops->download(be, place->links, link, place->count * stride * sizeof *link));
  uint32_t chain = UINT32_MAX;
  int32_t *gene = NULL;
  for (uint32_t p = 0; p < place->count; p++) {
    if (place->heads[p].here != chain)
      chain = place->heads[p].here, gene = out->gene + chain * (size_t)place->shape.data.customers;
    sisr_genes_of(&place->numbers, p, place->heads[p].m, place->links + p * stride, gene);
    gene += place->heads[p].m;
  }
  return OK;
}

Status sisr_get(Backend *be, SisrPlace *place, SisrSolutions *now, SisrSolutions *kept) {
  TRY(genes_get(be, place, place->device.link, place->device.cost, now));
  return genes_get(be, place, place->device.kept, place->device.kept_cost, kept);
}

/* ---- rounds ---- */

Status sisr_advance(Backend *be, SisrPlace *place, const float *temperature, uint64_t first,
                    uint32_t rounds) {
  const RoundsKernel kernel = kernel_of(place);
  const size_t bytes = shared_bytes(place);
  TRY(be->ops->upload(be, place->temperature, temperature, place->shape.chains * sizeof *temperature));
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
  void *args[] = {&place->device, &first, &rounds};
  CUDA_TRY(cudaLaunchKernel(kernel, place->count, place->shape.width * sisr::WARP, args, bytes,
                            cuda_state(be)->stream));
  return OK;
}

Status sisr_describe(Backend *be, const SisrPlace *place, Description *out) {
  int blocks = 0;
  *out = {};
  const RoundsKernel kernel = kernel_of(place);
  const size_t bytes = shared_bytes(place);
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, place->shape.width * WARP, bytes));
  snprintf(out->shape, sizeof out->shape,
           "%u chains in %u parts, %d proposals a round, a warp each; %zu bytes of shared memory a part, %d "
           "at once",
           place->shape.chains, place->count, place->shape.width, bytes, blocks * cuda_state(be)->sms);
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
