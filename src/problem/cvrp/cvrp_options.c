/* Options of vehicle routing: see cvrp_options.h. */
#include "cvrp_options.h"

static const char *const distances[] = {"auto", "rounded", "real", "truncated", NULL};
static const char *const fleets[] = {[FLEET_WORD_FILE] = "file",
                                     [FLEET_WORD_FREE] = "free",
                                     [FLEET_WORD_EXACTLY] = "exactly:",
                                     [FLEET_WORD_AT_MOST] = "at-most:",
                                     NULL};

const OptionRow cvrp_options[] = {
    {.name = "fleet",
     .kind = KIND_COUNTED,
     OPTION_FIELD(CvrpSettings, fleet),
     .standard = "file",
     .choices = fleets,
     .argument = "HOW",
     .help = "CVRP: the number of routes; file: free, or at most VEHICLES if the file says it",
     .least = "1",
     .most = "2147483647",
     .place = PLACE_PROBLEM},
    {.name = "distances",
     .kind = KIND_CHOICE,
     OPTION_FIELD(CvrpSettings, distances),
     .standard = "auto",
     .choices = distances,
     .argument = "HOW",
     .help =
         "CVRP: EUC_2D distances as whole numbers, with decimals, or truncated to one decimal; auto: as the "
         "file tells, with time windows truncated",
     .place = PLACE_PROBLEM},
    {.name = NULL}};

const char *cvrp_optima_column(const void *settings) {
  const CvrpSettings *own = settings;
  if (own->distances == DISTANCES_TRUNCATED) return "=distance_dimacs";
  if (own->distances != DISTANCES_AUTO) return "";
  const int word = counted_word(own->fleet);
  return word == FLEET_WORD_FILE || word == FLEET_WORD_FREE ? "free_fleet_value" : NULL;
}

/* Are there solutions with so many routes? */
static Status fleet_check(const CvrpInstance *cvrp, Status wrong) {
  const int32_t n = cvrp->head.n;
  int64_t load = 0;
  for (int32_t c = 1; c <= n; c++) load += cvrp->demand[c];
  const int64_t least = (load + cvrp->capacity - 1) / cvrp->capacity;
  if (cvrp->fleet == FLEET_EXACTLY && cvrp->vehicles > n)
    FAIL(wrong, "expected at most %d routes for %d customers, found exactly %d", n, n, cvrp->vehicles);
  if (cvrp->fleet != FLEET_FREE && cvrp->vehicles < least)
    FAIL(wrong, "expected at least %lld routes for load %lld and capacity %d, found %s %d", (long long)least,
         (long long)load, cvrp->capacity, cvrp->fleet == FLEET_EXACTLY ? "exactly" : "at most",
         cvrp->vehicles);
  return OK;
}

Status cvrp_fleet_set(const CvrpSettings *settings, CvrpInstance *cvrp) {
  static const CvrpFleet fleet_of[] = {[FLEET_WORD_FREE] = FLEET_FREE,
                                       [FLEET_WORD_EXACTLY] = FLEET_EXACTLY,
                                       [FLEET_WORD_AT_MOST] = FLEET_AT_MOST};
  const int word = counted_word(settings->fleet);
  if (word == FLEET_WORD_FILE) return fleet_check(cvrp, ERR_FORMAT);
  cvrp->fleet = fleet_of[word], cvrp->vehicles = (int32_t)counted_count(settings->fleet);
  return fleet_check(cvrp, ERR_USAGE);
}
