/* Exhaustive 3-opt of giant tours on CUDA: the table of functions. Twin of src/cpu/three_opt/three_opt.c, contract in
 * solver/three_opt/three_opt_kernels.h. A scan is tables (with 2-opt), cube and strips; descend repeats scans and a kernel of one
 * block that applies the best move, as one graph without the host. */
#include <algorithm>
#include <stdio.h>
#include <stdlib.h>
#include <vector>
#include "three_opt_rows.cuh"
#include "three_opt_scan.cuh"

using namespace three_opt;

template <class T> static Status device_alloc(Backend *be, size_t count, T **out) {
  return be->ops->alloc(be, count * sizeof(T), (void **)out);
}

static uint32_t found_most(const ThreeOptPlace *p) {
  const uint64_t tiles = (uint64_t)p->tiles, warps = 8;
  const uint64_t cube = p->whole ? units_of(p->tiles, p->unit_rows) : (uint64_t)PANEL_ROWS / TILE * tiles;
  return (uint32_t)std::min<uint64_t>(warps * (cube + 4 * tiles * tiles + tiles * tiles * 2), 1u << 22);
}

static Status scan_alloc(Backend *be, ThreeOptPlace *p, bool duration) {
  Scan *s = &p->scan;
  const size_t cap = (size_t)p->tiles * TILE + TILE;
  int32_t **const arrays[] = {&s->x, &s->y, &s->r, &s->head, &s->tail, &s->first, &s->last};
  for (int32_t **array : arrays) TRY(device_alloc(be, cap, array));
  if (duration) {
    TRY(device_alloc(be, cap, &s->head_time));
    TRY(device_alloc(be, cap, &s->tail_time));
  }
  TRY(device_alloc(be, cap, &s->at));
  TRY(device_alloc(be, 1, &s->control));
  TRY(device_alloc(be, MOVES_MOST, &s->moves));
  TRY(device_alloc(be, 1, &p->move));
  s->found_most = found_most(p);
  return device_alloc(be, s->found_most, &s->found);
}

static Status tables_alloc(Backend *be, ThreeOptPlace *p) {
  const int32_t rows = p->whole ? p->tiles * TILE : PANEL_ROWS;
  for (int k = 0; k < (p->whole ? 1 : 2); k++) {
    p->tables[k].rows = rows;
    p->tables[k].ld = p->tiles * TILE;
    for (int t = 0; t < TABLES; t++)
      TRY(be->ops->alloc(be, table_bytes(rows, p->tiles, false), (void **)&p->tables[k].word[t]));
  }
  return OK;
}

static Status units_list(Backend *be, ThreeOptPlace *p) {
  std::vector<uint32_t> list;
  const uint32_t slices = (uint32_t)(TILE / p->unit_rows);
  list.reserve(units_of(p->tiles, p->unit_rows));
  for (uint32_t k = 0; k < (uint32_t)p->tiles; k++)
    for (uint32_t slice = 0; slice < slices; slice++)
      for (uint32_t j = 0; j <= k; j++)
        for (uint32_t i = 0; i <= j; i++) list.push_back((k * slices + slice) << 20 | j << 10 | i);
  TRY(device_alloc(be, list.size(), &p->list));
  return be->ops->upload(be, p->list, list.data(), list.size() * sizeof(uint32_t));
}

static Status hierarchy_alloc(Backend *be, ThreeOptPlace *p, int levels) {
  for (int r = 0; r < ref_resources(&p->scan.data); r++) {
    RefHierarchy *h = &p->resource[r];
    h->levels = ref_levels(p->nodes, levels);
    h->resource = ref_resource(&p->scan.data, r);
    TRY(device_alloc(be, (size_t)h->levels.first[h->levels.levels], &h->segment));
  }
  return OK;
}

static Status streams_open(ThreeOptPlace *p) {
  CUDA_TRY(cudaStreamCreateWithFlags(&p->beside, cudaStreamNonBlocking));
  CUDA_TRY(cudaEventCreateWithFlags(&p->forked, cudaEventDisableTiming));
  CUDA_TRY(cudaEventCreateWithFlags(&p->joined, cudaEventDisableTiming));
  return OK;
}

static Status kernels_prepare(void) {
  CUDA_TRY(cudaFuncSetAttribute(cube_kernel<false, false>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                CUBE_BYTES));
  CUDA_TRY(cudaFuncSetAttribute(cube_kernel<true, false>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                CUBE_BYTES));
  CUDA_TRY(cudaFuncSetAttribute(cube_kernel<false, true>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                CUBE_BYTES));
  CUDA_TRY(cudaFuncSetAttribute(strips_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                (int)sizeof(StripShared)));
  return OK;
}

static void three_opt_close(Backend *be, ThreeOptPlace *p) {
  if (!p) return;
  Scan *s = &p->scan;
  if (p->graph) cudaGraphExecDestroy(p->graph);
  if (p->forked) cudaEventDestroy(p->forked);
  if (p->joined) cudaEventDestroy(p->joined);
  if (p->beside) cudaStreamDestroy(p->beside);
  void *const all[] = {s->x,     s->y,         s->r,         s->head, s->tail,    s->first,
                       s->last,  s->head_time, s->tail_time, s->at,   s->control, s->moves,
                       s->found, s->row_best,  p->move,      p->list};
  for (void *one : all) be->ops->free(be, one);
  for (RefHierarchy &h : p->resource) be->ops->free(be, h.segment);
  for (Tables &tables : p->tables)
    for (uint32_t *word : tables.word) be->ops->free(be, word);
  free(p);
}

static Status three_opt_open(Backend *be, const RouteData *data, int32_t nodes, ThreeOptEvaluator evaluator,
                             int levels, ThreeOptPlace **out) {
  Status status = OK;
  ThreeOptPlace *p = (ThreeOptPlace *)calloc(1, sizeof *p);
  if (!p) FAIL(ERR_MEMORY, "no memory for a tour of %d nodes", nodes);
  p->scan.data = *data;
  p->nodes = nodes;
  p->tiles = tiles_of(nodes);
  p->packed = evaluator == THREE_OPT_PACKED;
  p->whole = nodes <= WHOLE_NODES;
  p->unit_rows = unit_rows_of(p->tiles);
  TRY_GOTO(scan_alloc(be, p, data->max_duration != INT32_MAX), cleanup);
  p->hierarchy = evaluator == THREE_OPT_HIERARCHY;
  if (p->hierarchy) TRY_GOTO(hierarchy_alloc(be, p, levels), cleanup);
  if (!p->hierarchy) TRY_GOTO(tables_alloc(be, p), cleanup);
  if (!p->hierarchy && p->whole) TRY_GOTO(units_list(be, p), cleanup);
  TRY_GOTO(streams_open(p), cleanup);
  TRY_GOTO(kernels_prepare(), cleanup);
  *out = p;
  return OK;
cleanup:
  three_opt_close(be, p);
  return status;
}

static uint64_t three_opt_bytes(const Backend *be, const RouteData *data, int32_t nodes,
                                ThreeOptEvaluator evaluator, int levels) {
  ThreeOptPlace p = {};
  (void)be;
  p.nodes = nodes;
  p.tiles = tiles_of(nodes);
  p.packed = evaluator == THREE_OPT_PACKED;
  p.whole = nodes <= WHOLE_NODES;
  p.unit_rows = unit_rows_of(p.tiles);
  const int32_t rows = p.whole ? p.tiles * TILE : 2 * PANEL_ROWS;
  const RefLevels all = ref_levels(nodes, levels);
  const uint64_t segments = (uint64_t)ref_resources(data) * (uint64_t)all.first[all.levels];
  if (evaluator == THREE_OPT_HIERARCHY) return segments * sizeof(RefSegment);
  const uint64_t list = p.whole ? units_of(p.tiles, p.unit_rows) * sizeof(uint32_t) : 0;
  return TABLES * (uint64_t)table_bytes(rows, p.tiles, false) + list + found_most(&p) * sizeof(Found) +
         (uint64_t)(p.tiles + 1) * TILE * (9 * sizeof(int32_t) + sizeof(int2)) +
         (uint64_t)p.tiles * p.tiles * TILE * sizeof(int32_t);
}

static Status three_opt_put(Backend *be, ThreeOptPlace *p, const int32_t *tour, int32_t n) {
  if (n < 4 || n > p->nodes) FAIL(ERR_INTERNAL, "a tour of %d nodes where %d are the most", n, p->nodes);
  p->n = n;
  TRY(be->ops->upload(be, p->scan.x, tour, (size_t)n * sizeof *tour));
  p->fresh = true;
  return setup_launch(p, MOVES_MOST, cuda_state(be)->stream);
}

static Status three_opt_get(Backend *be, ThreeOptPlace *p, int32_t *tour, int32_t *n) {
  Control control;
  TRY(be->ops->download(be, &control, p->scan.control, sizeof control));
  *n = p->n = control.n;
  return be->ops->download(be, tour, p->scan.x, (size_t)*n * sizeof *tour);
}

/* Scans begin with nothing found. */
static Status scan_reset(Backend *be, ThreeOptPlace *p) {
  if (!p->fresh) CUDA_TRY(cuda_launch(reset_kernel, 1, WARP, 0, cuda_state(be)->stream, p->scan));
  p->fresh = false;
  return OK;
}

static Status three_opt_scan(Backend *be, ThreeOptPlace *p, ThreeOptShare share, ThreeOptMove *best) {
  const cudaStream_t stream = cuda_state(be)->stream;
  TRY(scan_reset(be, p));
  TRY(scan_launch(p, share, tiles_of(p->n), false, stream));
  CUDA_TRY(cuda_launch(pick_kernel<PLACE_THREADS>, 1, PLACE_THREADS, 0, stream, p->scan, p->move));
  return be->ops->download(be, best, p->move, sizeof *best);
}

static Status three_opt_rows(Backend *be, ThreeOptPlace *p, ThreeOptShare share, ThreeOptMove *rows) {
  const cudaStream_t stream = cuda_state(be)->stream;
  const int32_t tiles = tiles_of(p->n);
  ThreeOptMove *out = NULL;
  if (p->hierarchy) FAIL(ERR_USAGE, "the segment hierarchy gives no rows");
  if (!p->scan.row_best) TRY(device_alloc(be, (size_t)p->tiles * p->tiles * TILE, &p->scan.row_best));
  CUDA_TRY(cudaMemsetAsync(p->scan.row_best, 0, (size_t)tiles * tiles * TILE * sizeof(int32_t), stream));
  TRY(scan_reset(be, p));
  TRY(scan_launch(p, share, tiles, true, stream));
  TRY(device_alloc(be, (size_t)p->n, &out));
  const cudaError_t error =
      cuda_launch(rows_kernel, (unsigned)(p->n - 1), ROWS_THREADS, 0, stream, p->scan, out);
  Status status = error == cudaSuccess ? be->ops->download(be, rows, out, (size_t)(p->n - 1) * sizeof *rows)
                                       : cuda_fail(error, "rows_kernel", __FILE__, __LINE__);
  be->ops->free(be, out);
  return status;
}

/* ---- descend ---- */

static Status iterations_capture(ThreeOptPlace *p, int32_t routes_most, int32_t tiles, cudaStream_t stream,
                                 cudaGraph_t *graph) {
  CUDA_TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  Status status = OK;
  for (int k = 0; k < GRAPH_ITERATIONS && status == OK; k++) {
    status = scan_launch(p, {0, 1}, tiles, false, stream);
    if (status == OK) status = place_launch(p, routes_most, stream);
  }
  CUDA_TRY(cudaStreamEndCapture(stream, graph));
  return status;
}

static Status graph_make(ThreeOptPlace *p, int32_t routes_most, int32_t tiles, cudaStream_t stream) {
  cudaGraph_t graph;
  if (p->graph) {
    cudaGraphExecDestroy(p->graph);
    p->graph = NULL;
  }
  TRY(iterations_capture(p, routes_most, tiles, stream, &graph));
  const cudaError_t error = cudaGraphInstantiate(&p->graph, graph, 0);
  cudaGraphDestroy(graph);
  CUDA_TRY(error);
  p->graph_routes = routes_most;
  p->graph_tiles = tiles;
  return OK;
}

/* Up to GRAPH_ITERATIONS iterations; in panels, where a scan is long, one. tiles: enough for the longest tour that may come. */
static Status iterations_run(ThreeOptPlace *p, int32_t routes_most, cudaStream_t stream) {
  const int32_t tiles = std::min(tiles_of(p->n + GRAPH_ITERATIONS), p->tiles);
  if (!p->whole) {
    TRY(scan_launch(p, {0, 1}, std::min(tiles_of(p->n), p->tiles), false, stream));
    return place_launch(p, routes_most, stream);
  }
  if (!p->graph || p->graph_routes != routes_most || p->graph_tiles < tiles ||
      p->graph_tiles > tiles + tiles / 8 + 1)
    TRY(graph_make(p, routes_most, tiles, stream));
  CUDA_TRY(cudaGraphLaunch(p->graph, stream));
  return OK;
}

static Status three_opt_descend(Backend *be, ThreeOptPlace *p, int32_t routes_most, uint32_t most,
                                ThreeOptMove *moves, uint32_t *count) {
  const cudaStream_t stream = cuda_state(be)->stream;
  Control control;
  *count = 0;
  p->fresh = false;
  for (bool done = false; !done && *count < most;) {
    const uint32_t limit = std::min<uint32_t>(most - *count, MOVES_MOST);
    TRY(setup_launch(p, limit, stream));
    do {
      TRY(iterations_run(p, routes_most, stream));
      TRY(be->ops->download(be, &control, p->scan.control, sizeof control));
      p->n = control.n;
    } while (!control.done);
    TRY(be->ops->download(be, moves + *count, p->scan.moves, control.moves * sizeof *moves));
    *count += control.moves;
    done = control.moves < limit;
  }
  return OK;
}

static Status three_opt_describe(Backend *be, const ThreeOptPlace *p, int32_t n, Description *out) {
  int clock_khz, sms;
  CUDA_TRY(cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, be->device));
  CUDA_TRY(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, be->device));
  *out = (Description){};
  if (p->hierarchy) {
    snprintf(out->shape, sizeof out->shape, "every move by itself, segment hierarchy of %d levels",
             p->resource[0].levels.levels);
    return OK;
  }
  snprintf(out->shape, sizeof out->shape, "%s tables, %d blocks of %d threads, 64 x 64 pairs by %d edges",
           p->packed ? "16-bit" : "32-bit",
           (int)std::min<uint64_t>(units_of(tiles_of(n), p->unit_rows), INT32_MAX), (int)CUBE_THREADS,
           p->whole ? p->unit_rows : (int)PANEL_ROWS);
  /* 4 add-min instructions a triple at 64 lanes a clock and SM, two triples each if packed; 7 moves a triple */
  out->ceiling_moves_s = 7.0 * sms * 64 * clock_khz * 1e3 / 4 * (p->packed ? 2 : 1);
  snprintf(out->binds, sizeof out->binds, "add-min instructions");
  return OK;
}

extern "C" const ThreeOptKernels three_opt_kernels_cuda = {
    three_opt_open, three_opt_close, three_opt_bytes,   three_opt_put,     three_opt_get,
    three_opt_scan, three_opt_rows,  three_opt_descend, three_opt_describe};
