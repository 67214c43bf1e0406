/* See vrp_windows.h. */
#include "vrp_windows.h"

#include <limits.h>
#include <stdio.h>
#include "cost.h"
#include "cvrp_distance.h"
#include "vrp_units.h"

Status vrp_fail_at(const VrpFile *file, int line, Status status) {
  char place[PATH_MAX + 16];
  if (file->in_memory) return status_at(file->path, status);
  snprintf(place, sizeof place, "%.*s:%d", PATH_MAX, file->path, line);
  return status_at(place, status);
}

int64_t vrp_distance(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  if (cvrp->matrix) return cvrp->matrix[(size_t)a * ((size_t)cvrp->head.n + 1) + (size_t)b];
  return cvrp_plane_distance(cvrp->x[a], cvrp->y[a], cvrp->x[b], cvrp->y[b], cvrp->divisor);
}

Status vrp_set_resource(const VrpFile *file, const char *what, VrpNumber value, int line,
                        const CvrpInstance *cvrp, int32_t *units) {
  const int32_t decimals = cvrp->head.decimals;
  char most[COST_TEXT_MAX], found[COST_TEXT_MAX];
  if (vrp_units_resource(value, decimals, units)) return OK;
  return vrp_fail_at(file, line,
                     status_fail(ERR_FORMAT, "expected a %s from 0 to %s with at most %d decimals, found %s",
                                 what, cost_text(CVRP_LIMIT_MAX, decimals, most), decimals,
                                 cost_text(value.mantissa, value.places, found)));
}

/* What the file says of node v's service; the depot has none unless it is said. */
static Status set_service(const VrpFile *file, CvrpInstance *cvrp, int32_t v) {
  const VrpStop *stop = &file->stop[v];
  cvrp->service_at[v] = 0;
  if (file->service_each)
    TRY(vrp_set_resource(file, "service time", stop->service, stop->service_line, cvrp,
                         &cvrp->service_at[v]));
  else if (v > 0 && file->service_line)
    TRY(vrp_set_resource(file, "SERVICE_TIME", file->service, file->service_line, cvrp,
                         &cvrp->service_at[v]));
  if (v > 0 || cvrp->service_at[0] == 0) return OK;
  return vrp_fail_at(
      file, stop->service_line,
      status_fail(ERR_FORMAT, "expected service time 0 of the depot, node %d", vrp_node_name(file, 0)));
}

static Status set_window(const VrpFile *file, CvrpInstance *cvrp, int32_t v) {
  const VrpStop *stop = &file->stop[v];
  char ready[COST_TEXT_MAX], due[COST_TEXT_MAX];
  TRY(vrp_set_resource(file, "ready time", stop->ready, stop->window_line, cvrp, &cvrp->ready[v]));
  TRY(vrp_set_resource(file, "due time", stop->due, stop->window_line, cvrp, &cvrp->due[v]));
  if (cvrp->ready[v] <= cvrp->due[v]) return OK;
  return vrp_fail_at(
      file, stop->window_line,
      status_fail(ERR_FORMAT, "expected a due time of node %d from its ready time %s on, found %s",
                  vrp_node_name(file, v), cost_text(cvrp->ready[v], cvrp->head.decimals, ready),
                  cost_text(cvrp->due[v], cvrp->head.decimals, due)));
}

Status vrp_set_windows(const VrpFile *file, CvrpInstance *cvrp) {
  TRY(cvrp_windows_add(cvrp));
  for (int32_t v = 0; v < file->nodes; v++) {
    TRY(set_window(file, cvrp, v));
    TRY(set_service(file, cvrp, v));
  }
  return OK;
}
