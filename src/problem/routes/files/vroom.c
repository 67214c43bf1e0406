/* Instances in the form of VROOM's API: see vroom_files.h. */
#include "vroom_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "draft.h"
#include "io/json_rows.h"
#include "io/path.h"
#include "vroom_parts.h"

/* ---- options ---- */

/* Options that say what the file says are refused. */
static Status settings_check(const char *path, const RoutesSettings *settings) {
  const CvrpSettings *cvrp = &settings->cvrp;
  const char *option = NULL;
  if (cvrp->scale != 0) option = "scale";
  if (cvrp->metric != TSP_METRIC_FILE) option = "metric";
  if (cvrp->distances != DISTANCES_AUTO) option = "distances";
  if (counted_word(cvrp->fleet) != FLEET_WORD_FILE) option = "fleet (--vehicles)";
  if (settings->capacity) option = "capacity";
  if (settings->trips) option = "trips";
  if (settings->matrix) option = "matrix";
  if (!option) return OK;
  FAIL(ERR_USAGE, "%s: expected no --%s with a file of VROOM's form, which says that itself", path, option);
}

/* ---- parts of jobs and vehicles ---- */

static Status exact_read_member(const JsonAt *in, const char *member, Exact *out) {
  const JsonAt at = json_member(in, member);
  return at.value ? json_exact(&at, out) : OK;
}

static Status skills_read(Vroom *v, const JsonAt *in, DraftSkills *skills) {
  const JsonAt at = json_member(in, "skills");
  skills->first = v->draft.skills;
  if (!at.value) return OK;
  TRY(json_want_array(&at));
  for (size_t k = 0; k < json_array_size(at.value); k++) {
    const JsonAt each = json_element(&at, k);
    int64_t skill;
    TRY(json_whole(&each, 0, INT64_MAX, &skill));
    TRY(draft_skill_add(&v->draft, skill));
  }
  skills->count = v->draft.skills - skills->first;
  return OK;
}

/* An array of as many numbers as loads have dimensions. Absent: zeros. */
static Status amounts_read(Vroom *v, const JsonAt *in, const char *member, Exact *amount) {
  const JsonAt at = json_member(in, member);
  if (!at.value) return OK;
  TRY(json_want_array(&at));
  const size_t size = json_array_size(at.value);
  if (size > ROUTES_LOADS_MAX) return json_fail(&at, "at most %d dimensions", ROUTES_LOADS_MAX);
  if (v->draft.loads < 0) v->draft.loads = (int32_t)size;
  if (size != (size_t)v->draft.loads)
    return json_fail(&at, "%d numbers, as the first capacity or amount has", v->draft.loads);
  for (size_t k = 0; k < size; k++) {
    const JsonAt each = json_element(&at, k);
    TRY(json_exact(&each, &amount[k]));
  }
  return OK;
}

/* ---- jobs ---- */

static Status job_windows_read(Vroom *v, const JsonAt *job, DraftStop *stop) {
  const JsonAt at = json_member(job, "time_windows");
  if (!at.value) return OK;
  TRY(json_want_array(&at));
  if (json_array_size(at.value) == 0) return json_fail(&at, "at least one time window");
  for (size_t k = 0; k < json_array_size(at.value); k++) {
    const JsonAt each = json_element(&at, k);
    DraftWindow window = {0};
    bool apart;
    TRY(vroom_window_read(&each, &window));
    TRY(draft_window_add(&v->draft, stop, &window, &apart));
    if (!apart) return json_fail(&each, "a time window that begins after the end of the one before");
  }
  return OK;
}

static Status job_value_read(const JsonAt *job, DraftStop *stop) {
  const JsonAt priority = json_member(job, "priority"), prize = json_member(job, "prize");
  int64_t value = 0;
  if (priority.value) TRY(json_whole(&priority, 0, 100, &value));
  stop->priority = (int32_t)value;
  stop->prized = prize.value != NULL;
  if (priority.value && prize.value)
    return json_fail(&priority, "a prize or a priority of a job, and not both");
  return prize.value ? json_exact(&prize, &stop->prize) : OK;
}

/* What jobs and both ends of shipments have. */
static Status visit_read(Vroom *v, const JsonAt *at, DraftStop *stop) {
  const JsonAt id = json_member(at, "id");
  TRY(json_whole(&id, 0, INT64_MAX, &stop->id));
  TRY(vroom_text_check(at, "description", &v->described));
  TRY(vroom_refuse(at, "setup_per_type", "no setup times by types of vehicles"));
  TRY(vroom_refuse(at, "service_per_type", "no service times by types of vehicles"));
  TRY(vroom_place(v, at, "location", "location_index", &stop->place));
  if (stop->place == ROUTES_OPEN) return json_fail(&id, "a location or location_index beside the id");
  TRY(exact_read_member(at, "setup", &stop->setup));
  TRY(exact_read_member(at, "service", &stop->service));
  return job_windows_read(v, at, stop);
}

static Status stop_add(Vroom *v, const DraftStop *stop) {
  TRY(draft_grow(&v->draft, &v->draft.stop, &v->draft.stops, sizeof *stop));
  v->draft.stop[v->draft.stops - 1] = *stop;
  return OK;
}

static Status job_read(Vroom *v, const JsonAt *job, int32_t k) {
  static const char *const names[] = {"id",
                                      "description",
                                      "location",
                                      "location_index",
                                      "setup",
                                      "service",
                                      "setup_per_type",
                                      "service_per_type",
                                      "delivery",
                                      "pickup",
                                      "skills",
                                      "priority",
                                      "prize",
                                      "time_windows",
                                      NULL};
  DraftStop stop = {.line = k};
  TRY(json_want_object(job));
  TRY(json_members(job, names));
  TRY(visit_read(v, job, &stop));
  TRY(job_value_read(job, &stop));
  TRY(skills_read(v, job, &stop.skills));
  TRY(amounts_read(v, job, "delivery", stop.delivery));
  TRY(amounts_read(v, job, "pickup", stop.pickup));
  return stop_add(v, &stop);
}

/* ---- shipments ---- */

static Status end_read(Vroom *v, const JsonAt *at, DraftStop *stop) {
  static const char *const names[] = {"id",           "description", "location",       "location_index",
                                      "setup",        "service",     "setup_per_type", "service_per_type",
                                      "time_windows", NULL};
  TRY(json_want_object(at));
  TRY(json_members(at, names));
  return visit_read(v, at, stop);
}

static Status shipment_read(Vroom *v, const JsonAt *at, int32_t k) {
  static const char *const names[] = {"amount", "pickup", "delivery", "skills", "priority", "prize", NULL};
  const JsonAt from = json_member(at, "pickup"), to = json_member(at, "delivery");
  DraftStop pickup = {.line = k, .role = DRAFT_PICKUP, .partner = v->draft.stops + 1}, delivery;
  TRY(json_want_object(at));
  TRY(json_members(at, names));
  TRY(job_value_read(at, &pickup));
  TRY(skills_read(v, at, &pickup.skills));
  delivery = pickup;
  delivery.role = DRAFT_DELIVERY;
  delivery.partner = v->draft.stops;
  delivery.prize = (Exact){0, 0};
  TRY(amounts_read(v, at, "amount", pickup.pickup));
  memcpy(delivery.delivery, pickup.pickup, sizeof delivery.delivery);
  TRY(end_read(v, &from, &pickup));
  TRY(end_read(v, &to, &delivery));
  TRY(stop_add(v, &pickup));
  return stop_add(v, &delivery);
}

/* ---- vehicles ---- */

static Status tasks_read(const JsonAt *at, DraftVehicle *vehicle) {
  const JsonAt tasks = json_member(at, "max_tasks");
  int64_t value = ROUTES_NO_LIMIT;
  if (tasks.value) TRY(json_whole(&tasks, 1, INT32_MAX - 1, &value));
  vehicle->max_stops = (int32_t)value;
  return OK;
}

static Status ends_read(Vroom *v, const JsonAt *at, DraftVehicle *vehicle) {
  const JsonAt id = json_member(at, "id");
  TRY(vroom_place(v, at, "start", "start_index", &vehicle->place[0]));
  TRY(vroom_place(v, at, "end", "end_index", &vehicle->place[1]));
  if (vehicle->place[0] != ROUTES_OPEN || vehicle->place[1] != ROUTES_OPEN) return OK;
  return json_fail(&id, "a start or an end beside the id");
}

static Status capacity_read(Vroom *v, const JsonAt *at, DraftVehicle *vehicle) {
  const JsonAt capacity = json_member(at, "capacity");
  v->capacities += capacity.value != NULL;
  return amounts_read(v, at, "capacity", vehicle->capacity);
}

static Status vehicle_read(Vroom *v, const JsonAt *at, int32_t k) {
  static const char *const names[] = {
      "id",        "profile",         "description",  "start", "start_index", "end",    "end_index",
      "capacity",  "costs",           "skills",       "type",  "time_window", "breaks", "speed_factor",
      "max_tasks", "max_travel_time", "max_distance", "steps", NULL};
  DraftVehicle vehicle = {.count = 1};
  const JsonAt id = json_member(at, "id"), window = json_member(at, "time_window");
  bool typed = false;
  (void)k;
  TRY(json_want_object(at));
  TRY(json_members(at, names));
  TRY(json_whole(&id, 0, INT64_MAX, &vehicle.id));
  TRY(vroom_text_check(at, "description", &v->described));
  TRY(vroom_text_check(at, "type", &typed));
  TRY(vroom_refuse(at, "steps", "no steps of a given route"));
  TRY(ends_read(v, at, &vehicle));
  TRY(capacity_read(v, at, &vehicle));
  TRY(skills_read(v, at, &vehicle.skills));
  if (window.value) TRY(vroom_window_read(&window, &vehicle.window));
  TRY(vroom_breaks_read(v, at, &vehicle.breaks));
  TRY(tasks_read(at, &vehicle));
  TRY(draft_grow(&v->draft, &v->draft.vehicle, &v->draft.vehicles, sizeof vehicle));
  v->draft.vehicle[v->draft.vehicles - 1] = vehicle;
  return OK;
}

/* ---- lists ---- */

static Status list_read(Vroom *v, const JsonAt *list, Status (*read)(Vroom *, const JsonAt *, int32_t)) {
  TRY(json_want_array(list));
  for (size_t k = 0; k < json_array_size(list->value); k++) {
    const JsonAt each = json_element(list, k);
    TRY(read(v, &each, (int32_t)k));
  }
  return OK;
}

/* Jobs and shipments, of which there is one at least. */
static Status tasks_list_read(Vroom *v, const JsonAt *root) {
  const JsonAt jobs = json_member(root, "jobs"), shipments = json_member(root, "shipments");
  if (jobs.value || !shipments.value) TRY(list_read(v, &jobs, job_read));
  if (shipments.value) TRY(list_read(v, &shipments, shipment_read));
  return v->draft.stops ? OK : json_fail(&jobs, "at least one");
}

typedef struct Numbered {
  int64_t id;
  DraftRole role; /* of vehicles all the same */
  int32_t index;
} Numbered;

static int numbered_compare(const void *a, const void *b) {
  const Numbered *first = a, *second = b;
  if (first->role != second->role) return first->role < second->role ? -1 : 1;
  if (first->id != second->id) return first->id < second->id ? -1 : 1;
  return first->index < second->index ? -1 : first->index > second->index;
}

/* No two jobs, pickups, deliveries or vehicles have the same id. */
static Status ids_check(const Vroom *v, bool jobs) {
  const int32_t count = jobs ? v->draft.stops : v->draft.vehicles;
  Numbered *all = malloc((size_t)count * sizeof *all);
  Status status = OK;
  if (!all) FAIL(ERR_MEMORY, "%s: no memory for %d numbers", v->draft.path, count);
  for (int32_t k = 0; k < count; k++) {
    all[k] = (Numbered){.index = k, .id = jobs ? v->draft.stop[k].id : v->draft.vehicle[k].id};
    if (jobs) all[k].role = v->draft.stop[k].role;
  }
  qsort(all, (size_t)count, sizeof *all, numbered_compare);
  for (int32_t k = 1; k < count && status == OK; k++)
    if (all[k].id == all[k - 1].id && all[k].role == all[k - 1].role)
      status = (jobs ? draft_fail_stop : draft_fail_vehicle)(&v->draft, all[k].index, "id",
                                                             "a number that no other one has");
  free(all);
  return status;
}

/* Amounts need capacities: of every vehicle. */
static Status capacities_check(Vroom *v) {
  if (v->draft.loads < 0) v->draft.loads = 0;
  if (v->draft.loads == 0 || v->capacities == v->draft.vehicles) return OK;
  for (int32_t k = 0; k < v->draft.vehicles; k++) {
    const JsonAt root = json_root(&v->text), all = json_member(&root, "vehicles"),
                 vehicle = json_element(&all, (size_t)k), capacity = json_member(&vehicle, "capacity");
    if (!capacity.value) return json_fail(&capacity, "%d numbers, as other loads have", v->draft.loads);
  }
  return OK;
}

static Status root_read(Vroom *v) {
  static const char *const names[] = {"vehicles", "jobs", "shipments", "matrices", "speed", NULL};
  const JsonAt root = json_root(&v->text), vehicles = json_member(&root, "vehicles");
  TRY(json_want_object(&root));
  TRY(json_members(&root, names));
  TRY(vroom_matrices_read(v, &root));
  TRY(list_read(v, &vehicles, vehicle_read));
  if (v->draft.vehicles == 0) return json_fail(&vehicles, "at least one");
  TRY(tasks_list_read(v, &root));
  TRY(ids_check(v, false));
  TRY(ids_check(v, true));
  TRY(capacities_check(v));
  return vroom_ways_make(v, &root);
}

/* ---- file ---- */

static void remarks_make(Vroom *v) {
  Draft *const draft = &v->draft;
  const size_t used = strlen(draft->remark);
  bool priorities = false;
  for (int32_t c = 0; c < draft->stops; c++) priorities |= draft->stop[c].priority > 0;
  if (draft->unserved == UNSERVED_ALLOWED || (draft->unserved == UNSERVED_FILE && priorities))
    snprintf(draft->remark + used, sizeof draft->remark - used, "%sjobs may be left out, by priority",
             used ? "; " : "");
  if (v->described)
    snprintf(draft->warning, sizeof draft->warning,
             "descriptions are not kept: a solution names jobs and vehicles by id");
}

Status vroom_parse(const char *path, const char *text, size_t bytes, const RoutesSettings *settings,
                   Instance **out) {
  static const char *const squares[] = {"durations", "distances", "costs", NULL};
  static const RoutesSettings none;
  Vroom v = {.settings = settings ? settings : &none};
  Instance *inst = NULL;
  Status status = OK;
  TRY(settings_check(path, v.settings));
  TRY(json_text_read_rows(path, text, bytes, squares, &v.text));
  v.draft = (Draft){.path = path,
                    .json = &v.text,
                    .loads = -1,
                    .listed = true,
                    .with_ids = true,
                    .unserved = v.settings->unserved};
  TRY_GOTO(root_read(&v), cleanup);
  remarks_make(&v);
  TRY_GOTO(draft_finish(&v.draft, &v.settings->cvrp, &inst), cleanup);
  path_stem(path, ".json", inst->name, sizeof inst->name);
  *out = inst;
cleanup:
  vroom_places_free(&v);
  draft_free(&v.draft);
  json_text_free(&v.text);
  return status;
}

/* ---- which texts ---- */

static bool has_word(const char *text, size_t bytes, const char *word) {
  return memmem(text, bytes, word, strlen(word)) != NULL;
}

int vroom_probe(const char *path, const char *head, size_t bytes) {
  enum { SURE = 90, LIKELY = 60 };
  size_t k = 0;
  (void)path;
  while (head && k < bytes && strchr(" \t\r\n", head[k])) k++;
  if (!head || k == bytes || head[k] != '{') return 0;
  const bool vehicles = has_word(head, bytes, "\"vehicles\""), jobs = has_word(head, bytes, "\"jobs\""),
             shipments = has_word(head, bytes, "\"shipments\""),
             matrices = has_word(head, bytes, "\"matrices\"");
  if (vehicles && (jobs || shipments)) return SURE;
  return vehicles || jobs || shipments || matrices ? LIKELY : 0;
}
