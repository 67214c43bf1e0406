/* What all chains of an instance share: transposed matrices, and the costs of routes of one customer. */
#include <stdlib.h>
#include <string.h>
#include "trips.h"

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

/* Of stops 1 and 2, which are a customer and the delivery of its pair, if it has one. */
static void windows_of_two(const RuinData *data, int32_t c, int32_t delivery, int32_t range[6]) {
  if (!data->window) return;
  memcpy(range + 2, data->window_range + 2 * c, 2 * sizeof *range);
  memcpy(range + 4, data->window_range + 2 * delivery, 2 * sizeof *range);
}

/* The route of customer c alone, which leaves when its goods are there, or of the pair of pickup c. */
static int64_t alone_cost(const RuinData *data, int32_t t, int32_t c, int32_t *duration) {
  VehicleType type = data->type[t];
  const int32_t delivery = delivery_of(data, c), partner[3] = {0, delivery ? 2 : 0, -1};
  Node node[3] = {{.place = 0}, {.place = data->stop[c].place, .next = delivery ? 2 : 0}};
  RuinClock clocks[2][3];
  int32_t used = 0, peaks[3][3 * ROUTES_LOADS_MAX], range[6] = {0};
  RuinData alone = *data;
  RouteBound bound;
  Route route = {.first = 1, .last = delivery ? 2 : 1, .type = 0};
  RouteStop stop[3] = {{0}, data->stop[c], data->stop[delivery]};
  node[2] = (Node){.place = stop[2].place, .prev = 1};
  alone.stop = stop;
  alone.partner = data->partner ? partner : NULL;
  alone.type = &type;
  alone.types = 1;
  alone.group = &(int32_t){0};
  alone.room = data->room + (size_t)t * (size_t)data->sums;
  if (data->release && data->release[c] > type.ready[0]) type.ready[0] = data->release[c];
  if (type.ready[0] > type.due[0]) return NO_COST;
  alone.amount = data->amount + (size_t)(c - 1) * (size_t)data->sums;
  alone.allowed = NULL;
  windows_of_two(data, c, delivery, range);
  alone.window_range = range;
  if (data->pause) alone.pause_first = data->pause_first + t;
  Chain chain = {.data = &alone,
                 .node = node,
                 .route = &route,
                 .bound = &bound,
                 .used = &used,
                 .pre_peak = peaks[0],
                 .suf_peak = peaks[1],
                 .load = peaks[2],
                 .early = clocks[0],
                 .late = clocks[1]};
  if (is_delivery(data, c) || !customer_may(data, c, t) || !customer_may(data, delivery, t)) return NO_COST;
  if (!route_update(&chain, 0)) return NO_COST;
  *duration = route.duration;
  return route.cost;
}

static Status alone_make(const RuinData *data, int threads, Tables *out) {
  const size_t nodes = (size_t)data->customers + 1;
  out->alone = malloc((size_t)data->types * nodes * sizeof *out->alone);
  out->alone_time = calloc((size_t)data->types * nodes, sizeof *out->alone_time);
  out->far = malloc(nodes * sizeof *out->far);
  if (!out->alone || !out->alone_time || !out->far)
    FAIL(ERR_MEMORY, "no memory for the routes of %d customers", data->customers);
#pragma omp parallel for num_threads(threads)
  for (int32_t t = 0; t < data->types; t++)
    for (int32_t c = 1; c <= data->customers; c++)
      out->alone[(size_t)t * nodes + (size_t)c] =
          alone_cost(data, t, c, &out->alone_time[(size_t)t * nodes + (size_t)c]);
  const int32_t start = data->type[0].place[0], from = start < 0 ? data->stop[1].place : start;
  for (int32_t c = 1; c <= data->customers; c++)
    out->far[c] = data->distance[(size_t)from * (size_t)data->places + (size_t)data->stop[c].place];
  return OK;
}

/* ---- least distances ---- */

/* From place a to place b, over all profiles. */
static int32_t least_between(const RuinData *data, int32_t a, int32_t b) {
  const size_t n = (size_t)data->places;
  int32_t least = INT32_MAX;
  for (size_t k = 0; k < (size_t)data->profiles; k++) {
    const int32_t d = data->distance[k * n * n + (size_t)a * n + (size_t)b];
    least = d < least ? d : least;
  }
  return least;
}

static void lower(int32_t *least, int32_t d) { *least = d < *least ? d : *least; }

/* To and from customer c, of any other customer and end of a route. */
static void least_set(const RuinData *data, int32_t c, int32_t *in, int32_t *out) {
  const int32_t place = data->stop[c].place;
  *in = *out = INT32_MAX;
  for (int32_t b = 1; b <= data->customers; b++) {
    if (b == c) continue;
    lower(in, least_between(data, data->stop[b].place, place));
    lower(out, least_between(data, place, data->stop[b].place));
  }
  for (int32_t d = 0; d < data->reloads; d++) {
    lower(in, least_between(data, data->reload[d].place, place));
    lower(out, least_between(data, place, data->reload[d].place));
  }
  for (int32_t t = 0; t < data->types; t++) {
    const int32_t *end = data->type[t].place;
    lower(in, end[0] < 0 ? 0 : least_between(data, end[0], place));
    lower(out, end[1] < 0 ? 0 : least_between(data, place, end[1]));
  }
}

static void near_set(const RuinData *data, int32_t c, Tables *out) {
  const size_t row = (size_t)c * RUIN_NEAR;
  for (size_t k = 0; k < RUIN_NEAR && data->near[row + k]; k++) {
    const int32_t place = data->stop[c].place, other = data->stop[data->near[row + k]].place;
    out->to_near[row + k] = least_between(data, place, other);
    out->from_near[row + k] = least_between(data, other, place);
  }
}

static Status bounds_make(const RuinData *data, int threads, Tables *out) {
  const size_t nodes = (size_t)data->customers + 1;
  out->least_in = calloc(2 * nodes * (1 + RUIN_NEAR), sizeof *out->least_in);
  if (!out->least_in) FAIL(ERR_MEMORY, "no memory for the distances of %d customers", data->customers);
  out->least_out = out->least_in + nodes;
  out->to_near = out->least_out + nodes;
  out->from_near = out->to_near + nodes * RUIN_NEAR;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 16)
  for (int32_t c = 1; c <= data->customers; c++) {
    least_set(data, c, &out->least_in[c], &out->least_out[c]);
    near_set(data, c, out);
  }
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
  TRY(bounds_make(data, threads, out));
  return alone_make(data, threads, out);
}

void fleet_tables_free(Tables *tables) {
  free(tables->transposed[0]);
  free(tables->transposed[1]);
  free(tables->least_in);
  free(tables->alone);
  free(tables->alone_time);
  free(tables->far);
}
