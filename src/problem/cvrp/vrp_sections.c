/* The sections of .vrp files, with what they need of the header: see vrp_parser.h. */
#include "vrp_parser.h"

#include <stdlib.h>
#include <string.h>
#include "vrp_table.h"

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
