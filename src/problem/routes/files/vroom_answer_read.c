/* Answers of VROOM's form, read back: see vroom_files.h. */
#include <stdlib.h>
#include <string.h>
#include "io/json_at.h"
#include "fleet_solution.h"
#include "vroom_files.h"

/* ---- numbers of the file ---- */

typedef struct Numbered {
  int64_t number;
  int role; /* of customers, as routes_pair_end */
  int32_t index;
} Numbered;

static int numbered_compare(const void *a, const void *b) {
  const Numbered *first = a, *second = b;
  if (first->role != second->role) return first->role - second->role;
  return first->number < second->number ? -1 : first->number > second->number;
}

/* -1: there is none of that number. */
static int32_t index_find(const Numbered *all, int32_t count, int64_t number, int role) {
  const Numbered key = {number, role, 0};
  const Numbered *found = count ? bsearch(&key, all, (size_t)count, sizeof *all, numbered_compare) : NULL;
  return found ? found->index : -1;
}

typedef struct Reading {
  const RoutesInstance *routes;
  int32_t *gene;
  Numbered *customer, *vehicle; /* (n), (vehicles) by number */
  bool *visited, *used;         /* (n + 1), (vehicles + 1) */
  int32_t placed, groups;       /* customers and routes so far */
} Reading;

static Status reading_open(const char *path, Reading *r) {
  const RoutesInstance *routes = r->routes;
  const int32_t n = routes->head.n, vehicles = routes->vehicles;
  r->customer = malloc((size_t)n * sizeof *r->customer);
  r->vehicle = malloc(((size_t)vehicles + 1) * sizeof *r->vehicle);
  r->visited = calloc((size_t)n + 1, sizeof *r->visited);
  r->used = calloc((size_t)vehicles + 1, sizeof *r->used);
  if (!r->customer || !r->vehicle || !r->visited || !r->used)
    FAIL(ERR_MEMORY, "%s: no memory for %d customers", path, n);
  for (int32_t c = 1; c <= n; c++)
    r->customer[c - 1] = (Numbered){routes_customer_number(routes, c), routes_pair_end(routes, c), c};
  for (int32_t v = 0; v < vehicles; v++)
    r->vehicle[v] = (Numbered){routes->id ? routes->id[n + 1 + v] : v + 1, 0, v};
  qsort(r->customer, (size_t)n, sizeof *r->customer, numbered_compare);
  qsort(r->vehicle, (size_t)vehicles, sizeof *r->vehicle, numbered_compare);
  return OK;
}

static void reading_close(Reading *r) {
  free(r->customer);
  free(r->vehicle);
  free(r->visited);
  free(r->used);
}

/* ---- routes ---- */

/* The type of the vehicle: by its number where the file lists vehicles, else as it is said. */
static Status type_read(Reading *r, const JsonAt *route, int32_t *type) {
  const JsonAt vehicle = json_member(route, "vehicle"), said = json_member(route, "type");
  const RoutesInstance *routes = r->routes;
  int64_t number = 1;
  if (!routes->vehicles) {
    if (said.value || routes->types > 1) TRY(json_whole(&said, 1, routes->types, &number));
    *type = (int32_t)number - 1;
    return OK;
  }
  TRY(json_whole(&vehicle, INT64_MIN, INT64_MAX, &number));
  const int32_t v = index_find(r->vehicle, routes->vehicles, number, 0);
  if (v < 0) return json_fail(&vehicle, "the id of a vehicle of %s", routes->head.name);
  if (r->used[v]) return json_fail(&vehicle, "a vehicle that has no other route");
  r->used[v] = true;
  *type = routes->vehicle[v];
  return OK;
}

static Status job_add(Reading *r, const JsonAt *step, const char *word, int role, bool first) {
  const JsonAt id = json_member(step, "id"), job = json_member(step, "job"), *at = id.value ? &id : &job;
  int64_t number;
  TRY(json_whole(at, INT64_MIN, INT64_MAX, &number));
  const int32_t c = index_find(r->customer, r->routes->head.n, number, role);
  if (c < 0) return json_fail(at, "the id of a %s of %s", word, r->routes->head.name);
  if (r->visited[c]) return json_fail(at, "a %s that was not there before", word);
  r->visited[c] = true;
  r->gene[r->placed++] = first ? -c : c;
  return OK;
}

static Status step_read(Reading *r, const JsonAt *step, int32_t begin) {
  const JsonAt type = json_member(step, "type");
  TRY(json_want_object(step));
  TRY(json_want_text(&type));
  const char *word = json_string_value(type.value);
  if (strcmp(word, "start") == 0 || strcmp(word, "end") == 0) return OK;
  if (r->routes->pauses && strcmp(word, "break") == 0) return OK;
  const int role = (strcmp(word, "pickup") == 0) - (strcmp(word, "delivery") == 0);
  if (!role && strcmp(word, "job") != 0)
    return json_fail(&type, "start, job%s%s or end", r->routes->partner ? ", pickup, delivery" : "",
                     r->routes->pauses ? ", break" : "");
  return job_add(r, step, word, role, r->placed == begin);
}

static Status route_read(Reading *r, const JsonAt *route) {
  const JsonAt steps = json_member(route, "steps");
  const int32_t begin = r->placed;
  int32_t type = 0;
  TRY(json_want_object(route));
  TRY(json_want_array(&steps));
  TRY(type_read(r, route, &type));
  for (size_t k = 0; k < json_array_size(steps.value); k++) {
    const JsonAt step = json_element(&steps, k);
    TRY(step_read(r, &step, begin));
  }
  if (r->placed > begin) r->gene[r->routes->head.n + r->groups++] = type;
  return OK;
}

/* ---- answer ---- */

/* Jobs in no route. Where the answer lists them, it lists these. */
static Status left_out_read(Reading *r, const JsonAt *root) {
  const JsonAt list = json_member(root, "unassigned");
  const int32_t n = r->routes->head.n, missing = n - r->placed;
  if (list.value) TRY(json_want_array(&list));
  if (list.value && json_array_size(list.value) != (size_t)missing)
    return json_fail(&list, "%d jobs, as so many are in no route", missing);
  bool first = true;
  for (int32_t c = 1; c <= n; c++) {
    if (r->visited[c]) continue;
    r->gene[r->placed++] = first ? -c : c;
    first = false;
  }
  while (r->groups < n) r->gene[n + r->groups++] = ROUTES_LEFT_OUT;
  return OK;
}

static Status answer_read(Reading *r, const JsonAt *root) {
  const JsonAt routes = json_member(root, "routes");
  TRY(json_want_object(root));
  TRY(json_want_array(&routes));
  for (size_t k = 0; k < json_array_size(routes.value); k++) {
    const JsonAt route = json_element(&routes, k);
    TRY(route_read(r, &route));
  }
  return left_out_read(r, root);
}

bool vroom_is_answer(const char *text, size_t bytes) {
  size_t k = 0;
  while (k < bytes && strchr(" \t\r\n", text[k])) k++;
  return k < bytes && text[k] == '{';
}

Status vroom_read(const char *path, const char *text, size_t bytes, const Instance *inst, int32_t *gene) {
  Reading r = {.routes = routes_of(inst), .gene = gene};
  JsonText json;
  TRY(json_text_read(path, text, bytes, &json));
  const JsonAt root = json_root(&json);
  Status status = reading_open(path, &r);
  if (status == OK) status = answer_read(&r, &root);
  reading_close(&r);
  json_text_free(&json);
  return status;
}
