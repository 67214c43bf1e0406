/* Options of fleets: see routes_options.h. */
#include "routes_options.h"

static const char *const unserved[] = {
    [UNSERVED_FILE] = "file", [UNSERVED_REFUSED] = "refused", [UNSERVED_ALLOWED] = "allowed", NULL};

const OptionRow routes_options[] = {
    CVRP_OPTION_ROWS,
    {.name = "matrix",
     .kind = KIND_PATH,
     OPTION_FIELD(RoutesSettings, matrix),
     .standard = "",
     .argument = "FILE",
     .help = "distances and times of a table of stops: the answer of an OSRM table service (JSON), or a "
             "square of numbers as CSV",
     .place = PLACE_PROBLEM},
    {.name = "capacity",
     .kind = KIND_TEXT,
     OPTION_FIELD(RoutesSettings, capacity),
     .standard = "",
     .argument = "Q[,Q...]",
     .help = "capacity of every vehicle of a table of stops, with commas between where loads have several "
             "dimensions",
     .place = PLACE_PROBLEM},
    {.name = "speed",
     .kind = KIND_REAL,
     OPTION_FIELD(RoutesSettings, speed),
     .standard = "0",
     .argument = "KM/H",
     .help = "speed of vehicles where a file has latitudes and longitudes, but no times; 0: nothing is said",
     .least = "0",
     .most = "1e6",
     .place = PLACE_PROBLEM},
    {.name = "trips",
     .kind = KIND_COUNT,
     OPTION_FIELD(RoutesSettings, trips),
     .standard = "0",
     .argument = "N",
     .help = "most trips of every vehicle of a table of stops, which reloads at the depot between them; 0: 1",
     .least = "0",
     .most = "1000",
     .place = PLACE_PROBLEM},
    {.name = "unserved",
     .kind = KIND_CHOICE,
     OPTION_FIELD(RoutesSettings, unserved),
     .standard = "file",
     .choices = unserved,
     .argument = "HOW",
     .help = "customers without a prize. refused: all must be served; allowed: as many as possible are, by "
             "priority; file: allowed where a file of VROOM's form has priorities, else refused",
     .place = PLACE_PROBLEM},
    {.name = NULL}};

_Static_assert(sizeof(RoutesSettings) <= SETTINGS_BYTES, "SETTINGS_BYTES is too small");

bool routes_settings_fleet(const RoutesSettings *settings) {
  return counted_word(settings->cvrp.fleet) != FLEET_WORD_FILE || settings->matrix || settings->capacity ||
         settings->trips;
}
