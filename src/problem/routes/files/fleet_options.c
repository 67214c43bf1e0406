/* What options say of a fleet beside its file: see fleet_files.h. */
#include "fleet_files.h"

Status fleet_count_set(const CvrpSettings *settings, const FleetFile *file, RoutesInstance *routes) {
  const int word = counted_word(settings->fleet);
  const int64_t count = counted_count(settings->fleet);
  if (word == FLEET_WORD_FILE) return OK;
  if (word == FLEET_WORD_EXACTLY)
    FAIL(ERR_USAGE,
         "%s: expected --fleet free, file or at most so many with vehicles of a fleet, found exactly %lld",
         file->path, (long long)count);
  if (word == FLEET_WORD_AT_MOST && routes->types > 1)
    FAIL(ERR_USAGE,
         "%s: expected one type of vehicles with --vehicles %lld, found %d: say in the file how many there "
         "are of each",
         file->path, (long long)count, routes->types);
  for (int32_t t = 0; t < routes->types; t++)
    routes->type[t].count =
        word == FLEET_WORD_FREE || count >= routes->head.n ? ROUTES_NO_LIMIT : (int32_t)count;
  return OK;
}

Status fleet_objective_check(const CvrpSettings *settings, const FleetFile *file) {
  if (settings->objective == OBJECTIVE_COMPLETION && !file->single)
    return status_at(file->path, cvrp_completion_refuse());
  if (settings->objective == OBJECTIVE_VEHICLES && file->prizes)
    FAIL(ERR_USAGE,
         "%s: expected no --objective vehicles with a file of orienteering, whose prizes alone count",
         file->path);
  if (cvrp_objective_balances(settings) && file->prizes)
    FAIL(ERR_USAGE,
         "%s: expected no --objective %s with a file of orienteering, where the shortest routes are none",
         file->path, settings->objective == OBJECTIVE_MAKESPAN ? "makespan" : "balance");
  return OK;
}

Status fleet_balance_set(const CvrpSettings *settings, RoutesInstance *routes) {
  const int32_t decimals = routes->head.decimals - routes->time_decimals;
  routes->longest_first = counted_word(settings->objective) == OBJECTIVE_MAKESPAN;
  if (counted_word(settings->objective) != OBJECTIVE_BALANCE) return OK;
  if (decimals < 0)
    FAIL(ERR_USAGE, "--objective balance: expected times of %d decimals at most, as costs have, found %d",
         routes->head.decimals, routes->time_decimals);
  routes->balance = counted_count(settings->objective) * vrp_power(decimals);
  return OK;
}

Status fleet_prizes_set(const CvrpSettings *settings, RoutesInstance *routes) {
  bool optional = false;
  if (settings->objective != OBJECTIVE_PRIZES) return OK;
  for (int32_t c = 1; c <= routes->head.n; c++) optional |= routes->stop[c].prize > 0;
  if (!optional) FAIL(ERR_USAGE, "--objective prizes: expected customers with prizes, found none");
  for (int32_t t = 0; t < routes->types; t++)
    routes->type[t].fixed = routes->type[t].per_distance = routes->type[t].per_duration = 0;
  return OK;
}

Status fleet_unserved_check(const CvrpSettings *settings) {
  if (settings->objective != OBJECTIVE_VEHICLES && !cvrp_objective_balances(settings)) return OK;
  FAIL(ERR_USAGE,
       "--objective vehicles, makespan and balance: expected customers who must be served or have prizes, "
       "found priorities or --unserved allowed: --unserved refused makes all of them required");
}

void fleet_completion_set(RoutesInstance *routes) {
  for (int32_t t = 0; t < routes->types; t++) {
    VehicleType *const type = &routes->type[t];
    type->due[0] = type->ready[0];
    type->per_distance = 0;
    type->per_duration = 1;
  }
}
