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
  return vrp_fail_at(file, stop->service_line,
                     status_fail(ERR_FORMAT, "expected service time 0 of the depot, node %d", file->first));
}

static Status set_window(const VrpFile *file, CvrpInstance *cvrp, int32_t v) {
  const VrpStop *stop = &file->stop[v];
  char ready[COST_TEXT_MAX], due[COST_TEXT_MAX];
  TRY(vrp_set_resource(file, "ready time", stop->ready, stop->window_line, cvrp, &cvrp->ready[v]));
  TRY(vrp_set_resource(file, "due time", stop->due, stop->window_line, cvrp, &cvrp->due[v]));
  if (cvrp->ready[v] <= cvrp->due[v]) return OK;
  return vrp_fail_at(file, stop->window_line,
                     status_fail(ERR_FORMAT,
                                 "expected a due time of node %d from its ready time %s on, found %s",
                                 v + file->first, cost_text(cvrp->ready[v], cvrp->head.decimals, ready),
                                 cost_text(cvrp->due[v], cvrp->head.decimals, due)));
}

/* Can a route visit customer c alone? */
static Status check_window(const VrpFile *file, const CvrpInstance *cvrp, int32_t c) {
  const int64_t arrival = cvrp->ready[0] + vrp_distance(cvrp, 0, c),
                begin = arrival > cvrp->ready[c] ? arrival : cvrp->ready[c],
                back = begin + cvrp->service_at[c] + vrp_distance(cvrp, c, 0);
  const int32_t decimals = cvrp->head.decimals, node = c + file->first;
  char found[COST_TEXT_MAX], limit[COST_TEXT_MAX];
  if (begin > cvrp->due[c])
    return vrp_fail_at(
        file, file->stop[c].window_line,
        status_fail(ERR_FORMAT,
                    "expected a due time of node %d from %s on, for a route to it alone, found %s", node,
                    cost_text(begin, decimals, found), cost_text(cvrp->due[c], decimals, limit)));
  if (back > cvrp->due[0])
    return vrp_fail_at(
        file, file->stop[c].window_line,
        status_fail(
            ERR_FORMAT,
            "expected a window of node %d that lets a route to it alone be back by %s, found one that is "
            "back at %s",
            node, cost_text(cvrp->due[0], decimals, limit), cost_text(back, decimals, found)));
  return OK;
}

Status vrp_set_windows(const VrpFile *file, CvrpInstance *cvrp) {
  TRY(cvrp_windows_add(cvrp));
  for (int32_t v = 0; v < file->nodes; v++) {
    TRY(set_window(file, cvrp, v));
    TRY(set_service(file, cvrp, v));
  }
  for (int32_t c = 1; c < file->nodes; c++) TRY(check_window(file, cvrp, c));
  return OK;
}
