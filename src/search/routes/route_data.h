/* What kernels read of a vehicle routing instance: plain arrays, on the host or on a backend. */
#ifndef CORDEE_SEARCH_ROUTES_ROUTE_DATA_H
#define CORDEE_SEARCH_ROUTES_ROUTE_DATA_H

#include "backend.h"
#include "problem/cvrp/cvrp_distance.h"

#ifdef __cplusplus
extern "C" {
#endif

struct Instance;

typedef struct RouteData {
  int32_t customers, divisor; /* divisor < 0: truncated distances */
  int32_t capacity;
  int32_t max_duration; /* INT32_MAX: no limit */
  int32_t service;      /* of each customer; 0 with windows */
  int32_t closed; /* != 0: no route may end (FLEET_EXACTLY); an edge from depot to depot is then infeasible */
  const int32_t *x, *y;                    /* (customers + 1); unused with a matrix */
  const int32_t *demand;                   /* (customers + 1) */
  const int32_t *matrix;                   /* (customers + 1, customers + 1), or NULL */
  const int32_t *ready, *due, *service_at; /* (customers + 1) each, or NULL: no time windows; see cvrp.h */
} RouteData;

CVRP_HD static inline int32_t route_distance(const RouteData *data, int32_t a, int32_t b) {
  if (data->matrix) return data->matrix[(int64_t)a * (data->customers + 1) + b];
  return cvrp_plane_distance(data->x[a], data->y[a], data->x[b], data->y[b], data->divisor);
}

/* A view of the instance's own arrays. */
RouteData route_data_of(const struct Instance *inst);
/* The same on a backend, the arrays owned by *out; release with route_data_free. ERR_MEMORY, ERR_DEVICE. */
Status route_data_upload(Backend *be, const RouteData *host, RouteData *out);
void route_data_free(Backend *be, RouteData *data);

#ifdef __cplusplus
}
#endif
#endif
