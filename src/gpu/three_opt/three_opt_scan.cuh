/* Launches: a whole scan, by one set of tables or panel by panel. */
#ifndef CORDEE_GPU_THREE_OPT_SCAN_CUH
#define CORDEE_GPU_THREE_OPT_SCAN_CUH

#include "three_opt_state.cuh"

namespace three_opt {

static Status tables_launch(const Scan &scan, const Tables &t, bool packed, bool pairs, int32_t tiles,
                            cudaStream_t stream) {
  const dim3 grid(tiles, t.rows / TABLE_ROWS);
  if (packed)
    CUDA_TRY(cuda_launch(tables_kernel<true>, grid, TABLE_THREADS, 0, stream, scan, t, pairs));
  else
    CUDA_TRY(cuda_launch(tables_kernel<false>, grid, TABLE_THREADS, 0, stream, scan, t, pairs));
  return OK;
}

static Status cube_launch(const Scan &scan, const Tables &pairs, const Tables &rows, const Units &units,
                          dim3 grid, bool packed, bool by_row, cudaStream_t stream) {
  void (*kernel)(Scan, Tables, Tables, Units) = cube_kernel<false, false>;
  if (by_row)
    kernel = cube_kernel<false, true>;
  else if (packed)
    kernel = cube_kernel<true, false>;
  CUDA_TRY(cuda_launch(kernel, grid, CUBE_THREADS, CUBE_BYTES, stream, scan, pairs, rows, units));
  return OK;
}

static Status strips_launch(const Scan &scan, int32_t edges, cudaStream_t stream) {
  const dim3 grid((edges + STRIP_SIDE - 1) / STRIP_SIDE, (edges + STRIP_THREADS - 1) / STRIP_THREADS);
  const size_t bytes = scan.head_time ? 0 : sizeof(StripShared);
  CUDA_TRY(cuda_launch(strips_kernel, grid, STRIP_THREADS, bytes, stream, scan));
  return OK;
}

static Status setup_launch(const ThreeOptPlace *p, uint32_t limit, cudaStream_t stream) {
  if (p->n <= PLACE_SHORT)
    CUDA_TRY(cuda_launch(setup_kernel<PLACE_FEW>, 1, PLACE_FEW, 0, stream, p->scan, p->n, limit));
  else
    CUDA_TRY(cuda_launch(setup_kernel<PLACE_THREADS>, 1, PLACE_THREADS, 0, stream, p->scan, p->n, limit));
  return OK;
}

static Status place_launch(const ThreeOptPlace *p, int32_t routes_most, cudaStream_t stream) {
  if (p->n <= PLACE_SHORT)
    CUDA_TRY(cuda_launch(place_kernel<PLACE_FEW>, 1, PLACE_FEW, 0, stream, p->scan, routes_most));
  else
    CUDA_TRY(cuda_launch(place_kernel<PLACE_THREADS>, 1, PLACE_THREADS, 0, stream, p->scan, routes_most));
  return OK;
}

/* Tables, then cube and strips side by side. tiles: at least the tour's. */
static Status whole_scan(ThreeOptPlace *p, const Scan &scan, int32_t tiles, bool by_row,
                         cudaStream_t stream) {
  const bool packed = p->packed && !by_row;
  Tables tables = p->tables[0];
  tables.rows = tiles * TILE;
  const Units units = {p->list, 0, p->unit_rows};
  TRY(tables_launch(scan, tables, packed, true, tiles, stream));
  CUDA_TRY(cudaEventRecord(p->forked, stream));
  CUDA_TRY(cudaStreamWaitEvent(p->beside, p->forked, 0));
  TRY(strips_launch(scan, tiles * TILE, p->beside));
  CUDA_TRY(cudaEventRecord(p->joined, p->beside));
  TRY(cube_launch(scan, tables, tables, units, dim3((unsigned)units_of(tiles, p->unit_rows)), packed, by_row,
                  stream));
  CUDA_TRY(cudaStreamWaitEvent(stream, p->joined, 0));
  return OK;
}

/* All pairs of panels: rows of j in one, rows of k in the same or a later one. */
static Status panels_scan(ThreeOptPlace *p, const Scan &scan, int32_t tiles, bool by_row,
                          cudaStream_t stream) {
  const bool packed = p->packed && !by_row;
  TRY(strips_launch(scan, tiles * TILE, stream));
  for (int32_t k = 0; k < tiles * TILE; k += PANEL_ROWS) {
    Tables rows = p->tables[0], pairs = p->tables[1];
    rows.row0 = k;
    TRY(tables_launch(scan, rows, packed, true, std::min(tiles, (k + PANEL_ROWS) / TILE), stream));
    for (int32_t j = 0; j <= k; j += PANEL_ROWS) {
      pairs.row0 = j;
      if (j < k) TRY(tables_launch(scan, pairs, packed, false, (j + PANEL_ROWS) / TILE, stream));
      const Units units = {NULL, (uint32_t)(j / TILE), 0};
      TRY(cube_launch(scan, j < k ? pairs : rows, rows, units,
                      dim3((unsigned)std::min(tiles, (j + PANEL_ROWS) / TILE), PANEL_ROWS / TILE), packed,
                      by_row, stream));
    }
  }
  return OK;
}

/* Every move by itself. */
static Status hierarchy_scan(ThreeOptPlace *p, const Scan &scan, int32_t tiles, cudaStream_t stream) {
  const int resources = ref_resources(&scan.data);
  for (int r = 0; r < resources; r++)
    for (int l = 0; l < p->resource[r].levels.levels; l++) {
      const int64_t points = (int64_t)p->resource[r].levels.blocks[l] * p->resource[r].levels.side[l];
      CUDA_TRY(cuda_launch(hierarchy_build_kernel, (unsigned)((points + WARP - 1) / WARP), WARP, 0, stream,
                           scan, p->resource[r], l));
    }
  CUDA_TRY(cuda_launch(hierarchy_scan_kernel, dim3((unsigned)tiles, (unsigned)(tiles * TILE)), TILE, 0,
                       stream, scan, p->resource[0], p->resource[1]));
  return OK;
}

static Status scan_launch(ThreeOptPlace *p, ThreeOptShare share, int32_t tiles, bool by_row,
                          cudaStream_t stream) {
  Scan scan = p->scan;
  scan.part = share.part;
  scan.parts = share.parts;
  if (!by_row) scan.row_best = NULL;
  if (p->hierarchy) return hierarchy_scan(p, scan, tiles, stream);
  return p->whole ? whole_scan(p, scan, tiles, by_row, stream) : panels_scan(p, scan, tiles, by_row, stream);
}

} // namespace three_opt
#endif
