/* What all chains of an instance share: transposed matrices, and the costs of routes of one customer. */
#include <stdlib.h>
#include <string.h>
#include "ruin_chain.h"

static bool symmetric(const int32_t *matrix, int32_t profiles, int32_t places, int threads) {
  const size_t n = (size_t)places;
  int same = 1;
  for (int32_t k = 0; k < profiles; k++, matrix += n * n)
#pragma omp parallel for num_threads(threads) reduction(&& : same)
    for (size_t a = 0; a < n; a++)
      for (size_t b = 0; b < a; b++) same = same && matrix[a * n + b] == matrix[b * n + a];
  return same;
}

static int32_t *transpose(const int32_t *matrix, int32_t profiles, int32_t places, int threads) {
  const size_t n = (size_t)places, all = (size_t)profiles * n * n;
  int32_t *const out = instance_array_alloc(all * sizeof *out);
  for (size_t k = 0; out && k < all; k += n * n)
#pragma omp parallel for num_threads(threads)
    for (size_t a = 0; a < n; a++)
      for (size_t b = 0; b < n; b++) out[k + a * n + b] = matrix[k + b * n + a];
  return out;
}

/* The route of customer c alone. */
static int64_t alone_cost(const RuinData *data, int32_t t, int32_t c) {
  Node node[2] = {{.place = 0}, {.place = data->stop[c].place, .slot = 0}};
  int32_t used = 0, peaks[2][2 * ROUTES_LOADS_MAX];
  RuinData alone = *data;
  Route route = {.first = 1, .last = 1, .type = t};
  RouteStop stop[2] = {{0}, data->stop[c]};
  alone.stop = stop;
  alone.amount = data->amount + (size_t)(c - 1) * (size_t)data->sums;
  alone.allowed = NULL;
  Chain chain = {.data = &alone,
                 .node = node,
                 .route = &route,
                 .used = &used,
                 .pre_peak = peaks[0],
                 .suf_peak = peaks[1]};
  if (!customer_may(data, c, t) || !route_update(&chain, 0)) return NO_COST;
  return route.cost;
}

static Status alone_make(const RuinData *data, int threads, Tables *out) {
  const size_t nodes = (size_t)data->customers + 1;
  out->alone = malloc((size_t)data->types * nodes * sizeof *out->alone);
  out->far = malloc(nodes * sizeof *out->far);
  if (!out->alone || !out->far) FAIL(ERR_MEMORY, "no memory for the routes of %d customers", data->customers);
#pragma omp parallel for num_threads(threads)
  for (int32_t t = 0; t < data->types; t++)
    for (int32_t c = 1; c <= data->customers; c++)
      out->alone[(size_t)t * nodes + (size_t)c] = alone_cost(data, t, c);
  const int32_t start = data->type[0].place[0], from = start < 0 ? data->stop[1].place : start;
  for (int32_t c = 1; c <= data->customers; c++)
    out->far[c] = data->distance[(size_t)from * (size_t)data->places + (size_t)data->stop[c].place];
  return OK;
}

static Status transposed_make(const int32_t *matrix, const RuinData *data, int threads, int32_t **own,
                              const int32_t **out) {
  *out = matrix;
  if (symmetric(matrix, data->profiles, data->places, threads)) return OK;
  *out = *own = transpose(matrix, data->profiles, data->places, threads);
  if (!*own) FAIL(ERR_MEMORY, "no memory for a matrix of %d places", data->places);
  return OK;
}

Status fleet_tables_make(const RuinData *data, int threads, Tables *out) {
  *out = (Tables){.data = data};
  TRY(transposed_make(data->distance, data, threads, &out->transposed[0], &out->from_distance));
  out->from_duration = out->from_distance;
  if (data->duration != data->distance)
    TRY(transposed_make(data->duration, data, threads, &out->transposed[1], &out->from_duration));
  return alone_make(data, threads, out);
}

void fleet_tables_free(Tables *tables) {
  free(tables->transposed[0]);
  free(tables->transposed[1]);
  free(tables->alone);
  free(tables->far);
}
