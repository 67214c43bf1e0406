/* The data sections of VRPLIB's files of fleets. Each begins behind its keyword's line and ends behind its last number. See fleet_files.h. */
#include <stdlib.h>
#include <string.h>
#include "fleet_files.h"
#include "halt.h"

/* ---- rows ---- */

/* Fails, before anything is allocated, if the text left is too short for so many lines of at least so many bytes. */
static Status expect_lines(const Lexer *lx, int32_t lines, int32_t least, const char *what) {
  const long long left = lx->end - lx->at;
  if (lines <= (left + 1) / least) return OK; /* the last line may lack its end */
  FAIL(ERR_FORMAT, "%s:%d: expected %d %s, found the end of the file after %lld bytes", lx->path, lx->line,
       lines, what, left);
}

/* The number that a line begins with, 1..most. */
static Status read_number(Lexer *lx, const char *what, int32_t most, int32_t k, long long *number) {
  lexer_skip_space(lx);
  if (lexer_integer(lx, 1, most, number)) return OK;
  return lexer_fail(lx, "%s %d of %d: a number from 1 to %d", what, k + 1, most, most);
}

static Status once(const Lexer *lx, int line, const char *what, long long number) {
  if (!line) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected each %s once, found %s %lld again", lx->path, lx->line, what, what,
       number);
}

static bool line_ends(Lexer *lx) {
  lexer_skip_blanks(lx);
  return lx->at == lx->end || *lx->at == '\n';
}

static bool at_number(const Lexer *lx) { return lx->at < lx->end && memchr("0123456789-+.", *lx->at, 13); }

/* Amounts up to the end of the line, as many as in the first line of any section of them. */
static Status read_loads(FleetParser *p, const char *what, long long number, VrpNumber *load) {
  int32_t count = 0;
  while (!line_ends(&p->lx)) {
    const Lexer place = p->lx;
    if (count == ROUTES_LOADS_MAX)
      return lexer_fail(&place, "at most %d loads of %s %lld", ROUTES_LOADS_MAX, what, number);
    if (!vrp_number(&p->lx, &load[count]) || load[count].mantissa < 0)
      return lexer_fail(&place, "a load of %s %lld, not negative", what, number);
    count++;
  }
  if (count > 0 && p->file.loads < 0) p->file.loads = count;
  if (count > 0 && count == p->file.loads) return OK;
  if (p->file.loads < 0) return lexer_fail(&p->lx, "a load of %s %lld", what, number);
  FAIL(ERR_FORMAT, "%s:%d: expected %d loads of %s %lld, as in the lines before, found %d", p->lx.path,
       p->lx.line, p->file.loads, what, number, count);
}

/* ---- nodes ---- */

typedef Status (*StopReader)(FleetParser *p, long long node, FleetStop *stop);

static Status read_stops(FleetParser *p, int32_t least, StopReader reader) {
  const int32_t nodes = p->file.plane.nodes;
  TRY(expect_lines(&p->lx, nodes, least, "nodes"));
  TRY(fleet_stops_alloc(&p->file));
  for (int32_t k = 0; k < nodes && !halt_poll(); k++) {
    long long node;
    TRY(read_number(&p->lx, "node", nodes, k, &node));
    TRY(reader(p, node, &p->file.stop[node - 1]));
    TRY(lexer_line_end(&p->lx));
  }
  return halt_after("the reading of nodes");
}

static Status read_delivery(FleetParser *p, long long node, FleetStop *stop) {
  TRY(once(&p->lx, stop->delivery_line, "node", node));
  stop->delivery_line = p->lx.line;
  return read_loads(p, "node", node, stop->delivery);
}

static Status read_pickup(FleetParser *p, long long node, FleetStop *stop) {
  TRY(once(&p->lx, stop->pickup_line, "node", node));
  stop->pickup_line = p->lx.line;
  return read_loads(p, "node", node, stop->pickup);
}

static Status read_window(FleetParser *p, long long node, FleetStop *stop) {
  TRY(once(&p->lx, stop->window_line, "node", node));
  stop->window_line = p->lx.line;
  TRY(vrp_read_time(&p->lx, "ready time", node, &stop->ready));
  return vrp_read_time(&p->lx, "due time", node, &stop->due);
}

static Status read_service(FleetParser *p, long long node, FleetStop *stop) {
  TRY(once(&p->lx, stop->service_line, "node", node));
  stop->service_line = p->lx.line;
  return vrp_read_time(&p->lx, "service time", node, &stop->service);
}

static Status read_prize(FleetParser *p, long long node, FleetStop *stop) {
  TRY(once(&p->lx, stop->prize_line, "node", node));
  stop->prize_line = p->lx.line;
  return vrp_read_time(&p->lx, "prize", node, &stop->prize);
}

static Status window_settle(const FleetParser *p, long long node, FleetStop *stop) {
  stop->window_line = p->windowed ? p->lx.line : 0;
  if (p->windowed || (!stop->ready.mantissa && !stop->due.mantissa)) return OK;
  FAIL(ERR_FORMAT,
       "%s:%d: expected 0 0 as the window of node %lld, as TYPE has no time windows, found others: say %s",
       p->lx.path, p->lx.line, node, p->kind->pairs ? "PDPTW" : "VRPSPDTW or VRPMPDTW");
}

static Status read_release(FleetParser *p, long long node, FleetStop *stop) {
  TRY(once(&p->lx, stop->release_line, "node", node));
  stop->release_line = p->lx.line;
  return vrp_read_time(&p->lx, "release time", node, &stop->release);
}

/* LKH-3's line of simultaneous and mixed pickups: node, a demand without meaning, window, service, pickup, delivery. */
static Status read_amount(FleetParser *p, long long node, FleetStop *stop) {
  VrpNumber ignored;
  TRY(once(&p->lx, stop->delivery_line, "node", node));
  stop->delivery_line = stop->pickup_line = stop->service_line = p->lx.line;
  TRY(vrp_read_time(&p->lx, "demand", node, &ignored));
  TRY(vrp_read_time(&p->lx, "ready time", node, &stop->ready));
  TRY(vrp_read_time(&p->lx, "due time", node, &stop->due));
  TRY(vrp_read_time(&p->lx, "service time", node, &stop->service));
  TRY(vrp_read_time(&p->lx, "pickup", node, &stop->pickup[0]));
  TRY(vrp_read_time(&p->lx, "delivery", node, &stop->delivery[0]));
  return window_settle(p, node, stop);
}

/* Its line of pairs: node, demand, window, service, and the nodes of pickup and delivery, 0 where there is none. */
static Status read_pair(FleetParser *p, long long node, FleetStop *stop) {
  TRY(once(&p->lx, stop->delivery_line + stop->pickup_line, "node", node));
  TRY(fleet_read_pair(&p->lx, node, stop));
  return window_settle(p, node, stop);
}

Status fleet_read_deliveries(FleetParser *p) { return read_stops(p, 4, read_delivery); }
Status fleet_read_windows(FleetParser *p) { return read_stops(p, 6, read_window); }
Status fleet_read_services(FleetParser *p) { return read_stops(p, 4, read_service); }
Status fleet_read_releases(FleetParser *p) { return read_stops(p, 4, read_release); }
Status fleet_read_prizes(FleetParser *p) { return read_stops(p, 4, read_prize); }

Status fleet_read_amounts(FleetParser *p) {
  if (!p->kind || !(p->kind->amounts || p->kind->pairs))
    FAIL(ERR_FORMAT,
         "%s:%d: expected PICKUP_AND_DELIVERY_SECTION behind TYPE VRPSPD, VRPSPDTW, VRPMPD, VRPMPDTW, "
         "PDVRP, PDPTW or PDTSP alone, found another",
         p->lx.path, p->lx.line);
  if (p->file.loads > 1)
    FAIL(ERR_FORMAT, "%s:%d: expected one load in CAPACITY_SECTION, found %d", p->lx.path, p->lx.line,
         p->file.loads);
  p->file.loads = 1;
  return read_stops(p, 14, p->kind->pairs ? read_pair : read_amount);
}

/* ---- backhauls ---- */

/* Does the list of numbers that begins here end in -1? */
static bool list_is_closed(Lexer ahead) {
  double value = 0;
  for (lexer_skip_space(&ahead); at_number(&ahead) && value >= 0; lexer_skip_space(&ahead))
    if (!lexer_number(&ahead, &value)) return false;
  return value == -1;
}

/* LKH-3's: the nodes whose demands are picked up. */
static Status read_backhaul_list(FleetParser *p) {
  const int32_t nodes = p->file.plane.nodes;
  long long node;
  TRY(fleet_stops_alloc(&p->file));
  for (;;) {
    lexer_skip_space(&p->lx);
    if (lexer_integer(&p->lx, -1, -1, &node)) return OK;
    if (!lexer_integer(&p->lx, 1, nodes, &node))
      return lexer_fail(&p->lx, "a node of backhauls from 1 to %d, or -1", nodes);
    TRY(once(&p->lx, p->file.stop[node - 1].backhaul, "node", node));
    p->file.stop[node - 1].backhaul = true;
    p->file.stop[node - 1].pickup_line = p->lx.line;
  }
}

Status fleet_read_backhauls(FleetParser *p) {
  if (!list_is_closed(p->lx)) return read_stops(p, 4, read_pickup);
  if (p->file.backhauls == BACKHAULS_MIXED)
    FAIL(ERR_FORMAT, "%s:%d: expected TYPE VRPB or VRPBTW with a list of backhauls, found another",
         p->lx.path, p->lx.line);
  return read_backhaul_list(p);
}

/* ---- coordinates and matrix ---- */

static Status coords_alloc(VrpFile *plane) {
  const size_t nodes = (size_t)plane->nodes;
  const bool three = !plane->weighted && vrp_metric_solid(plane->metric);
  free(plane->x);
  free(plane->y);
  free(plane->z);
  plane->x = malloc(nodes * sizeof *plane->x);
  plane->y = malloc(nodes * sizeof *plane->y);
  plane->z = three ? malloc(nodes * sizeof *plane->z) : NULL;
  if (plane->x && plane->y && (!three || plane->z)) return OK;
  FAIL(ERR_MEMORY, "no memory for %zu nodes", nodes);
}

static Status read_place(Lexer *lx, VrpFile *plane, long long node) {
  VrpNumber *const x = &plane->x[node - 1], *const y = &plane->y[node - 1];
  if (x->places >= 0) return once(lx, 1, "node", node);
  if (!vrp_coordinate(lx, x)) return lexer_fail(lx, "the x coordinate of node %lld", node);
  if (!vrp_coordinate(lx, y)) return lexer_fail(lx, "the y coordinate of node %lld", node);
  if (plane->z && !vrp_coordinate(lx, &plane->z[node - 1]))
    return lexer_fail(lx, "the z coordinate of node %lld", node);
  return OK;
}

Status fleet_read_coords(FleetParser *p) {
  VrpFile *const plane = &p->file.plane;
  TRY(expect_lines(&p->lx, plane->nodes, 6, "nodes"));
  TRY(coords_alloc(plane));
  plane->plane_line = p->lx.line;
  for (int32_t v = 0; v < plane->nodes; v++) plane->x[v].places = -1; /* not seen yet */
  for (int32_t k = 0; k < plane->nodes && !halt_poll(); k++) {
    long long node;
    TRY(read_number(&p->lx, "node", plane->nodes, k, &node));
    TRY(read_place(&p->lx, plane, node));
    TRY(lexer_line_end(&p->lx));
  }
  return halt_after("the reading of coordinates");
}

static Status weights_check(const FleetParser *p) {
  if (!p->file.plane.weighted)
    FAIL(ERR_FORMAT, "%s:%d: expected EDGE_WEIGHT_TYPE EXPLICIT before weights, found another", p->lx.path,
         p->lx.line);
  if (!p->format || strcmp(p->format->name, "FUNCTION") == 0)
    FAIL(ERR_FORMAT, "%s:%d: expected EDGE_WEIGHT_FORMAT FULL_MATRIX or the like before weights, found %s",
         p->lx.path, p->lx.line, p->format ? p->format->name : "none");
  return tsplib_expect_matrix(&p->lx, p->format, p->file.plane.nodes);
}

Status fleet_read_weights(FleetParser *p) {
  const size_t nodes = (size_t)p->file.plane.nodes;
  TRY(weights_check(p));
  p->file.matrix = instance_array_alloc(nodes * nodes * sizeof *p->file.matrix);
  if (!p->file.matrix) FAIL(ERR_MEMORY, "no memory for the weights of %zu nodes", nodes);
  const MatrixRules rules = {.most = ROUTES_DISTANCE_MAX,
                             .directed = strcmp(p->format->name, "FULL_MATRIX") == 0,
                             .scale = p->by,
                             .remedy = ""};
  TRY(tsplib_read_matrix(&p->lx, p->format, p->file.plane.nodes, &rules, p->file.matrix,
                         &p->file.matrix_decimals));
  for (size_t v = 0; v < nodes; v++) p->file.matrix[v * nodes + v] = 0;
  return OK;
}

/* ---- depots ---- */

static bool is_depot(const FleetFile *file, int32_t node) {
  for (int32_t d = 0; d < file->depots; d++)
    if (file->depot[d] == node) return true;
  return false;
}

/* A list of nodes, ended by -1, more than once if it is written so, or by what follows the section. */
Status fleet_read_depots(FleetParser *p) {
  FleetFile *const file = &p->file;
  long long node = 0, end;
  file->depot = malloc((size_t)file->plane.nodes * sizeof *file->depot);
  if (!file->depot) FAIL(ERR_MEMORY, "no memory for depots");
  for (lexer_skip_space(&p->lx); at_number(&p->lx); lexer_skip_space(&p->lx)) {
    if (file->depots && lexer_integer(&p->lx, -1, -1, &end)) {
      node = -1;
      continue;
    }
    if (node < 0) return lexer_fail(&p->lx, "a keyword after -1");
    if (!lexer_integer(&p->lx, 1, file->plane.nodes, &node))
      return lexer_fail(&p->lx, "a depot, a node from 1 to %d", file->plane.nodes);
    TRY(once(&p->lx, is_depot(file, (int32_t)node - 1), "depot", node));
    file->depot[file->depots++] = (int32_t)node - 1;
  }
  if (file->depots) return OK;
  return lexer_fail(&p->lx, "a depot, a node from 1 to %d", file->plane.nodes);
}

/* ---- vehicles ---- */

typedef Status (*VehicleReader)(FleetParser *p, long long number, FleetVehicle *vehicle);

static Status read_vehicles(FleetParser *p, VehicleReader reader) {
  FleetFile *const file = &p->file;
  TRY(expect_lines(&p->lx, p->fleet, 2, "vehicles"));
  if (!file->vehicle) TRY(fleet_vehicles_alloc(file, p->fleet));
  for (int32_t k = 0; k < p->fleet && !halt_poll(); k++) {
    long long number;
    TRY(read_number(&p->lx, "vehicle", p->fleet, k, &number));
    TRY(reader(p, number, &file->vehicle[number - 1]));
    TRY(lexer_line_end(&p->lx));
  }
  return halt_after("the reading of vehicles");
}

static Status read_cost(FleetParser *p, const char *what, long long number, VrpNumber *value, int *line) {
  TRY(once(&p->lx, *line, "vehicle", number));
  lexer_skip_blanks(&p->lx);
  const Lexer place = p->lx;
  *line = p->lx.line;
  if (vrp_number(&p->lx, value) && value->mantissa >= 0) return OK;
  return lexer_fail(&place, "the %s of vehicle %lld, not negative", what, number);
}

static Status read_capacity(FleetParser *p, long long number, FleetVehicle *vehicle) {
  TRY(once(&p->lx, vehicle->capacity_line, "vehicle", number));
  vehicle->capacity_line = p->lx.line;
  return read_loads(p, "vehicle", number, vehicle->capacity);
}

static Status read_fixed(FleetParser *p, long long number, FleetVehicle *vehicle) {
  return read_cost(p, "fixed cost", number, &vehicle->fixed, &vehicle->fixed_line);
}

static Status read_unit(FleetParser *p, long long number, FleetVehicle *vehicle) {
  return read_cost(p, "unit distance cost", number, &vehicle->unit, &vehicle->unit_line);
}

static Status read_max_distance(FleetParser *p, long long number, FleetVehicle *vehicle) {
  return read_cost(p, "longest distance", number, &vehicle->max_distance, &vehicle->max_distance_line);
}

static Status read_max_duration(FleetParser *p, long long number, FleetVehicle *vehicle) {
  return read_cost(p, "longest duration", number, &vehicle->max_duration, &vehicle->max_duration_line);
}

static Status read_most_reloads(FleetParser *p, long long number, FleetVehicle *vehicle) {
  return read_cost(p, "most reloads", number, &vehicle->most_reloads, &vehicle->most_reloads_line);
}

static Status read_home(FleetParser *p, long long number, FleetVehicle *vehicle) {
  const int32_t nodes = p->file.plane.nodes;
  long long node;
  TRY(once(&p->lx, vehicle->depot_line, "vehicle", number));
  vehicle->depot_line = p->lx.line;
  if (!lexer_integer(&p->lx, 1, nodes, &node))
    return lexer_fail(&p->lx, "the depot of vehicle %lld, a node from 1 to %d", number, nodes);
  vehicle->depot = (int32_t)node - 1;
  return OK;
}

/* Nodes up to the end of the line, as bits of a vehicle's row. */
static Status read_nodes(FleetParser *p, const char *what, long long number, uint32_t *rows) {
  const int32_t nodes = p->file.plane.nodes;
  uint32_t *const row = rows + (size_t)(number - 1) * fleet_words(&p->file);
  while (!line_ends(&p->lx)) {
    long long node;
    if (!lexer_integer(&p->lx, 1, nodes, &node))
      return lexer_fail(&p->lx, "a %s of vehicle %lld, a node from 1 to %d", what, number, nodes);
    row[(node - 1) / 32] |= (uint32_t)1 << (node - 1) % 32;
  }
  return OK;
}

static Status read_sites(FleetParser *p, long long number, FleetVehicle *vehicle) {
  TRY(once(&p->lx, vehicle->allowed_line, "vehicle", number));
  vehicle->allowed_line = p->lx.line;
  return read_nodes(p, "client", number, p->file.allowed);
}

static Status read_reload(FleetParser *p, long long number, FleetVehicle *vehicle) {
  TRY(once(&p->lx, vehicle->reload_line, "vehicle", number));
  vehicle->reload_line = p->lx.line;
  return read_nodes(p, "reload depot", number, p->file.reload);
}

Status fleet_read_capacities(FleetParser *p) { return read_vehicles(p, read_capacity); }
Status fleet_read_fixed_costs(FleetParser *p) { return read_vehicles(p, read_fixed); }
Status fleet_read_unit_costs(FleetParser *p) { return read_vehicles(p, read_unit); }
Status fleet_read_max_distances(FleetParser *p) { return read_vehicles(p, read_max_distance); }
Status fleet_read_max_durations(FleetParser *p) { return read_vehicles(p, read_max_duration); }
Status fleet_read_homes(FleetParser *p) { return read_vehicles(p, read_home); }

Status fleet_read_most_reloads(FleetParser *p) { return read_vehicles(p, read_most_reloads); }

/* Of nodes, a row a vehicle. */
static Status rows_alloc(const FleetParser *p, const char *what, uint32_t **rows) {
  TRY(expect_lines(&p->lx, p->fleet, 2, "vehicles"));
  *rows = calloc((size_t)p->fleet * fleet_words(&p->file), sizeof **rows);
  if (!*rows) FAIL(ERR_MEMORY, "no memory for the %s of %d vehicles", what, p->fleet);
  return OK;
}

Status fleet_read_allowed(FleetParser *p) {
  TRY(rows_alloc(p, "clients", &p->file.allowed));
  return read_vehicles(p, read_sites);
}

Status fleet_read_reloads(FleetParser *p) {
  TRY(rows_alloc(p, "reload depots", &p->file.reload));
  return read_vehicles(p, read_reload);
}
