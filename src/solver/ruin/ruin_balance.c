/* What an instance whose longest route counts has beside its price: see ruin_balance.h. */
#include <math.h>
#include "ruin_data.h"

/* Of a vehicle of the type that serves customer c alone, without waits. */
static int64_t alone_time(const RuinData *data, int32_t t, int32_t c) {
  const VehicleType *type = &data->type[t];
  const size_t places = (size_t)data->places, place = (size_t)data->stop[c].place;
  const int32_t *matrix = data->duration + (size_t)type->profile * places * places;
  int64_t time = data->stop[c].service;
  if (type->place[0] >= 0) time += matrix[(size_t)type->place[0] * places + place];
  if (type->place[1] >= 0) time += matrix[place * places + (size_t)type->place[1]];
  return time;
}

/* The longest way to a customer and away from it, of the vehicle with the shortest. */
static int32_t balance_least(const RuinData *data) {
  int64_t most = 0;
  for (int32_t c = 1; c <= data->customers; c++) {
    int64_t least = ROUTES_LIMIT_MAX;
    for (int32_t t = 0; t < data->types; t++)
      least = alone_time(data, t, c) < least ? alone_time(data, t, c) : least;
    most = least > most ? least : most;
  }
  return (int32_t)most;
}

/* Several times what the ways cost that take so long: above, chains would not see the ways. */
static double balance_most(const RuinData *data) {
  static const double STEEPEST = 64, COARSEST = 16; /* COARSEST: prices are whole numbers */
  double cost = 0, time = 0;
  for (int32_t c = 1; c <= data->customers; c++) {
    const int32_t near = data->near[(size_t)c * RUIN_NEAR];
    const size_t at =
        (size_t)data->stop[c].place * (size_t)data->places + (size_t)data->stop[near ? near : c].place;
    for (int32_t t = 0; t < data->types; t++) {
      const VehicleType *type = &data->type[t];
      const size_t k = (size_t)type->profile * (size_t)data->places * (size_t)data->places + at;
      cost += (double)type->per_distance * data->distance[k] + (double)type->per_duration * data->duration[k];
      time += data->duration[k];
    }
  }
  return fmax(time > 0 ? STEEPEST * cost / time : 0, COARSEST);
}

void ruin_balance_make(const RoutesInstance *routes, RuinData *data) {
  if (!routes->balance) return;
  data->balance_least = balance_least(data);
  data->balance_most = fmin(balance_most(data), (double)routes->balance);
}
