/* Alternatives of VRPLIB's files of fleets: the sets of generalised routing (GVRP_SETS), of which each node but the depots is in one and each has a
 * demand, and PyVRP's groups (MUTUALLY_EXCLUSIVE_GROUP_SECTION). See fleet_files.h. */
#include <stdlib.h>
#include "fleet_files.h"

static bool line_ends(Lexer *lx) {
  lexer_skip_blanks(lx);
  return lx->at == lx->end || *lx->at == '\n';
}

static bool at_digit(const Lexer *lx) { return lx->at < lx->end && *lx->at >= '0' && *lx->at <= '9'; }

static Status groups_alloc(FleetFile *file) {
  const size_t nodes = (size_t)file->plane.nodes;
  if (file->group) return OK;
  file->group = calloc(nodes, sizeof *file->group);
  if (!file->group) FAIL(ERR_MEMORY, "no memory for %zu nodes", nodes);
  return OK;
}

/* A node, from 1, joins the group. */
static Status node_add(FleetParser *p, const char *what, int32_t group) {
  const int32_t nodes = p->file.plane.nodes;
  const Lexer place = p->lx;
  long long node;
  if (!lexer_integer(&p->lx, 1, nodes, &node))
    return lexer_fail(&place, "a node of %s %d from 1 to %d", what, group, nodes);
  int32_t *const of = &p->file.group[node - 1];
  if (*of)
    FAIL(ERR_FORMAT, "%s:%d: expected each node in one %s, found node %lld in %d and %d", place.path,
         place.line, what, node, *of, group);
  *of = group;
  return OK;
}

/* ---- sets ---- */

/* Rows "set node node ... -1". */
Status fleet_read_sets(FleetParser *p) {
  if (!p->file.sets)
    FAIL(ERR_FORMAT, "%s:%d: expected GVRP_SETS before GVRP_SET_SECTION, found none", p->lx.path, p->lx.line);
  TRY(groups_alloc(&p->file));
  p->file.groups = p->file.sets;
  for (int32_t k = 0; k < p->file.sets; k++) {
    long long set, end;
    lexer_skip_space(&p->lx);
    if (!lexer_integer(&p->lx, 1, p->file.sets, &set))
      return lexer_fail(&p->lx, "set %d of %d: a number from 1 to %d", k + 1, p->file.sets, p->file.sets);
    for (lexer_skip_space(&p->lx); !lexer_integer(&p->lx, -1, -1, &end); lexer_skip_space(&p->lx))
      TRY(node_add(p, "set", (int32_t)set));
  }
  return OK;
}

/* Rows "set demand". */
Status fleet_read_set_demands(FleetParser *p) {
  FleetFile *const file = &p->file;
  file->set = calloc((size_t)file->sets, sizeof *file->set);
  if (!file->set) FAIL(ERR_MEMORY, "no memory for %d sets", file->sets);
  file->loads = 1;
  for (int32_t k = 0; k < file->sets; k++) {
    long long set;
    lexer_skip_space(&p->lx);
    if (!lexer_integer(&p->lx, 1, file->sets, &set))
      return lexer_fail(&p->lx, "set %d of %d: a number from 1 to %d", k + 1, file->sets, file->sets);
    FleetStop *const of = &file->set[set - 1];
    if (of->delivery_line)
      FAIL(ERR_FORMAT, "%s:%d: expected each set once, found set %lld again", p->lx.path, p->lx.line, set);
    of->delivery_line = p->lx.line;
    TRY(vrp_read_time(&p->lx, "demand of set", set, &of->delivery[0]));
    TRY(lexer_line_end(&p->lx));
  }
  return OK;
}

/* ---- groups ---- */

/* Rows "group node node ...", as many as there are. */
Status fleet_read_groups(FleetParser *p) {
  TRY(groups_alloc(&p->file));
  for (lexer_skip_space(&p->lx); at_digit(&p->lx); lexer_skip_space(&p->lx)) {
    long long number;
    (void)lexer_integer(&p->lx, 0, INT32_MAX, &number);
    if (p->file.groups == p->file.plane.nodes)
      return lexer_fail(&p->lx, "at most %d groups, as there are nodes", p->file.plane.nodes);
    p->file.groups++;
    while (!line_ends(&p->lx)) TRY(node_add(p, "group", p->file.groups));
  }
  return OK;
}

/* ---- the end of the file ---- */

static bool is_depot(const FleetFile *file, int32_t node) {
  for (int32_t d = 0; d < file->depots; d++)
    if (file->depot[d] == node) return true;
  return false;
}

static Status node_check(const FleetParser *p, int32_t v) {
  const FleetFile *file = &p->file;
  const bool depot = is_depot(file, v);
  const int32_t group = file->group[v];
  if (depot && group)
    FAIL(ERR_FORMAT, "%s: expected customers in set or group %d, found the depot, node %d", p->lx.path, group,
         v + 1);
  if (file->sets && !depot && !group)
    FAIL(ERR_FORMAT, "%s: expected each customer in a set of GVRP_SET_SECTION, found node %d in none",
         p->lx.path, v + 1);
  if (group && file->stop && file->stop[v].prize.mantissa)
    FAIL(ERR_FORMAT, "%s:%d: expected prize 0 of node %d, as one of its group must be served, found another",
         p->lx.path, file->stop[v].prize_line, v + 1);
  return OK;
}

/* The depots are known. */
Status fleet_groups_complete(FleetParser *p) {
  FleetFile *const file = &p->file;
  if (file->sets && !file->group) return lexer_fail(&p->lx, "GVRP_SET_SECTION, as there is GVRP_SETS");
  if (!file->group) return OK;
  for (int32_t v = 0; v < file->plane.nodes; v++) TRY(node_check(p, v));
  if (!file->set) return OK;
  TRY(fleet_stops_alloc(file));
  for (int32_t v = 0; v < file->plane.nodes; v++) {
    if (!file->group[v]) continue;
    file->stop[v].delivery[0] = file->set[file->group[v] - 1].delivery[0];
    file->stop[v].delivery_line = file->set[file->group[v] - 1].delivery_line;
  }
  return OK;
}

void fleet_groups_set(const FleetFile *file, const int32_t *customer, RoutesInstance *routes) {
  for (int32_t v = 0; file->group && v < file->plane.nodes; v++)
    if (customer[v]) routes->cluster[customer[v]] = file->group[v];
}
