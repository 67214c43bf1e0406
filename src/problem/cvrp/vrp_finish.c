/* The second half of the reader of .vrp files: see vrp_finish.h. */
#include "vrp_finish.h"

#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "io/path.h"
#include "vrp_units.h"
#include "vrp_windows.h"

/* A number with a decimal point at the beginning of the text. */
static bool begins_with_point(const char *text) {
  const size_t whole = strspn(text, "0123456789");
  return whole > 0 && text[whole] == '.' && strspn(text + whole + 1, "0123456789") > 0;
}

bool vrp_comment_real(const char *comment) {
  if (begins_with_point(comment)) return comment[strspn(comment, "0123456789.")] == 0;
  for (const char *at = strstr(comment, "value"); at; at = strstr(at, "value")) {
    at += strlen("value");
    if (begins_with_point(at + strspn(at, " :="))) return true;
  }
  return false;
}

CvrpDistances vrp_comment_words(const char *comment) {
  if (strstr(comment, "not rounded")) return DISTANCES_REAL;
  if (strstr(comment, "distances are rounded")) return DISTANCES_ROUNDED;
  return strstr(comment, "distances are truncated") ? DISTANCES_TRUNCATED : DISTANCES_AUTO;
}

/* The limit on durations; without one, and without windows, service takes no time. */
static Status set_limit(const VrpFile *file, CvrpInstance *cvrp) {
  if (!file->limit_line) return OK;
  TRY(vrp_set_resource(file, "DISTANCE", file->limit, file->limit_line, cvrp, &cvrp->max_duration));
  if (!file->service_line || file->stop) return OK;
  return vrp_set_resource(file, "SERVICE_TIME", file->service, file->service_line, cvrp, &cvrp->service);
}

/* How distances are taken: vrp.h has the rule. */
static CvrpDistances distances_of(const VrpFile *file, const CvrpSettings *settings) {
  if (settings->distances != DISTANCES_AUTO) return settings->distances;
  if (file->words != DISTANCES_AUTO) return file->words;
  if (file->stop) return settings->objective == OBJECTIVE_VEHICLES ? DISTANCES_REAL : DISTANCES_TRUNCATED;
  return file->tells_real ? DISTANCES_REAL : DISTANCES_ROUNDED;
}

/* Coordinates, decimals and divisor. Beside a matrix coordinates are for drawings, whatever their units. */
static Status set_plane(const VrpFile *file, CvrpDistances distances, CvrpInstance *cvrp) {
  const bool real = !file->weighted && distances == DISTANCES_REAL,
             truncated = !file->weighted && distances == DISTANCES_TRUNCATED;
  const VrpPlane plane = {.nodes = file->nodes,
                          .x = file->x,
                          .y = file->y,
                          .decimals_least = truncated ? VRP_DECIMALS_TRUNCATED : 0,
                          .decimals_most = real        ? VRP_DECIMALS_MAX
                                           : truncated ? VRP_DECIMALS_TRUNCATED
                                                       : 0,
                          .exact = !real && !file->weighted,
                          .limited = file->limit_line && !file->weighted,
                          .limit = file->limit,
                          .service = file->service,
                          .stop = file->weighted ? NULL : file->stop};
  VrpUnits units;
  TRY(vrp_fail_at(file, file->plane_line, vrp_units_find(&plane, &units)));
  vrp_units_apply(&plane, units, cvrp->x, cvrp->y);
  if (file->weighted) return OK;
  cvrp->head.decimals = units.decimals;
  cvrp->divisor = vrp_power(units.places - units.decimals);
  if (truncated) cvrp->divisor = -cvrp->divisor;
  return OK;
}

static Status set_matrix(VrpFile *file, CvrpDistances distances, CvrpInstance *cvrp) {
  if (distances == DISTANCES_REAL || distances == DISTANCES_TRUNCATED)
    FAIL(ERR_USAGE, "%s: expected coordinates with --distances %s, found a matrix of whole numbers",
         file->path, distances == DISTANCES_REAL ? "real" : "truncated");
  cvrp->matrix = file->matrix, file->matrix = NULL;
  cvrp->with_matrix = true;
  cvrp->head.decimals = file->matrix_decimals;
  return OK;
}

/* Can every customer be visited at all? */
static Status check_limit(const VrpFile *file, const CvrpInstance *cvrp) {
  char found[COST_TEXT_MAX];
  for (int32_t c = 1; c <= cvrp->head.n && file->limit_line; c++) {
    const int64_t service = cvrp->service_at ? cvrp->service_at[c] : cvrp->service;
    const int64_t least = vrp_distance(cvrp, 0, c) + vrp_distance(cvrp, c, 0) + service;
    if (least > cvrp->max_duration)
      return vrp_fail_at(file, file->limit_line,
                         status_fail(ERR_FORMAT, "expected a DISTANCE of at least %s, for node %d alone",
                                     cost_text(least, cvrp->head.decimals, found), c + file->first));
  }
  return OK;
}

static void strip_suffix(char *name) {
  const size_t length = strlen(name);
  if (length > 4 && strcmp(name + length - 4, ".vrp") == 0) name[length - 4] = 0;
}

/* A file without NAME is called as the file is; some give their file's name. */
static void set_name(const VrpFile *file, Instance *inst) {
  if (file->name[0])
    snprintf(inst->name, sizeof inst->name, "%s", file->name), strip_suffix(inst->name);
  else
    path_stem(file->path, ".vrp", inst->name, sizeof inst->name);
  memcpy(inst->comment, file->comment, sizeof inst->comment);
}

static Status fill(VrpFile *file, const CvrpSettings *settings, CvrpInstance *cvrp) {
  memcpy(cvrp->demand, file->demand, (size_t)file->nodes * sizeof *cvrp->demand);
  cvrp->capacity = file->capacity;
  if (file->vehicles) cvrp->fleet = FLEET_AT_MOST, cvrp->vehicles = file->vehicles;
  if (file->x) TRY(set_plane(file, distances_of(file, settings), cvrp));
  if (file->weighted) TRY(set_matrix(file, settings->distances, cvrp));
  TRY(set_limit(file, cvrp));
  if (file->stop) TRY(vrp_set_windows(file, cvrp));
  TRY(check_limit(file, cvrp));
  Status status = cvrp_fleet_set(settings, cvrp);
  if (status == OK) status = cvrp_objective_set(settings, cvrp);
  return status == ERR_USAGE ? status_at(file->path, status) : vrp_fail_at(file, file->vehicles_line, status);
}

void vrp_file_free(VrpFile *file) {
  free(file->x), free(file->y), free(file->matrix), free(file->demand), free(file->stop);
}

Status vrp_finish(VrpFile *file, const CvrpSettings *settings, Instance **out) {
  Instance *inst;
  TRY(cvrp_alloc(file->nodes - 1, file->x != NULL, false, &inst));
  const Status status = fill(file, settings, (CvrpInstance *)inst);
  if (status != OK) return instance_free(inst), status;
  set_name(file, inst);
  inst->digest = instance_digest(inst);
  *out = inst;
  return OK;
}
