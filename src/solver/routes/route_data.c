/* See route_data.h. */
#include "route_data.h"

#include "problem/cvrp/cvrp.h"

RouteData route_data_of(const Instance *inst) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  return (RouteData){.customers = inst->n,
                     .divisor = cvrp->divisor,
                     .capacity = cvrp->capacity,
                     .max_duration = cvrp->max_duration,
                     .service = cvrp->service,
                     .closed = cvrp->fleet == FLEET_EXACTLY,
                     .x = cvrp->x,
                     .y = cvrp->y,
                     .demand = cvrp->demand,
                     .matrix = cvrp->matrix};
}

/* A copy on the backend of `count` numbers; NULL of NULL. */
static Status place(Backend *be, const int32_t *host, size_t count, const int32_t **out) {
  void *dev = NULL;
  *out = NULL;
  if (!host) return OK;
  TRY(be->ops->alloc(be, count * sizeof *host, &dev));
  *out = dev;
  return be->ops->upload(be, dev, host, count * sizeof *host);
}

Status route_data_upload(Backend *be, const RouteData *host, RouteData *out) {
  const size_t nodes = (size_t)host->customers + 1;
  RouteData copy = *host;
  Status status = OK;
  copy.x = copy.y = copy.demand = copy.matrix = NULL;
  TRY_GOTO(place(be, host->demand, nodes, &copy.demand), cleanup);
  TRY_GOTO(place(be, host->matrix, nodes * nodes, &copy.matrix), cleanup);
  if (!host->matrix) {
    TRY_GOTO(place(be, host->x, nodes, &copy.x), cleanup);
    TRY_GOTO(place(be, host->y, nodes, &copy.y), cleanup);
  }
  *out = copy;
  return OK;
cleanup:
  route_data_free(be, &copy);
  return status;
}

void route_data_free(Backend *be, RouteData *data) {
  const int32_t *arrays[] = {data->x, data->y, data->demand, data->matrix};
  for (int k = 0; k < 4; k++) be->ops->free(be, (void *)arrays[k]);
  data->x = data->y = data->demand = data->matrix = NULL;
}
