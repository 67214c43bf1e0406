/* The end of a TSPLIB file: see tsplib_parser.h. */
#include <stdio.h>
#include <string.h>
#include "io/path.h"
#include "tsplib_parser.h"

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
