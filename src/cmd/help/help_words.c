/* Words of the field that are no page's name: "path", "depots", "gps". */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "c_locale.h"
#include "help.h"
#include "page.h"
#include "suggest.h"

typedef struct Entry {
  const char *words; /* with blanks before, between and behind */
  const char *page;  /* the topic that says more; NULL: none */
  const char *text;
} Entry;

static const Entry entries[] = {
    {" path hamiltonian open open-tour sop-path endpoints ", "tsp",
     "An open tour through all cities: cordee solve FILE --path open, with --from and --to for its ends."},
    {" matrix distance-matrix distances weights explicit ", "tsp",
     "Distances as a matrix: a file with EDGE_WEIGHT_TYPE: EXPLICIT, or a square of numbers as CSV; in "
     "Python "
     "cordee.tour(matrix=...) and cordee.routing(matrix=...)."},
    {" atsp directed asymmetric one-way ", "tsp",
     "Distances that differ by direction: a file of TYPE ATSP with a full matrix; in Python a matrix."},
    {" coordinates coordinate cities city csv spreadsheet places stops ", "tsp",
     "Places by coordinates: NODE_COORD_SECTION of TSPLIB, or CSV with a header (docs/file-formats.md)."},
    {" gps latitude longitude lat lon lng degrees geo ", "tsp",
     "Places on the globe: EDGE_WEIGHT_TYPE GEO or GEOM, or CSV with columns of latitudes and longitudes "
     "(docs/file-formats.md)."},
    {" scale rounding round decimals units ", "tsp",
     "Costs are whole numbers of a unit: --scale X multiplies coordinates before distances are rounded, of "
     "tours and of routes."},
    {" tour salesman travelling-salesman symmetric stsp tsplib lkh concorde ", "tsp",
     "Round trips through cities, in TSPLIB's formats and others."},
    {" vrp vrptw routing routes route delivery deliveries vehicle-routing solomon homberger cvrplib ", "cvrp",
     "Vehicle routing with capacities and time windows, in CVRPLIB's and Solomon's formats."},
    {" depot depots ", "cvrp", "Every route begins and ends at the depot of the file; there is one."},
    {" fleet vehicles vehicle trucks drivers ", "cvrp",
     "How many vehicles: --fleet N or --vehicles N for at most N, --fleet exactly:N, --objective vehicles "
     "for as "
     "few as possible."},
    {" capacity demand demands load customers customer ", "cvrp",
     "Demands of customers and the capacity of a vehicle are of the file; in Python cordee.routing(demand, "
     "capacity, ...)."},
    {" windows window time-window time-windows ready due service ", "cvrp",
     "Time windows of customers are read from Solomon's format; in Python cordee.routing(ready=, due=, "
     "service=)."},
    {" tsptw ", "cvrp",
     "A tour with time windows is a route of one vehicle: a file in Solomon's format and --fleet exactly:1."},
    {" pickup pickups pair pairs pdp pdptw pickup-and-delivery shipment shipments courier backhaul "
     "backhauls ",
     "routes",
     "Goods from one customer to another, or to the depot, are those of fleets: Li's and Lim's files, TYPE "
     "PDPTW, "
     "shipments in JSON, pickup_at in a table of stops (docs/guide-routes.md, Fleets)."},
    {" makespan machine machines tasks task etc scheduling heterogeneous mapping ", "matching",
     "Tasks on unrelated machines, so that the last machine ends early."},
    {" assignment ", "matching",
     "Tasks to machines, several to one. For one to one (the linear assignment problem) there is no "
     "command."},
    {" option options lookback put call greeks volatility ", "price",
     "Prices of lookback options: cordee price. Options of the command line: cordee COMMAND --help."},
    {" graph graphs breadth-first breadth-first-search search500 graph500 levels ", "bfs",
     "Breadth-first searches of graphs: cordee bfs."},
    {" maximum-flow max-flow maxflow cut min-cut mincut network networks dimacs ", "flow",
     "Maximum flows and minimum cuts: cordee flow."},
    {" checkpoint checkpoints restart preempted kill killed ", "resume",
     "A run with --checkpoint FILE goes on with cordee resume FILE (docs/guide-runs.md)."},
    {" slurm sbatch srun cluster hpc requeue array ", "solve",
     "Under SLURM a run ends before the job's limit and can be requeued: jobs/*.sbatch, docs/guide-runs.md."},
    {" mpi mpirun ranks rank nodes openmpi mpich ", "solve",
     "mpirun -n N cordee solve ...: the same answer on any number of ranks (docs/guide-runs.md)."},
    {" gpu cuda device cpu threads cores openmp backend ", "solve",
     "--backend cuda or cpu, else a GPU where there is one; --threads N of each rank (docs/guide-runs.md)."},
    {" seed random reproducible deterministic ", "solve",
     "--seed N: the same seed, options and instance give the same answer on any machine."},
    {" gap optimum best-known optima best quality ", "solve",
     "The gap is the distance above the best known cost, in per cent: of optima.tsv beside the instance, or "
     "--best-known COST. The distance above a proven bound is said as such. --target-gap X ends a run."},
    {" bound bounds lower-bound proof proven optimal ", "verify",
     "Lower bounds are proven and printed with results; cordee verify prints them for a solution."},
    {" time limit time-limit budget stop ", "solve",
     "--time S ends a search after S seconds, --target COST and --target-gap X at a cost."},
    {" job jobs batch sweep-file many ", "sweep",
     "Many tasks of a job file: cordee sweep (docs/guide-sweeps.md)."},
    {" json log output formats format file files ", "solve",
     "--json prints a result, --out FILE writes a solution; docs/file-formats.md has all formats."},
    {" python pandas numpy c library api ", NULL,
     "Python: docs/python.md. C: docs/library.md, include/cordee.h."},
    {" genetic evolutionary ga hga eax lin-kernighan or-opt 2-opt ", "methods",
     "cordee methods lists all methods; cordee help METHOD explains one."},
    {NULL, NULL, NULL}};

/* Is the word one of the list? In either case, with blanks or _ for -. */
static bool word_listed(const char *words, const char *word) {
  char plain[64];
  const int bytes = snprintf(plain, sizeof plain, " %s ", word);
  if (bytes >= (int)sizeof plain) return false;
  for (char *at = plain + 1; at[1]; at++)
    if (*at == ' ' || *at == '_') *at = '-';
  return c_strcasestr(words, plain) != NULL;
}

/* Also of several: "vehicles" for "vehicle". */
static const Entry *entry_find(const char *word) {
  char one[64];
  for (const Entry *entry = entries; entry->words; entry++)
    if (word_listed(entry->words, word)) return entry;
  const int bytes = snprintf(one, sizeof one, "%s", word);
  if (bytes < 2 || bytes >= (int)sizeof one || c_tolower(one[bytes - 1]) != 's') return NULL;
  one[bytes - 1] = 0;
  for (const Entry *entry = entries; entry->words; entry++)
    if (word_listed(entry->words, one)) return entry;
  return NULL;
}

bool help_word_known(const char *word) { return entry_find(word) != NULL; }

bool help_word(const Page *page, const char *word) {
  char line[96];
  const Entry *entry = entry_find(word);
  if (!entry) return false;
  page_prose(page, entry->text);
  snprintf(line, sizeof line, "More: cordee help %s\n", entry->page ? entry->page : "");
  if (entry->page) page_prose(page, line);
  return true;
}

void help_words_offer(Suggestion *near) {
  char word[64];
  for (const Entry *entry = entries; entry->words; entry++)
    for (const char *at = entry->words + 1; *at; at += strcspn(at, " ") + 1) {
      snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
      suggest_offer(near, word);
    }
}
