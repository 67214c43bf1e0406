/* libFuzzer target: any bytes are an instance of vehicle routing or refused with a place, and an instance is one in every respect; the
 * same of solution files. Built and run by tools/fuzz; no part of `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp_distance.h"
#include "problem/cvrp/files/vrp_files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CUSTOMERS = 5 };

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "broken: %s\n", what);
  abort();
}

static int64_t distance(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  if (cvrp->matrix) return cvrp->matrix[(size_t)a * ((size_t)cvrp->head.n + 1) + (size_t)b];
  return cvrp_plane_distance(cvrp->x[a], cvrp->y[a], cvrp->x[b], cvrp->y[b], cvrp->divisor);
}

static void check_numbers(const CvrpInstance *cvrp) {
  expect(cvrp->capacity >= 1 && cvrp->capacity <= CVRP_LIMIT_MAX && cvrp->divisor != 0,
         "capacity and divisor fit");
  expect(cvrp->max_duration == INT32_MAX || (cvrp->max_duration >= 0 && cvrp->max_duration <= CVRP_LIMIT_MAX),
         "the limit on durations fits");
  expect(cvrp->service >= 0 && cvrp->service <= CVRP_LIMIT_MAX && cvrp->demand[0] == 0,
         "service and depot fit");
  for (int32_t v = 0; v <= cvrp->head.n; v++) {
    expect(cvrp->demand[v] >= 0 && cvrp->demand[v] <= cvrp->capacity, "demands fit");
    expect(!cvrp->x || (llabs(cvrp->x[v]) <= CVRP_COORDINATE_MAX && llabs(cvrp->y[v]) <= CVRP_COORDINATE_MAX),
           "coordinates fit");
  }
}

static void check_windows(const CvrpInstance *cvrp) {
  expect(cvrp->with_windows == (cvrp->ready && cvrp->due && cvrp->service_at), "there are windows or none");
  if (!cvrp->with_windows) return;
  expect(cvrp->service == 0 && cvrp->service_at[0] == 0, "service is told node by node, none at the depot");
  for (int32_t v = 0; v <= cvrp->head.n; v++) {
    expect(cvrp->ready[v] >= 0 && cvrp->ready[v] <= cvrp->due[v] && cvrp->due[v] <= CVRP_LIMIT_MAX,
           "windows fit");
    expect(cvrp->service_at[v] >= 0 && cvrp->service_at[v] <= CVRP_LIMIT_MAX, "service times fit");
  }
}

/* The judge takes the star, if the fleet allows it and nothing limits its times, and agrees with the solvers' distances, none of which is too large. */
static void check_star(const CvrpInstance *cvrp) {
  int64_t cost = -1, sum = 0;
  const int32_t n = cvrp->head.n;
  int32_t *gene = malloc(sizeof *gene * (size_t)n);
  if (!gene) return;
  for (int32_t c = 1; c <= n; c++) {
    const int64_t edge = distance(cvrp, 0, c), chord = distance(cvrp, c, 1);
    expect(edge >= 0 && edge <= CVRP_DISTANCE_MAX && chord >= 0 && chord <= CVRP_DISTANCE_MAX,
           "distances fit");
    gene[c - 1] = -c;
    sum += 2 * edge;
  }
  const Status status = judge_routes(&cvrp->head, gene, &cost);
  const int timed =
      cvrp->with_windows || cvrp->max_duration != INT32_MAX; /* a way past others may be shorter */
  const Status wanted = cvrp_routes_most(cvrp) >= n ? OK : ERR_FORMAT;
  expect(status == wanted || (timed && status == ERR_FORMAT), "the star is a solution");
  expect(status != OK || cost == sum, "the judge's distances are the solvers'");
  free(gene);
  status_clear();
}

static void check_writing(const Instance *inst) {
  char *text = NULL;
  size_t bytes = 0;
  Instance *again = NULL;
  FILE *out = open_memstream(&text, &bytes);
  expect(out && vrp_write(out, inst) == OK, "the instance is written");
  fclose(out);
  expect(vrp_parse("again", text, bytes, NULL, &again) == OK && again->digest == inst->digest,
         "it is read back");
  instance_free(again);
  free(text);
}

static void check_instance(const char *text, size_t size, CvrpSettings settings) {
  Instance *inst = NULL;
  status_clear();
  const Status status = problem_cvrp.parse("fuzz", text, size, &settings, &inst);
  expect(status == OK ? inst != NULL : inst == NULL, "an instance or an error, not both");
  expect(status == OK || strncmp(status_message(), "fuzz:", 5) == 0, "errors name their place");
  if (!inst) return;
  expect(inst->n >= 1 && inst->digest == instance_digest(inst), "n and digest are right");
  check_numbers(cvrp_of(inst));
  check_windows(cvrp_of(inst));
  check_star(cvrp_of(inst));
  check_writing(inst);
  instance_free(inst);
}

/* A solution file of some customers: all that it says is within range, and the judge knows it. */
static void check_solution(const char *text, size_t size) {
  Instance *inst;
  int32_t gene[CUSTOMERS];
  int64_t cost;
  status_clear();
  if (cvrp_alloc(CUSTOMERS, true, false, &inst) != OK) return;
  CvrpInstance *cvrp = (CvrpInstance *)inst;
  for (int32_t v = 0; v <= CUSTOMERS; v++) {
    cvrp->x[v] = v;
    cvrp->y[v] = 0;
    cvrp->demand[v] = 0;
  }
  if (routes_parse("fuzz", text, size, inst, gene) == OK) {
    expect(gene[0] < 0, "the first customer begins a route");
    for (int k = 0; k < CUSTOMERS; k++)
      expect(abs(gene[k]) >= 1 && abs(gene[k]) <= CUSTOMERS, "customers are in range");
    const Status status = judge_routes(inst, gene, &cost);
    expect(status == OK || strstr(status_message(), "twice"), "what is read is judged");
  } else {
    expect(strncmp(status_message(), "fuzz:", 5) == 0, "errors name their place");
  }
  instance_free(inst);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (int how = DISTANCES_AUTO; how <= DISTANCES_TRUNCATED; how++)
    check_instance((const char *)data, size, (CvrpSettings){.distances = (CvrpDistances)how});
  check_instance((const char *)data, size, (CvrpSettings){.scale = 2.5});
  check_instance((const char *)data, size, (CvrpSettings){.metric = TSP_METRIC_GEOM});
  check_solution((const char *)data, size);
  return 0;
}
