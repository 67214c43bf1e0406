/* Pairs of pickup and delivery in text formats of fleets: their rows, their checks, and Li's and Lim's text (Li and Lim 2003). See fleet_files.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "fleet_files.h"
#include "halt.h"
#include "io/decimal.h"

/* ---- rows ---- */

static Status read_signed(Lexer *lx, const char *what, long long node, VrpNumber *value) {
  lexer_skip_blanks(lx);
  const Lexer place = *lx;
  return vrp_number(lx, value) ? OK : lexer_fail(&place, "the %s of node %lld", what, node);
}

static Status read_partner(Lexer *lx, const char *what, long long node, int64_t *partner) {
  long long value;
  lexer_skip_blanks(lx);
  const Lexer place = *lx;
  if (!lexer_integer(lx, 0, INT32_MAX, &value))
    return lexer_fail(&place, "the %s of node %lld, a node, or 0 for none", what, node);
  *partner = value;
  return OK;
}

Status fleet_read_pair(Lexer *lx, long long node, FleetStop *stop) {
  stop->delivery_line = stop->pickup_line = stop->service_line = stop->window_line = lx->line;
  TRY(read_signed(lx, "demand", node, &stop->delivery[0]));
  TRY(vrp_read_time(lx, "ready time", node, &stop->ready));
  TRY(vrp_read_time(lx, "due time", node, &stop->due));
  TRY(vrp_read_time(lx, "service time", node, &stop->service));
  TRY(read_partner(lx, "pickup", node, &stop->pickup_node));
  return read_partner(lx, "delivery", node, &stop->delivery_node);
}

/* ---- checks ---- */

static bool is_depot(const FleetFile *file, int64_t v) {
  for (int32_t d = 0; d < file->depots; d++)
    if (file->depot[d] == v) return true;
  return false;
}

/* a + b is 0. */
static bool are_opposite(VrpNumber a, VrpNumber b) {
  const int32_t places = a.places > b.places ? a.places : b.places;
  int64_t x, y;
  return exact_units((Exact){a.mantissa, a.places}, places, &x) &&
         exact_units((Exact){b.mantissa, b.places}, places, &y) && x == -y;
}

/* A depot has no partner, a customer has one. */
static Status one_partner_check(const FleetFile *file, int32_t v) {
  const FleetStop *stop = &file->stop[v];
  const bool first = stop->delivery_node, second = stop->pickup_node;
  const int32_t node = v + file->first;
  if (is_depot(file, v)) {
    if (!first && !second) return OK;
    FAIL(ERR_FORMAT, "expected 0 0 as the pickup and the delivery of the depot, node %d, found %lld %lld",
         node, (long long)stop->pickup_node, (long long)stop->delivery_node);
  }
  if (first != second) return OK;
  FAIL(ERR_FORMAT,
       "expected 0 and the delivery of node %d, if it is a pickup, or its pickup and 0, found %lld %lld",
       node, (long long)stop->pickup_node, (long long)stop->delivery_node);
}

/* Partners name each other. */
static Status partner_check(const FleetFile *file, int32_t v) {
  const FleetStop *stop = &file->stop[v];
  const bool pickup = stop->delivery_node;
  const int64_t named = pickup ? stop->delivery_node : stop->pickup_node, other = named - file->first;
  const char *const what = pickup ? "delivery" : "pickup", *const back = pickup ? "pickup" : "delivery";
  const int32_t node = v + file->first;
  if (other < 0 || other >= file->plane.nodes || other == v || is_depot(file, other))
    FAIL(ERR_FORMAT, "expected another customer as the %s of node %d, found %lld", what, node,
         (long long)named);
  const FleetStop *partner = &file->stop[other];
  const int64_t answer = pickup ? partner->pickup_node : partner->delivery_node;
  if (answer == node) return OK;
  FAIL(ERR_FORMAT, "expected the %s of node %d to have it as its %s, found %lld as the %s of node %lld", what,
       node, back, (long long)answer, back, (long long)named);
}

/* What is picked up is delivered. */
static Status amounts_check(const FleetFile *file, int32_t v) {
  const FleetStop *stop = &file->stop[v], *pickup = &file->stop[stop->pickup_node - file->first];
  const VrpNumber demand = stop->delivery[0], goods = pickup->delivery[0];
  char expected[COST_TEXT_MAX], found[COST_TEXT_MAX];
  if (are_opposite(demand, goods)) return OK;
  FAIL(ERR_FORMAT, "expected demand %s of node %d, as its pickup, node %lld, has the opposite, found %s",
       cost_text(-goods.mantissa, goods.places, expected), v + file->first, (long long)stop->pickup_node,
       cost_text(demand.mantissa, demand.places, found));
}

static Status pair_check(const FleetFile *file, int32_t v) {
  const FleetStop *stop = &file->stop[v];
  const VrpNumber demand = stop->delivery[0];
  char found[COST_TEXT_MAX];
  TRY(one_partner_check(file, v));
  if (is_depot(file, v)) return OK;
  TRY(partner_check(file, v));
  if (stop->pickup_node) return amounts_check(file, v);
  if (demand.mantissa >= 0) return OK;
  FAIL(ERR_FORMAT, "expected a demand from 0 on of node %d, as it is a pickup, found %s", v + file->first,
       cost_text(demand.mantissa, demand.places, found));
}

Status fleet_pairs_settle(FleetFile *file) {
  for (int32_t v = 0; v < file->plane.nodes; v++)
    TRY(fleet_fail_at(file, file->stop[v].delivery_line, pair_check(file, v)));
  for (int32_t v = 0; v < file->plane.nodes; v++) {
    FleetStop *const stop = &file->stop[v];
    if (stop->delivery_node) {
      stop->pickup[0] = stop->delivery[0];
      stop->delivery[0] = (VrpNumber){0};
    }
    if (stop->delivery[0].mantissa < 0) stop->delivery[0].mantissa *= -1;
  }
  file->paired = true;
  return OK;
}

/* ---- Li's and Lim's text ---- */

enum { SURE = 65, COLUMNS = 9, SPEED_MAX = 1 };

typedef struct LiLim {
  Lexer lx;
  FleetFile file;
  int32_t vehicles;
  VrpNumber capacity, speed;
  int head_line;
} LiLim;

static Status read_number(Lexer *lx, const char *what, VrpNumber *value) {
  lexer_skip_blanks(lx);
  const Lexer place = *lx;
  if (vrp_number(lx, value) && value->mantissa >= 0) return OK;
  return lexer_fail(&place, "%s, not negative", what);
}

static Status read_head(LiLim *l) {
  long long vehicles;
  lexer_skip_space(&l->lx);
  l->head_line = l->lx.line;
  if (!lexer_integer(&l->lx, 1, INT32_MAX - 1, &vehicles))
    return lexer_fail(&l->lx, "a number of vehicles from 1 to %d", INT32_MAX - 1);
  l->vehicles = (int32_t)vehicles;
  TRY(read_number(&l->lx, "the capacity of vehicles", &l->capacity));
  TRY(read_number(&l->lx, "the speed of vehicles", &l->speed));
  return lexer_line_end(&l->lx);
}

static bool line_ends(Lexer *lx) {
  lexer_skip_blanks(lx);
  return lx->at == lx->end || *lx->at == '\n';
}

/* Lines that are not blank. */
static int64_t rows_count(Lexer ahead) {
  int64_t rows = 0;
  for (lexer_skip_space(&ahead); ahead.at < ahead.end; lexer_skip_space(&ahead), rows++) {
    const char *end = memchr(ahead.at, '\n', (size_t)(ahead.end - ahead.at));
    ahead.at = end ? end : ahead.end;
  }
  return rows;
}

static Status room_make(LiLim *l) {
  FleetFile *const file = &l->file;
  const int64_t rows = rows_count(l->lx);
  if (rows < 2 || rows > ROUTES_PLACES_MAX)
    FAIL(ERR_FORMAT, "%s:%d: expected from 2 to %d rows, the depot and customers, found %lld", l->lx.path,
         l->head_line, ROUTES_PLACES_MAX, (long long)rows);
  file->plane.nodes = (int32_t)rows;
  file->plane.x = malloc((size_t)rows * sizeof *file->plane.x);
  file->plane.y = malloc((size_t)rows * sizeof *file->plane.y);
  file->depot = calloc(1, sizeof *file->depot);
  if (!file->plane.x || !file->plane.y || !file->depot)
    FAIL(ERR_MEMORY, "no memory for %lld places", (long long)rows);
  file->depots = 1;
  TRY(fleet_stops_alloc(file));
  TRY(fleet_vehicles_alloc(file, 1));
  file->vehicle[0].count = l->vehicles;
  file->vehicle[0].capacity[0] = l->capacity;
  file->vehicle[0].capacity_line = l->head_line;
  return OK;
}

static Status read_row(LiLim *l, int32_t v) {
  VrpFile *const plane = &l->file.plane;
  long long number;
  lexer_skip_space(&l->lx);
  if (!lexer_integer(&l->lx, v, v, &number))
    return lexer_fail(&l->lx, "node %d, %s", v, v ? "as rows are numbered from 0" : "the depot");
  if (!vrp_coordinate(&l->lx, &plane->x[v])) return lexer_fail(&l->lx, "the x coordinate of node %d", v);
  if (!vrp_coordinate(&l->lx, &plane->y[v])) return lexer_fail(&l->lx, "the y coordinate of node %d", v);
  TRY(fleet_read_pair(&l->lx, v, &l->file.stop[v]));
  return lexer_line_end(&l->lx);
}

static Status lilim_read(LiLim *l) {
  TRY(read_head(l));
  TRY(room_make(l));
  l->file.plane.plane_line = l->lx.line + 1;
  for (int32_t v = 0; v < l->file.plane.nodes && !halt_poll(); v++) TRY(read_row(l, v));
  TRY(halt_after("the reading of customers"));
  return fleet_pairs_settle(&l->file);
}

/* Published files say 1 or 0, and mean nothing by it. */
static void speed_tell(const LiLim *l, Instance *inst) {
  char speed[COST_TEXT_MAX];
  if (l->speed.mantissa <= SPEED_MAX && l->speed.places == 0) return;
  snprintf(inst->warning, sizeof inst->warning,
           "the speed, %s, has no effect, as in published files: travel times are distances",
           cost_text(l->speed.mantissa, l->speed.places, speed));
}

Status fleet_lilim_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                         Instance **out) {
  static const CvrpSettings standard;
  LiLim l = {.lx = {.path = path, .at = text, .end = text + bytes, .line = 1},
             .file = {.path = path, .plane = {.path = path}, .loads = 1, .rule = {DISTANCES_REAL, -1}}};
  Status status = lilim_read(&l);
  if (status == OK) status = fleet_finish(&l.file, settings ? settings : &standard, out);
  if (status == OK) speed_tell(&l, *out);
  fleet_file_free(&l.file);
  return status;
}

/* Does the line have so many numbers, of which the first is `first`, if that is not negative? */
static bool line_has(Lexer *lx, int numbers, long long first) {
  long long number;
  double value;
  lexer_skip_space(lx);
  Lexer ahead = *lx;
  if (first >= 0 && !lexer_integer(&ahead, first, first, &number)) return false;
  for (int k = 0; k < numbers; k++)
    if (!lexer_number(lx, &value)) return false;
  return line_ends(lx);
}

/* A line of three numbers, then one of nine that begins with 0, the depot. Of a damaged depot's line the next one tells, which begins with 1. */
int fleet_lilim_probe(const char *path, const char *head, size_t bytes) {
  if (!head) return 0;
  Lexer lx = {.path = path, .at = head, .end = head + bytes, .line = 1};
  if (!line_has(&lx, 3, -1)) return 0;
  lexer_skip_space(&lx);
  Lexer depot = lx;
  if (line_has(&depot, COLUMNS, 0)) return SURE;
  const char *end = memchr(lx.at, '\n', (size_t)(lx.end - lx.at));
  if (!end) return 0;
  lx.at = end;
  return line_has(&lx, COLUMNS, 1) ? SURE : 0;
}
