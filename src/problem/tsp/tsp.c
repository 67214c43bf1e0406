/* See tsp.h. */
#include "tsp.h"

const char *metric_name(Metric metric) {
  static const char *const names[METRIC_COUNT] = {
      [METRIC_EUC_2D] = "EUC_2D",     [METRIC_CEIL_2D] = "CEIL_2D",   [METRIC_ATT] = "ATT",
      [METRIC_MAN_2D] = "MAN_2D",     [METRIC_MAX_2D] = "MAX_2D",     [METRIC_GEO] = "GEO",
      [METRIC_EXPLICIT] = "EXPLICIT", [METRIC_DIRECTED] = "EXPLICIT", [METRIC_EUC_3D] = "EUC_3D",
      [METRIC_CEIL_3D] = "CEIL_3D",   [METRIC_MAN_3D] = "MAN_3D",     [METRIC_MAX_3D] = "MAX_3D",
      [METRIC_GEOM] = "GEOM"};
  return names[metric];
}

Status tsp_alloc(Metric metric, int32_t n, Instance **out) {
  const TspInstance like = {
      .head = {.problem = &problem_tsp, .n = n}, .metric = metric, .from = -1, .to = -1};
  return instance_alloc_like(&like.head, out);
}

static bool is_symmetric(const TspInstance *tsp) {
  const size_t n = (size_t)tsp->head.n;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      if (tsp->matrix[i * n + j] != tsp->matrix[j * n + i]) return false;
  return true;
}

void tsp_matrix_settle(TspInstance *tsp) {
  const size_t n = (size_t)tsp->head.n;
  if (tsp->fixed_count || !is_symmetric(tsp)) return; /* fixed edges have a direction */
  tsp->metric = METRIC_EXPLICIT;
  for (size_t i = 0; i < n; i++) tsp->matrix[i * n + i] = 0;
}

Status tsp_directed_check(const char *place, const TspInstance *tsp) {
  const size_t n = (size_t)tsp->head.n;
  if (tsp->metric != METRIC_DIRECTED) return OK;
  for (size_t a = 0; a < n; a++)
    for (size_t b = 0; b < n; b++) {
      const int32_t found = tsp->matrix[a * n + b];
      if (a != b && found > DIRECTED_MAX)
        FAIL(ERR_FORMAT,
             "%s: expected a distance from 0 to %d from %zu to %zu in a matrix that is not symmetric, found "
             "%d",
             place, DIRECTED_MAX, a + 1, b + 1, found);
    }
  return OK;
}
