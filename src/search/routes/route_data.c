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
                     .matrix = cvrp->matrix,
                     .ready = cvrp->ready,
                     .due = cvrp->due,
                     .service_at = cvrp->service_at};
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
  copy.x = copy.y = copy.demand = copy.matrix = copy.ready = copy.due = copy.service_at = NULL;
  TRY_GOTO(place(be, host->demand, nodes, &copy.demand), cleanup);
  TRY_GOTO(place(be, host->matrix, nodes * nodes, &copy.matrix), cleanup);
  TRY_GOTO(place(be, host->ready, nodes, &copy.ready), cleanup);
  TRY_GOTO(place(be, host->due, nodes, &copy.due), cleanup);
  TRY_GOTO(place(be, host->service_at, nodes, &copy.service_at), cleanup);
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
  const int32_t **const arrays[] = {&data->x,     &data->y,   &data->demand,    &data->matrix,
                                    &data->ready, &data->due, &data->service_at};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
    be->ops->free(be, (void *)*arrays[k]);
    *arrays[k] = NULL;
  }
}
