/* Temperatures and prices of absence: see ruin_data.h. */
#include <math.h>
#include "ruin_data.h"
#include "ruin_ties.h"

/* ---- temperatures ---- */

/* Costs of ways of an average type; 0, where vehicles begin and end anywhere, adds nothing. */
static double way_cost(const RuinData *data, int32_t from, int32_t to) {
  if (from < 0 || to < 0) return 0;
  const size_t matrix = (size_t)data->places * (size_t)data->places,
               at = (size_t)from * (size_t)data->places + (size_t)to;
  double sum = 0;
  for (int32_t t = 0; t < data->types; t++) {
    const VehicleType *type = &data->type[t];
    const size_t k = (size_t)type->profile * matrix + at;
    sum += (double)type->per_distance * data->distance[k] +
           ((double)type->per_duration + data->balance_most / 8) * data->duration[k];
  }
  return sum / data->types;
}

/* Of the first neighbours of customers. */
static double near_mean(const RuinData *data) {
  enum { FIRST = 3 };
  double sum = 0;
  int64_t count = 0;
  for (int32_t c = 1; c <= data->customers; c++)
    for (int k = 0; k < FIRST && data->near[(size_t)c * RUIN_NEAR + (size_t)k]; k++, count++)
      sum += way_cost(data, data->stop[c].place,
                      data->stop[data->near[(size_t)c * RUIN_NEAR + (size_t)k]].place);
  return count ? sum / (double)count : 0;
}

static double ends_mean(const RuinData *data) {
  enum { SAMPLE = 16 }; /* types whose places are looked at */
  const int32_t step = data->types / SAMPLE + 1;
  double sum = 0;
  int64_t count = 0;
  for (int32_t t = 0; t < data->types; t += step)
    for (int32_t c = 1; c <= data->customers; c++, count++) {
      const int32_t place = data->stop[c].place;
      sum += way_cost(data, data->type[t].place[0], place) + way_cost(data, place, data->type[t].place[1]);
    }
  return sum / (2 * (double)count);
}

double ruin_unit(const RuinData *host) {
  const double near = near_mean(host), ends = ends_mean(host);
  if (near > 0 && ends > 0) return sqrt(near * ends);
  if (near + ends > 0) return near + ends;
  return 1;
}

/* ---- prices ---- */

int64_t ruin_price(const RuinData *host) {
  double most = 1;
  for (int32_t c = 1; c <= host->customers; c++)
    for (int32_t t = 0; t < host->types; t++) {
      const VehicleType *type = &host->type[t];
      const double there =
          type->place[0] < 0
              ? 0
              : host->distance[(size_t)type->place[0] * (size_t)host->places + (size_t)host->stop[c].place];
      const double cost =
          (double)type->fixed + 2 * (double)type->per_distance * there +
          ((double)type->per_duration + host->balance_most) * (2 * there + host->stop[c].service) +
          host->balance_most * host->stop[c].ready;
      most = cost > most ? cost : most;
    }
  return 2 * most < (double)host->absent_cost ? (int64_t)(2 * most) : host->absent_cost;
}

/* Of customers with prizes. */
static double prize_mean(const RuinTask *task) {
  double sum = 0;
  int32_t count = 0;
  for (int32_t c = 1; c <= task->host.customers; c++) {
    const int64_t prize = task->host.stop[c].prize >> task->shift;
    sum += prize > 0 ? (double)prize : 0;
    count += prize > 0;
  }
  return count ? sum / count : 1;
}

double ruin_weight(const RuinTask *task) {
  const double weight = RUIN_TIES_WORTH * near_mean(&task->host) / prize_mean(task);
  return weight > 1 ? weight : 1;
}

void ruin_prices_set(const RuinTask *task, double factor, int64_t *price) {
  const RuinData *const host = &task->host;
  const double unit = factor * task->weight;
  for (int32_t c = 1; c <= host->customers; c++) {
    const int64_t prize = host->stop[c].prize;
    if (prize == ROUTES_REQUIRED) continue;
    const double dear = unit * (double)(prize >> task->shift);
    price[c] = dear < (double)host->absent_cost ? (int64_t)dear : host->absent_cost;
    if (unit == 1) price[c] = prize >> task->shift;
  }
}

void ruin_prices_begin(const RuinTask *task, double factor, int64_t *price) {
  const int64_t first = ruin_price(&task->host);
  for (int32_t c = 0; c <= task->host.customers; c++) price[c] = first;
  ruin_prices_set(task, factor, price);
}
