/* The sections of .vrp files, with what they need of the header. */
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "io/decimal.h"
#include "io/lexer.h"
#include "problem/cvrp/cvrp.h"
#include "vrp_files.h"

/* ---- numbers and data ---- */

/* The data sections of .vrp files. Step 2 of the flow. */

/* What stands at hand, up to the next blank. */
static size_t token_bytes(const Lexer *lx) {
  const char *p = lx->at;
  while (p < lx->end && !memchr(" \t\r\v\f\n", *p, 6)) p++;
  return (size_t)(p - lx->at);
}

typedef bool ExactReader(const char *text, size_t length, Exact *out);

static bool number_take(Lexer *lx, ExactReader *read, VrpNumber *value) {
  Exact exact;
  lexer_skip_blanks(lx);
  const size_t bytes = token_bytes(lx);
  if (!read(lx->at, bytes, &exact)) return false;
  *value = (VrpNumber){exact.digits, exact.places, memchr(lx->at, '.', bytes) != NULL};
  lx->at += bytes;
  return true;
}

bool vrp_number(Lexer *lx, VrpNumber *value) { return number_take(lx, exact_read, value); }

bool vrp_coordinate(Lexer *lx, VrpNumber *value) { return number_take(lx, exact_read_cut, value); }

Status vrp_read_time(Lexer *lx, const char *what, long long node, VrpNumber *value) {
  lexer_skip_blanks(lx);
  const Lexer place = *lx;
  if (vrp_number(lx, value) && value->mantissa >= 0) return OK;
  return lexer_fail(&place, "the %s of node %lld, not negative", what, node);
}

/* Fail, before anything is allocated, if the text left is too short for so many lines of at least so many bytes. */
static Status vrp_expect(const Lexer *lx, int32_t nodes, int32_t least) {
  const long long left = lx->end - lx->at;
  if (nodes <= (left + 1) / least) return OK; /* the last line may lack its end */
  FAIL(ERR_FORMAT, "%s:%d: expected %d nodes, found the end of the file after %lld bytes", lx->path, lx->line,
       nodes, left);
}

/* The number that a line of a section begins with. */
static Status read_node(Lexer *lx, int32_t nodes, int32_t k, long long *node) {
  lexer_skip_space(lx);
  if (lexer_integer(lx, 1, nodes, node)) return OK;
  return lexer_fail(lx, "node %d of %d: a number from 1 to %d", k + 1, nodes, nodes);
}

static Status once(const Lexer *lx, bool seen, long long node) {
  if (!seen) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected each node once, found node %lld again", lx->path, lx->line, node);
}

/* Lines "node x y", or "node x y z" where z is not NULL, in any order of the nodes 1..nodes; x, y, z (nodes). */
static Status vrp_read_coordinates(Lexer *lx, int32_t nodes, VrpNumber *x, VrpNumber *y, VrpNumber *z) {
  for (int32_t v = 0; v < nodes; v++) x[v].places = -1; /* not seen yet */
  for (int32_t k = 0; k < nodes && !halt_poll(); k++) {
    VrpNumber cx, cy, cz;
    long long node;
    TRY(read_node(lx, nodes, k, &node));
    TRY(once(lx, x[node - 1].places >= 0, node));
    if (!vrp_coordinate(lx, &cx)) return lexer_fail(lx, "the x coordinate of node %lld", node);
    if (!vrp_coordinate(lx, &cy)) return lexer_fail(lx, "the y coordinate of node %lld", node);
    if (z && !vrp_coordinate(lx, &cz)) return lexer_fail(lx, "the z coordinate of node %lld", node);
    TRY(lexer_line_end(lx));
    x[node - 1] = cx;
    y[node - 1] = cy;
    if (z) z[node - 1] = cz;
  }
  return halt_after("the reading of coordinates");
}

/* Lines "node demand" likewise; demand (nodes), not negative; line (nodes): where each was read. */
static Status vrp_read_demands(Lexer *lx, int32_t nodes, VrpNumber *demand, int *line) {
  for (int32_t v = 0; v < nodes; v++) line[v] = 0;
  for (int32_t k = 0; k < nodes && !halt_poll(); k++) {
    long long node;
    TRY(read_node(lx, nodes, k, &node));
    TRY(once(lx, line[node - 1] > 0, node));
    TRY(vrp_read_time(lx, "demand", node, &demand[node - 1]));
    line[node - 1] = lx->line;
    TRY(lexer_line_end(lx));
  }
  return halt_after("the reading of demands");
}

/* The part of a node's line that a section adds to `stop`. */
typedef Status (*StopReader)(Lexer *lx, long long node, VrpStop *stop);

static Status read_stops(Lexer *lx, int32_t nodes, StopReader reader, VrpStop *stop) {
  for (int32_t k = 0; k < nodes && !halt_poll(); k++) {
    long long node;
    TRY(read_node(lx, nodes, k, &node));
    TRY(reader(lx, node, &stop[node - 1]));
    TRY(lexer_line_end(lx));
  }
  return OK;
}

static Status read_window(Lexer *lx, long long node, VrpStop *stop) {
  TRY(once(lx, stop->window_line > 0, node));
  stop->window_line = lx->line;
  TRY(vrp_read_time(lx, "ready time", node, &stop->ready));
  return vrp_read_time(lx, "due time", node, &stop->due);
}

/* Lines "node ready due", and "node service", likewise, of numbers that are not negative; stop (nodes), zeroed before
 * the first. */
static Status vrp_read_windows(Lexer *lx, int32_t nodes, VrpStop *stop) {
  TRY(read_stops(lx, nodes, read_window, stop));
  return halt_after("the reading of time windows");
}

static Status read_service(Lexer *lx, long long node, VrpStop *stop) {
  TRY(once(lx, stop->service_line > 0, node));
  stop->service_line = lx->line;
  return vrp_read_time(lx, "service time", node, &stop->service);
}

/* Lines "node ready due", and "node service", likewise, of numbers that are not negative; stop (nodes), zeroed before
 * the first. */
static Status vrp_read_services(Lexer *lx, int32_t nodes, VrpStop *stop) {
  TRY(read_stops(lx, nodes, read_service, stop));
  return halt_after("the reading of service times");
}

static bool at_number(const Lexer *lx) { return lx->at < lx->end && memchr("0123456789-+.", *lx->at, 13); }

/* One depot, *depot of 1..nodes, and then -1, more than once if it is written so, or what follows the section. */
static Status vrp_read_depot(Lexer *lx, int32_t nodes, long long *depot) {
  long long end;
  lexer_skip_space(lx);
  if (!lexer_integer(lx, 1, nodes, depot)) return lexer_fail(lx, "the depot, a node from 1 to %d", nodes);
  for (lexer_skip_space(lx); at_number(lx); lexer_skip_space(lx))
    if (!lexer_integer(lx, -1, -1, &end))
      return lexer_fail(lx, "-1 after one depot, as several are not supported");
  return OK;
}

/* ---- sections ---- */

/* The sections of .vrp files, with what they need of the header: see vrp_files.h. */

static Status need(const Parser *p, Key key, const char *name, const char *section) {
  if (p->seen >> key & 1) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected %s before %s, found none", p->lx.path, p->lx.line, name, section);
}

/* Coordinates are the last ones of both sections. */
Status vrp_read_coords_section(Parser *p) {
  const int32_t nodes = p->file.nodes;
  TRY(need(p, KEY_DIMENSION, "DIMENSION", "coordinates"));
  TRY(vrp_expect(&p->lx, nodes, 6));
  p->file.plane_line = p->lx.line;
  const bool three = vrp_metric_solid(p->file.metric);
  free(p->file.x);
  free(p->file.y);
  free(p->file.z);
  p->file.x = malloc((size_t)nodes * sizeof *p->file.x);
  p->file.y = malloc((size_t)nodes * sizeof *p->file.y);
  p->file.z = three ? malloc((size_t)nodes * sizeof *p->file.z) : NULL;
  if (!p->file.x || !p->file.y || (three && !p->file.z)) FAIL(ERR_MEMORY, "no memory for %d nodes", nodes);
  snprintf(p->after, sizeof p->after, " after %d nodes", nodes);
  return vrp_read_coordinates(&p->lx, nodes, p->file.x, p->file.y, p->file.z);
}

static Status weights_check(const Parser *p) {
  TRY(need(p, KEY_DIMENSION, "DIMENSION", "EDGE_WEIGHT_SECTION"));
  TRY(need(p, KEY_WEIGHT_TYPE, "EDGE_WEIGHT_TYPE", "EDGE_WEIGHT_SECTION"));
  if (!p->file.weighted)
    FAIL(ERR_FORMAT, "%s:%d: expected EDGE_WEIGHT_TYPE EXPLICIT with weights, found another", p->lx.path,
         p->lx.line);
  TRY(need(p, KEY_WEIGHT_FORMAT, "EDGE_WEIGHT_FORMAT", "EDGE_WEIGHT_SECTION"));
  if (strcmp(p->format->name, "FUNCTION") == 0)
    FAIL(ERR_FORMAT,
         "%s:%d: expected EDGE_WEIGHT_FORMAT FULL_MATRIX or the like with weights, found FUNCTION",
         p->lx.path, p->lx.line);
  return tsplib_expect_matrix(&p->lx, p->format, p->file.nodes);
}

Status vrp_read_weights_section(Parser *p) {
  const size_t nodes = (size_t)p->file.nodes;
  TRY(weights_check(p));
  p->file.matrix = instance_array_alloc(nodes * nodes * sizeof *p->file.matrix);
  if (!p->file.matrix) FAIL(ERR_MEMORY, "no memory for the weights of %zu nodes", nodes);
  snprintf(p->after, sizeof p->after, " after the weights of %zu nodes", nodes);
  const MatrixRules rules = {.most = CVRP_DISTANCE_MAX,
                             .scale = p->by,
                             .remedy = "as routes whose distances depend on the direction are not supported"};
  return tsplib_read_matrix(&p->lx, p->format, p->file.nodes, &rules, p->file.matrix,
                            &p->file.matrix_decimals);
}

Status vrp_read_demands_section(Parser *p) {
  const int32_t nodes = p->file.nodes;
  TRY(need(p, KEY_DIMENSION, "DIMENSION", "DEMAND_SECTION"));
  TRY(need(p, KEY_CAPACITY, "CAPACITY", "DEMAND_SECTION"));
  TRY(vrp_expect(&p->lx, nodes, 4));
  p->file.demand = malloc((size_t)nodes * sizeof *p->file.demand);
  p->file.demand_line = malloc((size_t)nodes * sizeof *p->file.demand_line);
  if (!p->file.demand || !p->file.demand_line) FAIL(ERR_MEMORY, "no memory for %d nodes", nodes);
  snprintf(p->after, sizeof p->after, " after the demands of %d nodes", nodes);
  return vrp_read_demands(&p->lx, nodes, p->file.demand, p->file.demand_line);
}

Status vrp_read_depot_section(Parser *p) {
  long long depot;
  TRY(need(p, KEY_DIMENSION, "DIMENSION", "DEPOT_SECTION"));
  snprintf(p->after, sizeof p->after, " after the depot");
  TRY(vrp_read_depot(&p->lx, p->file.nodes, &depot));
  p->file.depot = (int32_t)depot - 1;
  return OK;
}

/* Room for what either section says. */
static Status stops_need(Parser *p) {
  const size_t nodes = (size_t)p->file.nodes;
  if (p->file.stop) return OK;
  p->file.stop = calloc(nodes, sizeof *p->file.stop);
  if (!p->file.stop) FAIL(ERR_MEMORY, "no memory for the time windows of %zu nodes", nodes);
  return OK;
}

typedef Status (*StopsReader)(Lexer *lx, int32_t nodes, VrpStop *stop);

/* A section with a line of at least so many bytes for each node. */
static Status stops_section(Parser *p, const char *section, int32_t least, const char *what,
                            StopsReader reader) {
  const int32_t nodes = p->file.nodes;
  TRY(need(p, KEY_DIMENSION, "DIMENSION", section));
  TRY(vrp_expect(&p->lx, nodes, least));
  TRY(stops_need(p));
  snprintf(p->after, sizeof p->after, " after the %s of %d nodes", what, nodes);
  return reader(&p->lx, nodes, p->file.stop);
}

Status vrp_read_windows_section(Parser *p) {
  return stops_section(p, "TIME_WINDOW_SECTION", 6, "time windows", vrp_read_windows);
}

Status vrp_read_services_section(Parser *p) {
  return stops_section(p, "SERVICE_TIME_SECTION", 4, "service times", vrp_read_services);
}
