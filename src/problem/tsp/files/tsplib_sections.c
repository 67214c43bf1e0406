/* See tsplib_sections.h. */
#include "tsplib_sections.h"

#include <stdio.h>
#include <string.h>
#include "io/path.h"
#include "problem/tsp/tsp.h"
#include "tsp_files.h"

/* ---- sections ---- */

static Status need(const Parser *p, Key key, const char *name, const char *section) {
  if (p->seen >> key & 1) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected %s before %s, found none", p->lx.path, p->lx.line, name, section);
}

Status tsplib_display_section(Parser *p) {
  TRY(need(p, KEY_DIMENSION, "DIMENSION", "DISPLAY_DATA_SECTION"));
  snprintf(p->after, sizeof p->after, " after %d cities", p->known.head.n);
  return tsplib_read_cities(&p->lx, p->known.head.n, NULL, NULL, NULL);
}

Status tsplib_coords_section(Parser *p) {
  TRY(need(p, KEY_DIMENSION, "DIMENSION", "NODE_COORD_SECTION"));
  TRY(need(p, KEY_WEIGHT_TYPE, "EDGE_WEIGHT_TYPE", "NODE_COORD_SECTION"));
  if (p->known.metric == METRIC_EXPLICIT) return tsplib_display_section(p);
  if (p->directed) return lexer_fail(&p->lx, "EDGE_WEIGHT_TYPE EXPLICIT of TYPE ATSP");
  const Lexer section = p->lx;
  TRY(tsplib_expect_cities(&p->lx, p->known.head.n));
  TRY(tsp_alloc(p->known.metric, p->known.head.n, &p->inst));
  const TspInstance *tsp = tsp_of(p->inst);
  TRY(tsplib_read_cities(&p->lx, p->known.head.n, tsp->x, tsp->y, tsp->z));
  snprintf(p->after, sizeof p->after, " after %d cities", p->known.head.n);
  return tsplib_check_span(&section, tsp);
}

static Status weights_check(const Parser *p) {
  TRY(need(p, KEY_DIMENSION, "DIMENSION", "EDGE_WEIGHT_SECTION"));
  TRY(need(p, KEY_WEIGHT_TYPE, "EDGE_WEIGHT_TYPE", "EDGE_WEIGHT_SECTION"));
  if (p->known.metric != METRIC_EXPLICIT)
    FAIL(ERR_FORMAT, "%s:%d: expected EDGE_WEIGHT_TYPE EXPLICIT with weights, found %s", p->lx.path,
         p->lx.line, metric_name(p->known.metric));
  TRY(need(p, KEY_WEIGHT_FORMAT, "EDGE_WEIGHT_FORMAT", "EDGE_WEIGHT_SECTION"));
  if (strcmp(p->format->name, "FUNCTION") == 0)
    FAIL(ERR_FORMAT,
         "%s:%d: expected EDGE_WEIGHT_FORMAT FULL_MATRIX or the like with weights, found FUNCTION",
         p->lx.path, p->lx.line);
  if (p->directed && strcmp(p->format->name, "FULL_MATRIX") != 0)
    FAIL(ERR_FORMAT, "%s:%d: expected EDGE_WEIGHT_FORMAT FULL_MATRIX of TYPE ATSP, found %s", p->lx.path,
         p->lx.line, p->format->name);
  return tsplib_expect_matrix(&p->lx, p->format, p->known.head.n);
}

Status tsplib_weights_section(Parser *p) {
  const int32_t n = p->known.head.n;
  const MatrixRules rules = {.most = p->directed ? DIRECTED_MAX : DISTANCE_MAX,
                             .least = p->least,
                             .directed = p->directed,
                             .scale = p->scale,
                             .remedy = "or TYPE ATSP for an asymmetric matrix"};
  TRY(weights_check(p));
  TRY(tsp_alloc(p->directed ? METRIC_DIRECTED : METRIC_EXPLICIT, n, &p->inst));
  TspInstance *tsp = (TspInstance *)p->inst;
  TRY(tsplib_read_matrix(&p->lx, p->format, n, &rules, tsp->matrix, &tsp->head.decimals));
  tsp->missing = p->least ? MISSING_COST : 0;
  tsp->scale = p->scale;
  snprintf(p->after, sizeof p->after, " after the weights of %d cities", n);
  return OK;
}

Status tsplib_fixed_section(Parser *p) {
  TRY(need(p, KEY_DIMENSION, "DIMENSION", "FIXED_EDGES_SECTION"));
  p->ended = true;
  return tsplib_read_pairs(&p->lx, p->known.head.n, "a fixed edge", &p->fixed);
}

Status tsplib_edges_section(Parser *p) {
  TRY(need(p, KEY_DIMENSION, "DIMENSION", "EDGE_DATA_SECTION"));
  TRY(need(p, KEY_EDGE_FORMAT, "EDGE_DATA_FORMAT", "EDGE_DATA_SECTION"));
  p->listed = p->ended = true;
  if (p->lists) return tsplib_read_lists(&p->lx, p->known.head.n, &p->edges);
  return tsplib_read_pairs(&p->lx, p->known.head.n, "an edge", &p->edges);
}

Status tsplib_tour_section(Parser *p) {
  const int32_t n = p->known.head.n;
  long long city;
  TRY(need(p, KEY_DIMENSION, "DIMENSION", "TOUR_SECTION"));
  p->ended = true;
  for (int32_t k = 0; k < n; k++) {
    lexer_skip_space(&p->lx);
    if (!lexer_integer(&p->lx, 1, n, &city))
      return lexer_fail(&p->lx, "city %d of %d of a tour: a number from 1 to %d", k + 1, n, n);
  }
  return OK;
}

Status tsplib_depot_section(Parser *p) {
  long long city, more;
  TRY(need(p, KEY_DIMENSION, "DIMENSION", "DEPOT_SECTION"));
  p->ended = true;
  lexer_skip_space(&p->lx);
  if (!lexer_integer(&p->lx, 1, p->known.head.n, &city))
    return lexer_fail(&p->lx, "a city from 1 to %d as the depot", p->known.head.n);
  lexer_skip_space(&p->lx);
  if (!lexer_integer(&p->lx, 0, INT32_MAX, &more)) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected one depot in a TSP, found another one, %lld: a tour has no use for two",
       p->lx.path, p->lx.line, more);
}

const char *tsplib_foreign(const char *word) {
  static const char routes[] = "it belongs to vehicle routing, which has a TYPE of its own",
                    windows[] =
                        "it belongs to vehicle routing with time windows, which has a TYPE of its own";
  static const struct {
    const char *word, *why;
  } foreign[] = {{"CAPACITY", routes},
                 {"DEMAND_SECTION", routes},
                 {"DEMAND_DIMENSION", routes},
                 {"DISTANCE", routes},
                 {"BACKHAUL_SECTION", routes},
                 {"PICKUP_AND_DELIVERY_SECTION", routes},
                 {"SERVICE_TIME", windows},
                 {"SERVICE_TIME_SECTION", windows},
                 {"TIME_WINDOW_SECTION", windows},
                 {"DRAFT_LIMIT_SECTION", "no method here knows draft limits"},
                 {"PRIZE_SECTION", "no method here leaves cities out"},
                 {"REQUIRED_NODES_SECTION", "no method here leaves cities out"},
                 {"CTSP_SET_SECTION", "no method here knows sets of cities"},
                 {"GTSP_SETS", "no method here knows sets of cities"},
                 {"GTSP_SET_SECTION", "no method here knows sets of cities"}};
  for (size_t k = 0; k < sizeof foreign / sizeof *foreign; k++)
    if (strcmp(foreign[k].word, word) == 0) return foreign[k].why;
  return NULL;
}

/* ---- end of the file ---- */

void tsplib_strip_suffix(char *name) {
  size_t length = strlen(name);
  if (length > 4 && strcmp(name + length - 4, ".tsp") == 0) name[length - 4] = 0;
  if (length > 5 && strcmp(name + length - 5, ".atsp") == 0) name[length - 5] = 0;
}

/* Sets name, comment, constraints and digest. Without NAME, the instance has the name of its file; with fixed edges that and "+fixed",
 * as NAME is often that of the instance without them, and published values may leave out their lengths. */
Status tsplib_finish(Parser *p) {
  TspInstance *tsp = (TspInstance *)p->inst;
  tsp->path = p->known.path;
  tsp->fixed = p->fixed.city;
  tsp->fixed_count = p->fixed.count;
  p->fixed.city = NULL;
  if (p->listed) TRY(tsp_edges_keep(tsp, &p->edges));
  if (tsp->metric == METRIC_DIRECTED) tsp_matrix_settle(tsp);
  TRY(tsp_edges_check(p->lx.path, tsp));
  memcpy(p->inst->name, p->known.head.name, sizeof p->inst->name);
  memcpy(p->inst->comment, p->known.head.comment, sizeof p->inst->comment);
  if (!p->inst->name[0] || tsp->fixed_count) {
    path_stem(p->lx.path, ".tsp", p->inst->name, sizeof p->inst->name);
    tsplib_strip_suffix(p->inst->name);
  }
  const size_t length = strlen(p->inst->name);
  if (tsp->fixed_count) snprintf(p->inst->name + length, sizeof p->inst->name - length, "+fixed");
  TRY(tsp_fixed_check(p->lx.path, tsp));
  p->inst->digest = instance_digest(p->inst);
  return OK;
}
