/* Readers of the text formats of fleets. Step 2 of the flow, on rank 0. Local, host only.
 *
 * Formats: VRPLIB as PyVRP, LKH-3 and CVRPLIB write it (fleet_vrp.c), Cordeau's text of several depots (fleet_cordeau.c),
 * Lacomme's and Prins' text of mixed fleets (fleet_lacomme.c), Li's and Lim's text of pairs (fleet_pairs.c), tours with time windows (fleet_tsptw.c),
 * and orienteering (fleet_prizes.c). Each reader fills a FleetFile with what is written, number by number;
 * fleet_finish makes the instance of it. Files of plain CVRP and VRPTW are the reader's of problem/cvrp.
 *
 * Units. Distances of EUC_2D coordinates are taken, in this order, as --distances says; as the file says (EXACT_2D, FLOOR_2D, SCALE, the
 * words of a COMMENT: see vrp_files.h); or as the benchmarks of its kind have them:
 *   rounded to 3 decimals    TYPE HFVRP, MDVRP, SDVRP and the same with time windows, a CAPACITY_SECTION or sections VEHICLES_...,
 *                            several depots ("exact" of PyVRP)
 *   truncated to 1 decimal   TYPE MTVRPTW and MTVRPTWR, whatever sections there are; and time windows otherwise ("dimacs"); not rounded with --objective vehicles
 *   rounded to whole numbers what has neither, unless a number of the file tells that its set does not round (vrp_files.h)
 *   truncated to 1 decimal   orienteering with windows where coordinates are whole, as Solomon's; to 2 decimals otherwise
 *   truncated                tours with time windows and coordinates
 *   not rounded              TYPE PDPTW and PDVRP (but not PDTSP), and the other formats; as many decimals, 6 at most, as ROUTES_DISTANCE_MAX and ROUTES_LIMIT_MAX leave,
 *                            2 at most with --objective makespan, whose costs have two parts
 * Times are distances' units; where they have more decimals, distances get as many. Fixed costs and prizes count units of
 * distances, too: a cost is fixed + unit cost * distance, exact with the decimals of all of these.
 *
 * Numbers of customers. Where the depots are the first nodes, as in PyVRP's files, customer c is node c + 1 and first_customer is the
 * number of depots, as published solutions have it; else customers are counted from 1 in the order of the file. */
#ifndef CORDEE_PROBLEM_ROUTES_FILES_FLEET_FILES_H
#define CORDEE_PROBLEM_ROUTES_FILES_FLEET_FILES_H

#include "io/lexer.h"
#include "problem/cvrp/cvrp_options.h"
#include "problem/cvrp/files/vrp_files.h"
#include "problem/routes/routes.h"

/* ---- what is written ---- */

/* Of a node; lines are 0 where nothing is said. */
typedef struct FleetStop {
  VrpNumber delivery[ROUTES_LOADS_MAX], pickup[ROUTES_LOADS_MAX];
  VrpNumber ready, due, service, prize, release;
  int delivery_line, pickup_line, window_line, service_line, prize_line, release_line;
  bool backhaul;
  int64_t pickup_node, delivery_node; /* the partner, as the file calls it; 0: none */
} FleetStop;

/* The mantissa of a capacity that does not limit loads. */
#define FLEET_UNLIMITED (-1)

/* Of a vehicle, or of `count` equal ones. A limit's line is 0 where there is none. */
typedef struct FleetVehicle {
  VrpNumber capacity[ROUTES_LOADS_MAX], fixed, unit, max_distance, max_duration;
  int capacity_line, fixed_line, unit_line, max_distance_line, max_duration_line, depot_line, allowed_line;
  int reload_line, most_reloads_line;
  VrpNumber most_reloads; /* of a route; without a line: any number */
  int32_t depot;          /* a node, from 0 */
  int32_t count;          /* ROUTES_NO_LIMIT: any number */
} FleetVehicle;

/* How distances are taken unless options or the file say it. */
typedef struct FleetRule {
  CvrpDistances how;
  int32_t places; /* decimals of DISTANCES_REAL and DISTANCES_TRUNCATED; -1: as many as fit, or 1 */
} FleetRule;

typedef struct FleetFile {
  const char *path;
  VrpFile plane;          /* nodes, names, coordinates and how distances are made of them */
  int32_t loads;          /* dimensions; -1: nothing is said */
  int32_t *depot, depots; /* nodes, from 0, in the file's order */
  FleetStop *stop;        /* (nodes) */
  FleetVehicle *vehicle;  /* (vehicles) */
  int32_t vehicles;
  bool listed;       /* each stands for itself; else they are types */
  uint32_t *allowed; /* (vehicles, fleet_words) bit v: it may serve node v; NULL: all may */
  uint32_t *reload;  /* (vehicles, fleet_words) bit v: it may reload at node v; NULL: nowhere */
  int32_t *matrix;   /* (nodes, nodes); NULL: coordinates make it */
  int32_t matrix_decimals;
  int32_t unit_decimals;  /* the matrix counts units of 10^-unit_decimals of what distances cost by; 0 */
  bool open;              /* vehicles do not return */
  int32_t end;            /* the node, from 1, where all vehicles end; 0: where they began */
  bool single;            /* a tour of one vehicle: it may have --objective completion */
  bool prizes;            /* of the nodes; they are all that counts, and nobody must be served */
  int32_t *group, groups; /* (nodes) alternatives, from 1; 0: of none; NULL: there are none */
  int32_t sets;           /* GVRP_SETS; 0: not said */
  FleetStop *set;         /* (sets) their demands */
  int32_t backhauls;      /* RoutesBackhauls */
  bool paired;            /* customers have partners (fleet_pairs_settle) */
  int32_t first;          /* what the file calls its first node */
  FleetRule rule;
} FleetFile;

/* Words of a row of `allowed`. */
static inline size_t fleet_words(const FleetFile *file) { return ((size_t)file->plane.nodes + 31) / 32; }

void fleet_file_free(FleetFile *file); /* its arrays */

/* Room for `nodes` stops without limits, and for vehicles, that cost their distance. ERR_MEMORY. */
Status fleet_stops_alloc(FleetFile *file);
Status fleet_vehicles_alloc(FleetFile *file, int32_t vehicles);

/* Is there a release time that is not 0? */
bool fleet_has_releases(const FleetFile *file);
/* Are two vehicles of one type? */
bool fleet_vehicles_equal(const FleetFile *file, int32_t a, int32_t b);

/* A reader of a whole text, all that it says goes into the file. */
typedef Status (*FleetRead)(Lexer *lx, FleetFile *file);
/* Reads a text into a file that begins as `from`, and makes the instance of it; the name is that of the path. Errors as of `read` and fleet_finish. */
Status fleet_text_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                        const FleetFile *from, FleetRead read, Instance **out);

/* The name of its path without .txt, .dat or .tw, for formats that have none. */
void fleet_name_set(FleetFile *file);

/* Names the line of what is wrong. OK: does nothing. Returns `status`. */
Status fleet_fail_at(const FleetFile *file, int line, Status status);

/* ---- instance ---- */

/* *out is owned by the caller (instance_free). settings as of problem/cvrp. ERR_FORMAT, ERR_USAGE (settings), ERR_NO_SOLUTION, ERR_MEMORY. */
Status fleet_finish(FleetFile *file, const CvrpSettings *settings, Instance **out);

/* Its matrix of distances, (nodes, nodes) in units of 10^-*decimals, which have room for the file's times, and the metric's name; settings->scale has
 * been applied to all but a matrix' entries. *matrix is owned by the caller (free). ERR_FORMAT, ERR_USAGE, ERR_MEMORY. */
Status fleet_distances(FleetFile *file, const CvrpSettings *settings, int32_t **matrix, int32_t *decimals,
                       char *remark);

/* What --fleet says in place of the file. ERR_USAGE. */
Status fleet_count_set(const CvrpSettings *settings, const FleetFile *file, RoutesInstance *routes);
/* Whether the file can have the objective. ERR_USAGE. */
Status fleet_objective_check(const CvrpSettings *settings, const FleetFile *file);
/* What the longest route costs, by --objective makespan and balance; decimals are set. ERR_USAGE: times have more of them than costs. */
Status fleet_balance_set(const CvrpSettings *settings, RoutesInstance *routes);
/* OBJECTIVE_PRIZES: routes cost nothing. ERR_USAGE: no customer has a prize. */
Status fleet_prizes_set(const CvrpSettings *settings, RoutesInstance *routes);
/* Whether customers without a prize may be left out. ERR_USAGE: another part of the cost comes first. */
Status fleet_unserved_check(const CvrpSettings *settings);
/* OBJECTIVE_COMPLETION: the tour leaves when the depot opens, and its cost is the time until it is back. */
void fleet_completion_set(RoutesInstance *routes);

/* All lengths, times, prizes and fixed costs of the file are multiplied by settings->scale, but for a matrix' entries, which its reader multiplies.
 * ERR_USAGE, ERR_FORMAT: a product has too many digits. */
Status fleet_scale(const CvrpSettings *settings, FleetFile *file);

/* ---- formats ---- */

/* Problem.probe and Problem.parse of each. "file:line: expected ..., found ...". ERR_FORMAT, ERR_USAGE, ERR_NO_SOLUTION, ERR_MEMORY. */

/* VRPLIB: surer than problem/cvrp where a file has a TYPE or a section that is not of CVRP or VRPTW, several depots or loads, or a matrix that is
 * not symmetric. */
int fleet_vrp_probe(const char *path, const char *head, size_t bytes);
Status fleet_vrp_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                       Instance **out);

/* Cordeau's text: "type m n t", t lines "longest duration, capacity" of 0 for no limit, then lines "number x y service demand frequency count
 * combinations... [ready due]" of n customers and t depots, which have m vehicles each. Types 2 (MDVRP) and 6 (MDVRPTW). */
int fleet_cordeau_probe(const char *path, const char *head, size_t bytes);
Status fleet_cordeau_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                           Instance **out);

/* Lacomme's and Prins' text of mixed fleets: comments from "//" to the end of a line; "customers types range service bound best"; lines "number
 * capacity fixed unit" of types; then "x y" of the depot and "x y demand" of customers, or the depot's number, 0, a matrix in metres and
 * lines "customer demand": costs are per kilometre then. A range of 999999 and more is no limit. */
int fleet_lacomme_probe(const char *path, const char *head, size_t bytes);
Status fleet_lacomme_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                           Instance **out);

/* Li's and Lim's text: "vehicles capacity speed", then lines "number x y demand ready due service pickup delivery" of the depot, node 0, and of
 * customers, each of whom is a pickup, of demand q and with the number of its delivery, or a delivery, of demand -q and with that of its
 * pickup. The speed has no effect. */
int fleet_lilim_probe(const char *path, const char *head, size_t bytes);
Status fleet_lilim_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                         Instance **out);

/* ---- pairs ---- */

/* "demand ready due service pickup delivery", where demands of deliveries are negative: into stop->delivery[0] until fleet_pairs_settle. ERR_FORMAT. */
Status fleet_read_pair(Lexer *lx, long long node, FleetStop *stop);

/* Every customer is a pickup or a delivery, partners name each other, and demands are opposite: they become amounts. "file:line: expected ..., found ...".
 * ERR_FORMAT. */
Status fleet_pairs_settle(FleetFile *file);

/* Tours with time windows: a number of nodes, a matrix of times, of which node 0 is the depot, and a line "ready due" a node; comments from # to the
 * end of a line. The diagonal means nothing. */
int fleet_tsptw_probe(const char *path, const char *head, size_t bytes);
Status fleet_tsptw_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                         Instance **out);

/* The same as Dumas' table: titles "CUST NO. ...", lines "number x y demand ready due service" of which the first is the depot's, and 999 ends them. Demands
 * are 0. */
int fleet_dumas_probe(const char *path, const char *head, size_t bytes);
Status fleet_dumas_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                         Instance **out);

/* Team orienteering as Chao's: "n nodes", "m routes", "tmax length", then lines "x y prize"; the first node is the start, the last the end. */
int fleet_team_probe(const char *path, const char *head, size_t bytes);
Status fleet_team_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                        Instance **out);

/* Orienteering with windows in Cordeau's text of periods: two lines, of which the number of customers alone counts, then lines "number x y service prize
 * frequency count combinations... opening closing" from node 0, the depot, on. One route, unless --vehicles says another number. */
int fleet_orienteering_probe(const char *path, const char *head, size_t bytes);
Status fleet_orienteering_parse(const char *path, const char *text, size_t bytes,
                                const CvrpSettings *settings, Instance **out);

/* Of VRPLIB's plain files, and of TSPLIB's, which are those of problem/cvrp and problem/tsp: --objective makespan and balance make them
 * fleets, as the first node is the depot of a tour. */
bool fleet_vrp_claims(const char *path, const char *text, size_t bytes, const CvrpSettings *settings);

/* All of them, JSON (vroom_files.h) and tables (stops_files.h). */
bool fleet_claims(const char *path, const char *text, size_t bytes, const void *settings);
int fleet_probe(const char *path, const char *head, size_t bytes);
void fleet_reject(const char *path, const char *text, size_t bytes, char *why, size_t size);
Status fleet_parse(const char *path, const char *text, size_t bytes, const void *settings, Instance **out);

/* Problem.optima_column: published values are of what the file says. */
const char *fleet_optima_column(const void *settings);

/* ---- VRPLIB's keywords and sections ---- */

typedef enum FleetKey {
  KEY_F_NAME,
  KEY_F_TYPE,
  KEY_F_COMMENT,
  KEY_F_DIMENSION,
  KEY_F_VEHICLES,
  KEY_F_SALESMEN,
  KEY_F_CAPACITY,
  KEY_F_DISTANCE,
  KEY_F_SERVICE,
  KEY_F_FIXED,
  KEY_F_UNIT,
  KEY_F_MAX_DISTANCE,
  KEY_F_MAX_DURATION,
  KEY_F_MAX_RELOADS,
  KEY_F_SCALE,
  KEY_F_WEIGHT_TYPE,
  KEY_F_WEIGHT_FORMAT,
  KEY_F_COORD_TYPE,
  KEY_F_DISPLAY_TYPE,
  KEY_F_SET_COUNT,
  KEY_F_COORDS, /* sections from here on */
  KEY_F_DISPLAY,
  KEY_F_WEIGHTS,
  KEY_F_DEMANDS,
  KEY_F_LINEHAULS,
  KEY_F_BACKHAULS,
  KEY_F_AMOUNTS,
  KEY_F_WINDOWS,
  KEY_F_SERVICES,
  KEY_F_PRIZES,
  KEY_F_SETS,
  KEY_F_GROUPS,
  KEY_F_RELEASES,
  KEY_F_CAPACITIES, /* of vehicles from here on */
  KEY_F_FIXED_COSTS,
  KEY_F_UNIT_COSTS,
  KEY_F_MAX_DISTANCES,
  KEY_F_MAX_DURATIONS,
  KEY_F_MOST_RELOADS,
  KEY_F_HOMES,
  KEY_F_RELOADS,
  KEY_F_ALLOWED,
  KEY_F_DEPOT,
  KEY_F_COUNT,
  KEY_F_NONE = KEY_F_COUNT
} FleetKey;

/* What TYPE says, and which sections a file of it has to have. */
typedef struct FleetKind {
  const char *name;
  FleetKey needs; /* KEY_F_VEHICLES: any section of vehicles; KEY_F_NONE */
  bool plain;     /* a kind of problem/cvrp */
  bool windowed;
  bool open;
  bool finely;  /* distances are rounded to 3 decimals */
  bool coarse;  /* truncated to 1 decimal, even where vehicles are listed */
  bool amounts; /* PICKUP_AND_DELIVERY_SECTION has amounts, */
  bool pairs;   /* or partners */
  bool
      single; /* one vehicle, which needs no capacity, where nothing says of more; distances are those of TSPLIB */
  int32_t backhauls;
} FleetKind;

/* NULL: no kind that is supported. */
const FleetKind *fleet_kind_find(const char *name);
Status fleet_kind_refuse(const Lexer *lx);

/* Why a keyword is refused; NULL: it is not known. */
const char *fleet_foreign(const char *word);

typedef struct FleetParser {
  Lexer lx;
  FleetFile file;
  const MatrixFormat *format;
  double by;           /* entries of the matrix are multiplied by it; 0: by nothing */
  FleetVehicle common; /* what headers say of all vehicles */
  int32_t fleet;       /* VEHICLES; 0: not said */
  int fleet_line;
  const FleetKind *kind; /* TYPE's */
  bool windowed;         /* by TYPE */
  bool floored;
  int32_t scale;
  int scale_line;
  uint64_t seen;  /* bit k: FleetKey k */
  char after[64]; /* "" or " after N nodes": where a keyword was expected */
} FleetParser;

Status fleet_read_coords(FleetParser *p);
Status fleet_read_weights(FleetParser *p);
Status fleet_read_deliveries(FleetParser *p);
Status fleet_read_backhauls(FleetParser *p);
Status fleet_read_amounts(FleetParser *p);
Status fleet_read_windows(FleetParser *p);
Status fleet_read_services(FleetParser *p);
Status fleet_read_prizes(FleetParser *p);
Status fleet_read_sets(FleetParser *p);
Status fleet_read_set_demands(FleetParser *p);
Status fleet_read_groups(FleetParser *p);
/* Behind the last section: what sets and groups have to be, and the demands of sets. ERR_FORMAT, ERR_MEMORY. */
Status fleet_groups_complete(FleetParser *p);
/* The clusters of customers; customer: (nodes) 0: a depot. */
void fleet_groups_set(const FleetFile *file, const int32_t *customer, RoutesInstance *routes);
Status fleet_read_releases(FleetParser *p);
Status fleet_read_depots(FleetParser *p);
Status fleet_read_capacities(FleetParser *p);
Status fleet_read_fixed_costs(FleetParser *p);
Status fleet_read_unit_costs(FleetParser *p);
Status fleet_read_max_distances(FleetParser *p);
Status fleet_read_max_durations(FleetParser *p);
Status fleet_read_most_reloads(FleetParser *p);
Status fleet_read_homes(FleetParser *p);
Status fleet_read_reloads(FleetParser *p);
Status fleet_read_allowed(FleetParser *p);

#endif
